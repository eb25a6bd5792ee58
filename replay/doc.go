// Package replay sends a session's branch as pi would to a fake model service
// that is as strict as the real one, and returns a verdict.
//
// It has three parts. A [Contract] holds what a service demands as data, one
// [Clause] per sentence. A [Provider] is an HTTP handler that judges requests by
// the contracts and answers in the service's words. [Run] makes of each branch
// the request that pi would send and puts it to a provider. What one API needs
// stands in a package of its own and in the table [APIs].
//
// What a provider answers is a [Script]: "ok", turns from a file ([ReadScript]) or
// those of a recorded session ([FromSession]), with faults at named turns
// ([Script.With]).
//
// # Where it differs from the real pi
//
// The list of messages is that of pi 1.5.2, byte for byte (of older ones with
// [PiVersions]), for a model that takes
// images, does not reason and has no compatibility settings. What a session file
// does not tell is stood in for:
//
//   - The prompt and the tools are those that the session's system messages add up
//     to. Where it stores none, there is a short prompt, pi's own tools and a tool
//     for every name that the history calls. A resumed pi sends its own.
//   - Facts about the model: that it takes no images (pi puts remarks in their
//     place), that it reasons (the prompt's role is then "developer", thinking
//     settings are sent, DeepSeek gets empty reasoning), and the compatibility
//     settings of models.json.
//   - Models that take system messages or effort marks in mid-conversation get them
//     where they stand; here they are folded into the prompt. Tools with a grammar
//     are sent as functions. max_tokens and the like are constants.
//   - The name of a model on Bedrock, by which pi knows Claude behind an id that
//     does not say so.
//   - The protocol of pi's own gateways takes system messages where they stand and
//     times of messages; here the former are one and made-up messages have no time.
//   - Accounts and extensions: the names of tools for bearer tokens, message
//     threads, hooks that rewrite a request, the setting that blocks images.
//
// Of the exceptions that stop pi before it sends anything, those of opening the
// file, of its message conversion, of its token estimate and of the copy that it
// makes for extensions are played; those of its user interface, of automatic
// compaction and of a working directory that is gone are not, nor those of an object
// in the place of a text or a time that has a member toString: JavaScript makes no
// text of it. How deep a value may be nested to be copied is up to the stack: here it
// is [sessionlog.MaxNesting] levels, which every version manages; all fail at 4,500.
//
// # Where it differs from the real services
//
// What a gateway does with the messages of pi's own protocol is not published: it is
// taken to heal what pi heals and to refuse what every service refuses.
//
// What needs the service's own memory is judged as far as a request tells. Whether a
// signature is genuine, whether thinking is as it was given out and whether it is
// bound to this history is known where the provider gave it out itself: its
// signatures of Anthropic's form say to what and where (their words may be changed,
// the service was seen to take that). Signatures and ciphers of others are taken as
// they are, those that a provider gives out for other APIs too; so Google's
// "Corrupted thought signature." is never said. How many tokens a request has is
// known to the service's tokenizer alone; where somebody states how many the model
// takes (the profile "window=200000"), a prompt is refused when the words in it
// alone are more, which it is for certain. What it gives at most ("output=8192")
// counts for clients of a provider. The place of pairing and thinking in the
// service's order of checks is not published; here they follow the shape of the
// conversation. A turn of thinking alone is warned of only: one report says that it
// is refused, and a public session shows that it was taken. That a text is a thought
// of another model cannot be seen; newer models of Claude answer it with a refusal of
// their own, HTTP 200.
//
// A sentence that was published in part is not made up: that a tool of the service is
// gone while its call is open, and that a picture is too big for OpenAI.
//
// Relatives of a service are [Profiles] of its API; [ProfilesOf] says which of them
// a model's service is, and [Run] judges by those. What only OpenRouter's or Copilot's
// own upstream demands is not judged: which one answers is theirs to choose, and how
// they translate for it is not published. Their own envelopes and chunks are used.
// Azure differs in its paths; that ciphers are those of one deployment is its own
// knowledge. Whether Claude on Bedrock still wants users and assistants to take turns
// is told both ways: pi sends neighbours for every compaction, so they are a warning
// there, a refusal for other models and in the profile "bedrock-strict-roles". No
// repair parts two users: only an answer that nobody gave could stand between them.
//
// Of HTTP the path, the method and the body are judged; keys, versions and content
// types are taken as they are. How deep a body may be nested is not published: what is
// deeper than 10,000 levels counts as no JSON here.
package replay
