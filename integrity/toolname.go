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
		if slices.ContainsFunc(all, declaration.impossible) {
			p.checkToolNames(all)
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

// impossible reports whether no service would ever have taken a tool of the name.
func (d declaration) impossible() bool {
	return !nameForm(strings.NewReplacer(".", "_", ":", "_", "/", "_").Replace(d.name))
}

// checkToolNames names the tools again whose names are impossible.
func (p *Pass) checkToolNames(all []declaration) {
	known := map[string]bool{}
	alike := map[[2]string][]string{} // by what is declared: the names that it has
	for _, d := range all {
		what := [2]string{d.says, d.of}
		if known[d.name] = true; soundName(d.name) && !slices.Contains(alike[what], d.name) {
			alike[what] = append(alike[what], d.name)
		}
	}
	called := slices.DeleteFunc(p.calledTools(), func(name string) bool { return known[name] || !soundName(name) })
	for _, d := range all {
		if !d.impossible() {
			continue
		}
		names := near(d.name, alike[[2]string{d.says, d.of}])
		if len(names) == 0 {
			names = near(d.name, called)
		}
		if len(names) == 1 {
			p.Report(Finding{Line: d.line, Message: fmt.Sprintf("a tool is declared under the name %q", printable(d.name)),
				Fixes: []Fix{{Message: "name it " + names[0], Ops: []sessionlog.Op{p.setValue(d.line, d.at, names[0])}}}})
		}
	}
}

// near returns the names that differ from one in a letter.
func near(name string, names []string) (out []string) {
	for _, other := range names {
		if oneLetterApart(other, name) {
			out = append(out, other)
		}
	}
	return out
}

// calledTools returns the tools that answers call, each once.
func (p *Pass) calledTools() []string {
	var names []string
	met := map[string]bool{}
	for i := range p.Log.Len() {
		if speech(p.Log, i) != assistant || len(p.Log.Refs(i)) == 0 {
			continue
		}
		for _, c := range p.entry(i).Calls() {
			if !met[c.Name] {
				met[c.Name] = true
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
