package sessionlog

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// BadText returns where the first bytes stand that are no UTF-8, or -1. It looks
// at 32 and at eight bytes at a time and decodes only what is beyond ASCII, most of
// it without a call.
func BadText(b []byte) int {
	for i := 0; i < len(b); {
		if i+32 <= len(b) {
			four := (*[32]byte)(b[i:])
			if (word(four[:])|word(four[8:])|word(four[16:])|word(four[24:]))&highs == 0 {
				i += 32
				continue
			}
		}
		if i+8 <= len(b) {
			w := word(b[i:]) & highs
			if w == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(w) >> 3
		}
		switch c := b[i]; {
		case c < utf8.RuneSelf:
			i++
		case 0xC2 <= c && c < 0xE0 && i+1 < len(b) && b[i+1]&0xC0 == 0x80:
			i += 2
		case 0xE1 <= c && c < 0xED && i+2 < len(b) && b[i+1]&0xC0 == 0x80 && b[i+2]&0xC0 == 0x80:
			i += 3
		default:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 {
				return i
			}
			i += n
		}
	}
	return -1
}

func word(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// BadLen returns how many bytes at the start of b one U+FFFD stands for in what
// JavaScript decodes: as many as could begin a character, and at least one.
func BadLen(b []byte) int {
	n := 1
	for n < len(b) && n < utf8.UTFMax-1 && !utf8.FullRune(b[:n+1]) {
		n++
	}
	return n
}
