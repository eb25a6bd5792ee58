package bedrock

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses walk it, read once.
type view struct {
	body     js.Value
	messages []message
	top      []block      // the blocks of all messages
	nested   []block      // the blocks inside tool results
	ids      contract.Ids // of calls and results
	faults   contract.Faults[pairKind]
}

// message is one element of messages; its blocks are top[lo:hi].
type message struct {
	at, content js.Value
	role        string
	lo, hi      int
}

// block is one content block: an object whose one member tells its kind. The
// blocks inside a tool result are nested[lo:hi].
type block struct {
	at, body js.Value
	kind     string
	id, name js.Value // toolUseId and name of a call or a result
	number   int      // of the id, where that is a text
	lo, hi   int
}

// The kinds of blocks with a rule of their own.
const (
	text       = "text"
	image      = "image"
	document   = "document"
	toolUse    = "toolUse"
	toolResult = "toolResult"
	reasoning  = "reasoningContent"
	cachePoint = "cachePoint"
)

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	*v = view{
		body: body, messages: v.messages[:0], top: v.top[:0], nested: v.nested[:0], ids: v.ids, faults: v.faults[:0],
	}
	v.ids.Clear()
	for at := range body.Get("messages").All() {
		v.messages = append(v.messages, v.message(at))
	}
	v.pair()
	return v
}

func (v *view) message(at js.Value) message {
	m := message{at: at, role: at.Get("role").Text(), content: at.Get("content"), lo: len(v.top)}
	for e := range m.content.All() {
		v.top = append(v.top, v.block(e))
	}
	m.hi = len(v.top)
	return m
}

func (v *view) block(at js.Value) block {
	b := block{at: at, lo: len(v.nested)}
	for m := range at.All() {
		if m.Kind() != js.Null {
			b.kind, b.body = m.Key(), m
			break
		}
	}
	if b.kind == toolUse || b.kind == toolResult {
		v.pairable(&b)
	}
	b.hi = len(v.nested)
	return b
}

// pairable reads a call or a result.
func (v *view) pairable(b *block) {
	for m := range b.body.All() {
		switch m.Key() {
		case "toolUseId":
			b.id = m
		case "name":
			b.name = m
		case "content":
			for e := range m.All() {
				if b.kind == toolResult {
					v.nested = append(v.nested, v.block(e))
				}
			}
		}
	}
	if b.id.Kind() == js.String {
		b.number = v.ids.Number(b.id.Text())
	}
}

func (v *view) blocks(m *message) []block { return v.top[m.lo:m.hi] }

func (v *view) within(b *block) []block { return v.nested[b.lo:b.hi] }

// has reports whether a message has a block of the kind.
func (v *view) has(m *message, kind string) bool {
	for _, b := range v.blocks(m) {
		if b.kind == kind {
			return true
		}
	}
	return false
}
