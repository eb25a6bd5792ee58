package sessionlog

import (
	"encoding/binary"
	"unicode/utf8"
)

// BadText returns where the first bytes stand that are no UTF-8, or -1.
// Long runs of ASCII are passed eight bytes at a time, wherever they stand.
func BadText(b []byte) int {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			if i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&highs == 0 {
				i += 8
				continue
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// BadLen returns how many bytes at the start of b one U+FFFD stands for in what
// JavaScript decodes: as many as could begin a character, and at least one.
func BadLen(b []byte) int {
	n := 1
	for n < len(b) && n < utf8.UTFMax-1 && !utf8.FullRune(b[:n+1]) {
		n++
	}
	return n
}
