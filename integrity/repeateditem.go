package integrity

import (
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentRepeatedItem = &Rule{
	ID: "content-repeated-item",
	Doc: `an answer repeats the item ids of an earlier one

OpenAI Responses gives every reasoning, message and call item an id, pi sends it back,
and the service refuses one that comes twice. A turn that stands twice on a branch
does that. The later turn loses its reasoning and the ids; its text and calls stay.`,
	Layer: Content, Severity: Error, Classes: []string{"K08"},
	Check: func(p *Pass) {
		done := map[int]bool{}
		var seen met[sessionlog.Key, bool]
		for s, c := range p.contexts(ofResponses) {
			seen.back(c.Shared)
			for at := c.Shared; at < len(c.Lines); at++ {
				p.checkItems(c.Lines[at], at, s, &seen, done)
			}
		}
	},
}

// checkItems looks at a line of a context.
func (p *Pass) checkItems(line, at int, s sessionlog.Settings, seen *met[sessionlog.Key, bool], done map[int]bool) {
	if speech(p.Log, line) != assistant || p.Log.Dead(line) {
		return
	}
	repeated, called, own := false, false, p.isOwn(line, s)
	for _, it := range p.itemsOf(p.answerOf(line)) {
		if it.call && !own {
			continue // pi leaves out the items of another model's calls
		}
		if _, again := seen.add(at, it.id, true); again {
			repeated, called = true, called || it.call
		}
	}
	if !repeated || done[line] {
		return
	}
	done[line] = true
	e := p.entry(line)
	ops := []sessionlog.Op{setContent(e, withoutItems(e.Get("message.content")))}
	if called {
		ops = p.unsign(e)
	}
	p.Report(Finding{Line: line, Message: "the answer repeats the item ids of an earlier one", Fixes: []Fix{{
		Message: "remove its reasoning and the ids", Lossy: true, Ops: ops,
	}}})
}

// withoutItems returns the content without reasoning and without ids of texts.
func withoutItems(content gjson.Result) string {
	var kept []string
	for _, b := range content.Array() {
		raw := b.Raw
		switch b.Get("type").String() {
		case "thinking":
			continue
		case "text":
			if out, err := sjson.Delete(raw, "textSignature"); err == nil {
				raw = out
			}
		}
		kept = append(kept, raw)
	}
	return "[" + strings.Join(kept, ",") + "]"
}
