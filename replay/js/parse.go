package js

import (
	"math"
	"strings"
	"unicode/utf8"
)

// parser builds a document. It keeps no stack of its own: an open container is
// found through its parent, so the depth of a text is limited by memory only,
// as it is for JSON.parse. Where it reads is handed from function to function,
// which keeps it out of memory.
type parser struct {
	*doc
	src   string
	nodes []node
	open  int32 // the container being filled, -1 at the top
	count int32 // how many children it has so far
	end   byte  // the brace or bracket that closes it
	room  int   // how many levels more there may be
}

// Parse reads one JSON text as strictly as JSON.parse does. The value keeps a
// copy of src. An error is always a [*SyntaxError].
func Parse(src []byte) (Value, error) { return ParseString(string(src)) }

// ParseString is [Parse] for a string, which it refers to and does not copy.
func ParseString(src string) (Value, error) { return ParseWithin(src, math.MaxInt) }

// ParseWithin is [ParseString] for a text that is nested at most so many levels. The
// error is where it goes beyond.
func ParseWithin(src string, levels int) (Value, error) {
	if uint64(len(src)) > 1<<32-1 {
		return Value{}, &SyntaxError{Offset: 1<<32 - 1}
	}
	p := parser{doc: spare(src), src: src, open: -1, room: levels}
	p.nodes = p.doc.nodes
	at, ok := p.value(skip(src, 0), 0, 0)
	for ok && p.open >= 0 {
		at, ok = p.member(at)
	}
	p.doc.nodes = p.nodes
	if ok {
		at = skip(src, at)
	}
	if !ok || at != len(src) {
		p.release()
		return Value{}, &SyntaxError{Offset: at}
	}
	return Value{p.doc, 0}, nil
}

// member reads the next child of the open container, or closes it. It returns
// where it ends or where it stops being JSON, as all of these functions do.
func (p *parser) member(at int) (int, bool) {
	at = skip(p.src, at)
	switch c := peek(p.src, at); {
	case c == p.end:
		p.leave(at + 1)
		return at + 1, true
	case p.count == 0:
	case c == ',':
		at = skip(p.src, at+1)
	default:
		return at, false
	}
	if p.end == ']' {
		return p.value(at, 0, 0)
	}
	if peek(p.src, at) != '"' {
		return at, false
	}
	key := at
	at, seen, ok := str(p.src, at+1)
	if !ok {
		return at, false
	}
	if seen&strange != 0 {
		p.look(p.src[key:at])
	}
	at = skip(p.src, at)
	if peek(p.src, at) != ':' {
		return at, false
	}
	return p.value(skip(p.src, at+1), key, seen&escaped<<keyShift)
}

// value reads one value; of a container only its first byte. Its key stands at key
// and looks like seen.
func (p *parser) value(at, key int, seen marks) (end int, ok bool) {
	kind, more := Number, marks(0)
	switch peek(p.src, at) {
	case '{':
		kind, end, ok = Object, at+1, true
	case '[':
		kind, end, ok = Array, at+1, true
	case '"':
		kind = String
		if end, more, ok = str(p.src, at+1); ok && more&strange != 0 {
			p.look(p.src[at:end])
		}
	case 't':
		kind, end, ok = word(p.src, at, "true", True)
	case 'f':
		kind, end, ok = word(p.src, at, "false", False)
	case 'n':
		kind, end, ok = word(p.src, at, "null", Null)
	default:
		end, ok = number(p.src, at)
	}
	if len(p.nodes) == cap(p.nodes) {
		p.grow(at)
	}
	i := int32(len(p.nodes))
	p.nodes = p.nodes[:i+1]
	n := &p.nodes[i] // all of it is written: something of another text stands there
	n.start, n.end, n.key = uint32(at), uint32(end), uint32(key)
	n.parent, n.next, n.index, n.count = p.open, i+1, p.count, 0
	n.kind, n.seen = kind, seen|more
	p.count++
	if kind >= Array && ok {
		if p.room--; p.room < 0 {
			return at, false
		}
		p.open, p.count, p.end = i, 0, closing(kind)
	}
	return end, ok
}

// grow makes room for all nodes of the text from a place on. Every value but the
// first follows a comma or opens a container, and commas in texts make this little
// too large.
func (p *parser) grow(at int) {
	rest := p.src[at:]
	most := len(p.nodes) + 1 + strings.Count(rest, ",") + strings.Count(rest, "{") + strings.Count(rest, "[")
	p.nodes = append(make([]node, 0, most), p.nodes...) // what is not used of it is never touched
}

func closing(kind Kind) byte {
	if kind == Object {
		return '}'
	}
	return ']'
}

// leave ends the open container and goes on with the one around it.
func (p *parser) leave(at int) {
	n := &p.nodes[p.open]
	n.end, n.next, n.count = uint32(at), int32(len(p.nodes)), p.count
	p.open, p.count = n.parent, n.index+1
	p.room++
	if p.open >= 0 {
		p.end = closing(p.nodes[p.open].kind)
	}
}

// look notes what is wrong with the letters of a string of the node to come.
func (p *parser) look(quoted string) {
	p.repair = p.repair || !utf8.ValidString(quoted)
	if i, n := int32(len(p.nodes)), len(p.lone); loneEscape(quoted) >= 0 && (n == 0 || p.lone[n-1] != i) {
		p.lone = append(p.lone, i)
	}
}
