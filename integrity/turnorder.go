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
		before := []speechKind{silent} // who spoke last before each line of the context
		for s, c := range p.contexts(mindsOrder) {
			before = before[:c.Shared+1]
			for at := c.Shared; at < len(c.Lines); at++ {
				line, last := c.Lines[at], before[at]
				who := p.heard(c, line, last, empty)
				if who == assistant && (last == silent || last == assistant) && minds(s, p, line) && !done[line] {
					done[line] = true
					p.reportLost(line, last == silent, p.keepsFrom(c, line))
				}
				if who == silent {
					who = last
				}
				before = append(before, who)
			}
		}
	},
}

// heard returns who speaks to the service in a line of a context, silent for nobody.
func (p *Pass) heard(c *sessionlog.Context, line int, last speechKind, empty map[int]bool) speechKind {
	switch s := speech(p.Log, line); {
	case s == compaction && last != silent: // what is kept can hold an older one, which says nothing
	case s == editor, s == assistant && (p.Log.Dead(line) || p.saysNothing(line, empty)), p.hidden(c, line):
	default:
		return s
	}
	return silent
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

// mindsOrder wants the contexts of leaves whose service looks at who speaks when.
func mindsOrder(_ int, s sessionlog.Settings) bool {
	return strings.HasPrefix(s.API, "google-") || strings.HasPrefix(s.API, "bedrock-")
}

// minds reports whether such a service looks at a turn: Gemini wants a turn with calls to
// follow the user.
func minds(s sessionlog.Settings, p *Pass, turn int) bool {
	return !strings.HasPrefix(s.API, "google-") || len(p.Log.Refs(turn)) > 0
}

// keepsFrom returns the first compaction of a context that keeps from an entry on, or -1.
func (p *Pass) keepsFrom(c *sessionlog.Context, line int) int {
	if p.known.keepers == nil {
		p.known.keepers = map[int][]int{}
		for i := range p.Log.Of(sessionlog.KindCompaction) {
			kept := p.Log.Kept(i)
			p.known.keepers[kept] = append(p.known.keepers[kept], i)
		}
	}
	first := -1
	for _, i := range p.known.keepers[line] {
		if at := c.Index(i); at >= 0 && (first < 0 || at < c.Index(first)) {
			first = i
		}
	}
	return first
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
