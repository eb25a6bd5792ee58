package sessionlog

import (
	"bytes"
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
	bare bool     // some key is empty

	marks []marks // of b, when it has been marked
}

// MaxNesting is how many levels a value may have. The real pi 1.5.2 and 0.87.1
// manage 3,000 and fail at 4,500 ("Maximum call stack size exceeded"), whether
// they send the value or not.
const MaxNesting = 3000

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

// near returns the length of the string whose inside begins at from, when it ends in
// the same block of marks and holds no escape, as most do; else -1.
func (s *scanner) near(from int) int {
	if s.marks == nil {
		return -1
	}
	m, at := &s.marks[from>>6], from&63
	n := bits.TrailingZeros64(m.stop >> at)
	if from+n >= len(s.b) || s.b[from+n] != '"' || n == 64 || m.slash>>at&(1<<n-1) != 0 {
		return -1
	}
	return n
}

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
	if n := s.near(from); n >= 0 {
		s.i = from + n + 1
		return s.b[from : from+n], true
	}
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

// close passes what stands behind a value: closing brackets as long as there are
// any, then a comma and the key that follows in an object. It returns the depth of
// the value that comes next, 0 when the outermost is closed.
func (s *scanner) close(depth int) (int, bool) {
	for ; depth > 0; depth-- {
		object := s.nest[(depth-1)>>6]>>((depth-1)&63)&1 == 1
		switch c := s.peek(); {
		case c == ',':
			s.i++
			return depth, !object || s.key()
		case c == '}' && object, c == ']' && !object:
			s.i++
		default:
			return 0, false
		}
	}
	return 0, true
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
