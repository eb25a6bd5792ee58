package integrity

import (
	"fmt"
	"slices"
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
		foreign := map[sessionlog.Settings]bool{} // models that get the calls of others
		for s, c := range p.contexts(anyLeaf) {
			foreign[s] = foreign[s] || slices.ContainsFunc(c.Lines[c.Shared:], func(line int) bool { return p.calls(line) && !p.isOwn(line, s) })
		}
		p.checkCollisions(foreign)
	},
}

// calls reports whether a line is a turn with calls that pi sends.
func (p *Pass) calls(line int) bool {
	return speech(p.Log, line) == assistant && !p.Log.Dead(line) && len(p.Log.Refs(line)) > 0
}

func (p *Pass) hasOddIDs() bool {
	for range p.Log.With(sessionlog.OddCallID) {
		return true
	}
	return false
}

// checkCollisions looks at the ids that pi would send for leaves of some models. Those of a
// model's own calls go out as they are.
func (p *Pass) checkCollisions(models map[sessionlog.Settings]bool) {
	done := map[[2]int]bool{}
	taken := map[sessionlog.Key]bool{}
	var sent met[string, string] // what goes out for each id, and which one it was
	for s, c := range p.contexts(func(_ int, s sessionlog.Settings) bool { return models[s] }) {
		sent.back(c.Shared)
		for at := c.Shared; at < len(c.Lines); at++ {
			line := c.Lines[at]
			if !p.calls(line) {
				continue
			}
			own := p.isOwn(line, s)
			for n, call := range p.entry(line).Calls() {
				wire := call.ID
				if !own {
					wire = normalise(call.ID, s)
				}
				raw, again := sent.add(at, wire, call.ID)
				if again && raw != call.ID && !done[[2]int{line, n}] {
					done[[2]int{line, n}] = true
					p.reportCollision(line, n, call, raw, taken)
				}
			}
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
