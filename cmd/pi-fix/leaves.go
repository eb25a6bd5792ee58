package main

import (
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// leavesOf returns, by line, the ids of the leaves whose branch holds a finding.
// It walks the tree once, however many findings there are.
func leavesOf(log *sessionlog.Log, found []recovery.Found) map[int][]string {
	w := &reachWalk{log: log, wanted: map[int]bool{}, out: map[int][]string{}, depth: map[int]int{}, leaf: map[int]bool{}}
	for _, f := range found {
		if f.At < log.Len() && log.IsEntry(f.At) {
			w.wanted[f.At] = true
		}
	}
	if len(w.wanted) == 0 {
		return w.out
	}
	for _, leaf := range log.Leaves() {
		w.leaf[leaf] = true
	}
	log.Walk(w.enter, w.back)
	return w.out
}

// reachWalk keeps, of the branch that the walk is on, the lines that are asked
// for. Each leaf it comes to belongs to all of them.
type reachWalk struct {
	log    *sessionlog.Log
	wanted map[int]bool
	leaf   map[int]bool
	open   []int       // wanted lines of the present branch, from the root on
	depth  map[int]int // how deep the lines in open are
	branch []int       // all lines of the present branch
	out    map[int][]string
}

func (w *reachWalk) enter(line int) {
	w.branch = append(w.branch, line)
	if w.wanted[line] {
		w.depth[line] = len(w.branch)
		w.open = append(w.open, line)
	}
	if !w.leaf[line] {
		return
	}
	name := entryName(w.log, line)
	for _, o := range w.open {
		w.out[o] = append(w.out[o], name)
	}
}

// back shortens the branch to the line that the walk goes on from.
func (w *reachWalk) back(to int) {
	for len(w.branch) > 0 && w.branch[len(w.branch)-1] != to {
		w.branch = w.branch[:len(w.branch)-1]
	}
	for len(w.open) > 0 && w.depth[w.open[len(w.open)-1]] > len(w.branch) {
		w.open = w.open[:len(w.open)-1]
	}
}
