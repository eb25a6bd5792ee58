package mapper

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine puts text on one line: each stretch of white space becomes a blank, and
// what cannot be printed is left out. It copies only where it must.
func oneLine(s string) string {
	s = trim(s)
	for i := plain(s); i < len(s); i++ {
		switch c := s[i]; {
		case visible[c]:
		case c == ' ' && s[i+1] != ' ': // a blank is not the last
		case c >= 0x80:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError || unicode.IsSpace(r) || hidden(r) {
				return squeeze(s, i)
			}
			i += n - 1
		default:
			return squeeze(s, i)
		}
	}
	return s
}

// unseen tells whether nothing of a text can be shown.
func unseen(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && !hidden(r) {
			return false
		}
	}
	return true
}

// trim takes the white space off both ends of a text.
func trim(s string) string {
	if s != "" && visible[s[0]] && visible[s[len(s)-1]] {
		return s
	}
	return strings.TrimSpace(s)
}

// unindent takes blanks and tabs off the begin of a text.
func unindent(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	return s
}

// unpadded takes blanks and tabs off the end of a text.
func unpadded(s string) string {
	for s != "" && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t') {
		s = s[:len(s)-1]
	}
	return s
}

// A mask with one bit for each of eight bytes.
const (
	lows  = 0x0101010101010101
	highs = 0x8080808080808080
)

// eight returns the eight bytes of a text from i on.
func eight(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// plain returns how many bytes a text begins with, at least, that are visible or single
// blanks. It looks at eight at once, and at the last of them again, as the next may be a
// blank too.
func plain(s string) int {
	last := len(s) - 8
	if last < 0 {
		return 0
	}
	for i := 0; ; i = min(i+7, last) {
		x := eight(s, i)
		odd := (x | (x + lows) | (x - lows*' ')) & highs // beyond ~ and below a blank
		blanks := ^((x ^ lows*' ') + (highs - lows)) & highs
		if odd|blanks&(blanks<<8) != 0 {
			return i
		}
		if i == last {
			return len(s)
		}
	}
}

// visible are the bytes that stand for themselves.
var visible = func() (is [256]bool) {
	for c := '!'; c <= '~'; c++ {
		is[c] = true
	}
	return is
}()

// lineBuffer is room for most texts of one line.
type lineBuffer [384]byte

// squeeze puts text on one line that is so already up to n: it drops control characters,
// also those that turn the direction of text, and shows bytes that are none as one U+FFFD.
func squeeze(s string, n int) string {
	var room lineBuffer
	b := append(room[:0], s[:n]...)
	blank, bad := n > 0 && s[n-1] == ' ', false // what came last
	for i, size := n, 0; i < len(s); i += size {
		r := rune(s[i])
		if size = 1; r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case r == utf8.RuneError && size == 1:
			if !bad {
				b = append(b, "\uFFFD"...)
			}
			blank, bad = false, true
			continue
		case r == ' ' || r >= '\t' && r <= '\r' || r >= utf8.RuneSelf && unicode.IsSpace(r):
			if !blank {
				b = append(b, ' ')
			}
			blank, bad = true, false
			continue
		case !hidden(r):
			b = append(b, s[i:i+size]...)
		}
		blank, bad = false, false
	}
	return string(b)
}

func hidden(r rune) bool {
	switch {
	case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0, r == '\uFEFF', r == '\u2028', r == '\u2029':
		return true
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f':
		return true
	}
	return false
}

// cut shortens text to n characters, the last of them an ellipsis.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	seen := 0
	for i := range s {
		if seen++; seen == n {
			rest := s[i:]
			for j := range rest {
				if j > 0 {
					return s[:i] + "…"
				}
			}
			return s
		}
	}
	return s
}

// tidy puts text on one line that was broken or not.
func tidy(s string, broken bool) string {
	if broken {
		return joined(trim(s))
	}
	return oneLine(s)
}

// longJoined is more than is shown of lines that are put on one.
const longJoined = maxText + 16

// joined puts lines on one, without the blanks that their ends leave inside of brackets. Of
// long ones it returns the begin, which is all that is shown.
func joined(s string) string {
	var room lineBuffer
	b := room[:0]
	for i := range len(s) {
		switch c := s[i]; {
		case c > ')' && c < 0x7f && c != ']':
			b = append(b, c)
		case c == ' ' || c >= '\t' && c <= '\r':
			if len(b) > longJoined {
				return string(b)
			}
			if n := len(b) - 1; b[n] != ' ' && b[n] != '(' && b[n] != '[' { // a blank is not the first
				b = append(b, ' ')
			}
		case c == ')' || c == ']':
			if n := len(b) - 1; n >= 0 && b[n] == ' ' {
				b = b[:n]
			}
			if n := len(b) - 1; n >= 0 && b[n] == ',' {
				b = b[:n]
			}
			b = append(b, c)
		case c < ' ' || c >= 0x7f:
			return snug(oneLine(s))
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// snug takes out the blanks that line ends leave inside of brackets.
func snug(s string) string {
	i := 0
	for i < len(s) && loose(s, i) == 0 {
		i++
	}
	if i == len(s) {
		return s
	}
	var room lineBuffer
	b := append(room[:0], s[:i]...)
	for ; i < len(s); i++ {
		switch loose(s, i) {
		case 0:
			b = append(b, s[i])
		case '(':
			b = append(b, s[i])
			i++
		}
	}
	return string(b)
}

// loose tells what is to be taken out at a byte: 0 for nothing, the byte itself or, for
// an opening bracket, the blank behind it.
func loose(s string, i int) byte {
	if i+1 == len(s) {
		return 0
	}
	switch c, next := s[i], s[i+1]; c {
	case '(', '[':
		if next == ' ' {
			return '('
		}
	case ',', ' ':
		if next == ')' || next == ']' || c == ',' && next == ' ' && closes(s[i+2:]) {
			return c
		}
	}
	return 0
}

func closes(s string) bool { return s != "" && (s[0] == ')' || s[0] == ']') }
