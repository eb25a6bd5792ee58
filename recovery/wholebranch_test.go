package recovery_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// TestNothingLeavesTheBranch breaks the links of a conversation without branches in
// several places and ways at once: the repair puts all that is left of it back into
// the branch that pi resumes.
func TestNothingLeavesTheBranch(t *testing.T) {
	for seed := range uint64(300) {
		session, left, how := unlinked(rand.New(rand.NewPCG(seed, 3)))
		plan, err := recovery.Prepare(t.Context(), bytes.NewReader(session), "", recovery.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, line := range plan.After.Branch(plan.After.Active()) {
			if plan.After.Kind(line) == sessionlog.KindMessage {
				kept++
			}
		}
		if kept != left {
			t.Errorf("seed %d: %d of %d messages are in the branch that pi resumes after %s", seed, kept, left, how)
		}
	}
}

// unlinked makes a conversation with broken links, and tells how many messages are
// left of it and what was done. The places are apart: where two faults meet there may be
// nothing left that says what belonged where.
func unlinked(rng *rand.Rand) (session []byte, left int, how string) {
	const n, apart = 80, 5
	ids, parents := make([]string, n), make([]string, n)
	for i := range n {
		ids[i] = fmt.Sprintf("%08x", 7*i+1)
		if i > 0 {
			parents[i] = ids[i-1]
		}
	}
	lost := map[int]bool{}
	for _, k := range rng.Perm(n/apart - 1)[:2+rng.IntN(6)] {
		at := k*apart + 2
		switch rng.IntN(3) {
		case 0:
			parents[at] = ids[at+1]
			how += fmt.Sprintf(" %d names its child as its parent.", at)
		case 1:
			lost[at] = true
			how += fmt.Sprintf(" %d is lost.", at)
		case 2:
			before := rng.IntN(at/apart+1) * apart // which nothing happened to
			ids[at], parents[at+1] = ids[before], ids[before]
			how += fmt.Sprintf(" %d has the id of %d.", at, before)
		}
	}
	var b bytes.Buffer
	b.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}` + "\n")
	for i := range n {
		parent := "null"
		if i > 0 {
			parent = `"` + parents[i] + `"`
		}
		if !lost[i] {
			fmt.Fprintf(&b, `{"type":"message","id":"%s","parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z",`+
				`"message":{"role":"user","content":"say %d","timestamp":%d}}`+"\n", ids[i], parent, i, i)
		}
	}
	return b.Bytes(), n - len(lost), how
}
