package integrity

import (
	"fmt"
	"math"
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
		for k, cycle := range p.ways().cycles {
			// The edge to cut is one whose parent stands later than the child:
			// the first entry of the cycle has such a parent for certain.
			first := cycle[0]
			to := p.notBelow(first-1, ^k)
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

// ways says of each entry where the way from it to the root ends: at which line, or
// for the one that never ends ^k, k being the cycle that it comes to.
type ways struct {
	end    []int
	cycles [][]int // each with its first entry first, and in their order
}

// ways returns the ways of the session, worked out once for all rules.
func (p *Pass) ways() *ways {
	if p.way != nil {
		return p.way
	}
	w := &ways{end: make([]int, p.Log.Len())}
	p.way = w
	const unseen, open = math.MaxInt, math.MaxInt - 1
	for i := range w.end {
		w.end[i] = unseen
	}
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
		case i < 0 || !p.Log.IsEntry(i):
		case w.end[i] == open:
			end = ^len(w.cycles)
			w.cycles = append(w.cycles, cycleFrom(trail, i))
		default:
			end = w.end[i]
		}
		for _, t := range trail {
			w.end[t] = end
		}
	}
	w.order()
	return w
}

// order numbers the cycles by where they begin in the file.
func (w *ways) order() {
	found := slices.Clone(w.cycles)
	slices.SortFunc(w.cycles, func(a, b []int) int { return a[0] - b[0] })
	number := make(map[int]int, len(found))
	for k, c := range w.cycles {
		number[c[0]] = k
	}
	for i, end := range w.end {
		if end < 0 {
			w.end[i] = ^number[found[^end][0]]
		}
	}
}

// notBelow returns the nearest entry from "from" upwards in the file to which the
// top of a way can be linked without a cycle: the way ends elsewhere, or comes to a
// cycle that is cut before this one.
func (p *Pass) notBelow(from, top int) int {
	for i := from; i >= 0; i-- {
		if !p.Log.IsEntry(i) {
			continue
		}
		if !p.Log.Forward() {
			return i
		}
		if end := p.ways().end[i]; end >= 0 && end != top || end < 0 && end > top {
			return i
		}
	}
	return sessionlog.Root
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
