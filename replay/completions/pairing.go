package completions

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairKind is a fault between tool calls and tool messages. All of them are found
// in one walk.
type pairKind uint8

const (
	missing   pairKind = iota // a call without a tool message in the run behind it
	orphan                    // a tool message outside such a run
	foreign                   // a tool message in the run of another call
	twice                     // two tool messages for one call, or two calls with one id
	collided                  // two calls with one id that may have been cut to be alike
	twiceEver                 // an id that an earlier message used
)

// cutTo is how many characters of a long id pi keeps for this API.
const cutTo = 40

func pairing(kind pairKind) check {
	return onRequest(func(v *view, report contract.Report) { v.faults.Report(kind, report) })
}

type pairer struct {
	*view
	ever       *contract.Marks // ids that were called
	open, done *contract.Marks // calls of the current run, and those that are answered
}

func (v *view) pair() {
	p := &pairer{view: v, ever: v.ids.Marks(), open: v.ids.Marks(), done: v.ids.Marks()}
	for i := 0; i < len(v.messages); {
		m := &v.messages[i]
		switch {
		case m.role == "tool":
			p.faults.Add(orphan, m.at)
			i++
		case m.callHi > m.callLo && m.role == "assistant":
			i = p.run(i)
		default:
			i++
		}
	}
}

// run judges the calls of message i and the tool messages right behind it, and
// returns the message after them.
func (p *pairer) run(i int) int {
	p.ask(i)
	end := i + 1
	for ; end < len(p.messages) && p.messages[end].role == "tool"; end++ {
		m := &p.messages[end]
		if m.callID.Kind() != js.String {
			continue
		}
		switch {
		case !p.open.Has(m.number):
			p.faults.Add(foreign, m.callID, m.callID.Text())
		case p.done.Has(m.number):
			p.faults.Add(twice, m.callID, m.callID.Text(), end)
		}
		p.done.Add(m.number)
	}
	var none []string
	for _, c := range p.callsOf(&p.messages[i]) {
		if c.id.Kind() == js.String && !p.done.Has(c.number) {
			none = append(none, c.id.Text())
			p.done.Add(c.number)
		}
	}
	if len(none) > 0 {
		at := p.messages[min(end, len(p.messages)-1)].at
		p.faults.Add(missing, at, strings.Join(none, ", "), end)
	}
	return end
}

// ask opens the calls of message i.
func (p *pairer) ask(i int) {
	p.open.Clear()
	p.done.Clear()
	for _, c := range p.callsOf(&p.messages[i]) {
		if c.id.Kind() != js.String {
			continue
		}
		switch {
		case p.open.Has(c.number) && len(js.Units(c.id.Text())) == cutTo:
			p.faults.Add(collided, c.id, c.id.Text(), i)
		case p.open.Has(c.number):
			p.faults.Add(twice, c.id, c.id.Text(), i)
		case p.ever.Has(c.number):
			p.faults.Add(twiceEver, c.id, c.id.Text(), i)
		}
		p.ever.Add(c.number)
		p.open.Add(c.number)
	}
}
