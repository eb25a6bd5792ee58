package google

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// schemaOf begins the names of the schema's messages.
const schemaOf = "type.googleapis.com/google.ai.generativelanguage.v1beta."

// view is a request body as the clauses see it, walked once.
type view struct {
	body     js.Value
	contents []content
	named    []js.Value // the ids of calls and responses
	faults   contract.Faults[faultKind]
}

// content is one element of contents.
type content struct {
	at                       js.Value
	role                     string
	calls, responses, others int      // its parts by kind; thoughts do not count
	unsigned                 js.Value // the first call, when it has no signature
}

func (c content) isCall() bool     { return c.role == "model" && c.calls > 0 }
func (c content) isResponse() bool { return c.role != "model" && c.responses > 0 }

// faultKind is why a clause is broken.
type faultKind uint8

const (
	unknownTop    faultKind = iota // a field that the request does not have
	unknownField                   // a field that another object does not have
	wrongType                      // a value of another type
	wrongStruct                    // arguments or a response that are no object
	badSignature                   // a signature that is no base64
	badBytes                       // a picture that is no base64
	noContents                     // nothing at all is said
	badRole                        // an unknown role
	noRole                         // no role
	noParts                        // a content without parts
	noData                         // a part without data, or with an empty text
	blankText                      // a text of white space alone
	noName                         // a function without a name
	badName                        // a function with a name that is none
	toolsEmpty                     // a tool that is none
	callOrder                      // a call turn in a wrong place
	responseOrder                  // a response turn in a wrong place
	responseCount                  // more or fewer responses than calls
	mixedParts                     // responses that share or split a content
	noSignature                    // an unsigned call in the current turn
	lastModel                      // a model's turn at the end
	onlyModel                      // a model's turn and nothing else
	unknownMedia                   // a type of media that no model takes
	rareMedia                      // one that only some do
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
	*v = view{body: body, contents: v.contents[:0], named: v.named[:0], faults: v.faults}
	v.faults.Clear()
	request := fieldsOf(body)
	v.known(&request, ofRequest, unknownTop)
	contents := request.get(fContents)
	v.want(contents, js.Array, schemaOf+"Content")
	if contents.Nullish() || contents.Kind() == js.Array && contents.Len() == 0 {
		at := contents
		if !at.Exists() {
			at = body
		}
		v.report(noContents, at)
	}
	if contents.Kind() == js.Array {
		contract.Room(&v.contents, contents)
		for at := range contents.All() {
			v.content(contract.Next(&v.contents), at)
		}
	}
	v.tools(request.get(fTools))
	v.turns()
	return v
}

// known reports the members of an object that its message does not have.
func (v *view) known(f *fields, message js.Set, kind faultKind) {
	if !f.has.Outside(message) || f.of.Kind() != js.Object {
		return
	}
	for m := range f.of.All() {
		if !message.Has(names.Key(m)) {
			v.report(kind, m, m.Key())
		}
	}
}

// want reports a value of another kind than the schema's. What is null counts
// as missing.
func (v *view) want(at js.Value, kind js.Kind, schema string) {
	if !at.Nullish() && at.Kind() != kind {
		v.report(wrongType, at, schema, string(at.JSON()))
	}
}

func (v *view) content(c *content, at js.Value) {
	c.at = at
	v.want(at, js.Object, schemaOf+"Content")
	f := fieldsOf(at)
	v.known(&f, ofContent, unknownField)
	role, parts := f.get(fRole), f.get(fParts)
	c.role = role.Text()
	v.want(role, js.String, "TYPE_STRING")
	switch {
	case role.Nullish() || role.Raw() == `""`:
		v.report(noRole, at)
	case role.Kind() == js.String && c.role != "user" && c.role != "model" && c.role != "function":
		v.report(badRole, role)
	}
	v.want(parts, js.Array, schemaOf+"Part")
	if parts.Nullish() || parts.Kind() == js.Array && parts.Len() == 0 {
		v.report(noParts, at)
	}
	if parts.Kind() == js.Array {
		for p := range parts.All() {
			v.part(c, p)
		}
	}
}
