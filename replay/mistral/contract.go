// Package mistral is Mistral's chat API: what the service demands, how it
// answers, and what pi makes of a transcript for it.
//
// What the service demands of a conversation is the validator that its vendor
// publishes, in that validator's order: the list as a whole, then each message,
// then the tools. Before it comes the schema of the body, which has an envelope
// of its own, and behind it the pictures.
package mistral

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// API is pi's name for this API.
const API = "mistral-conversations"

// Profiles of the service. None is in force by default.
const (
	// Old are the service before December 2025 and those who host its models
	// themselves.
	Old = "mistral-old"
	// V3 are models of the first three prompt formats.
	V3 = "mistral-v3"
	// V13 are models from the prompt format 13 on, which compare ids.
	V13 = "mistral-v13"
)

// Contract is what the service demands. Its path is that of Chat Completions: a
// server of both has it below /mistral.
var Contract = &contract.Contract{
	API:    API,
	Paths:  []string{"/mistral/v1/chat/completions", "/chat/completions"},
	Stages: stages,
	Profiles: []contract.Profile{
		{Name: Old, Text: "the service before December 2025, and others who host the models"},
		{Name: V3, Text: "models of the first three prompt formats"},
		{Name: V13, Text: "models from the prompt format 13 on"},
		contract.Windowed,
	},
	Faults: faults,
	Read:   read,
	Holes:  holes,
	Refuse: refuse,
	Answer: answer,
}

var stages = sync.OnceValue(func() [][]*contract.Clause {
	return [][]*contract.Clause{body(), schema(), ends(), order(), counts(), pairs(), messages(), declared(), images(), windowLimit()}
})

const validator = "mistralai/mistral-common 1.11.7, src/mistral_common/protocol/instruct/validator.py"

// holes fills {role} with that of the message around a place.
func holes(at js.Value) map[string]string {
	for ; at.Exists(); at = at.Parent() {
		if at.Parent().Key() == "messages" && at.Parent().Kind() == js.Array {
			return map[string]string{"role": at.Get("role").Text()}
		}
	}
	return map[string]string{}
}

// found reports the faults of one kind that the walk over the body met.
func found(kind faultKind) func(*contract.Request, contract.Report) {
	return contract.On(func(v *view, report contract.Report) { v.faults.Report(kind, report) })
}
