package bedrock

import (
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairFault is one fault between toolUse and toolResult blocks. All of them are
// found in one walk.
type pairFault struct {
	kind pairKind
	at   js.Value
	args []any
}

type pairKind uint8

const (
	unanswered  pairKind = iota
	excess               // more results than calls before them
	foreign              // a result of another call
	twice                // two results for one call
	sameUse              // two calls with one id in a message
	reused               // an id that an earlier message used
	interrupted          // a block of another kind between results
)

func pairing(kind pairKind) check {
	return onRequest(func(v *view, report contract.Report) {
		for _, f := range v.faults {
			if f.kind == kind {
				report(f.at, f.args...)
			}
		}
	})
}

// pairer compares each message with the one before it; the service merges none.
type pairer struct {
	v          *view
	faults     []pairFault
	ever       map[string]bool // every id that was called
	here       map[string]bool // those of the current message
	open, seen map[string]bool // what the current message may answer, and does
	ids        []string
}

func (v *view) pair() []pairFault {
	p := &pairer{
		v: v, ever: map[string]bool{}, here: map[string]bool{}, open: map[string]bool{}, seen: map[string]bool{},
	}
	var asked []string
	for i := range v.messages {
		p.answers(i, asked)
		asked = p.calls(i)
	}
	if n := len(v.messages); len(asked) > 0 {
		p.report(unanswered, v.messages[n-1].at, n, strings.Join(asked, ", "))
	}
	return p.faults
}

func (p *pairer) report(kind pairKind, at js.Value, args ...any) {
	p.faults = append(p.faults, pairFault{kind, at, args})
}

// calls returns the ids that message i calls. They are good until the next call.
func (p *pairer) calls(i int) []string {
	clear(p.here)
	p.ids = p.ids[:0]
	for _, b := range p.v.blocks(p.v.messages[i]) {
		if b.kind != toolUse || b.id.Kind() != js.String {
			continue
		}
		id := b.id.Text()
		switch {
		case p.here[id]:
			p.report(sameUse, b.at, id)
			continue
		case p.ever[id]:
			p.report(reused, b.at)
		}
		p.here[id], p.ever[id] = true, true
		p.ids = append(p.ids, id)
	}
	return p.ids
}

// answers compares the results of message i with the calls of the one before.
func (p *pairer) answers(i int, asked []string) {
	m := p.v.messages[i]
	clear(p.open)
	clear(p.seen)
	for _, id := range asked {
		p.open[id] = true
	}
	results := 0
	var strangers []block
	for _, b := range p.v.blocks(m) {
		if b.kind != toolResult {
			continue
		}
		results++
		if b.id.Kind() != js.String {
			continue
		}
		id := b.id.Text()
		switch {
		case p.seen[id]:
			p.report(twice, b.at, id)
		case !p.open[id]:
			strangers = append(strangers, b)
		}
		p.seen[id] = true
	}
	calls := len(asked)
	ids := strings.Join(slices.DeleteFunc(asked, func(id string) bool { return p.seen[id] }), ", ")
	if ids != "" {
		p.report(unanswered, m.at, i, ids)
	}
	if results > calls {
		p.report(excess, m.at)
		strangers = nil
	}
	for _, b := range strangers {
		p.report(foreign, b.at, i, ids)
	}
	p.order(i, results)
}

// order finds the first block that stands before a result and is none.
func (p *pairer) order(i, results int) {
	var other *block
	blocks := p.v.blocks(p.v.messages[i])
	for k := range blocks {
		switch {
		case results == 0:
			return
		case blocks[k].kind == toolResult:
			if other != nil {
				p.report(interrupted, other.at, i, blocks[k].id.Display())
				return
			}
		case other == nil && blocks[k].kind != cachePoint:
			other = &blocks[k]
		}
	}
}
