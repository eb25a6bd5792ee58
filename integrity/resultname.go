package integrity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentResultName = &Rule{
	ID: "content-result-name",
	Doc: `a result does not say which tool it is of

Gemini refuses a result without a tool name, and goes by the name where it gave no
id; the other services go by the id, and take a name that differs from the call's. The
name is that of the call.`,
	Layer: Content, Severity: Warning, Classes: []string{"P20"},
	Check: func(p *Pass) {
		google, looked := p.speaks("google-"), sessionlog.OddContent
		if google {
			looked = 0
		}
		for i := range p.Log.With(looked) {
			if speech(p.Log, i) != result || !p.sent(i) {
				continue
			}
			e := p.entry(i)
			named := e.Get("message.toolName")
			sound := named.Type == gjson.String && soundName(named.Str)
			if sound && !google {
				continue
			}
			if name := p.nameOfCall(i, e.Get("message.toolCallId").String()); soundName(name) && !(sound && name == named.Str) {
				p.reportResultName(e, named.String(), name, !sound && (google || named.Type != gjson.String && p.speaks("mistral-")))
			}
		}
	},
}

func (p *Pass) reportResultName(e sessionlog.Entry, named, name string, refused bool) {
	f := Finding{Line: e.Line, Message: fmt.Sprintf("the result names the tool %q", printable(named)),
		Fixes: []Fix{{Message: "name it " + name, Ops: []sessionlog.Op{
			replaceWith(e.Line, e.SetIn("message", "toolName", sessionlog.Quote(name)))}}}}
	if refused {
		f.Severity = Error
	}
	p.Report(f)
}

// speaks reports whether some leaf goes on with a service whose API begins so.
func (p *Pass) speaks(prefix string) bool {
	if p.apis == nil {
		p.apis = []string{}
		for _, leaf := range p.Log.Leaves() {
			if api := p.settings(leaf).API; !slices.Contains(p.apis, api) {
				p.apis = append(p.apis, api)
			}
		}
	}
	return slices.ContainsFunc(p.apis, func(api string) bool { return strings.HasPrefix(api, prefix) })
}
