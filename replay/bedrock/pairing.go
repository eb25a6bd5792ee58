package bedrock

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairKind is a fault between toolUse and toolResult blocks. All of them are found
// in one walk.
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
	return onRequest(func(v *view, report contract.Report) { v.faults.Report(kind, report) })
}

// pairer compares each message with the one before it; the service merges none.
type pairer struct {
	*view
	ever *contract.Marks // ids that were called
	open *contract.Marks // those that the message before calls
	seen *contract.Marks // those that the current message answers
}

func (v *view) pair() {
	p := &pairer{view: v, ever: v.ids.Marks(), open: v.ids.Marks(), seen: v.ids.Marks()}
	asked := 0
	for i := range v.messages {
		p.answers(i, asked)
		asked = p.ask(i)
	}
	if n := len(v.messages); asked > 0 {
		p.seen.Clear()
		p.faults.Add(unanswered, v.messages[n-1].at, n, p.unseen(n-1))
	}
}

// ask opens the calls of message i and returns how many ids they have.
func (p *pairer) ask(i int) int {
	p.open.Clear()
	n := 0
	blocks := p.blocks(&p.messages[i])
	for k := range blocks {
		b := &blocks[k]
		if b.kind != toolUse || b.id().Kind() != js.String {
			continue
		}
		switch {
		case p.open.Has(b.number):
			p.faults.Add(sameUse, b.at, b.id().Text())
			continue
		case p.ever.Has(b.number):
			p.faults.Add(reused, b.at)
		}
		p.ever.Add(b.number)
		p.open.Add(b.number)
		n++
	}
	return n
}

// unseen names the ids that message i calls and the one behind it does not answer.
func (p *pairer) unseen(i int) string {
	var ids []string
	if i >= 0 {
		blocks := p.blocks(&p.messages[i])
		for k := range blocks {
			b := &blocks[k]
			if b.kind == toolUse && b.id().Kind() == js.String && !p.seen.Has(b.number) {
				ids = append(ids, b.id().Text())
				p.seen.Add(b.number)
			}
		}
	}
	return strings.Join(ids, ", ")
}

// answers compares the results of message i with the calls of the one before, which
// have so many ids.
func (p *pairer) answers(i, asked int) {
	p.seen.Clear()
	m := &p.messages[i]
	results := 0
	var strangers []*block
	blocks := p.blocks(m)
	for k := range blocks {
		b := &blocks[k]
		if b.kind != toolResult {
			continue
		}
		results++
		if b.id().Kind() != js.String {
			continue
		}
		switch {
		case p.seen.Has(b.number):
			p.faults.Add(twice, b.at, b.id().Text())
		case !p.open.Has(b.number):
			strangers = append(strangers, b)
		}
		p.seen.Add(b.number)
	}
	ids := p.unseen(i - 1)
	if ids != "" {
		p.faults.Add(unanswered, m.at, i, ids)
	}
	if results > asked {
		p.faults.Add(excess, m.at)
		strangers = nil
	}
	for _, b := range strangers {
		p.faults.Add(foreign, b.at, i, ids)
	}
	p.order(i, results)
}

// order finds the first block that stands before a result and is none.
func (p *pairer) order(i, results int) {
	var other *block
	blocks := p.blocks(&p.messages[i])
	for k := range blocks {
		switch {
		case results == 0:
			return
		case blocks[k].kind == toolResult:
			if other != nil {
				p.faults.Add(interrupted, other.at, i, blocks[k].id().Display())
				return
			}
		case other == nil && blocks[k].kind != cachePoint:
			other = &blocks[k]
		}
	}
}
