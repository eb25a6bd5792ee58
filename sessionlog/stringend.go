package sessionlog

import (
	"encoding/binary"
	"math/bits"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

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
			n := escapeLen(b[i:])
			if n == 0 {
				return -1, 0
			}
			if n > 2 && isSurrogate(b[i:]) {
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
