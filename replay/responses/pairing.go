package responses

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairKind is a fault between calls and outputs. All of them are found in one
// walk.
type pairKind uint8

const (
	missing  pairKind = iota // a call without an output anywhere
	orphan                   // an output without a call anywhere
	early                    // an output before its call
	twice                    // a second output for one call
	reused                   // a second call with one id
	detached                 // a call without its output right behind
)

func pairing(kind pairKind) check {
	return onRequest(func(v *view, report contract.Report) { v.pairs.Report(kind, report) })
}

// call reports whether an item is a call that can be answered, answer whether it
// can answer one: both have an id.
func (it *item) call() bool   { return it.form.call && it.callID.Kind() == js.String }
func (it *item) answer() bool { return it.form.output && it.callID.Kind() == js.String }

// pair matches calls and outputs by their ids, wherever they stand.
func (v *view) pair() {
	called, before, answered := v.ids.Marks(), v.ids.Marks(), v.ids.Marks()
	for i := range v.items {
		if it := &v.items[i]; it.call() {
			if called.Has(it.number) {
				v.fault(reused, it)
			}
			called.Add(it.number)
		}
	}
	for i := range v.items {
		switch it := &v.items[i]; {
		case it.call():
			before.Add(it.number)
		case it.answer():
			switch {
			case !called.Has(it.number):
				v.fault(orphan, it)
			case !before.Has(it.number):
				v.fault(early, it)
			}
			if answered.Has(it.number) {
				v.fault(twice, it)
			}
			answered.Add(it.number)
		}
	}
	for i := range v.items {
		if it := &v.items[i]; it.call() && !answered.Has(it.number) {
			v.fault(missing, it)
		}
	}
	v.detach()
}

// fault notes a fault with what its sentence wants to know.
func (v *view) fault(kind pairKind, it *item) {
	var args []any
	switch kind {
	case missing, orphan, early:
		args = []any{strings.ReplaceAll(it.kind, "_", " ")}
	case twice:
		args = []any{it.kind}
	case reused, detached:
	}
	v.pairs.Add(kind, it.at, append(args, it.callID.Text())...)
}

// detach finds the calls whose outputs do not stand in the run of outputs right
// behind their run of calls.
func (v *view) detach() {
	near := v.ids.Marks()
	for i := 0; i < len(v.items); {
		first := i
		for i < len(v.items) && v.items[i].form.call {
			i++
		}
		if i == first {
			i++
			continue
		}
		last := i
		near.Clear()
		for ; i < len(v.items) && v.items[i].form.output; i++ {
			if it := &v.items[i]; it.answer() {
				near.Add(it.number)
			}
		}
		for j := first; j < last; j++ {
			if it := &v.items[j]; it.call() && !near.Has(it.number) {
				v.fault(detached, it)
			}
		}
	}
}

// pairs holds the clauses on calls and outputs.
func pairs() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "responses/missing-tool-output", Text: "No tool output found for {call} {id}.",
			Param: "input", Source: "openai/codex#93, openclaude#187, trae-agent#245, GhidrAssist#78",
			Check: pairing(missing),
		},
		{
			ID: "responses/orphan-tool-output", Text: "No tool call found for {output} with call_id {id}.",
			Param:  "input",
			Source: "continuedev/continue#10092 and #10895, microsoft/vscode#320060, openai/codex#17630",
			Check:  pairing(orphan),
		},
		{
			ID: "responses/output-before-call", Text: "No tool call found for {output} with call_id {id}.",
			Param: "input", Source: "follows from the clause on orphans", Check: pairing(early),
		},
		doubled("responses/duplicate-output", onlyOne, twice),
		warned(doubled("responses/duplicate-output", onlyOne, twice)),
		doubled("responses/duplicate-call-id", "Duplicate 'call_id': {id}", reused),
		warned(doubled("responses/duplicate-call-id", "Duplicate 'call_id': {id}", reused)),
		{
			ID: "deepseek-responses/adjacency", Text: "No tool output found for tool call {id}",
			Profiles: []string{DeepSeek}, Code: "invalid_request_error",
			Source: "deepseek-ai/awesome-deepseek-integration#740", Check: pairing(detached),
		},
	}
}

const onlyOne = "Duplicate {output} for call_id '{id}'. Each function_call must have exactly one matching " +
	"function_call_output"

// doubled is a clause on an id that is used twice; only some services refuse it.
func doubled(id, text string, kind pairKind) *contract.Clause {
	return &contract.Clause{
		ID: id, Text: text, Param: "input", Profiles: []string{UniqueIDs},
		Source: "NousResearch/hermes-agent#102629 and #111231, earendil-works/pi#9057", Check: pairing(kind),
	}
}

// warned makes of a clause for some services a warning for all others.
func warned(c *contract.Clause) *contract.Clause {
	c.Unless, c.Profiles, c.Level = c.Profiles, nil, contract.Warn
	return c
}
