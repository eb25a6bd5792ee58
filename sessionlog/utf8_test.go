package sessionlog

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// TestBadText compares with the standard library on texts that are damaged at
// random places, always the same ones.
func TestBadText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	whole := []byte("plain text, caf\u00e9, \u65e5\u672c\u8a9e, \U0001F600 and more of it")
	for range 20000 {
		b := append([]byte(nil), whole[:r.IntN(len(whole)+1)]...)
		for range r.IntN(3) {
			if len(b) > 0 {
				b[r.IntN(len(b))] = byte(0x70 + r.IntN(0x90))
			}
		}
		at := BadText(b)
		if (at < 0) != utf8.Valid(b) {
			t.Fatalf("%q: bad at %d, valid %v", b, at, utf8.Valid(b))
		}
		if at < 0 {
			continue
		}
		if n := BadLen(b[at:]); !utf8.Valid(b[:at]) || n > 3 || n > 1 && utf8.FullRune(b[at:at+n]) {
			t.Fatalf("%q: %d bad bytes at %d", b, n, at)
		}
	}
}

// TestBadLen holds the numbers that TextDecoder gives.
func TestBadLen(t *testing.T) {
	for s, want := range map[string]int{
		"\xff": 1, "\x80": 1, "\xe2\x82": 2, "\xe2\x82(": 2, "\xe2(": 1, "\xf0\x9f\x98": 3, "\xf0\x9f\x98 ": 3,
		"\xed\xa0\x80": 1, "\xc0\xaf": 1, "\xf4\x90\x80": 1, "\xc3": 1,
	} {
		if n := BadLen([]byte(s)); n != want {
			t.Errorf("%q: %d bytes, want %d", s, n, want)
		}
	}
}
