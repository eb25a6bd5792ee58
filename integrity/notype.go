package integrity

import (
	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var treeNoType = &Rule{
	ID: "tree-no-type",
	Doc: `an entry with a message has no type

pi keeps it in the tree and passes its message over, without a word: what was said, or
a tool's result, leaves the context. Only entries of one type hold a message with a role.`,
	Layer: Tree, Severity: Error, Classes: []string{"T10"},
	Check: func(p *Pass) {
		for i := range p.Log.Of(sessionlog.KindUnknown) {
			e := p.entry(i)
			if typ := e.Get("type"); (typ.Type != gjson.String || typ.Str == "") && p.holdsMessage(e) {
				p.Report(Finding{Line: i, Message: "an entry with a message has no type", Fixes: []Fix{{
					Message: "say that it is a message", Ops: []sessionlog.Op{replaceWith(i, e.Set("type", `"message"`))}}}})
			}
		}
	},
}

// holdsMessage reports whether an entry without a type has all else that a message has.
func (p *Pass) holdsMessage(e sessionlog.Entry) bool {
	if p.Log.Has(e.Line, sessionlog.NoID) != (p.Log.Version() == 1) || e.Time() == "" {
		return false
	}
	switch e.Get("message.role").String() {
	case "user", "assistant", "toolResult", "bashExecution", "system", "custom":
		return true
	}
	return false
}
