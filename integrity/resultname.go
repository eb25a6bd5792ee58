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

Gemini refuses a result without a tool name; the other services go by the id. The
name is that of the call. A name that differs from the call's is taken by all of
them and stays.`,
	Layer: Content, Severity: Warning, Classes: []string{"P20"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, _ gjson.Result) {
			if p.Log.Role(line) != sessionlog.RoleToolResult || soundName(e.Get("message.toolName").String()) {
				return
			}
			name := p.nameOfCall(line, e.Get("message.toolCallId").String())
			if !soundName(name) {
				return
			}
			f := Finding{Line: line, Message: fmt.Sprintf("the result names the tool %q", printable(e.Get("message.toolName").String())),
				Fixes: []Fix{{Message: "name it " + name, Ops: []sessionlog.Op{
					replaceWith(line, e.SetIn("message", "toolName", sessionlog.Quote(name)))}}}}
			if p.speaks("google-") {
				f.Severity = Error
			}
			p.Report(f)
		})
	},
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
