package integrity

import (
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var treeCycle = &Rule{
	ID: "tree-cycle",
	Doc: `entries are their own ancestors

pi walks up from the leaf until memory is used up, and does not answer to an
interrupt meanwhile.`,
	Layer: Tree, Severity: Error, Classes: []string{"T04", "T05"},
	Check: func(p *Pass) {
		if !p.Log.Forward() || len(p.Log.Repeats()) > 0 {
			return // repeated ids make cycles that go with them
		}
		for _, cycle := range p.cycles() {
			// The edge to cut is one whose parent stands later than the child:
			// the first entry of the cycle has such a parent for certain.
			first := cycle[0]
			to := p.notBelow(first-1, first)
			p.Report(Finding{Line: first, Related: cycle[1:],
				Message: fmt.Sprintf("%s on a cycle of parents", plural2(len(cycle), "entry is", "entries are")),
				Fixes:   []Fix{{Message: describeParent(to), Ops: []sessionlog.Op{relink(first, to)}}}})
		}
	},
}

func describeParent(line int) string {
	if line < 0 {
		return "make it a root"
	}
	return fmt.Sprintf("link it to the entry before it (line %d)", line+1)
}

func plural2(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// cycles returns the cycles of the parents, each in file order.
func (p *Pass) cycles() [][]int {
	const unseen, open, done = 0, 1, 2
	state := make([]byte, p.Log.Len())
	var out [][]int
	for start := range state {
		var trail []int
		i := start
		for ; i >= 0 && p.Log.IsEntry(i) && state[i] == unseen; i = p.Log.Parent(i) {
			state[i] = open
			trail = append(trail, i)
		}
		if i >= 0 && p.Log.IsEntry(i) && state[i] == open {
			out = append(out, cycleFrom(trail, i))
		}
		for _, t := range trail {
			state[t] = done
		}
	}
	return out
}

// cycleFrom returns the part of a trail from an entry on, its smallest first.
func cycleFrom(trail []int, at int) []int {
	for len(trail) > 0 && trail[0] != at {
		trail = trail[1:]
	}
	out := append([]int(nil), trail...)
	for i, line := range out {
		if line < out[0] {
			out[0], out[i] = out[i], out[0]
		}
	}
	return out
}
