package integrity

import (
	"fmt"
	"slices"
	"time"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var treeLineOrder = &Rule{
	ID: "tree-line-order",
	Doc: `the lines are out of order, and the last one is not the newest

pi finds parents wherever they stand, but it resumes what the last line holds. In a
file that was sorted, reversed or merged that is some old entry: all that was said
after it is missing from the context, without a word.`,
	Layer: Tree, Severity: Error, Classes: []string{"T06"},
	Check: func(p *Pass) {
		if !p.Log.Forward() || p.Log.Version() == 1 || slices.ContainsFunc(p.findings, misleads) {
			return // pi writes no entry before its parent; what has lost its place can be anywhere
		}
		last := p.Log.Active()
		newest, at := -1, timeOf(p, last)
		if at.IsZero() {
			return
		}
		for _, leaf := range p.Log.Leaves() {
			if t := timeOf(p, leaf); t.After(at) {
				newest, at = leaf, t
			}
		}
		if newest >= 0 {
			p.Report(Finding{Line: last, Related: []int{newest},
				Message: fmt.Sprintf("the lines are out of order: this is the last one, and line %d the newest", p.Number(newest)),
				Fixes: []Fix{{Message: "end the file with an entry that makes pi resume the newest line",
					Ops: []sessionlog.Op{{Act: sessionlog.Resume, Line: newest}}}}})
		}
	},
}

// timeOf returns when an entry was written, the zero time where it does not say.
func timeOf(p *Pass, line int) time.Time {
	t, err := time.Parse(time.RFC3339, p.entry(line).Time())
	if err != nil {
		return time.Time{}
	}
	return t
}
