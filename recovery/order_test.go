package recovery_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// recorded returns the sessions that pi wrote for the tests, by name.
func recorded(t *testing.T) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("../testdata/sessions/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	out := map[string][]byte{}
	for _, name := range names {
		if out[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestWrittenAgain: the end of a session that was written once more, from any line
// on, leaves it again as it was, byte for byte.
func TestWrittenAgain(t *testing.T) {
	for name, src := range recorded(t) {
		lines := bytes.SplitAfter(src, []byte("\n"))
		for from := 1; from < len(lines)-1; from++ { // pi passes over a header that comes again
			out := repaired(t, prepare(t, append(bytes.Clone(src), bytes.Join(lines[from:], nil)...)))
			if !bytes.Equal(out, src) {
				t.Errorf("%s, from line %d on: it has become\n%s", name, from+1, out)
			}
		}
	}
}

// TestAnyOrder: whatever order the lines are in, a repair makes pi resume what it
// resumed, and moves none but the header.
func TestAnyOrder(t *testing.T) {
	for name, src := range recorded(t) {
		was := prepare(t, src).After
		want := messages(t, was, was.Active())
		lines := bytes.SplitAfter(bytes.TrimSuffix(src, []byte("\n")), []byte("\n"))
		lines[len(lines)-1] = append(bytes.Clone(lines[len(lines)-1]), '\n')
		for seed := range uint64(5) {
			r := rand.New(rand.NewPCG(seed, 1))
			r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
			out := bytes.Join(lines, nil)
			obey(t, out)
			p := prepare(t, out)
			got := messages(t, p.After, p.After.Active())
			if len(got) != len(want) {
				t.Fatalf("%s, seed %d: pi resumes %d messages, and it were %d", name, seed, len(got), len(want))
			}
			for i := range want {
				if !bytes.Equal(got[i].JSON, want[i].JSON) {
					t.Errorf("%s, seed %d: message %d is another one", name, seed, i)
				}
			}
			if p.Relinked+p.Edited+p.Moved > 0 || p.Added > 1 {
				t.Errorf("%s, seed %d: %d relinked, %d edited, %d moved, %d added", name, seed, p.Relinked, p.Edited, p.Moved, p.Added)
			}
		}
	}
}
