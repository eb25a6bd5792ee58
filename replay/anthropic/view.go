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
	// of lists, by the number of a type, the blocks of it in top; what is of no type
	// that anybody knows comes together.
	of     [js.Other + 1][]int32
	serves bool         // there are blocks of tools that run at the service
	ids    contract.Ids // of calls and results
	pairs  contract.Faults[pairKind]
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
	form   int            // the number of its type
	has    js.Set         // its members
	m      [kept]js.Value // those that clauses ask for; see get
	id     js.Value       // id or tool_use_id
	number int            // of the id
	lo, hi int
}

// get returns a member by its number.
func (b *block) get(member int) js.Value {
	if member < kept {
		return b.m[member]
	}
	return b.at.Get(members[member])
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
var views = sync.Pool{New: func() any { return &view{ids: contract.Ids{}} }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	v.body, v.messages, v.top, v.nested = body, v.messages[:0], v.top[:0], v.nested[:0]
	v.serves, v.pairs = false, v.pairs[:0]
	for i := range v.of {
		v.of[i] = v.of[i][:0]
	}
	clear(v.ids)
	directives := false
	for at := range body.Get("messages").All() {
		m := v.message(at)
		directives = directives || m.directive()
		v.messages = append(v.messages, m)
	}
	v.talk = v.messages
	if directives {
		v.talk = slices.DeleteFunc(slices.Clone(v.messages), message.directive)
	}
	v.pair()
	return v
}

func (v *view) message(at js.Value) message {
	var m [mSaid + 1]js.Value
	has := ofMessage.Read(at, m[:])
	role, content := m[mRole], m[mSaid]
	lo := len(v.top)
	if content.Kind() == js.Array {
		for e := range content.All() {
			b := v.block(e)
			v.of[b.form] = append(v.of[b.form], int32(len(v.top)))
			v.top = append(v.top, b)
		}
	}
	return message{at: at, content: content, role: role.Text(), has: has, lo: lo, hi: len(v.top)}
}

func (v *view) block(at js.Value) block {
	b := block{at: at}
	b.has = ofBlock.Read(at, b.m[:])
	b.kind, b.form = b.m[mType].Text(), types.Of(b.m[mType])
	if b.id = b.m[mID]; b.has.Has(mUseID) && b.m[mUseID].Index() >= b.id.Index() {
		b.id = b.m[mUseID]
	}
	v.serves = v.serves || b.kind == serverUse || isServerResult(b.kind)
	if b.id.Exists() && (b.kind == toolUse || b.kind == toolResult) {
		b.number = v.ids.Number(b.id.Display())
	}
	b.lo = len(v.nested)
	if b.kind == toolResult && b.m[mContent].Kind() == js.Array {
		for e := range b.m[mContent].All() {
			v.nested = append(v.nested, v.block(e))
		}
	}
	b.hi = len(v.nested)
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
