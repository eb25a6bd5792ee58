package completions

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

const (
	missingText = "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
		"'tool_call_id'. The following tool_call_ids did not have response messages: {ids}"
	orphanText = "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with " +
		"'tool_calls'."
	foreignText   = "Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message."
	duplicateText = "Duplicate value for 'tool_call_id' of {id} in message[{message}]"
)

// pairs holds the clauses on calls and tool messages.
var pairs = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "openai-chat/missing-tool-messages", Text: missingText,
			Param:  "messages.[{expected}].role",
			Source: "CLIProxyAPI#2798, BerriAI/litellm#10083, github/app#2249", Check: pairing(missing),
			Unless: []string{Mistral, DeepSeek, Groq, Kimi, zaiFamily},
		},
		{
			ID:   "openai-chat/orphan-tool-message",
			Text: orphanText, Param: "messages.[{i}].role", Source: "miurla/morphic#136, smarter-sh/smarter#264", Check: pairing(orphan),
			Unless: []string{Mistral, DeepSeek, Groq, Kimi, zaiFamily},
		},
		{
			ID:    "openai-chat/tool-call-id-unknown",
			Text:  foreignText,
			Param: "messages.[{i}].tool_call_id", Source: "six code bases", Check: pairing(foreign),
			Unless: []string{Mistral, Groq, Kimi, zaiFamily},
		},
		{
			ID:   "openai-chat/duplicate-tool-call-id",
			Text: duplicateText, Source: "eight code bases",
			Check: pairing(twice), Unless: []string{Mistral, DeepSeek, zaiFamily},
		},
		{
			// Ids of parallel calls that differ in their last characters alone are alike
			// when pi has cut them.
			ID: "openai-chat/truncated-id-collision", Text: duplicateText,
			Source: "a host of pi; xAI gives such ids", Check: pairing(collided), Unless: []string{Mistral, zaiFamily},
		},
		{
			ID: "openai-chat/duplicate-tool-call-id", Profiles: []string{UniqueIDs}, Unless: []string{DeepSeek},
			Text: duplicateText, Source: "eight code bases",
			Check: pairing(twiceEver),
		},
		{
			ID: "openai-chat/arguments-not-json", Profiles: []string{StrictArguments},
			Text:   "Invalid 'messages[{i}].tool_calls[{j}].function.arguments': expected a JSON object.",
			Param:  "messages[{i}].tool_calls[{j}].function.arguments",
			Source: "several services that imitate this one; the wording varies",
			Check: onCalls(func(c *call, report contract.Report) {
				arguments := c.arguments
				if arguments.Kind() != js.String {
					return
				}
				parsed, err := js.ParseString(arguments.Text())
				if err != nil || parsed.Kind() != js.Object {
					report(arguments)
				}
				parsed.Release()
			}),
		},
	}
}

// images holds the clauses on pictures, which are opened after everything else.
func images() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "openai-chat/image-invalid",
			Text: "You uploaded an unsupported image. Please make sure your image has of one the following formats: " +
				"['png', 'jpeg', 'gif', 'webp'].",
			Code: "invalid_image_format", Source: "client trackers",
			Check: onDataURLs(func(at js.Value, media, data string, report contract.Report) {
				if !picture.Known(media) || data != "" && picture.Sniff(data) == "" && picture.Base64(data) {
					report(at)
				}
			}),
		},
		{
			ID: "openai-chat/image-invalid", Text: "Invalid image data.",
			Code: "invalid_image", Source: "client trackers",
			Check: onDataURLs(func(at js.Value, media, data string, report contract.Report) {
				if picture.Known(media) && !picture.Base64(data) {
					report(at)
				}
			}),
		},
	}
}

// onDataURLs looks at pictures that travel inside the request.
func onDataURLs(f func(at js.Value, media, data string, report contract.Report)) check {
	return onParts(func(p *part, report contract.Report) {
		at := p.at.Get("image_url").Get("url")
		rest, ok := strings.CutPrefix(at.Text(), "data:")
		if p.kind != "image_url" || !ok {
			return
		}
		media, data, _ := strings.Cut(rest, ",")
		f(at, strings.TrimSuffix(media, ";base64"), data, report)
	})
}
