package js

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// parser builds a document. It keeps no stack of its own: an open container is
// found through its parent, so the depth of a text is limited by memory only,
// as it is for JSON.parse.
type parser struct {
	*doc
	at   int
	open int32  // the container being filled, -1 at the top
	last int32  // its last child so far, 0 when it has none
	end  byte   // the brace or bracket that closes it
	high uint64 // has the top bit of a byte set when a string may hold more than ASCII
}

// key is that of a value in an object; the zero key is that of all others.
type key struct {
	start, end uint32
	escaped    bool
}

// Parse reads one JSON text as strictly as JSON.parse does. The value keeps a
// copy of src. An error is always a [*SyntaxError].
func Parse(src []byte) (Value, error) { return ParseString(string(src)) }

// ParseString is [Parse] for a string, which it refers to and does not copy.
func ParseString(src string) (Value, error) {
	if uint64(len(src)) > 1<<32-1 {
		return Value{}, &SyntaxError{Offset: 1<<32 - 1}
	}
	p := parser{doc: spare(src), open: -1}
	p.space()
	ok := p.value(key{})
	for ok && p.open >= 0 {
		ok = p.member()
	}
	if ok {
		p.space()
	}
	if !ok || p.at != len(src) {
		p.release()
		return Value{}, &SyntaxError{Offset: p.at}
	}
	p.repair = p.high&tops != 0 && !utf8.ValidString(src)
	return Value{p.doc, 0}, nil
}

// member reads the next child of the open container, or closes it.
func (p *parser) member() bool {
	p.space()
	switch c := p.peek(); {
	case c == p.end:
		p.at++
		p.leave()
		return true
	case p.last == 0:
	case c == ',':
		p.at++
		p.space()
	default:
		return false
	}
	if p.end == ']' {
		return p.value(key{})
	}
	k, ok := p.key()
	return ok && p.value(k)
}

func (p *parser) key() (k key, ok bool) {
	start := p.at
	escaped, lone, ok := p.str()
	if !ok {
		return key{}, false
	}
	k = key{uint32(start), uint32(p.at), escaped}
	if lone {
		p.lone = append(p.lone, int32(len(p.nodes)))
	}
	p.space()
	if p.peek() != ':' {
		return key{}, false
	}
	p.at++
	p.space()
	return k, true
}

// value reads one value; of a container only its first byte.
func (p *parser) value(k key) (ok bool) {
	n := p.add(k)
	switch c := p.peek(); c {
	case '{':
		p.enter(n, Object, '}')
		return true
	case '[':
		p.enter(n, Array, ']')
		return true
	case '"':
		n.kind = String
		var lone bool
		n.escaped, lone, ok = p.str()
		if m := len(p.lone); lone && (m == 0 || p.lone[m-1] != p.last) {
			p.lone = append(p.lone, p.last)
		}
	case 't':
		n.kind, ok = True, p.word("true")
	case 'f':
		n.kind, ok = False, p.word("false")
	case 'n':
		n.kind, ok = Null, p.word("null")
	default:
		n.kind, ok = Number, p.number()
	}
	n.end = uint32(p.at)
	return ok
}

// add appends a node and links it to the one before it. The pointer is good until
// the next call.
func (p *parser) add(k key) *node {
	i := int32(len(p.nodes))
	p.nodes = append(p.nodes, node{
		start: uint32(p.at), parent: p.open, key: k.start, keyEnd: k.end, keyEscd: k.escaped,
	})
	n := &p.nodes[i]
	if p.last > 0 {
		before := &p.nodes[p.last]
		before.next = i
		n.index = before.index + 1
	}
	p.last = i
	return n
}

// enter begins the container that was added last.
func (p *parser) enter(n *node, kind Kind, end byte) {
	p.at++
	n.kind = kind
	p.open, p.last, p.end = p.last, 0, end
}

// leave ends the open container and goes on with the one around it.
func (p *parser) leave() {
	n := &p.nodes[p.open]
	n.end, n.last = uint32(p.at), p.last
	p.last, p.open = p.open, n.parent
	if p.open >= 0 {
		p.end = ']'
		if p.nodes[p.open].kind == Object {
			p.end = '}'
		}
	}
}

func (p *parser) word(word string) bool {
	if !strings.HasPrefix(p.src[p.at:], word) {
		return false
	}
	p.at += len(word)
	return true
}

// str reads a string and reports whether it holds a backslash and whether it
// holds half of a surrogate pair. It looks at eight bytes at a time.
func (p *parser) str() (escaped, lone, ok bool) {
	if p.peek() != '"' {
		return false, false, false
	}
	src, at := p.src, p.at+1
	half := false
	for {
		w := eight(src, at)
		p.high |= w
		hit := special(w)
		if hit == 0 {
			at += 8
			continue
		}
		bit := bits.TrailingZeros64(hit) &^ 7
		at += bit / 8
		switch byte(w >> bit) {
		case '"':
			lone = half && loneEscape(src[p.at:at+1]) >= 0
			p.at = at + 1
			return escaped, lone, true
		case '\\':
			escaped = true
			if at++; at < len(src) && simple[src[at]] {
				at++
				continue
			}
			unit, ok := unicodeEscape(src[at:])
			if ok {
				half = half || utf16.IsSurrogate(rune(unit))
				at += 5
				continue
			}
		}
		p.at = at
		return escaped, false, false
	}
}

const ones, tops = 0x0101010101010101, 0x8080808080808080

// special marks with their top bits the bytes of w that need a look inside a
// string. The borrow of a lower byte may mark a byte too many, never one before
// the first hit, so the lowest mark is exact.
func special(w uint64) uint64 {
	quote, slash := w^(ones*'"'), w^(ones*'\\')
	return ((w-ones*0x20)&^w | (quote-ones)&^quote | (slash-ones)&^slash) & tops
}

// eight returns eight bytes, the first one lowest. Behind the end there are zeros,
// which stand in no string.
func eight(s string, at int) uint64 {
	if at+8 <= len(s) {
		return binary.LittleEndian.Uint64([]byte(s[at : at+8]))
	}
	var rest [8]byte
	copy(rest[:], s[at:])
	return binary.LittleEndian.Uint64(rest[:])
}

// simple are the letters behind the backslash of an escape of two characters.
var simple = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// unicodeEscape reads what stands behind the backslash of an escape by number.
func unicodeEscape(s string) (unit uint16, ok bool) {
	if s == "" || s[0] != 'u' {
		return 0, false
	}
	return hex4(s[1:])
}

func (p *parser) number() bool {
	if p.peek() == '-' {
		p.at++
	}
	switch c := p.peek(); {
	case c == '0':
		p.at++
	case !p.digits():
		return false
	}
	if p.peek() == '.' {
		p.at++
		if !p.digits() {
			return false
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		return p.digits()
	}
	return true
}

func (p *parser) digits() bool {
	start := p.at
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		p.at++
	}
	return p.at > start
}

func (p *parser) space() {
	for p.at < len(p.src) {
		switch p.src[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// peek returns the next byte; 0, which is no JSON anywhere, at the end.
func (p *parser) peek() byte {
	if p.at < len(p.src) {
		return p.src[p.at]
	}
	return 0
}
