package events

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/tidwall/gjson"
)

// A Normalizer takes the lines of one run of pi. The zero value is ready.
type Normalizer struct {
	// Session is [Started] or [Resumed] where the caller knows. Otherwise it is
	// told from the stream: from 0.86 on pi begins a session with a system
	// message, and before that a session that is several seconds older than its
	// first message is taken for a resumed one.
	Session Type

	header   *Event // held back until it is known whether the session is new
	born     time.Time
	turn     int
	answer   answer
	previous []block // of the answer before, when it called tools
	calls    []call
	stop     string // why the last answer ended
	fault    string // and with which error
	running  bool   // between agent_start and agent_end
	ran      bool
	diagnose Diagnosis
}

// call is one tool call and what is known of its end.
type call struct {
	id, tool string
	done     bool
}

// resumedAfter is how much older than its first message a resumed session is.
const resumedAfter = 5 * time.Second

// Line takes one line, with or without its end, and returns what it tells.
func (n *Normalizer) Line(line []byte) []Event {
	line = bytes.TrimRight(line, "\r\n")
	if len(bytes.TrimSpace(line)) == 0 {
		return nil
	}
	if !json.Valid(line) {
		n.diagnose.stray(line)
		return nil
	}
	e := gjson.ParseBytes(line)
	kind := e.Get("type")
	if !e.IsObject() || kind.Type != gjson.String || kind.Str == "" {
		n.diagnose.stray(line)
		return nil
	}
	if kind.Str == "session" {
		return n.session(e)
	}
	var out []Event
	if n.header != nil && kind.Str == "message_start" {
		out = n.introduce(e.Get("message"))
	}
	return append(out, n.event(kind.Str, e)...)
}

func (n *Normalizer) event(kind string, e gjson.Result) []Event {
	switch kind {
	case "agent_start":
		n.running, n.ran = true, true
	case "agent_end":
		// A run that is going to be tried again is not over.
		n.running = e.Get("willRetry").Bool()
	case "message_start":
		if m := e.Get("message"); m.Get("role").Str == "assistant" {
			n.begin(m.Get("content"))
		}
	case "message_update":
		return n.update(e)
	case "message_end":
		return n.end(e.Get("message"))
	case "tool_execution_start":
		return n.called(e)
	case "tool_execution_update":
		return []Event{{
			Type: ToolUpdate, Turn: n.turn, Call: e.Get("toolCallId").Str, Tool: e.Get("toolName").Str,
			Result: raw(e.Get("partialResult")),
		}}
	case "tool_execution_end":
		return n.returned(e.Get("toolCallId").Str, e.Get("toolName").Str, e.Get("result"), e.Get("isError").Bool())
	}
	return nil
}

// session holds the header back: whether the session is new shows only later.
func (n *Normalizer) session(e gjson.Result) []Event {
	if n.header != nil || n.ran {
		return nil
	}
	n.header = &Event{Type: n.Session, Session: e.Get("id").Str, Cwd: e.Get("cwd").Str}
	n.born, _ = time.Parse(time.RFC3339, e.Get("timestamp").Str)
	if n.Session != "" {
		return n.introduce(gjson.Result{})
	}
	return nil
}

// introduce tells the session at its first message, which is missing at the end.
func (n *Normalizer) introduce(first gjson.Result) []Event {
	e := *n.header
	n.header = nil
	if e.Type == "" {
		e.Type = Started
		first, born := first.Get("timestamp").Int(), n.born.UnixMilli()
		if !n.born.IsZero() && first-born >= resumedAfter.Milliseconds() {
			e.Type = Resumed
		}
	}
	return []Event{e}
}

// called tells a tool call, once.
func (n *Normalizer) called(e gjson.Result) []Event {
	id, tool := e.Get("toolCallId").Str, e.Get("toolName").Str
	if n.call(id) != nil {
		return nil
	}
	n.calls = append(n.calls, call{id: id, tool: tool})
	return []Event{{Type: ToolCall, Turn: n.turn, Call: id, Tool: tool, Arguments: raw(e.Get("args"))}}
}

func (n *Normalizer) call(id string) *call {
	i := slices.IndexFunc(n.calls, func(c call) bool { return c.id == id })
	if i < 0 {
		return nil
	}
	return &n.calls[i]
}

// returned tells the end of a call. A call that was never carried out, because it
// was cut off or blocked, is told with its end.
func (n *Normalizer) returned(id, tool string, result gjson.Result, failed bool) []Event {
	var out []Event
	c := n.call(id)
	switch {
	case c == nil:
		n.calls = append(n.calls, call{id: id, tool: tool})
		c = &n.calls[len(n.calls)-1]
		out = append(out, Event{Type: ToolCall, Turn: n.turn, Call: id, Tool: tool})
	case c.done:
		return nil
	}
	c.done = true
	e := Event{Type: ToolCompleted, Turn: n.turn, Call: id, Tool: tool, Result: raw(result)}
	if failed {
		e.Type = ToolFailed
	}
	return append(out, e)
}

// raw copies a value out of its line; nil is one that is missing.
func raw(v gjson.Result) json.RawMessage {
	if !v.Exists() {
		return nil
	}
	return json.RawMessage(v.Raw)
}
