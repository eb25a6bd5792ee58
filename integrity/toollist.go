package integrity

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentToolList = &Rule{
	ID: "content-tool-list",
	Doc: `the tools of a system message are no list of tools

pi from 0.86 on goes through the tools that the system messages of a branch add and take
away, also those before a compaction, when it opens the session. It ends there where
that is no list, or where null stands among the tools.`,
	Layer: Content, Severity: Error, Classes: []string{"A04"},
	Check: func(p *Pass) {
		for i := range p.Log.By(sessionlog.RoleSystem) {
			if p.Log.Kind(i) == sessionlog.KindMessage {
				p.checkTools(i, "message")
			}
		}
		for i := range p.Log.Of(sessionlog.KindCompaction) {
			p.checkTools(i, "systemMessage")
		}
	},
}

// checkTools looks at the tools of a system message; the rest of what it says stays.
func (p *Pass) checkTools(line int, message string) {
	e := p.entry(line)
	for _, name := range []string{"toolsAdded", "toolsRemoved"} {
		tools := e.Get(message + "." + name)
		if tools.Type == gjson.Null {
			continue
		}
		var kept []string
		f := Finding{Line: line, Message: name + " of a system message is " + jsonKind(tools) + ", not a list of tools"}
		fix := Fix{Message: "make it a list"}
		switch {
		case tools.IsArray():
			f.Message, fix.Message = "null stands among the "+name+" of a system message", "take it out"
			for _, tool := range tools.Array() {
				if tool.Type != gjson.Null {
					kept = append(kept, tool.Raw)
				}
			}
			if len(kept) == len(tools.Array()) {
				continue
			}
		case tools.Get("name").Type == gjson.String:
			kept = []string{tools.Raw}
		default:
			fix.Message, fix.Lossy = "make it an empty list", true
		}
		fix.Ops = []sessionlog.Op{replaceWith(line, e.SetIn(message, name, "["+strings.Join(kept, ",")+"]"))}
		f.Fixes = []Fix{fix}
		p.Report(f)
	}
}
