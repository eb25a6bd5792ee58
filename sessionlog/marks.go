package sessionlog

import "math/bits"

// marks is what one look at 64 bytes of a line finds, one bit a byte. Wide
// registers find all of it without a branch, so a text full of escapes is read
// as fast as plain prose.
type marks struct {
	stop  uint64 // a string ends here (a quote) or breaks (control character, bad escape)
	slash uint64 // backslashes
	uni   uint64 // the u of \u escapes; after checkUnicode of those of surrogates only
}

// mark fills x.marks for a line, if the machine can. A large line is read without: its
// marks would take three eighths of its size and save no time.
func (x *extractor) mark(line []byte) {
	if !wideMarks || len(line) < 64 || len(line) > largeLine {
		return
	}
	whole := len(line) >> 6
	if n := whole + 1; cap(x.marked) < n {
		x.marked = make([]marks, n, n+n/4)
	}
	x.marks = x.marked[:whole+1]
	carry, unicode, wide := markBlocks(&x.marks[0], &line[0], whole, 0)
	// The rest of the last block stays NUL, which stops whatever runs into it.
	var tail [64]byte
	copy(tail[:], line[whole<<6:])
	_, unicodeEnd, wideEnd := markBlocks(&x.marks[whole], &tail[0], 1, carry)
	x.wide = wide|wideEnd != 0
	if unicode|unicodeEnd != 0 {
		x.checkUnicode(line)
	}
}

// checkUnicode looks at what follows each \u: four hexadecimal digits, or the
// string breaks there.
func (x *extractor) checkUnicode(line []byte) {
	for w := range x.marks {
		m := &x.marks[w]
		for u := m.uni; u != 0; u &= u - 1 {
			at := w<<6 + bits.TrailingZeros64(u)
			switch escape := line[at-1:]; {
			case escapeLen(escape) == 0:
				m.stop |= u & -u
			case isSurrogate(escape):
				x.half = true
			}
		}
	}
}

// isSurrogate tells \uD800 to \uDFFF among the \u escapes.
func isSurrogate(escape []byte) bool { return escape[2]|32 == 'd' && escape[3] >= '8' }

// markedEnd is stringEnd for a marked line.
func (s *scanner) markedEnd(i int) int {
	w := i >> 6
	m := s.marks[w].stop >> (i & 63) << (i & 63)
	for m == 0 {
		if w++; w == len(s.marks) {
			return -1
		}
		m = s.marks[w].stop
	}
	i = w<<6 + bits.TrailingZeros64(m)
	if i >= len(s.b) || s.b[i] != '"' {
		return -1
	}
	return i
}
