package integrity

import (
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callNoType = &Rule{
	ID: "call-no-type",
	Doc: `a call does not say that it is one

A block of an answer has the id, the name and the arguments of a call and lost its type. pi
passes it over and sends its result, which then answers nothing: HTTP 400. Mistral gets
it as a call all the same.`,
	Layer: Calls, Severity: Error, Classes: []string{"C01"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, content gjson.Result) {
			if p.Log.Role(line) != sessionlog.RoleAssistant || !content.IsArray() {
				return
			}
			for n, b := range content.Array() {
				if !b.IsObject() || hasType(b) || b.Get("name").Type != gjson.String || b.Get("id").Type != gjson.String || !b.Get("arguments").IsObject() {
					continue
				}
				p.Report(Finding{Line: line, Call: b.Get("id").Str, Message: fmt.Sprintf("the call of %q has no type", printable(b.Get("name").Str)),
					Fixes: []Fix{{Message: "say that it is a call", Ops: []sessionlog.Op{
						replaceWith(line, e.SetIn(fmt.Sprintf("message.content.%d", n), "type", `"toolCall"`))}}}})
			}
		})
	},
}

func hasType(b gjson.Result) bool {
	typ := b.Get("type")
	return typ.Type == gjson.String && typ.Str != ""
}

// typed returns a block that lost its type with the one that its other members tell,
// and what was wrong with it; "" for others.
func typed(b gjson.Result) (with, fault string) {
	if !b.IsObject() || hasType(b) || b.Get("name").Exists() {
		return "", ""
	}
	typ := ""
	switch is := func(name string) bool { return b.Get(name).Type == gjson.String }; {
	case is("text"):
		typ = "text"
	case is("thinking"):
		typ = "thinking"
	case is("data") && is("mimeType"):
		typ = "image"
	default:
		return "", ""
	}
	with, err := sjson.Set(b.Raw, "type", typ)
	if err != nil {
		return "", ""
	}
	return with, "a block has no type"
}
