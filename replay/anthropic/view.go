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
	talk     []message      // the messages without directives
	top      []block        // the blocks of all messages
	nested   []block        // the blocks inside tool results
	of       contract.Kinds // the blocks in top by the numbers of their types
	serves   bool           // there are blocks of tools that run at the service
	pictures []pictured     // see images; nil before they are asked for
	ids      contract.Ids   // of calls and results
	pairs    contract.Faults[pairKind]
}

// message is one element of messages; its blocks are top[lo:hi].
type message struct {
	at, content js.Value
	role        string
	has         js.Set
	lo, hi      int
}

// block is one content block; the blocks inside a tool result are nested[lo:hi].
type block struct {
	at     js.Value
	kind   string
	has    js.Set       // its members
	m      [kept]js.Ref // those that clauses ask for; see get
	named  js.Ref       // id or tool_use_id, the last of them
	number int32        // of the id
	lo, hi int32
	form   uint8 // the number of its type
}

// get returns a member by its number.
func (b *block) get(member int) js.Value {
	if member < kept {
		return b.at.At(b.m[member])
	}
	return b.at.Get(members[member])
}

func (b *block) id() js.Value { return b.at.At(b.named) }

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
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	v.body, v.messages, v.top, v.nested = body, v.messages[:0], v.top[:0], v.nested[:0]
	v.serves, v.pictures = false, nil
	v.pairs.Clear()
	v.of.Clear()
	v.ids.Clear()
	directives := false
	list := body.Get("messages")
	contract.Room(&v.messages, list)
	for at := range list.All() {
		m := contract.Next(&v.messages)
		v.message(m, at)
		directives = directives || m.directive()
	}
	v.talk = v.messages
	if directives {
		v.talk = slices.DeleteFunc(slices.Clone(v.messages), message.directive)
	}
	v.pair()
	return v
}

func (v *view) message(m *message, at js.Value) {
	var members [mSaid + 1]js.Ref
	m.at, m.has = at, ofMessage.Read(at, members[:])
	m.role, m.content = at.At(members[mRole]).Text(), at.At(members[mSaid])
	m.lo = len(v.top)
	if m.content.Kind() == js.Array {
		contract.Room(&v.top, m.content)
		for e := range m.content.All() {
			b := v.block(e)
			v.of.Add(int(b.form), len(v.top))
			v.top = append(v.top, b)
		}
	}
	m.hi = len(v.top)
}

func (v *view) block(at js.Value) block {
	b := block{at: at}
	b.has = ofBlock.Read(at, b.m[:])
	kind, content := b.get(mType), b.get(mContent)
	b.kind, b.form = kind.Text(), uint8(types.Of(kind))
	b.named = max(b.m[mID], b.m[mUseID])
	v.serves = v.serves || b.kind == serverUse || isServerResult(b.kind)
	if b.named > 0 && (b.kind == toolUse || b.kind == toolResult) {
		b.number = int32(v.ids.Number(b.id().Display()))
	}
	b.lo = int32(len(v.nested))
	if b.kind == toolResult && content.Kind() == js.Array {
		contract.Room(&v.nested, content)
		for e := range content.All() {
			inner := v.block(e)
			v.nested = append(v.nested, inner)
		}
	}
	b.hi = int32(len(v.nested))
	return b
}

// has reports whether a block of the type stands directly in a message.
func (v *view) has(kind string) bool { return len(v.of[types.Number(kind)]) > 0 }

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
