package anthropic

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// pairFault is one fault between tool_use and tool_result blocks. All of them
// are found in one walk, because they share the question which calls are open.
type pairFault struct {
	kind pairKind
	at   js.Value
	args []any
}

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
func pairing(kind pairKind) func(*contract.Request, contract.Report) {
	return func(req *contract.Request, report contract.Report) {
		for _, f := range req.View.(*view).pairs {
			if f.kind == kind {
				report(f.at, f.args...)
			}
		}
	}
}

// pairer walks a conversation. Neighbouring messages of one role count as one
// turn, as the service merges them; only the last assistant message before a
// user turn can have its calls answered there.
type pairer struct {
	v      *view
	faults []pairFault
	used   map[string]bool // every tool_use id of the request
	open   map[string]bool // calls that the coming user turn must answer
	seen   map[string]bool // ids that the coming or current user turn answers
}

func (v *view) pair() []pairFault {
	p := &pairer{v: v, used: map[string]bool{}, open: map[string]bool{}, seen: map[string]bool{}}
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
			clear(p.open)
		}
		i = end
	}
	return p.faults
}

func turnEnd(all []message, i int) int {
	end := i + 1
	for end < len(all) && all[end].role == all[i].role {
		end++
	}
	return end
}

func (p *pairer) report(kind pairKind, at js.Value, args ...any) {
	p.faults = append(p.faults, pairFault{kind, at, args})
}

// assistant judges the calls of message j, whose turn ends before message end.
func (p *pairer) assistant(all []message, j, end int) {
	clear(p.open)
	var ids []string
	blocks := p.v.blocks(all[j])
	for i := range blocks {
		b := &blocks[i]
		if b.kind != toolUse || !b.id.Exists() {
			continue
		}
		id := b.id.Display()
		if p.used[id] {
			p.report(reused, b.at)
		}
		if p.used[id] = true; !p.open[id] {
			ids = append(ids, id)
		}
		p.open[id] = true
	}
	if len(ids) > 0 {
		p.answers(all, end)
		p.missing(all, j, ids)
	}
}

// answers notes the ids that the next user turn at or after message i answers.
func (p *pairer) answers(all []message, i int) {
	clear(p.seen)
	for i < len(all) && all[i].role != "user" {
		i++
	}
	for ; i < len(all) && all[i].role == "user"; i++ {
		blocks := p.v.blocks(all[i])
		for k := range blocks {
			if blocks[k].kind == toolResult && blocks[k].id.Exists() {
				p.seen[blocks[k].id.Display()] = true
			}
		}
	}
}

func (p *pairer) missing(all []message, j int, ids []string) {
	at, k := all[j].at, all[j].at.Index()+1
	adjacent := false
	if j+1 < len(all) {
		at, k = all[j+1].at, all[j+1].at.Index()
		adjacent = all[j+1].role == "user"
	}
	var none, late []string
	for _, id := range ids {
		switch {
		case !p.seen[id]:
			none = append(none, id)
		case !adjacent:
			late = append(late, id)
		}
	}
	if len(none) > 0 {
		p.report(unanswered, at, k, strings.Join(none, ", "))
	}
	if len(late) > 0 {
		p.report(interleaved, at, k, strings.Join(late, ", "))
	}
}

// user judges the results of one user turn.
func (p *pairer) user(turn []message) {
	clear(p.seen)
	other, answeredIn := false, -1
	for n, m := range turn {
		other = other || m.content.Kind() == js.String && !m.empty()
		blocks := p.v.blocks(m)
		for i := range blocks {
			b := &blocks[i]
			if b.kind != toolResult {
				other = true
				continue
			}
			if !b.id.Exists() {
				continue
			}
			id := b.id.Display()
			p.result(b, id, other)
			p.seen[id] = true
			if !p.open[id] {
				continue
			}
			if answeredIn >= 0 && answeredIn != n {
				p.report(split, b.at, b.at.Indexes()[0], id)
			}
			answeredIn = n
		}
	}
}

func (p *pairer) result(b *block, id string, other bool) {
	switch known := p.open[id]; {
	case strings.HasPrefix(id, "srvtoolu_") && !known:
		p.report(orphanServer, b.at, id)
	case !known:
		p.report(orphan, b.at, id)
	case p.seen[id]:
		p.report(twice, b.at, id)
	case other:
		p.report(notFirst, b.at, b.at.Indexes()[0], id)
	}
}
