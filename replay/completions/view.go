package completions

import "github.com/pi-fix/pi-fix/replay/js"

// view is a request body as the clauses walk it, read once.
type view struct {
	body     js.Value
	messages []message
	parts    []part // the content parts of all messages
	calls    []call // the tool calls of all messages
	faults   []pairFault
}

// message is one element of messages; its parts are parts[partLo:partHi], its
// calls are calls[callLo:callHi].
type message struct {
	at, content, toolCalls, callID js.Value
	role                           string
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
}

func read(body js.Value) any {
	v := &view{body: body}
	for at := range body.Get("messages").All() {
		v.messages = append(v.messages, v.message(at))
	}
	v.faults = v.pair()
	return v
}

func (v *view) message(at js.Value) message {
	m := message{at: at, role: at.Get("role").Text()}
	for f := range at.All() {
		switch f.Key() {
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
			m.substitute = m.substitute || m.role == "system"
		}
	}
	m.partLo, m.callLo = len(v.parts), len(v.calls)
	if m.content.Kind() == js.Array {
		for e := range m.content.All() {
			v.parts = append(v.parts, part{at: e, kind: e.Get("type").Text(), role: m.role})
		}
	}
	if m.toolCalls.Kind() == js.Array {
		for e := range m.toolCalls.All() {
			c := call{at: e, id: e.Get("id"), kind: e.Get("type"), body: e.Get("function")}
			if c.kind.Text() == "custom" {
				c.body = e.Get("custom")
			}
			v.calls = append(v.calls, c)
		}
	}
	m.partHi, m.callHi = len(v.parts), len(v.calls)
	return m
}

func (v *view) callsOf(m message) []call { return v.calls[m.callLo:m.callHi] }
