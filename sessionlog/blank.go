package sessionlog

import (
	"unicode"
	"unicode/utf8"
)

// isBlank reports whether JavaScript's trim would leave nothing of b. Unlike
// Go's unicode.IsSpace it removes U+FEFF and does not remove U+0085.
func isBlank(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case '\t' <= r && r <= '\r', r == 0xFEFF, r == 0x2028, r == 0x2029, unicode.Is(unicode.Zs, r):
			b = b[n:]
		default:
			return false
		}
	}
	return true
}

// BOM is the byte order mark that some editors put before the header; pi from
// 0.78.1 on cannot read the line behind it.
const BOM = "\xEF\xBB\xBF"
