package sessionlog

import (
	"math/rand/v2"
	"testing"
)

// TestMarks holds both ways to read a string to the same answer, over strings made
// of what decides it: backslashes in runs of any length, quotes, escapes whole and
// broken, control characters, at and across the ends of blocks.
func TestMarks(t *testing.T) {
	if !wideMarks {
		t.Skip("this processor or build reads strings one way only")
	}
	parts := []string{
		`\`, `\\`, `\\\`, `"`, `\"`, `\n`, `\x`, `\u`, `\u00e9`, `\ud83d`, `\uDe00`, `\u12g4`, `u`, "\n", "\x1f", "\x00",
		"a", "é", "\xff", "some longer run of plain text, as most of it is ", "   ",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	ends := 0
	for range 200_000 {
		b := []byte(`"`)
		for n := 64 + rng.IntN(200); len(b) < n; {
			k := rng.IntN(len(parts))
			if rng.IntN(3) > 0 {
				k = len(parts) - 1 - rng.IntN(5)
			}
			b = append(b, parts[k]...)
		}
		end, seen := stringEnd(b, 1)
		x := extractor{scanner: scanner{b: b}}
		x.mark(b)
		if got := x.markedEnd(1); got != end {
			t.Fatalf("%q: marks end the string at %d, the plain scan at %d", b, got, end)
		}
		if seen&surrogate != 0 && !x.half {
			t.Fatalf("%q: marks overlook a surrogate", b)
		}
		if seen&beyondASCII != 0 && !x.wide {
			t.Fatalf("%q: marks overlook bytes beyond ASCII", b)
		}
		if end > 0 {
			ends++
			if got, want := x.escaped(1, end), (&scanner{b: b}).escaped(1, end); got != want {
				t.Fatalf("%q: escaped %v, want %v", b, got, want)
			}
		}
	}
	if ends < 10_000 {
		t.Fatalf("only %d strings had an end", ends)
	}
}
