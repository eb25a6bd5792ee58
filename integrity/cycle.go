package integrity

import (
	"fmt"
	"slices"

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
		for _, cycle := range p.ways().cycles {
			// The edge to cut is one whose parent stands later than the child:
			// the first entry of the cycle has such a parent for certain.
			first := cycle[0]
			to := p.notBelow(first)
			p.Report(Finding{Line: first, Related: cycle[1:],
				Message: fmt.Sprintf("%s on a cycle of parents", plural2(len(cycle), "entry is", "entries are")),
				Fixes:   []Fix{{Message: p.describeParent(to), Ops: []sessionlog.Op{relink(first, to)}}}})
		}
	},
}

func (p *Pass) describeParent(line int) string {
	if line < 0 {
		return "make it a root"
	}
	return fmt.Sprintf("link it to the entry before it (line %d)", p.Number(line))
}

func plural2(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// ways says of each entry where the way from it to the root ends: at a line without
// a parent in the file, or for one that never ends at the first line of the cycle.
type ways struct {
	end    []int
	cycles [][]int // each with its first line first
}

// ways returns the ways of the session, worked out once for all rules.
func (p *Pass) ways() *ways {
	if p.way != nil {
		return p.way
	}
	const unseen, open = -1, -2
	w := &ways{end: slices.Repeat([]int{unseen}, p.Log.Len())}
	p.way = w
	var trail []int
	for start := range w.end {
		trail = trail[:0]
		i := start
		for ; i >= 0 && p.Log.IsEntry(i) && w.end[i] == unseen; i = p.Log.Parent(i) {
			w.end[i] = open
			trail = append(trail, i)
		}
		if len(trail) == 0 {
			continue
		}
		end := trail[len(trail)-1]
		switch {
		case i < 0:
		case w.end[i] == open:
			w.cycles = append(w.cycles, cycleFrom(trail, i))
			end = w.cycles[len(w.cycles)-1][0]
		default:
			end = w.end[i]
		}
		for _, t := range trail {
			w.end[t] = end
		}
	}
	return w
}

// notBelow returns the nearest entry that stands before a line in the file and to
// which the line, where a way ends that should not, can be linked without a cycle. A
// way that ends at an earlier line of that kind will go on from there.
func (p *Pass) notBelow(line int) int {
	for i := line - 1; i >= 0; i-- {
		if !p.Log.IsEntry(i) {
			continue
		}
		if !p.Log.Forward() || p.endsBefore(i, line) {
			return i
		}
	}
	return sessionlog.Root
}

// endsBefore reports whether the way from an entry up ends before a line, or where it may.
func (p *Pass) endsBefore(entry, line int) bool {
	end := p.ways().end[entry]
	return end < line || p.Log.Parent(end) == sessionlog.Root
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
