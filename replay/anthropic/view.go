package anthropic

import (
	"slices"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses walk it: read once, so that each clause
// costs a loop over flat slices.
type view struct {
	body     js.Value
	messages []message
	talk     []message // the messages without directives
	top      []block   // the blocks of all messages
	nested   []block   // the blocks inside tool results
	kinds    map[string]*kind
	ids      contract.Ids // of calls and results
	pairs    contract.Faults[pairKind]
}

// kind is what the request has of one type of block.
type kind struct {
	members []string // those that it may have, nil for a type that nobody knows
	top     []int32  // the blocks of it that stand directly in a message
}

// message is one element of messages; its blocks are top[lo:hi].
type message struct {
	at, content js.Value
	role        string
	lo, hi      int
}

// block is one content block; the blocks inside a tool result are nested[lo:hi].
type block struct {
	at     js.Value
	kind   string
	of     *kind
	id     js.Value // id or tool_use_id
	number int      // of the id
	lo, hi int
	// The members that clauses ask for; see get.
	text, content, name, input, isError, cache js.Value
}

// get returns a member. Those of blocks that come often are at hand.
func (b *block) get(name string) js.Value {
	switch name {
	case "text":
		return b.text
	case "content":
		return b.content
	case "name":
		return b.name
	case "input":
		return b.input
	case "is_error":
		return b.isError
	case b.id.Key():
		return b.id
	default:
		return b.at.Get(name)
	}
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

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return &view{kinds: map[string]*kind{}, ids: contract.Ids{}} }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	list := body.Get("messages")
	v := views.Get().(*view)
	*v = view{
		body: body, kinds: v.kinds, ids: v.ids, pairs: v.pairs[:0],
		messages: v.messages[:0], top: v.top[:0], nested: v.nested[:0],
	}
	clear(v.kinds)
	clear(v.ids)
	for at := range list.All() {
		v.messages = append(v.messages, v.message(at))
	}
	v.talk = v.messages
	if slices.ContainsFunc(v.messages, message.directive) {
		v.talk = slices.DeleteFunc(slices.Clone(v.messages), message.directive)
	}
	v.pair()
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
			b := v.block(e)
			b.of.top = append(b.of.top, int32(len(v.top)))
			v.top = append(v.top, b)
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
		case "text":
			b.text = m
		case "content":
			b.content = m
		case "name":
			b.name = m
		case "input":
			b.input = m
		case "is_error":
			b.isError = m
		case "cache_control":
			b.cache = m
		}
	}
	b.of = v.kinds[b.kind]
	if b.of == nil {
		b.of = &kind{members: members[b.kind]}
		v.kinds[b.kind] = b.of
	}
	if b.id.Exists() && (b.kind == toolUse || b.kind == toolResult) {
		b.number = v.ids.Number(b.id.Display())
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

// has reports whether a block of the type stands directly in a message.
func (v *view) has(kind string) bool { return v.kinds[kind] != nil && len(v.kinds[kind].top) > 0 }

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
