package js

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// parser builds a document. It keeps no stack of its own: an open container is
// found through its parent, so the depth of a text is limited by memory only,
// as it is for JSON.parse.
type parser struct {
	d    *doc
	at   int
	open int32 // the container being filled, -1 at the top
	key  node  // carries the key of the next member
	bad  bool
}

// Parse reads one JSON text as strictly as JSON.parse does. The value keeps a
// copy of src. An error is always a [*SyntaxError].
func Parse(src []byte) (Value, error) { return ParseString(string(src)) }

// ParseString is [Parse] for a string, which it refers to and does not copy.
func ParseString(src string) (Value, error) {
	if uint64(len(src)) > 1<<32-1 {
		return Value{}, &SyntaxError{Offset: 1<<32 - 1}
	}
	// Every value but the first follows a comma or opens a container, so this is
	// never too small, and commas in texts make it little too large.
	most := 2 + strings.Count(src, ",") + strings.Count(src, "{") + strings.Count(src, "[")
	p := &parser{d: &doc{src: src, nodes: make([]node, 0, most)}, open: -1}
	p.d.repair = !utf8.ValidString(src)
	p.document()
	if p.bad {
		return Value{}, &SyntaxError{Offset: p.at}
	}
	return Value{p.d, 0}, nil
}

func (p *parser) document() {
	p.space()
	p.value()
	for p.open >= 0 && !p.bad {
		p.member()
	}
	if p.bad {
		return
	}
	p.space()
	p.bad = p.at != len(p.d.src)
}

// member reads the next child of the open container, or closes it.
func (p *parser) member() {
	n := &p.d.nodes[p.open]
	first := n.child < 0
	closing, object := byte(']'), n.kind == Object
	if object {
		closing = '}'
	}
	p.space()
	switch c := p.peek(); {
	case c == closing:
		p.at++
		n.end = uint32(p.at)
		p.open = n.parent
		return
	case first:
	case c == ',':
		p.at++
		p.space()
	default:
		p.bad = true
		return
	}
	if object && !p.memberKey() {
		p.bad = true
		return
	}
	p.value()
}

func (p *parser) memberKey() bool {
	start := p.at
	escaped, lone, ok := p.str()
	if !ok {
		return false
	}
	p.key = node{key: uint32(start), keyEnd: uint32(p.at), keyEscd: escaped}
	if lone {
		p.d.lone = append(p.d.lone, int32(len(p.d.nodes)))
	}
	p.space()
	if p.peek() != ':' {
		return false
	}
	p.at++
	p.space()
	return true
}

// value reads one value; of a container only its first byte.
func (p *parser) value() {
	i := p.add()
	switch c := p.peek(); c {
	case '{', '[':
		p.at++
		p.d.nodes[i].kind = Array
		if c == '{' {
			p.d.nodes[i].kind = Object
		}
		p.open = i
		return
	case '"':
		p.d.nodes[i].kind = String
		escaped, lone, ok := p.str()
		p.d.nodes[i].escaped = escaped
		p.bad = p.bad || !ok
		if n := len(p.d.lone); lone && (n == 0 || p.d.lone[n-1] != i) {
			p.d.lone = append(p.d.lone, i)
		}
	case 't':
		p.word(i, "true", True)
	case 'f':
		p.word(i, "false", False)
	case 'n':
		p.word(i, "null", Null)
	default:
		p.d.nodes[i].kind = Number
		p.bad = p.bad || !p.number()
	}
	p.d.nodes[i].end = uint32(p.at)
}

// add appends a node below the open container and links it there.
func (p *parser) add() int32 {
	i := int32(len(p.d.nodes))
	n := p.key
	p.key = node{}
	n.start, n.parent, n.next, n.child, n.last = uint32(p.at), p.open, -1, -1, -1
	if p.open >= 0 {
		up := &p.d.nodes[p.open]
		if up.child < 0 {
			up.child = i
		} else {
			last := &p.d.nodes[up.last]
			last.next = i
			n.index = last.index + 1
		}
		up.last = i
	}
	p.d.nodes = append(p.d.nodes, n)
	return i
}

func (p *parser) word(i int32, word string, kind Kind) {
	end := p.at + len(word)
	if end > len(p.d.src) || p.d.src[p.at:end] != word {
		p.bad = true
		return
	}
	p.at = end
	p.d.nodes[i].kind = kind
}

// str reads a string and reports whether it holds a backslash and whether it
// holds half of a surrogate pair.
func (p *parser) str() (escaped, lone, ok bool) {
	if p.peek() != '"' {
		return false, false, false
	}
	start := p.at
	p.at++
	for {
		p.plain()
		switch p.peek() {
		case '"':
			p.at++
			if escaped {
				lone = loneEscape(p.d.src[start:p.at]) >= 0
			}
			return escaped, lone, true
		case '\\':
			escaped = true
			if !p.escape() {
				return escaped, false, false
			}
		default:
			return escaped, false, false
		}
	}
}

// plain skips what needs no look inside a string, eight bytes at a time.
func (p *parser) plain() {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	s := p.d.src
	for p.at+8 <= len(s) {
		w := binary.LittleEndian.Uint64([]byte(s[p.at : p.at+8]))
		quote, slash := w^(ones*'"'), w^(ones*'\\')
		// The borrow of a lower byte may mark a byte too many, never one
		// before the first hit, so the lowest mark is exact.
		hit := ((w-ones*0x20)&^w | (quote-ones)&^quote | (slash-ones)&^slash) & tops
		if hit != 0 {
			p.at += bits.TrailingZeros64(hit) / 8
			break
		}
		p.at += 8
	}
	for p.at < len(s) && s[p.at] >= 0x20 && s[p.at] != '"' && s[p.at] != '\\' {
		p.at++
	}
}

func (p *parser) escape() bool {
	p.at++
	switch p.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		p.at++
		return true
	case 'u':
		if _, ok := hex4(p.d.src[p.at+1:]); !ok {
			return false
		}
		p.at += 5
		return true
	}
	return false
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
	for p.at < len(p.d.src) {
		switch p.d.src[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// peek returns the next byte; 0, which is no JSON anywhere, at the end.
func (p *parser) peek() byte {
	if p.at < len(p.d.src) {
		return p.d.src[p.at]
	}
	return 0
}
