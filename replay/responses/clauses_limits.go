package responses

import "github.com/pi-fix/pi-fix/replay/contract"

// windowLimit holds the clause on how much a model takes. Services behind gateways
// tell it inside the stream, here it is told before.
func windowLimit() []*contract.Clause {
	return []*contract.Clause{contract.TooLong(contract.Clause{
		ID: "responses/context-window", Profiles: []string{contract.Window}, Source: "utils/overflow of pi-ai",
		Text:  "Your input exceeds the context window of this model. Please adjust your input and try again.",
		Param: "input", Code: "context_length_exceeded",
	}, "input", "instructions")}
}
