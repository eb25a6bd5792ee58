package completions

import "github.com/pi-fix/pi-fix/replay/contract"

const overflow = "utils/overflow of pi-ai"

// outputLimit holds the clauses on how much a model gives.
func outputLimit() []*contract.Clause {
	var all []*contract.Clause
	for _, name := range []string{"max_tokens", "max_completion_tokens"} {
		all = append(all, &contract.Clause{
			ID: "openai-chat/max-tokens-over-limit", Profiles: []string{contract.Output},
			Text: name + " is too large: {n}. This model supports at most {max} completion tokens, whereas you provided " +
				"{n}.",
			Param: name, Code: "invalid_value", Source: "tailcallhq/forgecode#1185, ChatGPTNextWeb/NextChat#3195",
			Check: contract.Exceeding(name),
		})
	}
	return all
}

// windowLimit holds the clauses on how much a model takes. Z.ai often takes more
// without a word.
var windowLimit = func() []*contract.Clause {
	all := []*contract.Clause{
		{
			ID: "openai-chat/context-length", Profiles: []string{contract.Window},
			Unless: []string{Mistral, Groq, XAI, Kimi, Copilot, Cerebras, OpenRouter, zaiFamily},
			Text: "This model's maximum context length is {max} tokens. However, your messages resulted in {n} tokens. Please " +
				"reduce the length of the messages.",
			Param: "messages", Code: "context_length_exceeded", Source: overflow,
		},
		{
			ID: "groq/context", Profiles: []string{Groq}, Source: overflow,
			Text: "Please reduce the length of the messages or completion.",
		},
		{
			ID: "xai/context", Profiles: []string{XAI}, Source: overflow,
			Text: "This model's maximum prompt length is {max} but the request contains {n} tokens.",
		},
		{
			ID: "kimi/context", Profiles: []string{Kimi}, Source: overflow,
			Text: "Your request exceeded model token limit: {max} (requested: {n})",
		},
		{
			ID: "copilot/context", Profiles: []string{Copilot}, Source: overflow,
			Text: "prompt token count of {n} exceeds the limit of {max}",
		},
		{
			ID: "openrouter/context", Profiles: []string{OpenRouter}, Source: overflow,
			Text: "This endpoint's maximum context length is {max} tokens. However, you requested about {n} tokens.",
		},
		{
			ID: "cerebras/context", Profiles: []string{Cerebras}, Source: overflow,
			Text: noBody,
		},
		{
			ID: "mistral/context", Profiles: []string{Mistral}, Code: "3051", Source: overflow,
			Text: "Prompt contains {n} tokens and 0 draft tokens, too large for model with {max} maximum context length",
		},
	}
	for i, c := range all {
		all[i] = contract.TooLong(*c, "messages")
	}
	return all
}

// noBody stands for the words of a refusal that has none.
const noBody = "(no body)"
