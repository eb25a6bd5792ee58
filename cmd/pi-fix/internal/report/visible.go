package report

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns text from a session, or the name of a file, in a form that
// can do nothing to a terminal: control characters, escape sequences, marks
// that reorder text and bytes that are no UTF-8 appear as escapes like \x1b.
// Spaces, printable characters and backslashes stay.
func Visible(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\x` + hex(uint64(s[0]), 2))
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(escape(r))
		}
		s = s[n:]
	}
	return b.String()
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func escape(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x80:
		return `\x` + hex(uint64(r), 2)
	case r < 0x10000:
		return `\u` + hex(uint64(r), 4)
	}
	return `\U` + hex(uint64(r), 8)
}

func hex(n uint64, digits int) string {
	s := strconv.FormatUint(n, 16)
	return strings.Repeat("0", max(0, digits-len(s))) + s
}

// A jsonVisible does for JSON what [Visible] does for text, without changing
// what it says: encoding/json leaves DEL, the C1 controls (one of them begins
// escape sequences in some terminals) and the marks that reorder text as they
// are, and all of them may be written as \u escapes. They occur in strings only.
type jsonVisible struct{ w io.Writer }

func (j jsonVisible) Write(p []byte) (int, error) {
	if isPlainJSON(p) {
		return j.w.Write(p)
	}
	var b strings.Builder
	for _, r := range string(p) {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x10000:
			b.WriteString(`\u` + hex(uint64(r), 4))
		default:
			r -= 0x10000
			b.WriteString(`\u` + hex(uint64(0xd800+r>>10), 4) + `\u` + hex(uint64(0xdc00+r&0x3ff), 4))
		}
	}
	if _, err := io.WriteString(j.w, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func isPlainJSON(p []byte) bool {
	for _, c := range p {
		if c >= 0x7f {
			return false
		}
	}
	return true
}
