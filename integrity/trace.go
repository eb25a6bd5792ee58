package integrity

import (
	"slices"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// trace finds the call of a result that does not stand in its turn.
func (w *pairing) trace(line int, key sessionlog.Key) stray {
	s := stray{line: line, turn: -1, first: -1, at: -1}
	turns := w.callTable().Turns(key)
	if s.turn = w.nearest(turns); s.turn < 0 {
		if len(turns) > 0 {
			s.cause = elsewhere
			w.findLater(&s, turns, key)
		}
		return s
	}
	s.call, _ = w.callOf(s.turn, key)
	ref := w.log.RefAt(s.turn) + s.call
	at, closed := w.closer[s.turn]
	switch {
	case w.log.Dead(s.turn):
		s.cause = dead
	case w.answered(ref):
		s.cause, s.first = double, int(w.by[ref])-1
	case w.cur.comp >= 0 && w.order(s.turn) < w.cur.base:
		s.cause, s.comp = cutOff, w.cur.comp
		w.answer(ref, s.turn, line) // a later compaction can keep both
		if closed && w.on.has(at) {
			s.at = at
		}
	case closed && w.on.has(at):
		s.cause, s.at = late, at
	default:
		s.cause = orphan
	}
	return s
}

// callTable is made when it is first asked for: a sound session would hold it for nothing.
func (w *pairing) callTable() *sessionlog.CallTable {
	if w.calls == nil {
		w.calls = w.log.Calls()
	}
	return w.calls
}

// nearest returns the turn on the branch that stands nearest above, or -1.
func (w *pairing) nearest(turns []int32) int {
	best := -1
	for _, t := range turns {
		if w.on.has(int(t)) && (best < 0 || w.order(int(t)) > w.order(best)) {
			best = int(t)
		}
	}
	return best
}

// window is how far below a result its call is looked for.
const window = 32

// findLater looks for the call below the result. Only when there is exactly one
// candidate nearby is it taken for the call of this result.
func (w *pairing) findLater(s *stray, turns []int32, key sessionlog.Key) {
	n := 0
	for _, t := range turns {
		i := int(t)
		for step := 0; step < window && i >= 0 && i != s.line; step++ {
			i = w.log.Parent(i)
		}
		if i == s.line && !w.log.Dead(int(t)) {
			s.turn = int(t)
			n++
		}
	}
	if n != 1 {
		s.turn = -1
		return
	}
	s.cause = early
	s.call, _ = w.callOf(s.turn, key)
}

// turnAbove returns the live turn that a result belongs to by its place: the
// nearest assistant turn above it, when only results and what is silent stand
// between.
func (w *pairing) turnAbove(line int) int {
	for i := w.log.Parent(line); i >= 0; i = w.log.Parent(i) {
		switch speech(w.log, i) {
		case assistant:
			if slices.Contains(w.log.Refs(i), w.log.Refs(line)[0]) && !w.log.Dead(i) {
				return i
			}
			return -1
		case user:
			return -1
		}
	}
	return -1
}

// firstSpoken returns the first message that a compaction keeps, or -1. Older
// compactions in the kept part say nothing (pi 0.87 and later).
func (w *pairing) firstSpoken(kept, comp int) int {
	mute := func(i int) bool {
		s := speech(w.log, i)
		return s == silent || s == editor || s == compaction
	}
	if w.log.Linear() {
		for i := kept; i < comp; i++ {
			if w.log.IsEntry(i) && !mute(i) {
				return i
			}
		}
		return -1
	}
	first := -1
	for i := w.log.Parent(comp); i >= 0; i = w.log.Parent(i) {
		if !mute(i) {
			first = i
		}
		if i == kept {
			break
		}
	}
	return first
}
