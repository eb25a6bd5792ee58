package integrity

import (
	"math"
	"slices"

	"github.com/tidwall/gjson"
)

// pendingRead is a read that is lost on the branch at hand so far, and what later
// reads have shown of what it asked for: stretches of lines from 0, each with the line
// behind it, in order and apart from each other. The list is never changed in place.
type pendingRead struct {
	*UnrunCall
	shown [][2]int
}

const (
	// maxAsked is how many lines a read without a limit shows at most (core/tools/read.js).
	maxAsked = 2000
	// maxPending is how many reads of a file wait for a later one to make up for them.
	maxPending = 256
	// maxStretches is how much is kept of reads here and there.
	maxStretches = 64
)

// asks returns the lines that the read would have shown, if the file has them.
func (r pendingRead) asks() (from, end int) {
	offset, limit := WindowOf(r.Args)
	from = max(offset, 1) - 1
	if limit == 0 {
		limit = maxAsked
	}
	return from, from + limit
}

// with returns the read with more lines that were shown.
func (r pendingRead) with(part [2]int) pendingRead {
	var shown [][2]int
	for _, s := range r.shown {
		if s[1] < part[0] || s[0] > part[1] {
			shown = append(shown, s)
			continue
		}
		part = [2]int{min(s[0], part[0]), max(s[1], part[1])}
	}
	if len(shown) < maxStretches {
		at, _ := slices.BinarySearchFunc(shown, part, func(a, b [2]int) int { return a[0] - b[0] })
		r.shown = slices.Insert(shown, at, part)
	}
	return r
}

// met reports whether later reads have shown all of it.
func (r pendingRead) met() bool {
	from, end := r.asks()
	return slices.ContainsFunc(r.shown, func(s [2]int) bool { return s[0] <= from && end <= s[1] })
}

// stillLost returns what is lost of a file behind a result that shows some of it.
func stillLost(before []pendingRead, u *UnrunCall, msg gjson.Result) []pendingRead {
	text := msg.Get("content.0.text").String()
	s, lines := ShownOf(text, u.Args, msg.Get("details"))
	asked, until := pendingRead{UnrunCall: u}.asks()
	part := [2]int{s.First - 1, s.First - 1 + len(s.Lines)}
	if part[1] >= s.Total {
		part[1] = math.MaxInt // there is no more
	}
	shows := func(r pendingRead) (p [2]int, ok bool) {
		from, end := r.asks()
		if from == asked && end <= until {
			return [2]int{from, end}, true // it is the same read, whatever it shows
		}
		return part, lines && part[0] < end && from < part[1]
	}
	if !slices.ContainsFunc(before, func(r pendingRead) bool { _, ok := shows(r); return ok }) {
		return before
	}
	var out []pendingRead
	for _, r := range before {
		if p, ok := shows(r); ok {
			r = r.with(p)
		}
		if !r.met() {
			out = append(out, r)
			continue
		}
		r.Repeats = append(r.Repeats, u.Line)
	}
	return out
}
