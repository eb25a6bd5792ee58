package responses

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is a request body as the clauses walk it, read once.
type view struct {
	body  js.Value
	input js.Value
	items []item
	// parts are the content parts of all messages and outputs.
	parts []part
	ids   contract.Ids // of calls and outputs
	pairs contract.Faults[pairKind]
	// unfollowed and unreasoned are the items that the clauses on reasoning
	// are about.
	unfollowed, unreasoned []*item
}

// item is one element of input.
type item struct {
	at, id, callID, content, output, name, arguments js.Value
	// kind is the type; an item without one is a message.
	kind, role string
	form       *itemForm
	number     int  // of the call id, where that is a text
	spoken     bool // the role is one of the API's
	made       bool // a model made it
}

type part struct {
	at   js.Value
	kind string
	form partForm
	// role is that of the message it stands in, "" in an output.
	role   string
	spoken bool // the role is one of the API's
}

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return &view{ids: contract.Ids{}} }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	*v = view{
		body: body, input: body.Get("input"), items: v.items[:0], parts: v.parts[:0], ids: v.ids, pairs: v.pairs[:0],
	}
	clear(v.ids)
	if v.input.Kind() != js.Array {
		return v
	}
	for at := range v.input.All() {
		v.items = append(v.items, v.item(at))
	}
	v.pair()
	v.reason()
	return v
}

func (v *view) item(at js.Value) item {
	it := item{at: at, form: nothing}
	if at.Kind() == js.Object {
		it.read()
	}
	if it.form.call || it.form.output {
		if it.callID.Kind() == js.String {
			it.number = v.ids.Number(it.callID.Text())
		}
	}
	for _, list := range []js.Value{it.content, it.output} {
		if list.Kind() != js.Array {
			continue
		}
		for e := range list.All() {
			kind := e.Get("type").Text()
			v.parts = append(v.parts, part{at: e, kind: kind, form: partForms[kind], role: it.role, spoken: it.spoken})
		}
	}
	return it
}

// read takes what there is to know of an object.
func (it *item) read() {
	kind := js.Value{}
	for f := range it.at.All() {
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
		case "name":
			it.name = f
		case "arguments":
			it.arguments = f
		}
	}
	if it.kind = kind.Text(); !kind.Exists() {
		it.kind = "message"
	}
	if known := forms[it.kind]; known != nil {
		it.form = known
	}
	if it.kind != "message" {
		it.role, it.content = "", js.Value{}
	}
	if !it.form.output {
		it.output = js.Value{}
	}
	it.spoken = roles[it.role]
	it.made = it.form.made || it.role == "assistant"
}

// get returns a member. Those of items that come often are at hand.
func (it *item) get(name string) js.Value {
	switch name {
	case "call_id":
		return it.callID
	case "name":
		return it.name
	case "arguments":
		return it.arguments
	default:
		return it.at.Get(name)
	}
}
