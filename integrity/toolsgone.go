package integrity

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentToolsGone = &Rule{
	ID: "content-tools-gone",
	Doc: `the session leaves pi no tools, and its service wants some where there were calls

On a resume pi from 1.3 on takes the tools that the system messages of the session
declare. Where they leave none, because the declaration is lost, or because pi once
went on with --no-tools, Anthropic and Bedrock refuse every request with calls, and a
resume never brings the tools back. System messages that leave no tools are taken
out: pi then has the tools of before, or its own, and says anew what its prompt is.`,
	Layer: Content, Severity: Error, Classes: []string{"C14"},
	Check: func(p *Pass) {
		l := loadouts{Pass: p, changes: map[int]toolChange{}, known: map[int]bool{}}
		if !l.find() {
			return
		}
		done := map[int]bool{}
		calls := []bool{false} // whether calls or results were sent before each line of the context
		for _, c := range p.contexts(l.refused) {
			calls = calls[:c.Shared+1]
			for at := c.Shared; at < len(c.Lines); at++ {
				calls = append(calls, calls[at] || p.sendsCalls(c, at))
			}
			if !calls[len(c.Lines)] {
				continue
			}
			for i := int(l.last[c.Leaf]) - 1; i >= 0 && !l.some(i) && !done[i]; i = l.above(i) {
				done[i] = true
				p.Report(Finding{Line: i, Message: "pi has no tools from here on, and the service refuses calls without",
					Fixes: []Fix{{Message: "take the system message out", Lossy: true, Ops: dropOp(i)}}})
			}
		}
	},
}

// sendsCalls reports whether a line of a context holds calls or a result.
func (p *Pass) sendsCalls(c *sessionlog.Context, at int) bool {
	line := c.Lines[at]
	switch s := speech(p.Log, line); {
	case p.hidden(c, line):
		return false
	case s == result:
		return true
	case s != assistant || p.Log.Dead(line):
		return false
	}
	if _, edited := c.Edits[line]; !edited {
		return len(p.Log.Refs(line)) > 0
	}
	said, err := c.Said(at)
	p.Fail(err)
	return slices.ContainsFunc(said, func(m sessionlog.Message) bool {
		return gjson.GetBytes(m.Content, `#(type=="toolCall")`).Exists()
	})
}

// loadouts knows which tools the system messages of a branch declare.
type loadouts struct {
	*Pass
	last    []int32 // by entry: the last system message of the branch up to it, plus 1; 0 is none
	changes map[int]toolChange
	known   map[int]bool // what some said
}

// refused reports whether a resume of a leaf has no tools and a service that refuses
// calls without. Of a model that never answered it is not known which service it has.
func (l *loadouts) refused(leaf int, s sessionlog.Settings) bool {
	last := int(l.last[leaf]) - 1
	wants := s.API == "" || strings.HasPrefix(s.API, "anthropic-") || strings.HasPrefix(s.API, "bedrock-")
	return wants && last >= 0 && !l.some(last)
}

// find looks for the system messages, and reports whether there are any.
func (l *loadouts) find() bool {
	for range l.Log.By(sessionlog.RoleSystem) {
		l.last = make([]int32, l.Log.Len())
		break
	}
	if l.last == nil {
		return false
	}
	l.Log.Walk(func(i int) {
		if parent := l.Log.Parent(i); parent >= 0 {
			l.last[i] = l.last[parent]
		}
		if l.Log.Kind(i) == sessionlog.KindMessage && l.Log.Role(i) == sessionlog.RoleSystem {
			l.last[i] = int32(i) + 1
		}
	}, func(int) {})
	return true
}

// above returns the system message before another one, or -1.
func (l *loadouts) above(line int) int {
	if parent := l.Log.Parent(line); parent >= 0 {
		return int(l.last[parent]) - 1
	}
	return -1
}

// toolChange is what a system message says of tools.
type toolChange struct{ added, removed []string }

func (l *loadouts) change(line int) toolChange {
	c, ok := l.changes[line]
	if !ok {
		e := l.entry(line)
		for _, tool := range listed(e.Get("message.toolsAdded")) {
			c.added = append(c.added, tool.Get("name").String())
		}
		for _, tool := range listed(e.Get("message.toolsRemoved")) {
			c.removed = append(c.removed, tool.Get("name").String())
		}
		l.changes[line] = c
	}
	return c
}

// some reports whether any tool is left behind a system message.
func (l *loadouts) some(line int) (some bool) {
	gone := map[string]bool{}
	var alike []int // have what is asked for, as long as nothing is gone
	for i := line; i >= 0 && !some; i = l.above(i) {
		if len(gone) == 0 {
			if known, ok := l.known[i]; ok {
				some = known
				break
			}
			alike = append(alike, i)
		}
		c := l.change(i)
		some = slices.ContainsFunc(c.added, func(name string) bool { return !gone[name] })
		for _, name := range c.removed {
			gone[name] = true
		}
	}
	for _, i := range alike {
		l.known[i] = some
	}
	return some
}
