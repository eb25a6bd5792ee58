package anthropic

import "github.com/pi-fix/pi-fix/replay/contract"

// outputLimit holds the clause on how much a model gives. Newer models take a prompt
// that leaves no room for max_tokens, so only the prompt is looked at beside it.
func outputLimit() []*contract.Clause {
	return []*contract.Clause{{
		ID: "anthropic/max-tokens-over-limit", Profiles: []string{contract.Output}, Source: "jin-bo/agentao#296",
		Text:  "max_tokens: {n} > {limit}, which is the maximum allowed number of output tokens for {model}",
		Check: contract.Exceeding("max_tokens"),
	}}
}

// windowLimit holds the clause on how much a model takes.
func windowLimit() []*contract.Clause {
	return []*contract.Clause{contract.TooLong(contract.Clause{
		ID: "anthropic/prompt-too-long", Profiles: []string{contract.Window}, Source: "utils/overflow of pi-ai",
		Text: "prompt is too long: {n} tokens > {max} maximum",
	}, "messages", "system")}
}
