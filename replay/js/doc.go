// Package js reads and writes JSON the way JavaScript does.
//
// pi is a JavaScript program: what it sends is JSON.stringify of what
// JSON.parse made of a session line. The two are not inverse to each other. A
// key given twice keeps its last value at its first place, keys that look like
// array indexes move to the front, numbers become doubles, and half a surrogate
// pair survives as an escape. A replay that used Go's rules instead would send
// other bytes than pi and judge another request.
//
// Strings are held as UTF-8 in which half of a surrogate pair takes the three
// bytes that UTF-8 forbids it (known as WTF-8), because a Go string has no other
// room for it. [Sanitize] removes such halves, [AppendQuoted] escapes them.
package js

import (
	"iter"
	"strconv"
	"sync"
)

// A Kind tells what a [Value] is.
type Kind uint8

// The kinds of values. The zero kind is that of a value which is not there,
// JavaScript's undefined.
const (
	Undefined Kind = iota
	Null
	False
	True
	Number
	String
	Array
	Object
)

// String returns the word a service uses for the kind in its messages.
func (k Kind) String() string {
	switch k {
	case Undefined:
		return "undefined"
	case Null:
		return "null"
	case False, True:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a string"
	case Array:
		return "an array"
	case Object:
		return "an object"
	default:
		panic("js: unknown kind " + strconv.Itoa(int(k)))
	}
}

// A SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	// Offset counts bytes from the start of the text.
	Offset int
}

// Error returns the place as a sentence.
func (e *SyntaxError) Error() string {
	return "no JSON from byte " + strconv.Itoa(e.Offset)
}

// node is one value of a document. Nodes stand in the order of the text and refer
// to each other by index, so a document of any size is one allocation without
// pointers in it. The first child of a container stands right behind it.
type node struct {
	start, end uint32 // the value's bytes
	key        uint32 // where its key begins; 0 when there is none
	parent     int32  // -1 when there is none
	next       int32  // the first node behind the value and all that is in it
	index      int32  // place among the parent's children
	count      int32  // of children
	kind       Kind
	seen       marks
}

// marks tell what the strings of a node hold.
type marks uint8

const (
	escaped    marks = 1 << iota // the value holds a backslash
	keyEscaped                   // the key does
	strange                      // there is more than ASCII or half of a pair, or may be

	keyShift = 1 // from the first to the second
)

// keyEnd returns where the key of a member ends: between it and the value stand a
// colon and white space.
func (d *doc) keyEnd(n *node) int {
	end := int(n.start)
	for end > int(n.key) && d.src[end-1] != '"' {
		end--
	}
	return end
}

// doc is one parsed text.
type doc struct {
	src    string
	nodes  []node
	lone   []int32 // nodes that hold half of a surrogate pair, in order
	repair bool    // src holds bytes that are no UTF-8
}

// spares are documents that nobody uses any more.
var spares = sync.Pool{New: func() any { return new(doc) }}

// spare returns an empty document for a text.
func spare(src string) *doc {
	d := spares.Get().(*doc)
	d.src, d.nodes, d.lone, d.repair = src, d.nodes[:0], d.lone[:0], false
	return d
}

func (d *doc) release() {
	d.src = ""
	spares.Put(d)
}

// A Value is one value inside a parsed text. The zero Value is undefined: it
// has no members, no elements and no text, so a chain of [Value.Get] needs no
// checks in between.
type Value struct {
	d *doc
	i int32
}

func (v Value) node() *node { return &v.d.nodes[v.i] }

// Kind returns what v is.
func (v Value) Kind() Kind {
	if v.d == nil {
		return Undefined
	}
	return v.node().kind
}

// Exists reports whether v is there at all; null exists.
func (v Value) Exists() bool { return v.d != nil }

// Nullish reports whether v is undefined or null, JavaScript's v == null.
func (v Value) Nullish() bool { return v.Kind() <= Null }

// Truthy reports whether JavaScript takes v for true.
func (v Value) Truthy() bool {
	switch v.Kind() {
	case Undefined, Null, False:
		return false
	case True, Array, Object:
		return true
	case Number:
		f := parseNumber(v.Raw())
		return f != 0
	case String:
		return v.node().end-v.node().start > 2
	default:
		panic("js: unknown kind")
	}
}

// Release gives the memory of v's text to the next one. No value of the text may
// be used from then on; what was made of them, such as a [Value.Text], stays.
func (v Value) Release() {
	if v.d != nil {
		v.d.release()
	}
}

// Repaired reports whether v's text holds bytes that are no UTF-8. A text of v has
// U+FFFD in their place.
func (v Value) Repaired() bool { return v.d != nil && v.d.repair }

// Offset returns where v starts in its text.
func (v Value) Offset() int {
	if v.d == nil {
		return 0
	}
	return int(v.node().start)
}

// Raw returns the bytes of v as they stand in the text.
func (v Value) Raw() string {
	if v.d == nil {
		return ""
	}
	n := v.node()
	return v.d.src[n.start:n.end]
}

// Lone walks all values of v's text that hold half of a surrogate pair in
// themselves or in their key, each with the offset of the first such escape.
func (v Value) Lone() iter.Seq2[Value, int] {
	return func(yield func(Value, int) bool) {
		if v.d == nil {
			return
		}
		for _, i := range v.d.lone {
			at := Value{v.d, i}
			if !yield(at, at.loneOffset()) {
				return
			}
		}
	}
}

func (v Value) loneOffset() int {
	n := v.node()
	if n.key > 0 {
		if i := loneEscape(v.d.src[n.key:v.d.keyEnd(n)]); i >= 0 {
			return int(n.key) + i
		}
	}
	return int(n.start) + loneEscape(v.Raw())
}
