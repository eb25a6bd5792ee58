package integrity

import (
	"slices"

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
	if w.cur.turn < 0 {
		return
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

// judgeEdits looks at what edits change in the contexts of all leaves: a turn may lose calls
// that have results. Of an open turn pi sees another one, and answers what that leaves open.
func (w *pairing) judgeEdits() {
	if w.turnOf == nil {
		return
	}
	open := map[int]int{} // by leaf: its open turn
	for _, m := range w.missing {
		if m.leaf {
			open[m.at] = m.turn
		}
	}
	left := map[int]map[sessionlog.Key]bool{} // by edit: the calls that stay
	for c := range w.log.Contexts(w.log.Leaves()) {
		if turn, ok := open[c.Leaf]; ok && edited(c, turn) {
			delete(open, c.Leaf)
		}
		for _, line := range c.Lines[c.Shared:] {
			if turn, ok := w.turnOf[line]; ok && edited(c, turn) && !w.p.hidden(c, line) && !w.log.Dead(turn) {
				w.checkEdit(c.Edits[turn], turn, line, left)
			}
		}
	}
	w.missing = slices.DeleteFunc(w.missing, func(m missing) bool {
		_, stays := open[m.at]
		return m.leaf && !stays
	})
}

// edited reports whether an edit of a context changes one of its entries.
func edited(c *sessionlog.Context, line int) bool {
	_, is := c.Edits[line]
	return is && c.Index(line) >= 0
}

// checkEdit looks whether the call of a result is left in its turn.
func (w *pairing) checkEdit(edit, turn, line int, left map[int]map[sessionlog.Key]bool) {
	if left[edit] == nil {
		left[edit] = w.callsLeft(edit)
	}
	if !left[edit][w.log.Refs(line)[0]] {
		w.edited = append(w.edited, editedResult{edit, turn, line})
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
