package sessionlog

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// TestPatched lays edits over damaged sessions, patch upon patch, and compares what is
// known of the outcome with what is read anew.
func TestPatched(t *testing.T) {
	names, err := filepath.Glob("../testdata/sessions/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal("no sessions", err)
	}
	rnd := rand.New(rand.NewPCG(1, 3))
	known := 0
	for _, name := range names {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			src, err := Apply(whole, lineEdits(rnd, whole, 3))
			if err != nil {
				t.Fatal(err)
			}
			base := Parse(src)
			var below Source = memory(src)
			for range 3 {
				now, _ := readFull(below, Span{0, below.Size()})
				p, err := NewPatch(below, lineEdits(rnd, now, 2))
				if err != nil {
					t.Fatal(err)
				}
				known += comparePatched(t, base, p)
				below = p
			}
		}
	}
	if known < 10000 {
		t.Errorf("only %d lines were known", known)
	}
}

// comparePatched returns how many lines are known to be those of the session.
func comparePatched(t *testing.T, base *Log, p *Patch) (known int) {
	t.Helper()
	b, err := readFull(p, Span{0, p.Size()})
	if err != nil {
		t.Fatal(err)
	}
	got, err := base.Patched(p, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := Parse(b)
	for i := range got.Len() {
		if at := got.Origin(i); at >= 0 {
			is, _ := got.Bytes(got.Span(i))
			was, _ := base.Bytes(base.Span(at))
			if known++; !bytes.Equal(is, was) {
				t.Errorf("line %d is %q, and line %d of the session %q", i, is, at, was)
			}
		}
	}
	got.kept = nil
	for _, l := range []*Log{got, want} { // room that is left does not count
		l.recs, l.refs, l.pictures = slices.Clip(l.recs), append([]Key{}, l.refs...), append([]Picture{}, l.pictures...)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("from %q\npatched %q\nhas  %+v\nwant %+v", join2(base), b, got, want)
	}
	return known
}

// lineEdits makes edits as a repair does, and worse ones: lines go, double, get another
// parent, lose their end or a part, and new ones come.
func lineEdits(rnd *rand.Rand, src []byte, n int) (out []Edit) {
	l := Parse(src)
	taken := map[int]bool{}
	for range n {
		if l.Len() == 0 {
			return out
		}
		i := rnd.IntN(l.Len())
		if taken[i] {
			continue
		}
		taken[i] = true
		s := l.Span(i)
		line, _ := l.Bytes(s)
		at := s.Start + rnd.Int64N(s.Len())
		switch rnd.IntN(10) {
		case 0:
			out = append(out, Edit{Span: s})
		case 1:
			out = append(out, Edit{Span{s.Start, s.Start}, line})
		case 2:
			out = append(out, Edit{Span{s.End, s.End}, []byte(`{"type":"label","id":"new","parentId":null,"targetId":"x"}` + "\n")})
		case 3:
			out = append(out, Edit{Span{at, s.End}, nil})
		case 4:
			out = append(out, Edit{Span{at, at}, []byte("\n")})
		case 5:
			if k := bytes.Index(line, []byte(`"parentId":"`)); k >= 0 {
				k += len(`"parentId":"`)
				out = append(out, Edit{Span{s.Start + int64(k), s.Start + int64(k) + 2}, []byte("zz")})
			}
		case 6:
			out = append(out, Edit{Span{s.Start, s.Start}, []byte(`{"torn":`)})
		case 7:
			out = append(out, Edit{Span{s.Start, s.Start}, []byte("\n\n")})
		case 8:
			out = append(out, Edit{Span{int64(len(src)), int64(len(src))}, line})
		case 9:
			if last := l.Len() - 1; l.Ended(last) && !taken[last] {
				taken[last] = true
				out = append(out, Edit{Span{int64(len(src)) - 1, int64(len(src))}, nil})
			}
		}
	}
	return out
}
