package integrity

import "slices"

// settle drops what no context of any leaf holds, and what another finding
// takes care of.
func (w *pairing) settle() {
	w.spreadStarts()
	for i := range w.stray {
		s := &w.stray[i]
		if s.cause != cutOff || w.live[s.comp] {
			continue
		}
		if s.at < 0 && !w.inContext(s.line, s.turn) {
			s.at = w.below(s.turn, s.line)
		}
		if s.at >= 0 {
			s.cause = late // a later compaction keeps both, or the result alone
		}
	}
	w.stray = slices.DeleteFunc(w.stray, func(s stray) bool {
		return !w.inContext(s.line, s.line) || s.cause == cutOff && !w.live[s.comp]
	})
	w.missing = slices.DeleteFunc(w.missing, func(m missing) bool { return !w.inContext(m.at, m.turn) })
	w.reused = slices.DeleteFunc(w.reused, func(r reuse) bool { return !w.inContext(r.turn, r.earlier) })
	w.cuts = slices.DeleteFunc(w.cuts, func(c cutPair) bool { return !w.live[c.comp] })
	w.noKept = slices.DeleteFunc(w.noKept, func(c int) bool { return !w.live[c] })
	w.reconsider()
	w.dropAnswered()
	slices.SortFunc(w.edited, func(a, b editedResult) int {
		if a.edit != b.edit {
			return a.edit - b.edit
		}
		return a.line - b.line
	})
	w.edited = slices.Compact(w.edited)
}

// below returns the first entry between a turn and a result far below it that speaks
// or compacts, or else the first one.
func (w *pairing) below(turn, line int) int {
	first, spoken := -1, -1
	for i := w.log.Parent(line); i >= 0 && i != turn; i = w.log.Parent(i) {
		first = i
		if s := speech(w.log, i); s == user || s == assistant || s == compaction {
			spoken = i
		}
	}
	if spoken >= 0 {
		return spoken
	}
	return first
}

// spreadStarts tells every entry where the earliest context of a leaf below it
// begins.
func (w *pairing) spreadStarts() {
	if w.starts == nil {
		return
	}
	up := func(i int) {
		if p := w.log.Parent(i); p >= 0 && w.log.IsEntry(i) {
			w.starts[p] = min(w.starts[p], w.starts[i])
		}
	}
	if w.rank == nil {
		for i := w.log.Len() - 1; i >= 0; i-- {
			up(i)
		}
		return
	}
	lines := make([]int32, 0, w.log.Len())
	w.log.Walk(func(i int) { lines = append(lines, int32(i)) }, func(int) {})
	for _, i := range slices.Backward(lines) {
		up(int(i))
	}
}

// inContext reports whether some leaf below an entry has another entry, which
// stands above it or is the same, in its context.
func (w *pairing) inContext(below, line int) bool {
	return w.starts == nil || int(w.starts[below]) <= w.order(line)
}

// reconsider judges results by what the walk came to know behind them. Where the
// call that stands below a result has one in its place, this is a second one. Where
// the call on another branch lacks its result there, and no other could be it, this
// is the one.
func (w *pairing) reconsider() {
	named := map[int]int{} // by call: how many results in a wrong place are about it
	for i := range w.stray {
		s := &w.stray[i]
		if s.cause == elsewhere {
			w.findAstray(s)
		}
		if s.turn < 0 {
			continue
		}
		ref := w.log.RefAt(s.turn) + s.call
		named[ref]++
		if first := int(w.by[ref]) - 1; s.cause == early && first >= 0 {
			s.cause, s.first = double, first
		}
	}
	lacking := map[int]bool{}
	for _, m := range w.missing {
		for _, c := range m.calls {
			lacking[w.log.RefAt(m.turn)+c] = true
		}
	}
	for i := range w.stray {
		s := &w.stray[i]
		if s.cause != astray {
			continue
		}
		if ref := w.log.RefAt(s.turn) + s.call; named[ref] > 1 || w.by[ref] != 0 || !lacking[ref] {
			s.cause = elsewhere
		}
	}
}

// findAstray finds the call of a result on another branch, if there is one such
// call in the whole session.
func (w *pairing) findAstray(s *stray) {
	key := w.log.Refs(s.line)[0]
	turns := w.callTable().Turns(key)
	if len(turns) != 1 || w.repeated[key] || w.log.Dead(int(turns[0])) {
		return
	}
	s.cause, s.turn = astray, int(turns[0])
	s.call, _ = w.callOf(s.turn, key)
}

// dropAnswered takes those calls out of what is missing whose result stands in
// the wrong place: it will be moved, and real data beats synthetic data.
func (w *pairing) dropAnswered() {
	type place struct{ turn, call, at int }
	moves := map[place]bool{}
	for _, s := range w.stray {
		switch s.cause {
		case late:
			moves[place{s.turn, s.call, s.at}] = true
		case early, astray:
			moves[place{s.turn, s.call, -1}] = true
		}
	}
	if len(moves) == 0 {
		return
	}
	kept := w.missing[:0]
	for _, m := range w.missing {
		m.calls = slices.DeleteFunc(m.calls, func(c int) bool {
			return moves[place{m.turn, c, m.at}] || moves[place{m.turn, c, -1}]
		})
		if len(m.calls) > 0 {
			kept = append(kept, m)
		}
	}
	w.missing = kept
}

// gap is a place where results are missing: behind one entry, before those of
// its children that close the turn there.
type gap struct {
	turn, behind int
	calls        []int
	before       []int
	leaf         bool
}

// gaps joins what is missing at the same place.
func (w *pairing) gaps() []gap {
	type place struct {
		turn, behind int
	}
	var out []gap
	at := map[place]int{}
	for _, m := range w.missing {
		g := gap{turn: m.turn, behind: m.at, calls: m.calls, leaf: m.leaf}
		if !m.leaf {
			g.behind, g.before = w.log.Parent(m.at), []int{m.at}
		}
		k := place{g.turn, g.behind}
		if n, ok := at[k]; ok && slices.Equal(out[n-1].calls, g.calls) {
			out[n-1].before = append(out[n-1].before, g.before...)
			out[n-1].leaf = out[n-1].leaf || g.leaf
			continue
		}
		out = append(out, g)
		at[k] = len(out)
	}
	return out
}
