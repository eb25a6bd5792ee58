package integrity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callBadID = &Rule{
	ID: "call-bad-id",
	Doc: `the id of a call is one that the service of its model does not take

pi rewrites the ids of other models' calls only; one of the session's own model
goes out as it stands. Anthropic and Bedrock want letters, digits, underscores and
hyphens, up to 64 of them, Mistral nine letters and digits, OpenAI Responses up to 64.`,
	Layer: Calls, Severity: Error, Classes: []string{"C12"},
	Check: func(p *Pass) {
		taken, looked := map[sessionlog.Key]bool{}, sessionlog.OddCallID
		if p.mistral() {
			looked = 0
		}
		for i := range p.Log.With(looked) {
			if speech(p.Log, i) != assistant || len(p.Log.Refs(i)) == 0 || !p.answerOf(i).badCall || !p.sent(i) {
				continue
			}
			e := p.entry(i)
			takes := callIDForm(e.Get("message.api").String())
			for n, c := range e.Calls() {
				if c.ID != "" && !takes(c.ID) {
					p.reportBadID(e, n, c, taken)
				}
			}
		}
		for _, r := range p.allReplaced() {
			if speech(p.Log, r.target) == assistant {
				p.checkReplacedIDs(r, taken)
			}
		}
	},
}

// checkReplacedIDs looks at the calls that an edit puts into a turn which did not make
// them.
func (p *Pass) checkReplacedIDs(r replaced, taken map[sessionlog.Key]bool) {
	turn, e := p.entry(r.target), p.entry(r.edit)
	takes := callIDForm(turn.Get("message.api").String())
	for n, b := range listed(e.Get(replacedContent)) {
		id := b.Get("id").String()
		if takes == nil || !isCall(b) || id == "" || takes(id) || p.callsOf(r.target, id) > 0 {
			continue
		}
		with := p.freshCallID(turn, e.ID(), id, n, taken)
		p.Report(Finding{Line: r.edit, Call: id, Message: fmt.Sprintf("the service does not take the call id %s", printable(id)),
			Fixes: []Fix{{Message: "give the call and its result the new id " + with, Ops: p.renameReplaced(r, n, id, with)}}})
	}
}

// renameReplaced are the operations that give a call of an edit its new id, and the
// results that name it.
func (p *Pass) renameReplaced(r replaced, n int, id, with string) []sessionlog.Op {
	ops := []sessionlog.Op{p.setValue(r.edit, fmt.Sprintf("%s.%d.id", replacedContent, n), with)}
	for _, line := range p.resultsOf(r.target, id) {
		ops = append(ops, p.setValue(line, "message.toolCallId", with))
	}
	return ops
}

// freshCallID returns an id that the service of a turn takes.
func (p *Pass) freshCallID(turn sessionlog.Entry, entry, id string, n int, taken map[sessionlog.Key]bool) string {
	if turn.Get("message.api").String() != "mistral-conversations" {
		return p.newCallID(id, entry, n, taken)
	}
	id = p.Log.FreshID(func(id string) bool { return taken[sessionlog.KeyOf(id+"0")] }, "call", entry, id, fmt.Sprint(n)) + "0"
	taken[sessionlog.KeyOf(id)] = true
	return id
}

// callIDForm returns what tells whether the service of an API takes an id (pi-wire: row
// J), nil where any will do.
func callIDForm(api string) func(id string) bool {
	switch api {
	case "anthropic-messages", "bedrock-converse-stream":
		return func(id string) bool { return nameForm(id) && len(id) <= 64 }
	case "mistral-conversations":
		return mistralForm
	case "openai-responses":
		return func(id string) bool {
			call, _, _ := strings.Cut(id, "|")
			return len(call) <= 64
		}
	}
	return nil
}

func mistralForm(id string) bool {
	return len(id) == 9 && nameForm(id) && !strings.ContainsAny(id, "_-")
}

// mistral reports whether a leaf of the session is one of Mistral's, whose ids are
// odd in a way that the parse does not note.
func (p *Pass) mistral() bool {
	if p.ofMistral == nil {
		is := slices.ContainsFunc(p.Log.Leaves(), func(leaf int) bool { return p.settings(leaf).API == "mistral-conversations" })
		p.ofMistral = &is
	}
	return *p.ofMistral
}

func (p *Pass) reportBadID(e sessionlog.Entry, n int, c sessionlog.Call, taken map[sessionlog.Key]bool) {
	id := p.freshCallID(e, e.ID(), c.ID, n, taken)
	ops := []sessionlog.Op{p.setValue(e.Line, fmt.Sprintf("message.content.%d.id", c.Block), id)}
	for _, r := range p.resultsOf(e.Line, c.ID) {
		ops = append(ops, p.setValue(r, "message.toolCallId", id))
	}
	ops = append(ops, p.renameInEdits(e.Line, c.ID, id)...)
	p.Report(Finding{Line: e.Line, Call: c.ID, Message: fmt.Sprintf("the service does not take the call id %s", printable(c.ID)),
		Fixes: []Fix{{Message: "give the call and its result the new id " + id, Ops: ops}}})
}
