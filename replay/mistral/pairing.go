package mistral

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
)

// successors lists which role may follow which.
var successors = [...]js.Set{
	system:    roles.Set("user", "assistant", "system"),
	user:      roles.Set("assistant", "system", "user"),
	assistant: roles.Set("assistant", "user", "tool"),
	tool:      roles.Set("assistant", "tool", "user"),
}

// list looks at the messages as a whole.
func (v *view) list(at js.Value) {
	n := len(v.messages)
	if n == 0 {
		v.report(emptyList, at)
		return
	}
	last := &v.messages[n-1]
	switch {
	case n == 1 && last.role != "user" && last.role != "system":
		v.report(noStart, last.at)
	case n > 1 && last.role != "user" && last.role != "tool" &&
		!(last.role == "assistant" && last.prefix.Kind() == js.True):
		v.report(lastRole, last.at, last.role)
	}
	for i := range v.messages[1:] {
		before, m := &v.messages[i], &v.messages[i+1]
		switch {
		case before.speaker != js.Other && !successors[before.speaker].Has(m.speaker):
			v.report(wrongOrder, m.at, m.role, before.role)
		case before.role == "tool" && m.role == "user":
			v.report(userAfterTool, m.at)
		}
	}
	v.balance()
}

// balance compares the number of calls of an assistant message with that of the
// results up to the next one, and their ids.
func (v *view) balance() {
	open, at := 0, js.Value{}
	known, answered := v.ids.Marks(), v.ids.Marks()
	for i := range v.messages {
		m := &v.messages[i]
		switch m.role {
		case "tool":
			if open--; open == -1 {
				at = m.at
			}
			if !known.Has(m.number) {
				v.report(resultUnknown, m.at, m.callID.Text())
			} else if answered.Has(m.number) {
				v.report(resultTwice, m.at, m.callID.Text())
			}
			known.Add(m.number)
			answered.Add(m.number)
		case "assistant":
			if open != 0 {
				v.report(notBalanced, at)
			}
			open, at = m.hi-m.lo, m.at
			known.Clear()
			answered.Clear()
			v.called(m, known)
		}
	}
	if open != 0 {
		v.report(notBalanced, at)
	}
}

// called notes the ids of the calls of a message.
func (v *view) called(m *message, known *contract.Marks) {
	for _, c := range v.callsOf(m) {
		if known.Has(c.number) {
			v.report(callTwice, c.at, c.id.Text())
		}
		known.Add(c.number)
	}
}

// single looks at each message by itself.
func (v *view) single() {
	for i := range v.messages {
		m := &v.messages[i]
		switch m.role {
		case "assistant":
			v.assistant(m, i == len(v.messages)-1)
		case "tool":
			v.id(m.at, m.callID)
			if m.name.Kind() == js.String && !validName(m.name.Text()) {
				v.report(badName, m.name, m.name.Text())
			}
		}
	}
}

func (v *view) assistant(m *message, last bool) {
	says := m.content.Truthy() && !(m.content.Kind() == js.Array && m.content.Len() == 0)
	calls := v.callsOf(m)
	switch {
	case !says && len(calls) == 0:
		v.report(saysNothing, m.at)
	case says && len(calls) > 0:
		v.report(saysBoth, m.at)
	}
	if m.prefix.Kind() == js.True && !last {
		v.report(earlyPrefix, m.at)
	}
	for i := range calls {
		c := &calls[i]
		v.id(c.at, c.id)
		if c.name.Kind() == js.String && !validName(c.name.Text()) {
			v.report(badName, c.name, c.name.Text())
		}
	}
}

// id looks at the id of a call or a result.
func (v *view) id(of, id js.Value) {
	switch {
	case id.Nullish():
		v.report(noID, of)
	case id.Text() == "null":
		v.report(nullID, id)
	case id.Kind() == js.String && !validID(id.Text()):
		v.report(badID, id, id.Text())
	}
}

// picture looks at a picture that travels inside the request.
func (v *view) picture(chunk js.Value) {
	at := chunk.Get("image_url")
	if at.Kind() == js.Object {
		at = at.Get("url")
	}
	url := at.Text()
	if strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://") {
		return
	}
	head, data, _ := strings.Cut(url, ",")
	if !strings.HasPrefix(head, "data:image/") || picture.Sniff(data) == "" {
		v.report(noPicture, chunk)
	}
}
