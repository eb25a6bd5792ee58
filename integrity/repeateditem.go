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
		for _, leaf := range p.Log.Leaves() {
			s, err := p.Log.Settings(leaf)
			if err != nil {
				p.fail(err)
			}
			if strings.Contains(s.API, "responses") {
				p.checkItems(leaf, s, done)
			}
		}
	},
}

// checkItems looks at the answers of a leaf's context in the order of the branch.
func (p *Pass) checkItems(leaf int, s sessionlog.Settings, done map[int]bool) {
	seen := map[sessionlog.Key]bool{}
	for _, line := range p.Log.Context(leaf) {
		if speech(p.Log, line) != assistant || p.Log.Dead(line) {
			continue
		}
		a, own := p.own(line, s)
		repeated, called := false, false
		for _, it := range p.itemsOf(a) {
			if it.call && !own {
				continue // pi leaves out the items of another model's calls
			}
			repeated, called = repeated || seen[it.id], called || it.call && seen[it.id]
			seen[it.id] = true
		}
		if repeated && !done[line] {
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
	}
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
