package sessionlog

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestPatchOfPatch lays random edits over random edits and compares with doing
// both on bytes.
func TestPatchOfPatch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		src := make([]byte, rnd.IntN(200))
		for i := range src {
			src[i] = byte('a' + rnd.IntN(26))
		}
		want := src
		var s Source = memory(src)
		for range 4 {
			edits := randomEdits(rnd, s.Size())
			p, err := NewPatch(s, edits)
			if err != nil {
				t.Fatal(err)
			}
			want = naive(want, edits)
			got, err := readFull(p, Span{0, p.Size()})
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("got %q, %v, want %q", got, err, want)
			}
			var b bytes.Buffer
			if _, err := p.WriteTo(&b); err != nil || !bytes.Equal(b.Bytes(), want) {
				t.Fatalf("WriteTo got %q, %v, want %q", b.Bytes(), err, want)
			}
			s = p
		}
	}
}

func randomEdits(rnd *rand.Rand, size int64) []Edit {
	var out []Edit
	for at := int64(0); at < size; {
		start := at + rnd.Int64N(20)
		end := start + rnd.Int64N(5)
		if end > size {
			break
		}
		out = append(out, Edit{Span{start, end}, bytes.Repeat([]byte{byte('0' + rnd.IntN(10))}, rnd.IntN(4))})
		at = end + 1
	}
	return out
}

func naive(src []byte, edits []Edit) []byte {
	var out []byte
	from := int64(0)
	for _, e := range edits {
		out = append(append(out, src[from:e.Span.Start]...), e.New...)
		from = e.Span.End
	}
	return append(out, src[from:]...)
}

func TestApplyRefusesOverlap(t *testing.T) {
	for _, edits := range [][]Edit{
		{{Span{0, 3}, nil}, {Span{2, 4}, nil}},
		{{Span{0, 3}, nil}, {Span{1, 1}, []byte("x")}},
		{{Span{4, 9}, nil}},
	} {
		if got, err := Apply([]byte("abcdef"), edits); err == nil {
			t.Errorf("Apply(%v) = %q, want an error", edits, got)
		}
	}
}
