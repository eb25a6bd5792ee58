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
	edits := w.editsInForce()
	w.checkEdits(edits)
	if w.cur.turn < 0 {
		return
	}
	if _, edited := edits[w.cur.turn]; edited {
		return // pi sees another turn, and answers what it may leave open
	}
	if open := w.open(w.cur.turn); len(open) > 0 {
		w.missing = append(w.missing, missing{turn: w.cur.turn, calls: open, at: line, leaf: true})
	}
}

// noteReuse looks whether a call of the turn has an id that was used before,
// in this turn or in an earlier one of the same context.
func (w *pairing) noteReuse(turn int, calls []sessionlog.Key) {
	if len(w.repeated) == 0 {
		return
	}
	for i, k := range calls {
		if !w.repeated[k] || noName(k) {
			continue
		}
		uses := w.uses[k]
		for len(uses) > 0 && !w.on.has(int(uses[len(uses)-1])) {
			uses = uses[:len(uses)-1] // of a branch that the walk has left
		}
		if n := len(uses); n > 0 && w.order(int(uses[n-1])) >= w.cur.base {
			w.reused = append(w.reused, reuse{turn, i, int(uses[n-1])})
		}
		w.uses[k] = append(uses, int32(turn))
	}
}

// editsInForce returns, by target, the edit that pi applies at the leaf: the
// last one for the target, unless the latest compaction cut it off.
func (w *pairing) editsInForce() map[int]int {
	if w.cur.edits == nil {
		return nil
	}
	inForce := map[int]int{}
	for e := w.cur.edits; e != nil; e = e.before {
		if !w.on.has(e.target) || w.order(e.line) < w.cur.base || w.order(e.target) < w.cur.base {
			continue
		}
		if _, ok := inForce[e.target]; !ok {
			inForce[e.target] = e.line
		}
	}
	return inForce
}

// checkEdits looks, at a leaf, for results whose turn an edit of the branch took
// the calls from.
func (w *pairing) checkEdits(inForce map[int]int) {
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
