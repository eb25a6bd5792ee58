package completions_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/completions"
)

// long is a request of so many words.
func long(n int) string { return full(said("user", `"`+strings.Repeat("a ", n)+`"`)) }

func tooLong(id, message string, profiles ...string) sample {
	return sample{
		ID: id, Profiles: append(profiles, "window=4"), Bad: long(5), Good: long(4), Message: message,
	}
}

func tooMuch(member string) sample {
	body := strings.Replace(long(1), `{`, `{"`+member+`":9,`, 1)
	return sample{
		ID: "openai-chat/max-tokens-over-limit", Text: member + " is", Profiles: as("output=8"), Bad: body, Param: member,
		Good:    strings.Replace(body, `9`, `8`, 1),
		Message: member + " is too large: 9. This model supports at most 8 completion tokens, whereas you provided 9.",
	}
}

var limitCases = []sample{
	tooLong("openai-chat/context-length", "This model's maximum context length is 4 tokens. However, your messages resulted in "+
		"5 tokens. Please reduce the length of the messages."),
	tooLong("groq/context", "Please reduce the length of the messages or completion.", completions.Groq),
	tooLong("xai/context", "This model's maximum prompt length is 4 but the request contains 5 tokens.", completions.XAI),
	tooLong("kimi/context", "Your request exceeded model token limit: 4 (requested: 5)", completions.Kimi),
	tooLong("copilot/context", "prompt token count of 5 exceeds the limit of 4", completions.Copilot),
	tooLong("openrouter/context", "This endpoint's maximum context length is 4 tokens. However, you requested about 5 tokens.",
		completions.OpenRouter),
	tooLong("cerebras/context", "(no body)", completions.Cerebras),
	tooLong("mistral/context", "Prompt contains 5 tokens and 0 draft tokens, too large for model with 4 maximum context length",
		completions.Mistral),
	tooMuch("max_tokens"), tooMuch("max_completion_tokens"),
}
