package responses

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses walk it, read once.
type view struct {
	body  js.Value
	input js.Value
	items []item
	// parts are the content parts of all messages and outputs.
	parts []part
	pairs []pairFault
	// unfollowed and unreasoned are the items that the clauses on reasoning
	// are about.
	unfollowed, unreasoned []*item
}

// item is one element of input.
type item struct {
	at, id, callID, content, output js.Value
	// kind is the type; an item without one is a message.
	kind, role string
	// made says that a model made it.
	made bool
}

type part struct {
	at   js.Value
	kind string
	// role is that of the message it stands in, "" in an output.
	role string
}

func read(body js.Value) any {
	v := &view{body: body, input: body.Get("input")}
	if v.input.Kind() != js.Array {
		return v
	}
	v.items = make([]item, 0, v.input.Len())
	for at := range v.input.All() {
		it := readItem(at)
		v.items = append(v.items, it)
		for _, list := range []js.Value{it.content, it.output} {
			if list.Kind() != js.Array {
				continue
			}
			for e := range list.All() {
				v.parts = append(v.parts, part{at: e, kind: e.Get("type").Text(), role: it.role})
			}
		}
	}
	v.pair()
	v.reason()
	return v
}

func readItem(at js.Value) item {
	it := item{at: at}
	kind := js.Value{}
	for f := range at.All() {
		if at.Kind() != js.Object {
			break
		}
		switch f.Key() {
		case "type":
			kind = f
		case "role":
			it.role = f.Text()
		case "id":
			it.id = f
		case "call_id":
			it.callID = f
		case "content":
			it.content = f
		case "output":
			it.output = f
		}
	}
	it.kind = kind.Text()
	if !kind.Exists() && at.Kind() == js.Object {
		it.kind = "message"
	}
	if it.kind != "message" {
		it.role, it.content = "", js.Value{}
	}
	if !isOutput(it.kind) {
		it.output = js.Value{}
	}
	it.made = it.role == "assistant" || it.kind == "reasoning" || strings.HasSuffix(it.kind, "_call")
	return it
}

// isCall reports whether the type is that of a call that wants an output.
func isCall(kind string) bool { return answered[kind] }

func isOutput(kind string) bool {
	call, ok := strings.CutSuffix(kind, "_output")
	return ok && answered[call]
}

// answered are the calls that the client answers. Those that the service answers
// itself have their output inside.
var answered = set("function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call",
	"computer_call")
