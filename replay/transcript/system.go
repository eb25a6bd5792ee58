package transcript

import (
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// systemReader replays system messages into one prompt and one list of tools,
// as pi does for models that take no system messages later on.
type systemReader struct {
	content  []string
	sections orderedSet[string]
	tools    orderedSet[js.Value]
}

// orderedSet is JavaScript's Map: a name keeps its first place until it is
// deleted.
type orderedSet[T any] struct {
	values map[string]T
	names  []string
}

func (o *orderedSet[T]) set(name string, value T) {
	if _, known := o.values[name]; !known {
		o.names = append(o.names, name)
	}
	o.values[name] = value
}

func (o *orderedSet[T]) remove(name string) {
	if _, known := o.values[name]; !known {
		return
	}
	delete(o.values, name)
	for i, n := range o.names {
		if n == name {
			o.names = append(o.names[:i:i], o.names[i+1:]...)
			return
		}
	}
}

func newSystemReader() systemReader {
	return systemReader{
		sections: orderedSet[string]{values: map[string]string{}},
		tools:    orderedSet[js.Value]{values: map[string]js.Value{}},
	}
}

func (r *systemReader) read(line int, at js.Value) error {
	text, err := contentText(at.Get("content"), line)
	if err != nil {
		return err
	}
	if text != "" {
		r.content = append(r.content, text)
	}
	for _, s := range at.Get("sections").Members() {
		if s.Kind() == js.Null {
			r.sections.remove(s.Key())
			continue
		}
		r.sections.set(s.Key(), s.Display())
	}
	return r.readTools(line, at)
}

func (r *systemReader) readTools(line int, at js.Value) error {
	for _, list := range []string{"toolsRemoved", "toolsAdded"} {
		tools := at.Get(list)
		if !iterable(tools) {
			return &Failure{"pi/system-tools", line, unwalkable(tools)}
		}
		for tool := range tools.All() {
			if tool.Kind() == js.Null {
				return Unreadable("pi/system-tools", line, tool, "name")
			}
			name := tool.Get("name").Display()
			if list == "toolsRemoved" {
				r.tools.remove(name)
				continue
			}
			r.tools.set(name, tool)
		}
	}
	return nil
}

// iterable reports whether JavaScript walks over v ?? [].
func iterable(v js.Value) bool {
	return v.Nullish() || v.Kind() == js.Array || v.Kind() == js.String
}

// unwalkable is what JavaScript says when it is to walk over what is no list.
func unwalkable(v js.Value) string {
	what := "object"
	switch v.Kind() {
	case js.Number:
		what = "number " + v.Display()
	case js.True, js.False:
		what = "boolean " + v.Display()
	}
	return what + " is not iterable (cannot read property Symbol(Symbol.iterator))"
}

func (r *systemReader) result() System {
	parts := []string{strings.Join(r.content, "\n\n")}
	for _, name := range r.sections.names {
		parts = append(parts, r.sections.values[name])
	}
	var s System
	for _, part := range parts {
		if part == "" {
			continue
		}
		if s.Prompt != "" {
			s.Prompt += "\n\n"
		}
		s.Prompt += part
	}
	s.Tools = r.declared()
	return s
}

// declared are the tools that the messages leave, but for those of a damaged name:
// on a resume pi sends those of its own tools that the session names, and such a name
// is that of none.
func (r *systemReader) declared() []js.Value {
	var tools []js.Value
	for _, name := range r.tools.names {
		if declarable(name) {
			tools = append(tools, r.tools.values[name])
		}
	}
	return tools
}

func contentText(content js.Value, line int) (string, error) {
	if content.Nullish() {
		return "", nil
	}
	if content.Kind() == js.String {
		return content.Text(), nil
	}
	blocks, err := Elements(content, line, "pi/system-content", "content", "filter")
	if err != nil {
		return "", err
	}
	var texts []js.Value
	for _, b := range blocks {
		if b.Get("type").Text() == "text" {
			texts = append(texts, b.Get("text"))
		}
	}
	return JoinTexts(texts), nil
}

// builtins are the tools that pi itself brings.
var builtins = []string{"read", "bash", "edit", "write", "grep", "find", "ls"}

// StandInPrompt stands in where a session stores no prompt: that of a running pi is
// not in the file.
const StandInPrompt = "You are a coding agent."

// A Loadout are the tools that pi takes from the system messages of a branch. The zero
// value is that of a branch without any.
type Loadout struct {
	told  bool
	tools []js.Value
}

// ReadLoadout reads system messages as pi does when it opens the session. They may
// leave no tools. The error is a [*Failure].
func ReadLoadout(messages []sessionlog.Message) (Loadout, error) {
	all := make([]js.Value, len(messages))
	for i := range messages {
		at, err := parsed(&messages[i])
		if err != nil {
			return Loadout{}, err
		}
		for _, list := range []string{"toolsAdded", "toolsRemoved"} {
			if !iterable(at.Get(list)) {
				return Loadout{}, &Failure{"pi/system-tools", messages[i].Line, "(message." + list + " ?? []) is not iterable"}
			}
		}
		all[i] = at
	}
	r := newSystemReader()
	for i, at := range all {
		if err := r.readTools(messages[i].Line, at); err != nil {
			return Loadout{}, err
		}
	}
	return Loadout{told: len(all) > 0, tools: r.declared()}, nil
}

// Equip gives the transcript what a running pi brings to it: the tools of the loadout;
// what an extension brought is taken to be there still. Without any system message, pi
// has those of a new session: the tools that the context declares, or in their place
// pi's own and every tool that the history calls, each with a schema that allows
// anything.
func (t *Transcript) Equip(l Loadout) {
	if t.System.Prompt == "" {
		t.System.Prompt = StandInPrompt
	}
	switch {
	case l.told:
		t.System.Tools = l.tools
	case len(t.System.Tools) == 0:
		t.System.Tools = t.standIns()
	}
}

func (t *Transcript) standIns() []js.Value {
	var tools []js.Value
	known := map[string]bool{}
	for _, names := range [][]string{builtins, t.Called} {
		for _, name := range names {
			if known[name] || !declarable(name) {
				continue
			}
			known[name] = true
			tools = append(tools, must(fmt.Sprintf(
				`{"name":%q,"description":%q,"parameters":{"type":"object","properties":{}}}`, name, "The tool "+name+".")))
		}
	}
	return tools
}

// declarable reports whether a service would take a tool of that name; a history
// may call what no service has ever been told of.
func declarable(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for _, c := range []byte(name) {
		if !(c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return true
}
