package mistral

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses see it, walked once.
type view struct {
	body     js.Value
	messages []message
	calls    []toolCall // of all messages
	ids      contract.Ids
	faults   contract.Faults[faultKind]
}

// message is one element of messages; its calls are calls[lo:hi].
type message struct {
	at, content, callID, name, prefix js.Value
	role                              string
	speaker                           int // the number of the role
	has                               js.Set
	lo, hi                            int
	number                            int // of the call that a result answers
}

// toolCall is one call of a tool.
type toolCall struct {
	at, id, function, name, arguments js.Value
	has, functionHas                  js.Set
	number                            int // of the id
}

// faultKind is why a clause is broken.
type faultKind uint8

const (
	lacksModel    faultKind = iota // no model
	lacksMessages                  // no messages
	lacksContent                   // no content, where it is not free
	lacksFunction                  // a call without a function
	lacksName                      // a function without a name
	lacksInput                     // a function without arguments
	lacksText                      // a chunk of text without text
	notAList                       // messages that are no list
	notAString                     // a value that has to be a string
	unknownMember                  // a member that the schema does not have
	unknownRole                    // an unknown role
	unknownChunk                   // an unknown kind of chunk
	emptyList                      // nothing is said
	noStart                        // one message that is no start
	wrongOrder                     // a role behind one that it may not follow
	userAfterTool                  // a user behind a result
	notBalanced                    // more or fewer results than calls
	callTwice                      // a call id twice in one message
	resultTwice                    // a call id twice among results
	resultUnknown                  // a call id that nobody called
	lastRole                       // an assistant at the end
	earlyPrefix                    // an assistant to be continued that is not last
	saysNothing                    // an assistant without content and calls
	saysBoth                       // an assistant with content and calls
	badID                          // an id of another form
	nullID                         // the id "null"
	noID                           // no id
	badName                        // a name of another form
	badTool                        // a declared name of another form
	badChunk                       // a chunk in the message of another role
	toolPicture                    // a picture in a result
	thought                        // a thought
	noPicture                      // a picture that is none
)

func (v *view) report(kind faultKind, at js.Value, args ...any) {
	v.faults.Add(kind, at, args...)
}

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	v.body, v.messages, v.calls = body, v.messages[:0], v.calls[:0]
	v.faults.Clear()
	v.ids.Clear()
	var m [asked]js.Ref
	v.known(body, names.Read(body, m[:]), ofRequest)
	if m[mModel] == 0 {
		v.report(lacksModel, body)
	}
	switch list := body.At(m[mMessages]); list.Kind() {
	case js.Undefined:
		v.report(lacksMessages, body)
	case js.Array:
		contract.Room(&v.messages, list)
		for at := range list.All() {
			v.message(contract.Next(&v.messages), at)
		}
		for i := range v.messages {
			v.schema(&v.messages[i])
		}
		v.list(list)
		v.single()
	default:
		v.report(notAList, list)
	}
	for tool := range body.Get("tools").All() {
		if name := tool.Get("function").Get("name"); name.Kind() == js.String && !validName(name.Text()) {
			v.report(badTool, name, name.Text())
		}
	}
	return v
}

func (v *view) message(m *message, at js.Value) {
	var r [asked]js.Ref
	m.at, m.has = at, names.Read(at, r[:])
	m.content, m.callID, m.name, m.prefix = at.At(r[mContent]), at.At(r[mCallID]), at.At(r[mName]), at.At(r[mPrefix])
	role := at.At(r[mRole])
	m.role, m.speaker = role.Text(), roles.Of(role)
	if m.speaker == tool {
		m.number = v.ids.Number(m.callID.Text())
	}
	m.lo = len(v.calls)
	if list := at.At(r[mToolCalls]); list.Kind() == js.Array {
		contract.Room(&v.calls, list)
		for e := range list.All() {
			v.call(contract.Next(&v.calls), e)
		}
	}
	m.hi = len(v.calls)
}

func (v *view) call(c *toolCall, at js.Value) {
	var r, of [asked]js.Ref
	c.at, c.has = at, names.Read(at, r[:])
	c.id, c.function = at.At(r[mID]), at.At(r[mFunction])
	c.functionHas = names.Read(c.function, of[:])
	c.name, c.arguments = c.function.At(of[mName]), c.function.At(of[mArguments])
	c.number = v.ids.Number(c.id.Text())
}

// callsOf returns the calls of a message. Only those of an assistant are called.
func (v *view) callsOf(m *message) []toolCall {
	if m.speaker != assistant {
		return nil
	}
	return v.calls[m.lo:m.hi]
}

// validName reports whether the service takes a function of that name.
func validName(name string) bool { return name != "" && len(name) <= 64 && contract.Plain(name) }

// validID reports whether the service takes a call of that id.
func validID(id string) bool { return len(id) == 9 && alphanumeric.Only(id) }

var alphanumeric = js.AlphabetOf(contract.Alphanumeric)
