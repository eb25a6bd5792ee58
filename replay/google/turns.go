package google

import "github.com/pi-fix/pi-fix/replay/js"

// The services know calls and responses by their places, not by ids: a content
// with calls is followed by one with as many responses.

// turns looks at the order of the contents.
func (v *view) turns() {
	answering := false // the content before is a call turn or answers one
	for i := range v.contents {
		c := &v.contents[i]
		if c.isCall() {
			if i == 0 || v.contents[i-1].role == "model" {
				v.report(callOrder, c.at)
			}
			v.count(i)
		}
		if c.isResponse() {
			if !answering {
				v.report(responseOrder, c.at)
			}
			if c.others > 0 {
				v.report(mixedParts, c.at)
			}
		}
		answering = c.isCall() || answering && c.isResponse()
	}
	v.current()
	v.end()
}

// count compares the calls of content i with the responses right behind it.
func (v *view) count(i int) {
	responses, j := 0, i+1
	for ; j < len(v.contents) && v.contents[j].isResponse(); j++ {
		responses += v.contents[j].responses
	}
	if j > i+2 {
		v.report(mixedParts, v.contents[i+2].at)
	}
	if responses == v.contents[i].calls {
		return
	}
	at := v.contents[i].at
	if j > i+1 {
		at = v.contents[i+1].at
	}
	v.report(responseCount, at)
}

// current looks for unsigned calls in the current turn, which begins behind the
// last content in which the user says something.
func (v *view) current() {
	from := len(v.contents)
	for from > 0 && (v.contents[from-1].role == "model" || v.contents[from-1].others == 0) {
		from--
	}
	for i := from; i < len(v.contents); i++ {
		if c := v.contents[i]; c.isCall() && c.unsigned.Exists() {
			call := fieldsOf(c.unsigned)
			v.report(noSignature, c.unsigned, call.get(fName).Text(), i+1)
		}
	}
}

// end looks at the last content. One with calls lacks its responses already.
func (v *view) end() {
	n := len(v.contents)
	if n == 0 {
		return
	}
	last := v.contents[n-1]
	switch {
	case last.role != "model" || last.isCall():
	case n == 1:
		v.report(onlyModel, last.at)
	default:
		v.report(lastModel, last.at)
	}
}

// tools looks at the declarations.
func (v *view) tools(list js.Value) {
	if list.Kind() != js.Array {
		return
	}
	for tool := range list.All() {
		empty := true
		for f := range tool.All() {
			empty = empty && (f.Nullish() || f.Kind() == js.Array && f.Len() == 0)
		}
		if empty {
			v.report(toolsEmpty, tool)
		}
		f := fieldsOf(tool)
		for declared := range f.get(fDeclarations).All() {
			function := fieldsOf(declared)
			v.name(declared, function.get(fName))
		}
	}
}
