package completions

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses walk it, read once.
type view struct {
	body     js.Value
	messages []message
	parts    []part // the content parts of all messages
	calls    []call // the tool calls of all messages
	ids      contract.Ids
	faults   contract.Faults[pairKind]
}

// message is one element of messages; its parts are parts[partLo:partHi], its
// calls are calls[callLo:callHi].
type message struct {
	at, content, toolCalls, callID js.Value
	role                           string
	number                         int  // of the call that it answers
	substitute                     bool // something else than content is said
	partLo, partHi, callLo, callHi int
}

type part struct {
	at   js.Value
	kind string
	role string // of the message it stands in
}

type call struct {
	at, id, kind, body js.Value // body is function or custom
	name, arguments    js.Value // of the body
	number             int      // of the id
}

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	*v = view{
		body: body, messages: v.messages[:0], parts: v.parts[:0], calls: v.calls[:0], ids: v.ids, faults: v.faults[:0],
	}
	v.ids.Clear()
	for at := range body.Get("messages").All() {
		v.messages = append(v.messages, v.message(at))
	}
	v.pair()
	return v
}

func (v *view) message(at js.Value) message {
	m := message{at: at}
	declares := false
	for f := range at.All() {
		switch f.Key() {
		case "role":
			m.role = f.Text()
		case "content":
			m.content = f
		case "tool_calls":
			m.toolCalls = f
		case "tool_call_id":
			m.callID = f
		case "function_call", "refusal", "audio":
			m.substitute = m.substitute || !f.Nullish()
		case "tools":
			// A system message that only declares tools is an extension that
			// one vendor has and pi uses.
			declares = true
		}
	}
	m.substitute = m.substitute || declares && m.role == "system"
	if m.role == "tool" && m.callID.Kind() == js.String {
		m.number = v.ids.Number(m.callID.Text())
	}
	m.partLo, m.callLo = len(v.parts), len(v.calls)
	if m.content.Kind() == js.Array {
		for e := range m.content.All() {
			v.parts = append(v.parts, part{at: e, kind: e.Get("type").Text(), role: m.role})
		}
	}
	if m.toolCalls.Kind() == js.Array {
		for e := range m.toolCalls.All() {
			v.calls = append(v.calls, v.call(e))
		}
	}
	m.partHi, m.callHi = len(v.parts), len(v.calls)
	return m
}

func (v *view) call(at js.Value) call {
	c := call{at: at}
	var function, custom js.Value
	for f := range at.All() {
		switch f.Key() {
		case "id":
			c.id = f
		case "type":
			c.kind = f
		case "function":
			function = f
		case "custom":
			custom = f
		}
	}
	if c.body = function; c.kind.Text() == "custom" {
		c.body = custom
	}
	c.name, c.arguments = c.body.Get("name"), c.body.Get("arguments")
	if c.id.Kind() == js.String {
		c.number = v.ids.Number(c.id.Text())
	}
	return c
}

func (v *view) callsOf(m *message) []call { return v.calls[m.callLo:m.callHi] }
