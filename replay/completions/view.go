package completions

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses walk it, read once.
type view struct {
	body     js.Value
	messages []message
	parts    []part // the content parts of all messages
	calls    []call // the tool calls of all messages
	ids      contract.Ids
	faults   contract.Faults[pairKind]
}

// message is one element of messages; its parts are parts[partLo:partHi], its
// calls are calls[callLo:callHi].
type message struct {
	at, content, toolCalls, callID js.Value
	role                           string
	speaker                        int // the number of the role
	has                            js.Set
	number                         int  // of the call that it answers
	substitute                     bool // something else than content is said
	partLo, partHi, callLo, callHi int
}

type part struct {
	at, text js.Value
	kind     string
	form     int // the number of its type
	has      js.Set
	role     string // of the message it stands in
	speaker  int    // the number of the role
}

type call struct {
	at, id, kind, body js.Value // body is function or custom
	name, arguments    js.Value // of the body
	number             int      // of the id
}

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	v.body, v.messages, v.parts, v.calls = body, v.messages[:0], v.parts[:0], v.calls[:0]
	v.faults.Clear()
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
	var r [keptOfMessage]js.Ref
	m.at, m.has = at, ofMessage.Read(at, r[:])
	role := at.At(r[mRole])
	m.role, m.speaker = role.Text(), roles.Of(role)
	m.content, m.toolCalls, m.callID = at.At(r[mContent]), at.At(r[mToolCalls]), at.At(r[mCallID])
	for _, other := range r[mFunctionCall : mAudio+1] {
		m.substitute = m.substitute || !at.At(other).Nullish()
	}
	// A system message that only declares tools is an extension that one vendor has
	// and pi uses.
	m.substitute = m.substitute || m.speaker == system && m.has.Has(mTools)
	if m.speaker == tool {
		m.number = v.ids.Number(m.callID.Text())
	}
	m.partLo, m.callLo = len(v.parts), len(v.calls)
	if m.content.Kind() == js.Array {
		contract.Room(&v.parts, m.content)
		for e := range m.content.All() {
			contract.Next(&v.parts).read(e, m)
		}
	}
	if m.toolCalls.Kind() == js.Array {
		contract.Room(&v.calls, m.toolCalls)
		for e := range m.toolCalls.All() {
			v.call(contract.Next(&v.calls), e)
		}
	}
	m.partHi, m.callHi = len(v.parts), len(v.calls)
}

func (p *part) read(at js.Value, m *message) {
	var r [keptOfPart]js.Ref
	p.at, p.has, p.role, p.speaker = at, ofPart.Read(at, r[:]), m.role, m.speaker
	kind := at.At(r[pType])
	p.kind, p.form, p.text = kind.Text(), partTypes.Of(kind), at.At(r[pText])
}

func (v *view) call(c *call, at js.Value) {
	var r, of [keptOfCall]js.Ref
	ofCall.Read(at, r[:])
	c.at, c.id, c.kind, c.body = at, at.At(r[cID]), at.At(r[cType]), at.At(r[cFunction])
	if c.kind.Text() == "custom" {
		c.body = at.At(r[cCustom])
	}
	if c.body.Kind() == js.Object {
		ofCall.Read(c.body, of[:])
		c.name, c.arguments = at.At(of[cName]), at.At(of[cArguments])
	}
	c.number = v.ids.Number(c.id.Text())
}

func (v *view) callsOf(m *message) []call { return v.calls[m.callLo:m.callHi] }
