package sessionlog

import (
	"encoding/binary"
	"math/bits"
)

// scanner checks one JSON text strictly (RFC 8259, as JSON.parse does) and
// hands out the places of its parts. It decodes nothing and does not recurse,
// so neither a long string nor deep nesting costs more than a read.
type scanner struct {
	b    []byte
	i    int
	nest []uint64 // one bit a level: 1 is an object
	half bool     // some string holds an escaped surrogate
}

func (s *scanner) ws() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return
		}
	}
}

// peek returns the next byte after white space, 0 at the end. A NUL byte is
// no part of any JSON text, so the two need not be told apart.
func (s *scanner) peek() byte {
	s.ws()
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// str passes a string; the scanner stands on the opening quote. It returns the
// string's inside and whether it holds an escape.
func (s *scanner) str() (in []byte, escaped, ok bool) {
	from := s.i + 1
	escaped, ok = s.pass()
	if !ok {
		return nil, false, false
	}
	return s.b[from : s.i-1], escaped, true
}

// pass passes a string without a look at it.
func (s *scanner) pass() (escaped, ok bool) {
	end, seen := stringEnd(s.b, s.i+1)
	if end < 0 {
		return false, false
	}
	s.i = end + 1
	s.half = s.half || seen&surrogate != 0
	return seen != 0, true
}

// escapes is what stringEnd met.
type escapes uint8

const (
	anyEscape escapes = 1 << iota
	surrogate         // \uD800 to \uDFFF, in a pair or alone
)

// stringEnd returns where the closing quote of the string stands whose inside
// begins at i, or -1. Eight bytes are looked at in one word: the lowest bit set
// in the mask marks the first byte that is a quote, a backslash or a control
// character.
func stringEnd(b []byte, i int) (end int, seen escapes) {
	for {
		for i+8 <= len(b) {
			w := binary.LittleEndian.Uint64(b[i:])
			q := w ^ (ones * '"')
			e := w ^ (ones * '\\')
			m := ((q-ones)&^q | (e-ones)&^e | (w-ones*0x20)&^w) & highs
			if m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		if i >= len(b) {
			return -1, 0
		}
		switch c := b[i]; {
		case c == '\\':
			seen |= anyEscape
			if i+1 < len(b) && isSimple[b[i+1]] {
				i += 2
				continue
			}
			n := escapeLen(b[i:])
			if n == 0 {
				return -1, 0
			}
			if b[i+2]|32 == 'd' && b[i+3] >= '8' {
				seen |= surrogate
			}
			i += n
		case c == '"':
			return i, seen
		case c < 0x20:
			return -1, 0
		default:
			i++
		}
	}
}

// isSimple marks what may follow a backslash in an escape of two characters.
var isSimple = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// escapeLen returns the length of the escape at the start of b, 0 when it is none.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	if isSimple[b[1]] {
		return 2
	}
	if b[1] == 'u' && len(b) >= 6 && isHex(b[2]) && isHex(b[3]) && isHex(b[4]) && isHex(b[5]) {
		return 6
	}
	return 0
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// atom passes a number or a literal.
func (s *scanner) atom() bool {
	rest := s.b[s.i:]
	for _, w := range [...]string{"true", "false", "null"} {
		if len(rest) >= len(w) && string(rest[:len(w)]) == w {
			s.i += len(w)
			return true
		}
	}
	return s.number()
}

func (s *scanner) number() bool {
	if s.at('-') {
		s.i++
	}
	switch {
	case s.at('0'):
		s.i++
	case s.digits() == 0:
		return false
	}
	if s.at('.') {
		s.i++
		if s.digits() == 0 {
			return false
		}
	}
	if s.at('e') || s.at('E') {
		s.i++
		if s.at('+') || s.at('-') {
			s.i++
		}
		return s.digits() > 0
	}
	return true
}

func (s *scanner) at(c byte) bool { return s.i < len(s.b) && s.b[s.i] == c }

func (s *scanner) digits() int {
	n := s.i
	for s.i < len(s.b) && '0' <= s.b[s.i] && s.b[s.i] <= '9' {
		s.i++
	}
	return s.i - n
}

// skip passes one whole value, whatever it is.
func (s *scanner) skip() bool {
	depth := 0
	for {
		switch s.peek() {
		case '"':
			if _, ok := s.pass(); !ok {
				return false
			}
		case '{':
			s.i++
			if s.peek() != '}' {
				depth = s.push(depth, 1)
				if !s.key() {
					return false
				}
				continue
			}
			s.i++
		case '[':
			s.i++
			if s.peek() != ']' {
				depth = s.push(depth, 0)
				continue
			}
			s.i++
		default:
			if !s.atom() {
				return false
			}
		}
		var ok bool
		if depth, ok = s.close(depth); !ok || depth == 0 {
			return ok
		}
	}
}

// close passes what stands behind a value: closing brackets as long as there
// are any, then a comma. It returns the depth of the value that comes next, 0
// when the outermost is closed.
func (s *scanner) close(depth int) (int, bool) {
	for depth > 0 {
		closed, ok := s.next(depth)
		if !ok {
			return 0, false
		}
		if !closed {
			break
		}
		depth--
	}
	return depth, true
}

// next passes what stands behind a value at the given depth: a comma (and the
// key that follows in an object) or the closing bracket.
func (s *scanner) next(depth int) (closed, ok bool) {
	object := s.nest[(depth-1)>>6]>>((depth-1)&63)&1 == 1
	switch c := s.peek(); {
	case c == ',':
		s.i++
		return false, !object || s.key()
	case c == '}' && object, c == ']' && !object:
		s.i++
		return true, true
	}
	return false, false
}

func (s *scanner) push(depth int, object uint64) int {
	if depth>>6 == len(s.nest) {
		s.nest = append(s.nest, 0)
	}
	w := &s.nest[depth>>6]
	*w = *w&^(1<<(depth&63)) | object<<(depth&63)
	return depth + 1
}
