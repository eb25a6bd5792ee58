package integrity

import (
	"strings"
	"unicode"
)

// printable makes text from a session fit for a message: no control characters,
// no line breaks, no more than 80 characters.
func printable(s string) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > 80 {
			b.WriteString("…")
			break
		}
		if !unicode.IsPrint(r) {
			r = unicode.ReplacementChar
		}
		b.WriteRune(r)
	}
	return b.String()
}
