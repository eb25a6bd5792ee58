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
	faults   contract.Faults[faultKind]
}

// message is one element of messages.
type message struct {
	at, content, toolCalls, callID, name, prefix js.Value
	role                                         string
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
	*v = view{body: body, messages: v.messages[:0], faults: v.faults[:0]}
	v.known(body, "request")
	if !body.Get("model").Exists() {
		v.report(lacksModel, body)
	}
	switch list := body.Get("messages"); list.Kind() {
	case js.Undefined:
		v.report(lacksMessages, body)
	case js.Array:
		for at := range list.All() {
			v.messages = append(v.messages, readMessage(at))
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

func readMessage(at js.Value) message {
	m := message{at: at}
	for f := range at.All() {
		switch f.Key() {
		case "role":
			m.role = f.Text()
		case "content":
			m.content = f
		case "tool_calls":
			m.toolCalls = f
		case "tool_call_id":
			m.callID = f
		case "name":
			m.name = f
		case "prefix":
			m.prefix = f
		}
	}
	return m
}

// calls returns the number of calls of a message.
func (m *message) calls() int {
	if m.role != "assistant" || m.toolCalls.Kind() != js.Array {
		return 0
	}
	return m.toolCalls.Len()
}

// validName reports whether the service takes a function of that name.
func validName(name string) bool { return name != "" && len(name) <= 64 && only(name, "_-") }

// validID reports whether the service takes a call of that id.
func validID(id string) bool { return len(id) == 9 && only(id, "") }

// only reports whether a text has letters, digits and the given others only.
func only(text, others string) bool {
	for _, c := range []byte(text) {
		alphanumeric := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !alphanumeric && (others == "" || c != others[0] && c != others[1]) {
			return false
		}
	}
	return true
}
