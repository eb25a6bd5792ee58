package anthropic

import (
	"slices"

	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses walk it: read once, so that each clause
// costs a loop over flat slices.
type view struct {
	body     js.Value
	messages []message
	talk     []message          // the messages without directives
	top      []block            // the blocks of all messages
	nested   []block            // the blocks inside tool results
	kinds    map[string][]int32 // which of the top blocks are of a kind
	pairs    []pairFault
	tools    bool // history holds tool blocks
}

// message is one element of messages; its blocks are top[lo:hi].
type message struct {
	at, content js.Value
	role        string
	lo, hi      int
}

// block is one content block; the blocks inside a tool result are nested[lo:hi].
type block struct {
	at      js.Value
	kind    string
	id      js.Value // id or tool_use_id
	text    js.Value // text or thinking
	content js.Value
	cache   js.Value // cache_control
	lo, hi  int
}

// The block types with a rule of their own.
const (
	text       = "text"
	image      = "image"
	toolUse    = "tool_use"
	toolResult = "tool_result"
	serverUse  = "server_tool_use"
	thinking   = "thinking"
	redacted   = "redacted_thinking"
)

func read(body js.Value) any {
	list := body.Get("messages")
	v := &view{
		body: body, kinds: map[string][]int32{},
		messages: make([]message, 0, list.Len()), top: make([]block, 0, 2*list.Len()),
	}
	for at := range list.All() {
		v.messages = append(v.messages, v.message(at))
	}
	for i := range v.top {
		kind := v.top[i].kind
		v.kinds[kind] = append(v.kinds[kind], int32(i))
	}
	v.tools = len(v.kinds[toolUse])+len(v.kinds[toolResult]) > 0
	v.talk = v.messages
	if slices.ContainsFunc(v.messages, message.directive) {
		v.talk = slices.DeleteFunc(slices.Clone(v.messages), message.directive)
	}
	v.pairs = v.pair()
	return v
}

func (v *view) message(at js.Value) message {
	m := message{at: at, lo: len(v.top)}
	for f := range at.All() {
		switch f.Key() {
		case "role":
			m.role = f.Text()
		case "content":
			m.content = f
		}
	}
	if m.content.Kind() == js.Array {
		for e := range m.content.All() {
			v.top = append(v.top, v.block(e))
		}
	}
	m.hi = len(v.top)
	return m
}

func (v *view) block(at js.Value) block {
	b := block{at: at}
	for m := range at.All() {
		switch m.Key() {
		case "type":
			b.kind = m.Text()
		case "id", "tool_use_id":
			b.id = m
		case "text", "thinking":
			b.text = m
		case "content":
			b.content = m
		case "cache_control":
			b.cache = m
		}
	}
	b.lo = len(v.nested)
	if b.kind == toolResult && b.content.Kind() == js.Array {
		for e := range b.content.All() {
			v.nested = append(v.nested, v.block(e))
		}
	}
	b.hi = len(v.nested)
	return b
}

func (v *view) blocks(m message) []block { return v.top[m.lo:m.hi] }

func (v *view) within(b *block) []block { return v.nested[b.lo:b.hi] }

// directive reports whether m only sets options; such a message may stand
// anywhere and comes between nothing.
func (m message) directive() bool {
	return m.role == "system" && m.content.Kind() == js.Array && m.content.Len() == 0 &&
		m.at.Get("output_config").Exists()
}

// empty reports whether m says nothing at all.
func (m message) empty() bool {
	switch m.content.Kind() {
	case js.Array:
		return m.content.Len() == 0
	case js.String:
		return m.content.Text() == ""
	default:
		return false
	}
}
