// Package gateway is pi's own protocol, pi-messages, in which a gateway such as
// Radius takes a session's messages as they are: what it demands, how it answers,
// and what pi makes of a transcript for it.
//
// What a gateway does with the messages is not published. It is taken to prepare
// them as pi does for every other API, which answers calls without a result and
// nothing else, and to hand them on to a service that refuses what all of them do.
package gateway

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// API is pi's name for this API.
const API = "pi-messages"

// Contract is what a gateway demands. A server of several APIs has it below
// /pi-messages, as its path is also the end of Anthropic's.
var Contract = &contract.Contract{
	API:    API,
	Paths:  []string{"/pi-messages/v1/messages", "/messages"},
	Stages: stages,
	Faults: contract.Words{contract.ContextOverflow: {
		Status: 400, Code: "context_length_exceeded", Text: "prompt is too long for {model}",
	}},
	Read:   read,
	Refuse: refuse,
	Answer: answer,

	Interrupt: interrupt,
}

var stages = sync.OnceValue(func() [][]*contract.Clause {
	return [][]*contract.Clause{body(), fields(), messages(), pairs()}
})

// The sources of the clauses: the types of pi-ai are what both sides of the
// protocol are written against.
const (
	typed    = "pi-ai 1.5.2, types of Context and Message"
	upstream = "follows from what every service behind a gateway refuses"
)

// kind is what is wrong at a place.
type kind uint8

const (
	lacksModel kind = iota
	lacksMessages
	unknownRole
	noContent
	badBlock
	noCallID
	orphan
	twice
	reused
)

func clause(id, text, source string, k kind) *contract.Clause {
	return &contract.Clause{
		ID: "pi-messages/" + id, Text: text, Source: source, Code: "invalid_request",
		Check: contract.On(func(v *view, report contract.Report) { v.faults.Report(k, report) }),
	}
}

func body() []*contract.Clause {
	return []*contract.Clause{{
		ID: "pi-messages/invalid-json", Text: "The request body is not valid JSON", Source: typed, Code: "invalid_request",
		Check: func(req *contract.Request, report contract.Report) {
			if req.Syntax != nil || req.Body.Kind() != js.Object {
				report(req.Body)
			}
		},
	}}
}

func fields() []*contract.Clause {
	return []*contract.Clause{
		clause("model-required", "model: expected a string", typed, lacksModel),
		clause("messages-required", "context.messages: expected an array", typed, lacksMessages),
	}
}

func messages() []*contract.Clause {
	return []*contract.Clause{
		clause("role-unknown", "context.messages[{i}].role: unexpected role {role}", typed, unknownRole),
		clause("content-type", "context.messages[{i}].content: expected {what}", typed, noContent),
		clause("content-block", "context.messages[{i}].content[{j}]: {type} is no content block", typed, badBlock),
		clause("call-id-required", "context.messages[{i}].toolCallId: expected a string", typed, noCallID),
	}
}

func pairs() []*contract.Clause {
	return []*contract.Clause{
		clause("orphan-tool-result", "context.messages[{i}]: the tool result answers no open tool call: {id}", upstream, orphan),
		clause("duplicate-tool-result", "context.messages[{i}]: the tool call has a result already: {id}", upstream, twice),
		warned(clause("duplicate-tool-call-id", "context.messages[{i}].content[{j}]: an earlier message has the tool call id {id}",
			"some services behind a gateway refuse it, like anthropic/duplicate-tool-use-id", reused)),
	}
}

func warned(c *contract.Clause) *contract.Clause {
	c.Level = contract.Warn
	return c
}
