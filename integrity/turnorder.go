package integrity

import (
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentTurnOrder = &Rule{
	ID: "content-turn-order",
	Doc: `an answer follows no question

A user message is lost, so an answer begins the context or follows another one.
Gemini wants a function call to follow a user turn, and Bedrock wants the roles to
alternate; other services do not mind, and for them nothing is changed. The repair
puts a note in the place that says that a message is lost.`,
	Layer: Content, Severity: Error, Classes: []string{"O02", "O03"},
	Check: func(p *Pass) {
		done, empty := map[int]bool{}, map[int]bool{}
		for _, leaf := range p.orderedLeaves() {
			before := silent
			lines := p.Log.Context(leaf.line)
			hidden := p.hidden(lines)
			for _, i := range lines {
				s := speech(p.Log, i)
				if s == compaction && before != silent {
					continue // what is kept can hold an older one, which says nothing
				}
				if s == silent || s == editor || s == assistant && (p.Log.Dead(i) || p.saysNothing(i, empty)) || hidden[i] {
					continue
				}
				if s == assistant && (before == silent || before == assistant) && leaf.minds(p, i) && !done[i] {
					done[i] = true
					p.reportLost(i, before == silent, p.keepsFrom(lines, i))
				}
				before = s
			}
		}
	},
}

// saysNothing reports whether a turn is an empty one, which pi does not send.
func (p *Pass) saysNothing(turn int, known map[int]bool) bool {
	if len(p.Log.Refs(turn)) > 0 {
		return false
	}
	empty, ok := known[turn]
	if !ok {
		content := p.entry(turn).Get("message.content")
		empty = content.IsArray() && content.Get("#").Int() == 0
		known[turn] = empty
	}
	return empty
}

// hidden returns the entries of a context that an edit takes away.
func (p *Pass) hidden(lines []int) map[int]bool {
	out := map[int]bool{}
	for _, i := range lines {
		if p.Log.Kind(i) == sessionlog.KindContextEdit {
			out[p.Log.Find(p.Log.Refs(i)[0])] = p.Log.Has(i, sessionlog.EditsAway)
		}
	}
	return out
}

// orderedLeaf is a leaf whose service looks at who speaks when.
type orderedLeaf struct {
	line  int
	calls bool // only turns with calls must follow the user
}

func (l orderedLeaf) minds(p *Pass, turn int) bool {
	return !l.calls || len(p.Log.Refs(turn)) > 0
}

// orderedLeaves picks the leaves of such services.
func (p *Pass) orderedLeaves() []orderedLeaf {
	var out []orderedLeaf
	for _, leaf := range p.Log.Leaves() {
		s, err := p.Log.Settings(leaf)
		if err != nil {
			p.fail(err)
		}
		switch {
		case strings.HasPrefix(s.API, "google-"):
			out = append(out, orderedLeaf{leaf, true})
		case strings.HasPrefix(s.API, "bedrock-"):
			out = append(out, orderedLeaf{leaf, false})
		}
	}
	return out
}

// keepsFrom returns the compaction of a context that keeps from an entry on, or -1.
func (p *Pass) keepsFrom(lines []int, line int) int {
	for _, i := range lines {
		if p.Log.Kind(i) == sessionlog.KindCompaction && p.Log.Kept(i) == line {
			return i
		}
	}
	return -1
}

// reportLost puts a note before a turn. It says nothing that anybody said. A
// compaction that keeps from the turn on then keeps from the note.
func (p *Pass) reportLost(line int, first bool, comp int) {
	f := Finding{Line: line, Message: "an answer follows another one, so a message is lost"}
	text := "A message of this conversation was lost here."
	if first {
		f.Message, text = "the context begins with an answer", "The beginning of this conversation was lost."
	}
	e := p.entry(line)
	id := p.Log.FreshID(nil, "lost", e.ID(), string(e.Raw[:min(len(e.Raw), 200)]))
	ops := []sessionlog.Op{{
		Act: sessionlog.Insert, Line: max(p.Log.Parent(line), p.Log.Header()), Adopt: []int{line},
		New: sessionlog.Fresh{
			Type: "custom_message", ID: id,
			Rest: fmt.Sprintf(`"timestamp":%s,"customType":"pi-fix.lost","content":%s,"display":true`,
				sessionlog.Quote(e.Time()), sessionlog.Quote(text)),
		},
	}}
	if comp >= 0 && p.Log.Version() > 1 {
		ops = append(ops, replaceWith(comp, p.entry(comp).Set("firstKeptEntryId", sessionlog.Quote(id))))
	}
	f.Fixes = []Fix{{Message: "put a note in the place of the lost message", Ops: ops}}
	p.Report(f)
}
