package integrity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentToolName = &Rule{
	ID: "content-tool-name",
	Doc: `a system message declares a tool under a name that no tool has

On a resume pi from 0.86 on takes those of its tools that the session's system messages
name, so a damaged name takes the tool away. It is named again where one other name
differs in one letter: of the same declaration elsewhere, or of a tool that is called
and declared nowhere.`,
	Layer: Content, Severity: Warning, Classes: []string{"C04"},
	Check: func(p *Pass) {
		var all []declaration
		for i := range p.Log.By(sessionlog.RoleSystem) {
			if p.Log.Kind(i) == sessionlog.KindMessage {
				all = append(all, p.declared(i, "message.toolsAdded")...)
			}
		}
		for i := range p.Log.Of(sessionlog.KindCompaction) {
			all = append(all, p.declared(i, "systemMessage.toolsAdded")...)
		}
		for _, d := range all {
			if impossible(d.name) {
				p.reportToolName(d, all)
			}
		}
	},
}

// declaration is a tool in a system message.
type declaration struct {
	line     int
	at       string // the path of the name
	name     string
	says, of string // the description and the parameters as they are stored
}

func (p *Pass) declared(line int, list string) []declaration {
	var out []declaration
	for n, tool := range listed(p.entry(line).Get(list)) {
		if name := tool.Get("name"); name.Type == gjson.String {
			out = append(out, declaration{line, fmt.Sprintf("%s.%d.name", list, n), name.Str, tool.Get("description").Raw, tool.Get("parameters").Raw})
		}
	}
	return out
}

func (p *Pass) reportToolName(d declaration, all []declaration) {
	if name := p.toolNameOf(d, all); name != "" {
		p.Report(Finding{Line: d.line, Message: fmt.Sprintf("a tool is declared under the name %q", printable(d.name)),
			Fixes: []Fix{{Message: "name it " + name, Ops: []sessionlog.Op{p.setValue(d.line, d.at, name)}}}})
	}
}

// impossible reports whether no service would ever have taken a tool of the name.
func impossible(name string) bool {
	return !nameForm(strings.NewReplacer(".", "_", ":", "_", "/", "_").Replace(name))
}

// toolNameOf returns the name that a tool had, "" where the session does not tell.
func (p *Pass) toolNameOf(d declaration, all []declaration) string {
	known := map[string]bool{}
	var alike []string
	for _, other := range all {
		known[other.name] = true
		if soundName(other.name) && other.says == d.says && other.of == d.of && oneLetterApart(other.name, d.name) && !slices.Contains(alike, other.name) {
			alike = append(alike, other.name)
		}
	}
	if len(alike) == 0 {
		for _, name := range p.calledTools() {
			if soundName(name) && !known[name] && oneLetterApart(name, d.name) {
				alike = append(alike, name)
			}
		}
	}
	if len(alike) != 1 {
		return ""
	}
	return alike[0]
}

// calledTools returns the tools that answers call, each once.
func (p *Pass) calledTools() []string {
	var names []string
	for i := range p.Log.Len() {
		if speech(p.Log, i) != assistant || len(p.Log.Refs(i)) == 0 {
			continue
		}
		for _, c := range p.entry(i).Calls() {
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

// oneLetterApart reports whether two names differ in one letter that was changed.
func oneLetterApart(a, b string) bool {
	s, t := []rune(a), []rune(b)
	if len(s) != len(t) {
		return false
	}
	n := 0
	for i := range s {
		if s[i] != t[i] {
			n++
		}
	}
	return n == 1
}
