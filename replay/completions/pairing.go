package completions

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairFault is one fault between tool calls and tool messages. All of them are
// found in one walk.
type pairFault struct {
	kind pairKind
	at   js.Value
	args []any
}

type pairKind uint8

const (
	missing   pairKind = iota // a call without a tool message in the run behind it
	orphan                    // a tool message outside such a run
	foreign                   // a tool message in the run of another call
	twice                     // two tool messages for one call, or two calls with one id
	twiceEver                 // an id that an earlier message used
)

func pairing(kind pairKind) func(*contract.Request, contract.Report) {
	return func(req *contract.Request, report contract.Report) {
		for _, f := range req.View.(*view).faults {
			if f.kind == kind {
				report(f.at, f.args...)
			}
		}
	}
}

type pairer struct {
	v      *view
	faults []pairFault
	ever   map[string]bool
	open   map[string]bool // calls of the current run; true once answered
}

func (v *view) pair() []pairFault {
	p := &pairer{v: v, ever: map[string]bool{}, open: map[string]bool{}}
	for i := 0; i < len(v.messages); {
		m := v.messages[i]
		switch {
		case m.role == "tool":
			p.report(orphan, m.at)
			i++
		case m.callHi > m.callLo && m.role == "assistant":
			i = p.run(i)
		default:
			i++
		}
	}
	return p.faults
}

func (p *pairer) report(kind pairKind, at js.Value, args ...any) {
	p.faults = append(p.faults, pairFault{kind, at, args})
}

// run judges the calls of message i and the tool messages right behind it, and
// returns the message after them.
func (p *pairer) run(i int) int {
	ids := p.calls(i)
	end := i + 1
	for ; end < len(p.v.messages) && p.v.messages[end].role == "tool"; end++ {
		m := p.v.messages[end]
		if m.callID.Kind() != js.String {
			continue
		}
		id := m.callID.Text()
		answered, known := p.open[id]
		switch {
		case !known:
			p.report(foreign, m.callID, id)
		case answered:
			p.report(twice, m.callID, id, end)
		}
		if known {
			p.open[id] = true
		}
	}
	var none []string
	for _, id := range ids {
		if !p.open[id] {
			none = append(none, id)
		}
	}
	if len(none) > 0 {
		at := p.v.messages[min(end, len(p.v.messages)-1)].at
		p.report(missing, at, strings.Join(none, ", "), end)
	}
	return end
}

// calls opens the calls of message i and returns their ids.
func (p *pairer) calls(i int) []string {
	clear(p.open)
	var ids []string
	for _, c := range p.v.callsOf(p.v.messages[i]) {
		if c.id.Kind() != js.String {
			continue
		}
		id := c.id.Text()
		if _, again := p.open[id]; again {
			p.report(twice, c.id, id, i)
			continue
		}
		if p.ever[id] {
			p.report(twiceEver, c.id, id, i)
		}
		p.ever[id], p.open[id] = true, false
		ids = append(ids, id)
	}
	return ids
}
