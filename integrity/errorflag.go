package integrity

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentErrorFlag = &Rule{
	ID: "content-error-flag",
	Doc: `a result says neither true nor false to whether it is an error

pi sends the value on as it stands, and Anthropic takes a boolean only: HTTP 400 on every
request. JavaScript tells what pi takes the value for.`,
	Layer: Content, Severity: Error, Classes: []string{"A08"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, _ gjson.Result) {
			is := e.Get("message.isError")
			if p.Log.Role(line) != sessionlog.RoleToolResult || is.Type == gjson.Null || is.IsBool() {
				return
			}
			// Another writer's text of a boolean means that boolean.
			value := is.Type == gjson.JSON || is.Type == gjson.Number && is.Num != 0 || is.Type == gjson.String && is.Str != "" && is.Str != "false"
			p.Report(Finding{Line: line, Call: e.Get("message.toolCallId").String(),
				Message: fmt.Sprintf("whether the result is an error is %s", jsonKind(is)),
				Fixes: []Fix{{Message: fmt.Sprintf("say %v", value), Ops: []sessionlog.Op{
					replaceWith(line, e.SetIn("message", "isError", fmt.Sprint(value)))}}}})
		})
	},
}
