package integrity

import "github.com/pi-fix/pi-fix/sessionlog"

// open returns the calls of a turn that no result on the branch answers.
func (w *pairing) open(turn int) []int {
	var out []int
	from := w.log.RefAt(turn)
	for i := range w.log.Refs(turn) {
		if !w.answered(from + i) {
			out = append(out, i)
		}
	}
	return out
}

// answered reports whether a call has a result on the branch. What an abandoned
// branch left in by does not count, since its entries are not on any more.
func (w *pairing) answered(ref int) bool { return w.on.has(int(w.by[ref]) - 1) }

func (w *pairing) result(line int) {
	turn, key := w.cur.turn, w.log.Refs(line)[0]
	if turn >= 0 {
		if call, ok := w.callOf(turn, key); ok {
			ref := w.log.RefAt(turn) + call
			if w.answered(ref) {
				w.stray = append(w.stray, stray{line: line, cause: double, turn: turn, call: call, first: int(w.by[ref]) - 1})
				return
			}
			w.answer(ref, turn, line)
			if call < w.cur.last {
				w.mixed[turn] = line
			}
			w.cur.last = max(w.cur.last, call)
			if w.repeated[key] {
				w.slot[line] = ref
			}
			return
		}
	}
	w.stray = append(w.stray, w.trace(line, key))
}

// answer notes the result of a call.
func (w *pairing) answer(ref, turn, line int) {
	w.by[ref] = int32(line + 1)
	if w.turnOf != nil {
		w.turnOf[line] = turn
	}
}

// callOf finds the call of a turn with the key: the first one that is open or,
// when all are answered, the last.
func (w *pairing) callOf(turn int, key sessionlog.Key) (int, bool) {
	if !w.repeated[key] && len(w.log.Refs(turn)) > manyCalls {
		n, ok := w.index(turn)[key]
		return n, ok
	}
	found, ok := 0, false
	from := w.log.RefAt(turn)
	for i, k := range w.log.Refs(turn) {
		if k == key {
			found, ok = i, true
			if !w.answered(from + i) {
				break
			}
		}
	}
	return found, ok
}

// manyCalls is the number of calls from which a turn gets an index.
const manyCalls = 32

// index returns the calls of a turn by key. The last one made is kept: results
// of one turn follow each other.
func (w *pairing) index(turn int) map[sessionlog.Key]int {
	if w.indexed != turn || w.byKey == nil {
		w.indexed, w.byKey = turn, map[sessionlog.Key]int{}
		for i, k := range w.log.Refs(turn) {
			w.byKey[k] = i
		}
	}
	return w.byKey
}
