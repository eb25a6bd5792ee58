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
	top      []block        // the blocks of all messages
	of       contract.Kinds // the blocks in top by the numbers of their kinds
	nested   []block        // the blocks inside tool results
	ids      contract.Ids   // of calls and results
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
	form     int          // the number of its kind
	m        [kept]js.Ref // the members of a call or a result that clauses ask for
	number   int          // of the id, where that is a text
	lo, hi   int
}

// The members of calls and results, as numbers of [ofTool].
const (
	mID = iota
	mName
	mInput
	mStatus
	mContent

	kept
)

var ofTool = js.NewNames("toolUseId", "name", "input", "status", "content")

// get returns a member of a call or a result.
func (b *block) get(member int) js.Value { return b.at.At(b.m[member]) }

func (b *block) id() js.Value { return b.get(mID) }

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

var kinds = js.NewNames(text, image, document, toolUse, toolResult, reasoning, cachePoint)

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	v.body, v.messages, v.top, v.nested = body, v.messages[:0], v.top[:0], v.nested[:0]
	v.faults.Clear()
	v.of.Clear()
	v.ids.Clear()
	list := body.Get("messages")
	contract.Room(&v.messages, list)
	for at := range list.All() {
		v.message(contract.Next(&v.messages), at)
	}
	v.pair()
	return v
}

func (v *view) message(m *message, at js.Value) {
	m.at, m.role, m.content, m.lo = at, at.Get("role").Text(), at.Get("content"), len(v.top)
	contract.Room(&v.top, m.content)
	for e := range m.content.All() {
		b := v.block(e)
		v.of.Add(b.form, len(v.top))
		v.top = append(v.top, b)
	}
	m.hi = len(v.top)
}

func (v *view) block(at js.Value) block {
	b := block{at: at, form: js.Other, lo: len(v.nested)}
	for m := range at.All() {
		if m.Kind() != js.Null {
			b.kind, b.form, b.body = m.Key(), kinds.Key(m), m
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
	ofTool.Read(b.body, b.m[:])
	if b.kind == toolResult {
		for e := range b.get(mContent).All() {
			inner := v.block(e)
			v.nested = append(v.nested, inner)
		}
	}
	if id := b.id(); id.Kind() == js.String {
		b.number = v.ids.Number(id.Text())
	}
}

func (v *view) blocks(m *message) []block { return v.top[m.lo:m.hi] }

func (v *view) within(b *block) []block { return v.nested[b.lo:b.hi] }

// has reports whether a message has a block of the kind.
func (v *view) has(m *message, kind string) bool {
	blocks := v.blocks(m)
	for i := range blocks {
		if blocks[i].kind == kind {
			return true
		}
	}
	return false
}

// some reports whether any message has a block of the kind.
func (v *view) some(kind string) bool { return len(v.of[kinds.Number(kind)]) > 0 }
