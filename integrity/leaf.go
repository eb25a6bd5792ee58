package integrity

import (
	"sort"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// leaf ends a branch.
func (w *pairing) leaf(line int) {
	if w.cur.comp >= 0 {
		w.live[w.cur.comp] = true
	}
	if w.starts != nil {
		base := 0
		if w.cur.comp >= 0 {
			base = w.cur.base
		}
		w.starts[line] = min(w.starts[line], int32(base))
	}
	if w.cur.turn >= 0 {
		if open := w.open(w.cur.turn); len(open) > 0 {
			w.missing = append(w.missing, missing{turn: w.cur.turn, calls: open, at: line, leaf: true})
		}
	}
	w.checkEdits()
}

// noteReuse looks whether a call of the turn has an id that was used before,
// in this turn or in an earlier one of the same context.
func (w *pairing) noteReuse(turn int, calls []sessionlog.Key) {
	if len(w.repeated) == 0 {
		return
	}
	for i, k := range calls {
		if !w.repeated[k] {
			continue
		}
		if before, ok := w.lastUse[k]; ok && w.on.has(before) && w.order(before) >= w.cur.base {
			w.reused = append(w.reused, reuse{turn, i, before})
		}
		w.lastUse[k] = turn
	}
}

// checkEdits looks, at a leaf, for results whose turn an edit of the branch took
// the calls from. An edit that the latest compaction cut off does not count.
func (w *pairing) checkEdits() {
	if w.cur.edits == nil {
		return
	}
	inForce := map[int]int{}
	for e := w.cur.edits; e != nil; e = e.before {
		if w.order(e.line) < w.cur.base || w.order(e.target) < w.cur.base {
			continue
		}
		if _, ok := inForce[e.target]; !ok { // the last one for a target wins
			inForce[e.target] = e.line
		}
	}
	targets := make([]int, 0, len(inForce))
	for t := range inForce {
		targets = append(targets, t)
	}
	sort.Ints(targets)
	for _, turn := range targets {
		w.checkEdit(turn, inForce)
	}
}

func (w *pairing) checkEdit(turn int, inForce map[int]int) {
	if speech(w.log, turn) != assistant || w.log.Dead(turn) {
		return
	}
	left := w.callsLeft(inForce[turn])
	from := w.log.RefAt(turn)
	for i, key := range w.log.Refs(turn) {
		line := int(w.by[from+i]) - 1
		if left[key] || !w.on.has(line) {
			continue
		}
		if e, ok := inForce[line]; ok && w.log.Has(e, sessionlog.EditsAway) {
			continue
		}
		w.edited = append(w.edited, editedResult{inForce[turn], turn, line})
	}
}

// callsLeft returns the calls in the content that an edit puts in place.
func (w *pairing) callsLeft(edit int) map[sessionlog.Key]bool {
	out := map[sessionlog.Key]bool{}
	if w.log.Has(edit, sessionlog.EditsAway) {
		return out
	}
	for _, b := range w.p.entry(edit).Get("replacement.content").Array() {
		if b.Get("type").String() == "toolCall" {
			out[sessionlog.KeyOf(b.Get("id").String())] = true
		}
	}
	return out
}
