package integrity

import (
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callCollision = &Rule{
	ID: "call-collision",
	Doc: `two call ids become one when the session goes to another model

pi rewrites the ids of another model's calls: characters that the service does not
take become "_", and long ids are cut. Ids that differ only there end up the
same, which the service refuses.`,
	Layer: Calls, Severity: Error, Classes: []string{"C13"},
	Check: func(p *Pass) {
		if !p.hasOddIDs() {
			return
		}
		done := map[[2]int]bool{}
		taken := map[sessionlog.Key]bool{}
		for _, leaf := range p.Log.Leaves() {
			p.checkCollisions(leaf, done, taken)
		}
	},
}

func (p *Pass) hasOddIDs() bool {
	for range p.Log.With(sessionlog.OddCallID) {
		return true
	}
	return false
}

// checkCollisions looks at the ids that pi would send for a leaf.
func (p *Pass) checkCollisions(leaf int, done map[[2]int]bool, taken map[sessionlog.Key]bool) {
	target, err := p.Log.Settings(leaf)
	if err != nil {
		p.fail(err)
		return
	}
	sent := map[string]string{} // what goes out for each id, and which one it was
	var turns []int
	others := false
	for _, line := range p.Log.Context(leaf) {
		if speech(p.Log, line) == assistant && !p.Log.Dead(line) && len(p.Log.Refs(line)) > 0 {
			_, own := p.own(line, target)
			turns, others = append(turns, line), others || !own
		}
	}
	if !others {
		return // the ids of the model's own calls go out as they are
	}
	for _, line := range turns {
		e := p.entry(line)
		_, own := p.own(line, target)
		for n, c := range e.Calls() {
			wire := c.ID
			if !own {
				wire = normalise(c.ID, target)
			}
			if raw, ok := sent[wire]; ok && raw != c.ID && !done[[2]int{line, n}] {
				done[[2]int{line, n}] = true
				p.reportCollision(line, n, c, raw, taken)
				continue
			}
			sent[wire] = c.ID
		}
	}
}

func (p *Pass) reportCollision(line, n int, c sessionlog.Call, other string, taken map[sessionlog.Key]bool) {
	id := p.newCallID(c.ID, p.entry(line).ID(), n, taken)
	ops := []sessionlog.Op{p.setValue(line, fmt.Sprintf("message.content.%d.id", c.Block), id)}
	for _, r := range p.resultsOf(line, c.ID) {
		ops = append(ops, p.setValue(r, "message.toolCallId", id))
	}
	ops = append(ops, p.renameInEdits(line, c.ID, id)...)
	p.Report(Finding{Line: line, Call: c.ID,
		Message: fmt.Sprintf("the ids %s and %s become one for the session's model", printable(other), printable(c.ID)),
		Fixes:   []Fix{{Message: "give the call and its result the new id " + id, Ops: ops}}})
}

// normalise is pi's rewriting of another model's call id for the target's
// service (pi-ai transform-messages.js and the converters, 0.81 to 1.5).
func normalise(id string, target sessionlog.Settings) string {
	switch target.API {
	case "openai-completions":
		if target.Provider == "openai" && !strings.Contains(id, "|") && len(id) > 40 {
			return id[:40]
		}
		return id
	case "mistral-conversations":
		return id // pi looks for collisions itself
	}
	out := []byte(id)
	for i, c := range out {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c|32 < 'a' || c|32 > 'z') {
			out[i] = '_'
		}
	}
	return string(out[:min(len(out), 64)])
}
