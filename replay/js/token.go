package js

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
)

func word(src string, at int, word string, kind Kind) (Kind, int, bool) {
	if !strings.HasPrefix(src[at:], word) {
		return kind, at, false
	}
	return kind, at + len(word), true
}

// str reads a string from behind its quote and reports whether it holds escapes.
// What it is not sure of has to be looked at. It goes eight bytes at a time, or more
// where nothing is.
func str(src string, at int) (end int, seen marks, ok bool) {
	high := uint64(0) // has the top bit of a byte set when there may be more than ASCII
	for {
		w := eight(src, at)
		high |= w
		hit := special(w)
		if hit == 0 {
			if at += 8; at&(256-8) == 0 { // tried now and then
				at, high = far(src, at, high)
			}
			continue
		}
		bit := bits.TrailingZeros64(hit) &^ 7
		at += bit / 8
		c := byte(w >> bit)
		if c == '"' {
			if high&tops != 0 {
				seen |= strange
			}
			return at + 1, seen, true
		}
		if c != '\\' {
			return at, seen, false
		}
		seen |= escaped
		if at++; simple[peek(src, at)] {
			at++
			continue
		}
		unit, ok := unicodeEscape(src[at:])
		if !ok {
			return at, seen, false
		}
		if at += 5; utf16.IsSurrogate(rune(unit)) {
			seen |= strange
		}
	}
}

const ones, tops = 0x0101010101010101, 0x8080808080808080

// special marks with their top bits the bytes of w that need a look inside a
// string: control characters, quotes and backslashes. Where the bit 0x02 is turned
// over, the quote follows the control characters without a gap. The borrow of a
// lower byte may mark a byte too many, never one before the first hit, so the
// lowest mark is exact.
func special(w uint64) uint64 {
	return ((w ^ ones*0x02 - ones*0x21) | (w ^ ones*'\\' - ones)) &^ w & tops
}

// eight returns eight bytes, the first one lowest. Behind the end there are zeros,
// which stand in no string.
func eight(s string, at int) uint64 {
	if at+8 <= len(s) {
		return binary.LittleEndian.Uint64([]byte(s[at : at+8]))
	}
	var rest [8]byte
	copy(rest[:], s[at:])
	return binary.LittleEndian.Uint64(rest[:])
}

// far passes over blocks in which nothing is special.
func far(s string, at int, high uint64) (int, uint64) {
	for ; at+32 <= len(s); at += 32 {
		a, b, c, d := eight(s, at), eight(s, at+8), eight(s, at+16), eight(s, at+24)
		if special(a)|special(b)|special(c)|special(d) != 0 {
			break
		}
		high |= a | b | c | d
	}
	return at, high
}

// simple are the letters behind the backslash of an escape of two characters.
var simple = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// unicodeEscape reads what stands behind the backslash of an escape by number.
func unicodeEscape(s string) (unit uint16, ok bool) {
	if s == "" || s[0] != 'u' {
		return 0, false
	}
	return hex4(s[1:])
}

func number(src string, at int) (int, bool) {
	if peek(src, at) == '-' {
		at++
	}
	first := at
	at = digits(src, at)
	switch {
	case at == first:
		return at, false
	case src[first] == '0':
		at = first + 1
	}
	if peek(src, at) == '.' {
		first = at + 1
		if at = digits(src, first); at == first {
			return at, false
		}
	}
	if c := peek(src, at); c == 'e' || c == 'E' {
		at++
		if c := peek(src, at); c == '+' || c == '-' {
			at++
		}
		first = at
		at = digits(src, at)
		return at, at > first
	}
	return at, true
}

func digits(src string, at int) int {
	for at < len(src) && src[at]-'0' <= 9 {
		at++
	}
	return at
}

// skip returns where the next byte stands that is no white space.
func skip(src string, at int) int {
	if at < len(src) && src[at] > ' ' {
		return at // as always in what JSON.stringify wrote
	}
	return spaces(src, at)
}

func spaces(src string, at int) int {
	for at < len(src) && (src[at] == ' ' || src[at] == '\t' || src[at] == '\n' || src[at] == '\r') {
		at++
	}
	return at
}

// peek returns a byte; 0, which is no JSON anywhere, at the end.
func peek(src string, at int) byte {
	if at < len(src) {
		return src[at]
	}
	return 0
}
