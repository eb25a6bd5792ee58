package anthropic

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairKind is a fault between tool_use and tool_result blocks. All of them are
// found in one walk, because they share the question which calls are open.
type pairKind uint8

const (
	unanswered pairKind = iota
	interleaved
	notFirst
	orphan
	orphanServer
	twice
	reused
	split
)

// pairing returns a check that reports the faults of one kind.
func pairing(kind pairKind) check {
	return onRequest(func(v *view, report contract.Report) { v.pairs.Report(kind, report) })
}

// pairer walks a conversation. Neighbouring messages of one role count as one
// turn, as the service merges them; only the last assistant message before a
// user turn can have its calls answered there.
type pairer struct {
	*view
	used *contract.Marks // every tool_use id so far
	open *contract.Marks // calls that the coming user turn must answer
	seen *contract.Marks // ids that the coming or current user turn answers

	calls []*block // those of the current message, one of each id
	next  int      // where the coming user turn begins, whose answers are in seen
}

func (v *view) pair() {
	p := &pairer{view: v, used: v.ids.Marks(), open: v.ids.Marks(), seen: v.ids.Marks(), next: -1}
	all := v.talk
	for i := 0; i < len(all); {
		end := turnEnd(all, i)
		switch all[i].role {
		case "assistant":
			for j := i; j < end; j++ {
				p.assistant(all, j, end)
			}
		case "user":
			p.user(all[i:end])
			p.open.Clear()
		}
		i = end
	}
}

func turnEnd(all []message, i int) int {
	end := i + 1
	for end < len(all) && all[end].role == all[i].role {
		end++
	}
	return end
}

// assistant judges the calls of message j, whose turn ends before message end.
func (p *pairer) assistant(all []message, j, end int) {
	p.open.Clear()
	p.calls = p.calls[:0]
	blocks := p.blocks(all[j])
	for i := range blocks {
		b := &blocks[i]
		if b.kind != toolUse || !b.id().Exists() {
			continue
		}
		if p.used.Has(int(b.number)) {
			p.pairs.Add(reused, b.at)
		}
		if p.used.Add(int(b.number)); !p.open.Has(int(b.number)) {
			p.calls = append(p.calls, b)
		}
		p.open.Add(int(b.number))
	}
	if len(p.calls) > 0 {
		p.answers(all, end)
		p.missing(all, j)
	}
}

// answers notes the ids that the next user turn at or after message i answers.
func (p *pairer) answers(all []message, i int) {
	if i <= p.next {
		return
	}
	p.seen.Clear()
	for i < len(all) && all[i].role != "user" {
		i++
	}
	p.next = i
	for ; i < len(all) && all[i].role == "user"; i++ {
		blocks := p.blocks(all[i])
		for k := range blocks {
			if blocks[k].kind == toolResult && blocks[k].id().Exists() {
				p.seen.Add(int(blocks[k].number))
			}
		}
	}
}

func (p *pairer) missing(all []message, j int) {
	at, k := all[j].at, all[j].at.Index()+1
	adjacent := false
	if j+1 < len(all) {
		at, k = all[j+1].at, all[j+1].at.Index()
		adjacent = all[j+1].role == "user"
	}
	var none, late []string
	for _, b := range p.calls {
		switch {
		case !p.seen.Has(int(b.number)):
			none = append(none, b.id().Display())
		case !adjacent:
			late = append(late, b.id().Display())
		}
	}
	if len(none) > 0 {
		p.pairs.Add(unanswered, at, k, strings.Join(none, ", "))
	}
	if len(late) > 0 {
		p.pairs.Add(interleaved, at, k, strings.Join(late, ", "))
	}
}

// user judges the results of one user turn.
func (p *pairer) user(turn []message) {
	p.seen.Clear()
	other, answeredIn := false, -1
	for n, m := range turn {
		other = other || m.content.Kind() == js.String && !m.empty()
		blocks := p.blocks(m)
		for i := range blocks {
			b := &blocks[i]
			if b.kind != toolResult {
				other = true
				continue
			}
			if !b.id().Exists() {
				continue
			}
			p.result(b, other)
			p.seen.Add(int(b.number))
			if !p.open.Has(int(b.number)) {
				continue
			}
			if answeredIn >= 0 && answeredIn != n {
				p.pairs.Add(split, b.at, b.at.Indexes()[0], b.id().Display())
			}
			answeredIn = n
		}
	}
}

func (p *pairer) result(b *block, other bool) {
	switch {
	case !p.open.Has(int(b.number)):
		kind, id := orphan, b.id().Display()
		if strings.HasPrefix(id, "srvtoolu_") {
			kind = orphanServer
		}
		p.pairs.Add(kind, b.at, id)
	case p.seen.Has(int(b.number)):
		p.pairs.Add(twice, b.at, b.id().Display())
	case other:
		p.pairs.Add(notFirst, b.at, b.at.Indexes()[0], b.id().Display())
	}
}
