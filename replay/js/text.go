package js

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns the text of a string value and "" for any other.
func (v Value) Text() string {
	if v.Kind() != String {
		return ""
	}
	n := v.node()
	s := v.d.src[n.start+1 : n.end-1]
	if n.seen&escaped != 0 || v.d.repair {
		return v.d.unquote(s, n.seen&escaped != 0)
	}
	return s
}

// Blank reports whether v is a string of which [Blank] leaves nothing.
func (v Value) Blank() bool {
	if v.Kind() != String {
		return false
	}
	n := v.node()
	if c := v.d.src[n.start+1]; c > ' ' && c < utf8.RuneSelf && c != '\\' && c != '"' {
		return false // as nearly always, and without undoing the escapes behind it
	}
	return Blank(v.Text())
}

// Key returns the name under which v is a member of its object, "" otherwise.
func (v Value) Key() string {
	if v.d == nil || v.node().key == 0 {
		return ""
	}
	n := v.node()
	s := v.d.src[n.key+1 : v.d.keyEnd(n)-1]
	if n.seen&keyEscaped != 0 || v.d.repair {
		return v.d.unquote(s, n.seen&keyEscaped != 0)
	}
	return s
}

func (d *doc) unquote(s string, escaped bool) string {
	if d.repair {
		s = repairUTF8(s)
	}
	if !escaped {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			j := strings.IndexByte(s[i:], '\\')
			if j < 0 {
				j = len(s) - i
			}
			b = append(b, s[i:i+j]...)
			i += j
			continue
		}
		if s[i+1] != 'u' {
			b = append(b, simpleEscape(s[i+1]))
			i += 2
			continue
		}
		unit, _ := hex4(s[i+2:])
		i += 6
		if low, ok := lowAfter(unit, s[i:]); ok {
			b = utf8.AppendRune(b, utf16.DecodeRune(rune(unit), rune(low)))
			i += 6
			continue
		}
		b = appendUnit(b, unit)
	}
	return string(b)
}

// appendUnit appends one UTF-16 unit; half of a surrogate pair takes three bytes.
func appendUnit(b []byte, unit uint16) []byte {
	if utf16.IsSurrogate(rune(unit)) {
		return append(b, 0xE0|byte(unit>>12), 0x80|byte(unit>>6)&0x3F, 0x80|byte(unit)&0x3F)
	}
	return utf8.AppendRune(b, rune(unit))
}

func simpleEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// lowAfter returns the low half that follows in s when unit is a high half.
func lowAfter(unit uint16, s string) (uint16, bool) {
	if unit < 0xD800 || unit > 0xDBFF || len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	low, ok := hex4(s[2:])
	return low, ok && low >= 0xDC00 && low <= 0xDFFF
}

func hex4(s string) (uint16, bool) {
	if len(s) < 4 {
		return 0, false
	}
	var n uint16
	for i := range 4 {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		n = n<<4 | uint16(c)
	}
	return n, true
}

// loneEscape returns where in a quoted text the first escape stands that is half
// of a surrogate pair, or -1.
func loneEscape(s string) int {
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], '\\')
		if j < 0 || i+j+1 >= len(s) {
			return -1
		}
		i += j
		if s[i+1] != 'u' {
			i += 2
			continue
		}
		unit, ok := hex4(s[i+2:])
		if !ok {
			return -1
		}
		if _, paired := lowAfter(unit, s[i+6:]); paired {
			i += 12
			continue
		}
		if utf16.IsSurrogate(rune(unit)) {
			return i
		}
		i += 6
	}
	return -1
}

// Sanitize removes halves of surrogate pairs, as pi does with texts.
func Sanitize(s string) string {
	i := surrogate(s, 0)
	if i < 0 {
		return s
	}
	var b strings.Builder
	for from := 0; ; i = surrogate(s, from) {
		if i < 0 {
			b.WriteString(s[from:])
			return b.String()
		}
		b.WriteString(s[from:i])
		from = i + 3
	}
}

// surrogate returns where the next half of a pair stands at or after from, or -1.
func surrogate(s string, from int) int {
	for from < len(s) {
		i := strings.IndexByte(s[from:], 0xED)
		if i < 0 || from+i+2 >= len(s) {
			return -1
		}
		if s[from+i+1] >= 0xA0 {
			return from + i
		}
		from += i + 3
	}
	return -1
}

// repairUTF8 replaces bytes that are no UTF-8 by U+FFFD, one for each longest
// beginning of a character, which is what Node does when it reads a file.
func repairUTF8(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			b.WriteRune(utf8.RuneError)
			i += brokenLen(s[i:])
			continue
		}
		b.WriteString(s[i : i+size])
		i += size
	}
	return b.String()
}

// brokenLen returns how many bytes of s begin a character without completing it,
// at least 1.
func brokenLen(s string) int {
	n := 1
	for n < len(s) && n < 4 && couldBegin(s[:n+1]) {
		n++
	}
	return n
}

// couldBegin reports whether some character starts with the bytes of s. The
// lowest and the highest continuations stand for all: a lead byte allows one
// unbroken range of second bytes.
func couldBegin(s string) bool {
	for _, fill := range [2]string{"\x80\x80\x80", "\xBF\xBF\xBF"} {
		if r, size := utf8.DecodeRuneInString(s + fill); r != utf8.RuneError && size > len(s) {
			return true
		}
	}
	return false
}

// Trim returns s without what JavaScript's trim takes away at both ends. Unlike
// Go's it takes U+FEFF and leaves U+0085.
func Trim(s string) string { return strings.TrimFunc(s, isSpace) }

// Blank reports whether nothing is left of s after [Trim].
func Blank(s string) bool { return strings.TrimLeftFunc(s, isSpace) == "" }

func isSpace(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return r >= 0x2000 && r <= 0x200A
}

// Units returns s as the UTF-16 units that JavaScript counts, slices and hashes.
func Units(s string) []uint16 {
	u := make([]uint16, 0, len(s))
	for i := 0; i < len(s); {
		if surrogate(s[i:min(len(s), i+3)], 0) == 0 {
			u = append(u, 0xD000|uint16(s[i+1]&0x3F)<<6|uint16(s[i+2]&0x3F))
			i += 3
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		u = utf16.AppendRune(u, r)
		i += size
	}
	return u
}

// FromUnits is the inverse of [Units].
func FromUnits(u []uint16) string {
	b := make([]byte, 0, len(u))
	for i := 0; i < len(u); i++ {
		if r := rune(u[i]); utf16.IsSurrogate(r) && i+1 < len(u) {
			if pair := utf16.DecodeRune(r, rune(u[i+1])); pair != utf8.RuneError {
				b = utf8.AppendRune(b, pair)
				i++
				continue
			}
		}
		b = appendUnit(b, u[i])
	}
	return string(b)
}
