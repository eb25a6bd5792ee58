package sessionlog

import (
	"bytes"
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
	wide bool     // some string may hold bytes beyond ASCII
	deep bool     // something is nested beyond MaxNesting
	bare bool     // some key is empty, or longer than MaxKey

	marks []marks // of b, when it has been marked
}

// MaxNesting is how many levels a value may have. The real pi 1.5.2 and 0.87.1
// manage 3,000 and fail at 4,500 ("Maximum call stack size exceeded"), whether
// they send the value or not.
const MaxNesting = 3000

// MaxKey is how many bytes a key in the arguments of a call may have.
const MaxKey = 1024

// peek returns the next byte after white space, 0 at the end. A NUL byte is
// no part of any JSON text, so the two need not be told apart.
func (s *scanner) peek() byte {
	if s.i < len(s.b) && s.b[s.i] > ' ' {
		return s.b[s.i]
	}
	return s.ws()
}

// ws passes white space, which pi itself writes none of, and peeks.
func (s *scanner) ws() byte {
	for ; s.i < len(s.b); s.i++ {
		switch c := s.b[s.i]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// str passes a string; the scanner stands on the opening quote. It returns the
// string's inside.
func (s *scanner) str() (in []byte, ok bool) {
	from := s.i + 1
	if !s.pass() {
		return nil, false
	}
	return s.b[from : s.i-1], true
}

// plain passes a string and returns its inside, unescaped.
func (s *scanner) plain() (in []byte, ok bool) {
	from := s.i + 1
	if in, ok = s.str(); ok && s.escaped(from, from+len(in)) {
		in = unescape(in)
	}
	return in, ok
}

// pass passes a string without a look at it.
func (s *scanner) pass() bool {
	end := -1
	if s.marks != nil {
		end = s.markedEnd(s.i + 1)
	} else {
		var seen traits
		end, seen = stringEnd(s.b, s.i+1)
		s.half = s.half || seen&surrogate != 0
		s.wide = s.wide || seen&beyondASCII != 0
	}
	s.i = end + 1
	return end >= 0
}

// escaped tells whether there is a backslash in b[from:to].
func (s *scanner) escaped(from, to int) bool {
	if s.marks != nil && from&63+to-from <= 64 {
		return s.marks[from>>6].slash>>(from&63)&(1<<(to-from)-1) != 0
	}
	return bytes.IndexByte(s.b[from:to], '\\') >= 0
}

// traits is what stringEnd met in a string.
type traits uint8

const (
	surrogate   traits = 1 << iota // \uD800 to \uDFFF, in a pair or alone
	beyondASCII                    // a byte of 0x80 or above, in the string or close behind it
)

// stringEnd returns where the closing quote of the string stands whose inside
// begins at i, or -1. Eight bytes are looked at in one word: the lowest bit set
// in the mask marks the first byte that is a quote, a backslash or a control
// character.
func stringEnd(b []byte, i int) (end int, seen traits) {
	var all uint64
	for {
		for i+8 <= len(b) {
			w := binary.LittleEndian.Uint64(b[i:])
			all |= w
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
			if i+1 < len(b) && isSimple[b[i+1]] {
				i += 2
				continue
			}
			n := escapeLen(b[i:])
			if n == 0 {
				return -1, 0
			}
			if isSurrogate(b[i:]) {
				seen |= surrogate
			}
			i += n
		case c == '"':
			if all&highs != 0 {
				seen |= beyondASCII
			}
			return i, seen
		case c < 0x20:
			return -1, 0
		default:
			all |= uint64(c)
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
	word := ""
	switch rest := s.b[s.i:]; {
	case len(rest) == 0:
		return false
	case rest[0] == 't':
		word = "true"
	case rest[0] == 'f':
		word = "false"
	case rest[0] == 'n':
		word = "null"
	default:
		return s.number()
	}
	s.i += len(word)
	return s.i <= len(s.b) && string(s.b[s.i-len(word):s.i]) == word
}

func (s *scanner) number() bool {
	b, i := s.b, s.i
	if b[i] == '-' {
		i++
	}
	whole := i
	if i = digits(b, i); i == whole || b[whole] == '0' && i > whole+1 {
		return false
	}
	if i < len(b) && b[i] == '.' {
		i++
		part := i
		if i = digits(b, i); i == part {
			return false
		}
	}
	if i < len(b) && b[i]|32 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		part := i
		if i = digits(b, i); i == part {
			return false
		}
	}
	s.i = i
	return true
}

// digits returns where the digits that begin at i end.
func digits(b []byte, i int) int {
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

// skip passes one whole value, whatever it is.
func (s *scanner) skip() bool {
	depth := 0
	for {
		switch s.peek() {
		case '"':
			if !s.pass() {
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
	s.deep = s.deep || depth >= MaxNesting
	if depth>>6 == len(s.nest) {
		s.nest = append(s.nest, 0)
	}
	w := &s.nest[depth>>6]
	*w = *w&^(1<<(depth&63)) | object<<(depth&63)
	return depth + 1
}
