package js

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Get returns the member of an object, the last one where the name is given
// twice. It is undefined for a missing member and for any other kind.
func (v Value) Get(name string) Value {
	if v.Kind() != Object {
		return Value{}
	}
	found := int32(0)
	for i, end := v.i+1, v.node().next; i < end; i = v.d.nodes[i].next {
		if v.d.hasKey(i, name) {
			found = i
		}
	}
	if found == 0 {
		return Value{}
	}
	return Value{v.d, found}
}

func (d *doc) hasKey(i int32, name string) bool {
	n := &d.nodes[i]
	if n.seen&keyEscaped != 0 {
		return Value{d, i}.Key() == name
	}
	key := d.src[n.key+1 : n.start]
	return len(key) > len(name) && key[len(name)] == '"' && key[:len(name)] == name
}

// All walks the elements of an array or the members of an object in the order
// of the text. A name given twice is walked twice.
func (v Value) All() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.d == nil {
			return
		}
		for i, end := v.i+1, v.node().next; i < end; i = v.d.nodes[i].next {
			if !yield(Value{v.d, i}) {
				return
			}
		}
	}
}

// Len returns the number of elements or of members.
func (v Value) Len() int {
	if v.d == nil {
		return 0
	}
	return int(v.node().count)
}

// Parent returns the array or object that v stands in.
func (v Value) Parent() Value {
	if v.d == nil || v.node().parent < 0 {
		return Value{}
	}
	return Value{v.d, v.node().parent}
}

// Index returns v's place among the children of its parent.
func (v Value) Index() int {
	if v.d == nil {
		return 0
	}
	return int(v.node().index)
}

// Indexes returns v's places in the arrays around it, the outermost first.
func (v Value) Indexes() []int {
	var at []int
	for ; v.Exists(); v = v.Parent() {
		if v.Parent().Kind() == Array {
			at = append([]int{v.Index()}, at...)
		}
	}
	return at
}

// escapes are those of a key in a pointer.
var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// Pointer returns the JSON pointer (RFC 6901) of v. It is found from its end on, so
// it is written backwards and turned round.
func (v Value) Pointer() string {
	back := make([]byte, 0, 64)
	for ; v.Parent().Exists(); v = v.Parent() {
		from := len(back)
		if v.Parent().Kind() == Object {
			back = append(back, escapes.Replace(v.Key())...)
		} else {
			back = strconv.AppendInt(back, int64(v.Index()), 10)
		}
		slices.Reverse(back[from:])
		back = append(back, '/')
	}
	slices.Reverse(back)
	return string(back)
}
