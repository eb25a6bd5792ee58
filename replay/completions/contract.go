// Package completions is the OpenAI Chat Completions API: what the service
// demands, how it answers, and what pi makes of a transcript for it.
package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// API is pi's name for this API.
const API = "openai-completions"

// Profiles of the service and of its relatives. None is in force by default.
const (
	// ID40 are older models, Azure and Copilot, which cap ids at 40 characters.
	ID40 = "id40"
	// StrictArguments are services that parse the arguments of past calls.
	StrictArguments = "strict-args"
	// UniqueIDs are services that want an id used once in the whole request.
	UniqueIDs = "unique-ids"
	// Reasoning are models that refuse the settings of older ones.
	Reasoning = "reasoning"
)

// Contract is what the service demands, in the order of its checks: JSON,
// missing fields, unknown fields, the schema of every field, settings that the
// model lacks, missing content last of all schema work, then pairing, then
// pictures.
var Contract = &contract.Contract{
	API:    API,
	Paths:  []string{"/chat/completions"},
	Stages: [][]*contract.Clause{body, requiredFields, unknown, schema, unsupported, content, pairs, images},
	Read:   read,
	Refuse: refuse,
	Answer: answer,
}

const measured = "measured 2026-08-30, kangminlee-maker/local-OAuth-CLI-API-adapter " +
	"test/openai-chat-validation-parity.test.mjs"

type check = func(*contract.Request, contract.Report)

func onRequest(f func(*view, contract.Report)) check {
	return func(req *contract.Request, report contract.Report) { f(req.View.(*view), report) }
}

func onMessages(f func(message, contract.Report)) check {
	return func(req *contract.Request, report contract.Report) {
		messages := req.View.(*view).messages
		for i := range messages {
			f(messages[i], report)
		}
	}
}

func onParts(f func(part, contract.Report)) check {
	return func(req *contract.Request, report contract.Report) {
		parts := req.View.(*view).parts
		for i := range parts {
			f(parts[i], report)
		}
	}
}

func onCalls(f func(call, contract.Report)) check {
	return func(req *contract.Request, report contract.Report) {
		calls := req.View.(*view).calls
		for i := range calls {
			f(calls[i], report)
		}
	}
}

// kindOf is the service's word for what it got instead.
func kindOf(v js.Value) string {
	switch k := v.Kind(); k {
	case js.Number:
		return "an integer"
	default:
		return k.String()
	}
}
