package integrity

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentBlankUser = &Rule{
	ID: "content-blank-user",
	Doc: `a user message says nothing

Most services never see it, since pi leaves it out; Gemini is sent an empty part and
refuses it, or finds a call where the user should have spoken. A note takes its
place, so that the turn stays. So does one in that of an extension's message that
Gemini would be sent.`,
	Layer: Content, Severity: Warning, Classes: []string{"A07"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, content gjson.Result) {
			if p.Log.Role(line) != sessionlog.RoleUser || !saysNothing(content) {
				return
			}
			p.reportBlank(line, "a user message says nothing", setContent(e, nothingSaid))
		})
		for i := range p.Log.Of(sessionlog.KindCustomMessage) {
			if !p.speaks("google-") || !p.pairs().inContext(i, i) {
				continue
			}
			if e := p.entry(i); saysNothing(e.Get("content")) {
				p.reportBlank(i, "an extension's message says nothing", replaceWith(i, e.Set("content", nothingSaid)))
			}
		}
	},
}

// nothingSaid stands in the place of blank content.
var nothingSaid = "[" + textBlock("(empty message)") + "]"

func (p *Pass) reportBlank(line int, what string, op sessionlog.Op) {
	f := Finding{Line: line, Message: what, Fixes: []Fix{{Message: "put a note in its place", Ops: []sessionlog.Op{op}}}}
	if p.speaks("google-") {
		f.Severity = Error
	}
	p.Report(f)
}

// saysNothing reports whether a content of the right shape is blank.
func saysNothing(content gjson.Result) bool {
	if content.Type == gjson.String {
		return strings.TrimSpace(content.String()) == ""
	}
	for _, b := range content.Array() {
		if b.Get("type").String() != "text" || b.Get("text").Type != gjson.String || strings.TrimSpace(b.Get("text").String()) != "" {
			return false
		}
	}
	return content.IsArray()
}
