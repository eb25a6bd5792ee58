package recovery_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestAnyOrder: whatever order the lines are in, a repair makes pi resume what it
// resumed, and moves none but the header.
func TestAnyOrder(t *testing.T) {
	names, err := filepath.Glob("../testdata/sessions/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
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
