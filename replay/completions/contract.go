// Package completions is the OpenAI Chat Completions API: what the service
// demands, how it answers, and what pi makes of a transcript for it.
package completions

import (
	"slices"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// API is pi's name for this API.
const API = "openai-completions"

// Contract is what the service demands, in the order of its checks: JSON,
// missing fields, unknown fields, the schema of every field, settings that the
// model lacks, missing content last of all schema work, then pairing, then
// pictures, then the length.
var Contract = &contract.Contract{
	API:      API,
	Paths:    []string{"/chat/completions"},
	Stages:   stages,
	Profiles: profiles,
	Read:     read,
	Refuse:   refuse,
	Answer:   answer,
	Faults:   faults,
}

// stages hold the clauses of the relatives in front of those of OpenAI: where both
// have words for a fault, theirs are heard. Mistral's are in the order of its validator:
// the ends of the list, which role follows which, the numbers of calls and results,
// their ids, and then each message by itself.
var stages = sync.OnceValue(func() [][]*contract.Clause {
	return [][]*contract.Clause{
		body(), requiredFields(), slices.Concat(serviceParameters(), unknown()),
		slices.Concat(serviceSchema(), properties(), schema()),
		mistralEnds(), mistralOrder(), mistralCounts(), mistralPairs(), mistralMessages(),
		slices.Concat(unsupported(), outputLimit()), slices.Concat(serviceContent(), content()), slices.Concat(servicePairs(), pairs()), images(), windowLimit(),
	}
})

const measured = "measured 2026-08-30, kangminlee-maker/local-OAuth-CLI-API-adapter " +
	"test/openai-chat-validation-parity.test.mjs"

type check = func(*contract.Request, contract.Report)

func onRequest(f func(*view, contract.Report)) check { return contract.On(f) }

func onMessages(f func(*message, contract.Report)) check {
	return contract.Each(func(v *view) []message { return v.messages }, f)
}

func onParts(f func(*part, contract.Report)) check {
	return contract.Each(func(v *view) []part { return v.parts }, f)
}

func onCalls(f func(*call, contract.Report)) check {
	return contract.Each(func(v *view) []call { return v.calls }, f)
}
