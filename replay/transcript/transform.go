package transcript

import (
	"cmp"
	"sync"

	"github.com/pi-fix/pi-fix/replay/js"
)

// A Normalizer gives the tool call ids of other models the form that an API takes.
type Normalizer struct {
	// ID returns the new id; nil leaves ids as they are.
	ID func(id string) string
	// From, when it is set, is asked instead of ID where the stored message that
	// holds the call matters too.
	From func(id string, message js.Value) string
	// Method is the method of the id that pi calls first, and fails to call on
	// an id that is no string.
	Method string
	// Variable is pi's name for the id in that place; "" means "id".
	Variable string
}

// transformer is pi's transformMessages.
type transformer struct {
	model     Model
	normalize Normalizer
	version   Version
	renamed   map[string]js.Value // by the id's JSON
	out       []Message
	pending   []Block // calls of the last accepted assistant message
	owner     int     // its line
	seen      map[string]bool
}

// Transform prepares messages for a model: thinking of other models is dropped,
// their call ids are normalised, failed turns are left out, and calls without a
// result get one. Nothing else is healed.
func Transform(messages []Message, model Model, normalize Normalizer, version Version) ([]Message, error) {
	t := &transformer{
		model: model, normalize: normalize, version: version,
		renamed: map[string]js.Value{}, seen: map[string]bool{},
		out: make([]Message, 0, len(messages)+8),
	}
	first := make([]Message, len(messages))
	for i, m := range messages {
		switch m.Role {
		case Assistant:
			if err := t.assistant(&m); err != nil {
				return nil, err
			}
		case Result:
			if id, ok := t.renamed[string(m.CallID.JSON())]; ok && m.CallID.Exists() && id.Truthy() {
				m.CallID = id
			}
		case User:
		}
		first[i] = m
	}
	for _, m := range first {
		t.pair(m)
	}
	if !t.version.OpenEnd {
		t.close()
	}
	return t.out, nil
}

// assistant is the first pass over one assistant message.
func (t *transformer) assistant(m *Message) error {
	if m.Content.Nullish() {
		return Unreadable("pi/assistant-content", m.Line, m.Content, "flatMap")
	}
	if m.Content.Kind() != js.Array {
		return NotCallable("pi/assistant-content", m.Line, "assistantMsg.content", "flatMap")
	}
	same := m.At.Get("provider").Text() == t.model.Provider && m.At.Get("api").Text() == t.model.API &&
		m.At.Get("model").Text() == t.model.ID
	m.Blocks = make([]Block, 0, m.Content.Len())
	for at := range m.Content.All() {
		if at.Nullish() {
			return Unreadable("pi/null-block", m.Line, at, "type")
		}
		b := Block{At: at, Kind: at.Get("type").Text(), ID: at.Get("id")}
		switch {
		case b.Kind == "thinking":
			kept, ok, err := t.thinking(b, same, m.Line)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			b = kept
		case b.Kind == "toolCall" && same:
			b.Signature = at.Get("thoughtSignature")
		case b.Kind == "toolCall":
			if err := t.rename(&b, m); err != nil {
				return err
			}
		}
		m.Blocks = append(m.Blocks, b)
	}
	return nil
}

// thinking returns what becomes of a thinking block, false when it is dropped.
func (t *transformer) thinking(b Block, same bool, line int) (Block, bool, error) {
	said, redacted := b.At.Get("thinking"), b.At.Get("redacted").Truthy()
	if same && (redacted || b.At.Get("thinkingSignature").Truthy()) {
		return b, true, nil
	}
	if !same && (redacted || !t.version.ThinkingAsText) || !said.Truthy() {
		return b, false, nil
	}
	text, err := TrimmedText(b.At, "thinking", line)
	if err != nil || js.Blank(text) {
		return b, false, err
	}
	if same {
		return b, true, nil
	}
	quoted := string(js.Quoted(text))
	return Block{At: must(`{"type":"text","text":` + quoted + `}`), Kind: "text"}, true, nil
}

func (t *transformer) rename(b *Block, m *Message) error {
	n := t.normalize
	if n.ID == nil && n.From == nil {
		return nil
	}
	if b.ID.Kind() != js.String {
		if b.ID.Nullish() {
			return Unreadable("pi/call-id", m.Line, b.ID, n.Method)
		}
		return NotCallable("pi/call-id", m.Line, cmp.Or(n.Variable, "id"), n.Method)
	}
	id := b.ID.Text()
	var normal string
	if n.From != nil {
		normal = n.From(id, m.At)
	} else {
		normal = n.ID(id)
	}
	if normal != id {
		renamed := must(string(js.Quoted(normal)))
		t.renamed[string(b.ID.JSON())] = renamed
		b.ID = renamed
	}
	return nil
}

// pair is the second pass over one message.
func (t *transformer) pair(m Message) {
	switch m.Role {
	case Assistant:
		t.close()
		if stop := m.At.Get("stopReason").Text(); stop == "error" || stop == "aborted" {
			return
		}
		for _, b := range m.Blocks {
			if b.Kind == "toolCall" {
				t.pending = append(t.pending, b)
			}
		}
		t.owner = m.Line
		clear(t.seen)
	case Result:
		t.seen[string(m.CallID.JSON())] = true
	case User:
		t.close()
	}
	t.out = append(t.out, m)
}

// close answers the calls that nothing has answered.
func (t *transformer) close() {
	for _, call := range t.pending {
		if !t.seen[string(call.ID.JSON())] {
			t.out = append(t.out, Message{
				Role: Result, Line: t.owner, Content: noResult(),
				CallID: call.ID, Name: call.At.Get("name"), IsError: isTrue(),
			})
		}
	}
	t.pending = t.pending[:0]
}

var (
	noResult = sync.OnceValue(func() js.Value { return textBlock("No result provided") })
	isTrue   = sync.OnceValue(func() js.Value { return must("true") })
)
