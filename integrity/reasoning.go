package integrity

import (
	"fmt"
	"strings"

	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentBrokenReasoning = &Rule{
	ID: "content-broken-reasoning",
	Doc: `a reasoning item is one that OpenAI Responses refuses

pi stores the item as JSON in the signature of the thinking and sends it back as it
stands. Cut JSON makes pi fail; an item without a summary or its cipher, with a damaged
id, or with nothing behind it because the turn was cut off, is refused. What can be
mended is; else the signature goes, so that the thinking stays and is not sent.`,
	Layer: Content, Severity: Error, Classes: []string{"K07", "K09", "K13", "A11"},
	Check: func(p *Pass) {
		done := map[int]bool{}
		for s, c := range p.contexts(ofResponses) {
			for _, line := range c.Lines[c.Shared:] {
				if !done[line] && speech(p.Log, line) == assistant && !p.Log.Dead(line) && p.isOwn(line, s) {
					done[line] = true
					if p.answerOf(line).broken {
						p.checkReasoning(p.entry(line), "message.content")
					}
				}
			}
			for _, r := range p.replacedIn(c) {
				if !done[r.edit] && speech(p.Log, r.target) == assistant && p.isOwn(r.target, s) {
					done[r.edit] = true
					p.checkReasoning(p.entry(r.edit), replacedContent)
				}
			}
		}
	},
}

// ofResponses wants leaves that go on with OpenAI Responses or a relative.
func ofResponses(_ int, s sessionlog.Settings) bool { return strings.Contains(s.API, "responses") }

// checkReasoning looks at the content of an answer, in its message or in an edit.
func (p *Pass) checkReasoning(e sessionlog.Entry, content string) {
	blocks := sessionlog.Blocks(e.Get(content).Raw)
	last := lastItem(blocks)
	for n, b := range blocks {
		it := itemOf(b)
		with, fault, fix := it.mend(n > last)
		if fault == "" {
			continue
		}
		at, name := fmt.Sprintf("%s.%d", content, n), b.Type+"Signature"
		op := replaceWith(e.Line, e.SetIn(at, name, sessionlog.Quote(with)))
		if with == "" {
			op = p.deleteIn(e, at, name)
		}
		p.Report(Finding{Line: e.Line, Message: fault, Fixes: []Fix{{Message: fix, Ops: []sessionlog.Op{op}}}})
	}
}

// deleteIn takes a member out of the object at a name.
func (p *Pass) deleteIn(e sessionlog.Entry, at, name string) sessionlog.Op {
	raw, err := sjson.Delete(e.Get(at).Raw, name)
	if err != nil {
		p.fail(err)
	}
	span, _ := e.ValueSpan(at)
	return replace(e.Line, span, raw)
}
