package mistral

import "github.com/pi-fix/pi-fix/replay/contract"

// windowLimit holds the clause on how much a model takes.
func windowLimit() []*contract.Clause {
	return []*contract.Clause{contract.TooLong(contract.Clause{
		ID: "mistral/context", Profiles: []string{contract.Window}, Code: "3051", Source: "utils/overflow of pi-ai",
		Text: "Prompt contains {n} tokens and 0 draft tokens, too large for model with {max} maximum context length",
	}, "messages")}
}
