package sessionlog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestContextOfRandomTrees compares the context with what pi does: it collects the whole
// branch, and then looks for the latest compaction in it.
func TestContextOfRandomTrees(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	cut := 0
	for range 3000 {
		n := 1 + rnd.IntN(12)
		id := func() string { return fmt.Sprintf("%08d", rnd.IntN(n+1)) }
		var b strings.Builder
		b.WriteString(largeHeader)
		for i := range n {
			parent := fmt.Sprintf("%08d", i-1)
			if rnd.IntN(5) == 0 {
				parent = id() // also its own child, or a later one
			}
			if rnd.IntN(4) == 0 {
				fmt.Fprintf(&b, `{"type":"compaction","id":"%08d","parentId":"%s","summary":"s","firstKeptEntryId":"%s"}`+"\n", i, parent, id())
				continue
			}
			fmt.Fprintf(&b, `{"type":"message","id":"%08d","parentId":"%s","message":{"role":"user","content":"x"}}`+"\n", i, parent)
		}
		l := Parse([]byte(b.String()))
		for leaf := range l.Len() {
			lines, kept := l.context(leaf)
			want, wantKept := naiveContext(l, leaf)
			if !slices.Equal(lines, want) || kept != wantKept {
				t.Fatalf("leaf %d of %s\nhas the context %v, %d kept, want %v, %d", leaf, b.String(), lines, kept, want, wantKept)
			}
			cut += kept
		}
	}
	if cut < 1000 {
		t.Errorf("only %d entries were kept by a compaction", cut)
	}
}

func naiveContext(l *Log, leaf int) (lines []int, kept int) {
	branch := l.Branch(leaf)
	at := len(branch) - 1
	for at >= 0 && l.Kind(branch[at]) != KindCompaction {
		at--
	}
	if at < 0 {
		return branch, 0
	}
	lines = []int{branch[at]}
	if i := slices.Index(branch[:at], l.Kept(branch[at])); i >= 0 {
		lines = append(lines, branch[i:at]...)
	}
	return append(lines, branch[at+1:]...), len(lines) - 1
}
