// Package anthropic is the Anthropic Messages API: what the service demands,
// how it answers, and what pi makes of a transcript for it.
package anthropic

import (
	"fmt"
	"slices"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// API is pi's name for this API.
const API = "anthropic-messages"

// Contract is what the service demands, in the order of its checks: the body as
// JSON, the fields before messages, messages, the fields after, unknown fields,
// the shape of the conversation, pairing, thinking, the end, images, the length. The place
// of pairing and thinking in this order is not published; the rest is measured.
var Contract = &contract.Contract{
	API:      API,
	Paths:    []string{"/v1/messages"},
	Stages:   stages,
	Profiles: profiles,
	Read:     read,
	Holes:    holes,
	Refuse:   refuse,
	Answer:   answer,

	Interrupt: interrupt,
	Faults:    faults,
}

var stages = sync.OnceValue(func() [][]*contract.Clause {
	return [][]*contract.Clause{
		body(), leading(), schema(), slices.Concat(trailing(), outputLimit(), profileFields(), settings()), unknown(),
		slices.Concat(profileShape(), shape()), slices.Concat(profilePairs(), pairs()), slices.Concat(thoughts(), sealed(), binding()),
		ending(), images(), windowLimit(),
	}
})

// place is how the service names a block; blocks inside a tool result are named
// with the way through it.
const place = "messages.{i}.content.{j}{inner}"

func holes(at js.Value) map[string]string {
	inner := ""
	if indexes := at.Indexes(); len(indexes) > 2 {
		inner = fmt.Sprintf(".tool_result.content.%d", indexes[2])
	}
	return map[string]string{"inner": inner}
}

// check is the form of every check here.
type check = func(*contract.Request, contract.Report)

func onRequest(f func(*view, contract.Report)) check { return contract.On(f) }

func onMessages(f func(*message, contract.Report)) check {
	return contract.Each(func(v *view) []message { return v.messages }, f)
}

// onBlocks looks at the blocks of one kind that stand directly in a message;
// kind "" is every kind.
func onBlocks(kind string, f func(*block, contract.Report)) check { return onTop(formsOf(kind), f) }

// onContent looks at the blocks of one kind wherever they stand.
func onContent(kind string, f func(*block, contract.Report)) check {
	return everywhere(formsOf(kind), f)
}

// onStrangers looks at what is no block of any type of the API, wherever it stands.
func onStrangers(f func(*block, contract.Report)) check {
	return everywhere(js.Set(0).With(js.Other), f)
}

func formsOf(kind string) js.Set {
	if kind == "" {
		return ^js.Set(0)
	}
	return types.Set(kind)
}

func onTop(forms js.Set, f func(*block, contract.Report)) check {
	return contract.EachOf(func(v *view) ([]block, *contract.Kinds) { return v.top, &v.of }, forms, f)
}

func everywhere(forms js.Set, f func(*block, contract.Report)) check {
	direct := onTop(forms, f)
	nested := contract.Each(func(v *view) []block { return v.nested }, func(b *block, report contract.Report) {
		if forms.Has(int(b.form)) {
			f(b, report)
		}
	})
	return func(req *contract.Request, report contract.Report) {
		direct(req, report)
		nested(req, report)
	}
}

// absent reports the object when the member is missing.
func absent(name string) func(*block, contract.Report) {
	member := ofBlock.Number(name)
	return func(b *block, report contract.Report) {
		if !b.has.Has(member) {
			report(b.at)
		}
	}
}

// otherThan reports the member when it is there and of another kind.
func otherThan(name string, kinds ...js.Kind) func(*block, contract.Report) {
	member := ofBlock.Number(name)
	return func(b *block, report contract.Report) {
		if !b.has.Has(member) {
			return
		}
		if m := b.get(member); !slices.Contains(kinds, m.Kind()) {
			report(m)
		}
	}
}
