package integrity

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callEmptyKey = &Rule{
	ID: "call-empty-key",
	Doc: `the arguments of a call have an empty key

Bedrock refuses it, and pi before 0.87 sends it there. The model made it by mistake.
Other services take it, and in their sessions it stays.`,
	Layer: Calls, Severity: Warning, Classes: []string{"C10"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, content gjson.Result) {
			if p.Log.Role(line) != sessionlog.RoleAssistant || !content.IsArray() || p.Log.Has(line, sessionlog.Deep) || !p.speaks("bedrock-") {
				return
			}
			for n, b := range content.Array() {
				args := b.Get("arguments")
				if b.Get("type").String() != "toolCall" || !args.IsObject() {
					continue
				}
				if with, bad := withoutEmptyKeys(args); bad {
					p.Report(Finding{Line: line, Call: b.Get("id").String(), Message: "the arguments of a call have an empty key",
						Fixes: []Fix{{Message: "drop the key", Lossy: true, Ops: []sessionlog.Op{
							replaceWith(line, e.SetIn(fmt.Sprintf("message.content.%d", n), "arguments", with))}}}})
				}
			}
		})
	},
}

// withoutEmptyKeys returns a value without the members that have an empty key, on
// any level. All else stays as it is written.
func withoutEmptyKeys(v gjson.Result) (with string, bad bool) {
	if !v.IsObject() && !v.IsArray() {
		return v.Raw, false
	}
	var parts []string
	v.ForEach(func(k, member gjson.Result) bool {
		raw, inner := withoutEmptyKeys(member)
		bad = bad || inner
		switch {
		case v.IsArray():
			parts = append(parts, raw)
		case k.String() == "":
			bad = true
		default:
			parts = append(parts, k.Raw+":"+raw)
		}
		return true
	})
	if !bad {
		return v.Raw, false
	}
	if v.IsArray() {
		return "[" + strings.Join(parts, ",") + "]", true
	}
	return "{" + strings.Join(parts, ",") + "}", true
}

var callCutArguments = &Rule{
	ID: "call-cut-arguments",
	Doc: `the arguments of a call were salvaged from a stream that was cut

The scratch text that the client left in the call ends in the middle, so the
arguments are not all that the model said. Where the call has a result, the tool has run
with them, and each service takes them: what happened is history, and nothing is changed.
A call that nothing answers goes: it is not what the model meant.`,
	Layer: Calls, Severity: Info, Classes: []string{"C09"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, content gjson.Result) {
			for n, b := range content.Array() {
				scratch := b.Get("partialJson").String()
				if b.Get("type").String() != "toolCall" || scratch == "" || json.Valid([]byte(scratch)) {
					continue
				}
				f := Finding{Line: line, Call: b.Get("id").String(), Message: "the arguments of a call were salvaged from a stream that was cut"}
				if p.Log.Role(line) == sessionlog.RoleAssistant && !p.hasResult(f.Call) {
					f.Severity = Warning
					f.Fixes = []Fix{{Message: "drop the call", Lossy: true, Ops: leave(e, without(e, n))}}
				}
				p.Report(f)
			}
		})
	},
}
