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
	of    contract.Kinds // items by the numbers of their types
	// parts are the content parts of all messages and outputs.
	parts []part
	ids   contract.Ids // of calls and outputs
	names contract.Ids // of items
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
	has        js.Set
	number     int  // of the call id, where that is a text
	spoken     bool // the role is one of the API's
	made       bool // a model made it
}

type part struct {
	at   js.Value
	kind string
	form partForm
	has  js.Set
	// role is that of the message it stands in, "" in an output.
	role   string
	spoken bool // the role is one of the API's
}

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func read(body js.Value) any {
	v := views.Get().(*view)
	v.body, v.input = body, body.Get("input")
	v.items, v.parts, v.unfollowed, v.unreasoned = v.items[:0], v.parts[:0], nil, nil
	v.pairs.Clear()
	v.of.Clear()
	v.ids.Clear()
	v.names.Clear()
	if v.input.Kind() != js.Array {
		return v
	}
	contract.Room(&v.items, v.input)
	for at := range v.input.All() {
		v.item(contract.Next(&v.items), at)
	}
	v.pair()
	v.reason()
	return v
}

func (v *view) item(it *item, at js.Value) {
	it.at, it.form = at, formOf(js.Other)
	number := js.Other
	if at.Kind() == js.Object {
		number = it.read()
	}
	v.of.Add(number, len(v.items)-1)
	if it.form.call || it.form.output {
		if it.callID.Kind() == js.String {
			it.number = v.ids.Number(it.callID.Text())
		}
	}
	for _, list := range []js.Value{it.content, it.output} {
		if list.Kind() != js.Array {
			continue
		}
		contract.Room(&v.parts, list)
		for e := range list.All() {
			var m [mPartType + 1]js.Ref
			has := ofPart.Read(e, m[:])
			kind := e.At(m[mPartType])
			v.parts = append(v.parts, part{
				at: e, kind: kind.Text(), form: partForms[partTypes.Of(kind)], has: has, role: it.role, spoken: it.spoken,
			})
		}
	}
}

// read takes what there is to know of an object and returns the number of its type.
func (it *item) read() int {
	var m [kept]js.Ref
	it.has = ofItem.Read(it.at, m[:])
	it.id, it.callID, it.name, it.arguments = it.at.At(m[mID]), it.at.At(m[mCallID]), it.at.At(m[mName]), it.at.At(m[mArguments])
	kind := it.at.At(m[mType])
	it.kind = kind.Text()
	number := types.Of(kind)
	if !it.has.Has(mType) {
		it.kind, number = "message", types.Number("message")
	}
	it.form = formOf(number)
	if it.kind == "message" {
		it.role, it.content = it.at.At(m[mRole]).Text(), it.at.At(m[mContent])
	}
	if it.form.output {
		it.output = it.at.At(m[mOutput])
	}
	it.spoken = roles.Number(it.role) != js.Other
	it.made = it.form.made || it.role == "assistant"
	return number
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
