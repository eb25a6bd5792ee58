package mapper

import (
	"math/rand"
	"strings"
	"testing"
)

// TestOneLine compares the quick way, which looks at eight bytes at once, with the plain one.
func TestOneLine(t *testing.T) {
	pieces := []string{"a", "word", "~", "!", " ", "  ", "\t", "\n", "\r\n", "\x00", "\x1b", "\x7f", "\x80", "é", "\u00a0", "\u202e", "\ufeff", "\u2028", "\u200e", "\xff", "\xc3", "\uFFFD", "(", ",", ")"}
	r := rand.New(rand.NewSource(1))
	for range 50000 {
		var b strings.Builder
		for range r.Intn(24) {
			if r.Intn(3) > 0 {
				b.WriteString(pieces[r.Intn(2)])
			} else {
				b.WriteString(pieces[r.Intn(len(pieces))])
			}
		}
		s := b.String()
		if got, want := oneLine(s), printable(strings.Join(strings.Fields(s), " ")); got != want {
			t.Fatalf("%q became %q, not %q", s, got, want)
		} else if seen := strings.TrimSpace(want) != ""; unseen(s) == seen {
			t.Fatalf("%q, which is %q, is seen: %v", s, want, seen)
		}
	}
}

// printable drops control characters, and shows bytes that are none.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// TestRow asks for the lines of bytes in every order.
func TestRow(t *testing.T) {
	text := strings.Repeat("a\n\nlonger line\n\t\n", 300) + "end"
	f := newFile("x", text)
	defer f.release()
	r := rand.New(rand.NewSource(1))
	for range 20000 {
		at := r.Intn(len(text))
		if got, want := f.row(int32(at)), 1+strings.Count(text[:at], "\n"); got != want {
			t.Fatalf("byte %d is in line %d, not %d", at, want, got)
		}
	}
}
