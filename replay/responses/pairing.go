package responses

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairFault is one fault between calls and outputs. All of them are found in one
// walk.
type pairFault struct {
	kind pairKind
	at   js.Value
	args []any
}

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
	return onRequest(func(v *view, report contract.Report) {
		for _, f := range v.pairs {
			if f.kind == kind {
				report(f.at, f.args...)
			}
		}
	})
}

// pair matches calls and outputs by their ids, wherever they stand.
func (v *view) pair() {
	called := map[string]int{}
	for i := range v.items {
		it := &v.items[i]
		if !isCall(it.kind) || it.callID.Kind() != js.String {
			continue
		}
		if _, again := called[it.callID.Text()]; again {
			v.fault(reused, it)
			continue
		}
		called[it.callID.Text()] = i
	}
	output := map[string]bool{}
	for i := range v.items {
		it := &v.items[i]
		if !isOutput(it.kind) || it.callID.Kind() != js.String {
			continue
		}
		id := it.callID.Text()
		at, known := called[id]
		switch {
		case !known:
			v.fault(orphan, it)
		case at > i:
			v.fault(early, it)
		}
		if output[id] {
			v.fault(twice, it)
		}
		output[id] = true
	}
	for i := range v.items {
		it := &v.items[i]
		if isCall(it.kind) && it.callID.Kind() == js.String && !output[it.callID.Text()] {
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
	v.pairs = append(v.pairs, pairFault{kind, it.at, append(args, it.callID.Text())})
}

// detach finds the calls whose outputs do not stand in the run of outputs right
// behind their run of calls.
func (v *view) detach() {
	near := map[string]bool{}
	for i := 0; i < len(v.items); {
		first := i
		for i < len(v.items) && isCall(v.items[i].kind) {
			i++
		}
		if i == first {
			i++
			continue
		}
		last := i
		clear(near)
		for ; i < len(v.items) && isOutput(v.items[i].kind); i++ {
			near[v.items[i].callID.Text()] = true
		}
		for j := first; j < last; j++ {
			if it := &v.items[j]; it.callID.Kind() == js.String && !near[it.callID.Text()] {
				v.fault(detached, it)
			}
		}
	}
}

// pairs holds the clauses on calls and outputs.
var pairs = []*contract.Clause{
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
