package bedrock

import "github.com/pi-fix/pi-fix/replay/js"

// view is a request body as the clauses walk it, read once.
type view struct {
	body     js.Value
	messages []message
	top      []block // the blocks of all messages
	nested   []block // the blocks inside tool results
	faults   []pairFault
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
	id       js.Value // toolUseId
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

func read(body js.Value) any {
	list := body.Get("messages")
	v := &view{
		body: body, messages: make([]message, 0, list.Len()), top: make([]block, 0, 2*list.Len()),
		nested: make([]block, 0, list.Len()),
	}
	for at := range list.All() {
		v.messages = append(v.messages, v.message(at))
	}
	v.faults = v.pair()
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
	switch b.kind {
	case toolUse:
		b.id = b.body.Get("toolUseId")
	case toolResult:
		b.id = b.body.Get("toolUseId")
		for e := range b.body.Get("content").All() {
			v.nested = append(v.nested, v.block(e))
		}
	}
	b.hi = len(v.nested)
	return b
}

func (v *view) blocks(m message) []block { return v.top[m.lo:m.hi] }

func (v *view) within(b *block) []block { return v.nested[b.lo:b.hi] }

// has reports whether a message has a block of the kind.
func (v *view) has(m message, kind string) bool {
	for _, b := range v.blocks(m) {
		if b.kind == kind {
			return true
		}
	}
	return false
}
