package integrity

import (
	"math"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// pairing is what one walk over the tree finds out about calls and results, the
// way pi sends them. It judges all branches at once: what depends on a branch
// alone is kept in a state that goes back when the walk does.
//
// pi keeps the calls of the last live assistant turn open until the next
// user-role or assistant message, and passes every result on as it stands
// (pi-ai transform-messages.js). A compaction cuts off what it does not keep.
type pairing struct {
	p   *Pass
	log *sessionlog.Log

	on   bits    // entries on the branch that the walk is on
	by   []int32 // for each reference that is a call: the result that answers it
	slot map[int]int
	rank []int32 // by entry: its place in the walk; nil when that is the line

	turnOf map[int]int // by result: the turn that it answers; nil without edits

	cur   state
	saved map[int]state // at entries with several children
	last  int           // the entry visited last

	calls  *sessionlog.CallTable // turns by call, made when first needed
	closer map[int]int           // the entry that closed an incomplete turn
	starts []int32               // by entry: where the earliest context below it begins
	live   map[int]bool          // compactions that are the latest of some leaf

	repeated map[sessionlog.Key]bool    // call ids that are made more than once
	uses     map[sessionlog.Key][]int32 // by repeated id: the turns of the branch that used it, the last one last
	named    map[int][]int              // by call: the results with its repeated id, made when first needed

	indexed int                    // the turn that byKey is about
	byKey   map[sessionlog.Key]int // its calls

	bound map[int]bool // calls, counted as by does, whose result is going to be moved to them

	missing []missing
	stray   []stray
	cuts    []cutPair
	noKept  []int
	reused  []reuse
	edited  []editedResult
	mixed   map[int]int // by turn: a result on it that stands behind one of a later call
}

// state is what a branch has come to.
type state struct {
	turn int // the turn whose calls are open, -1 when none
	last int // its last call that is answered, -1 when none
	comp int // the latest compaction, -1 when none
	base int // the rank at which its context begins
}

type bits []uint64

func (b bits) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bits) clear(i int)    { b[i>>6] &^= 1 << (i & 63) }
func (b bits) has(i int) bool { return i >= 0 && b[i>>6]>>(i&63)&1 == 1 }

// pairs returns the pairing of the session, worked out once for all rules.
func (p *Pass) pairs() *pairing {
	if p.pairing != nil {
		return p.pairing
	}
	n := p.Log.Len()
	w := &pairing{
		p: p, log: p.Log, on: make(bits, n/64+1), by: make([]int32, p.Log.RefCount()),
		slot: map[int]int{}, saved: map[int]state{}, closer: map[int]int{}, live: map[int]bool{},
		last: -1, uses: map[sessionlog.Key][]int32{}, mixed: map[int]int{},
	}
	p.pairing = w
	w.repeated = p.Log.Calls().Repeated()
	w.cur = state{turn: -1, comp: -1}
	if p.Log.Forward() {
		w.rank = make([]int32, n)
	}
	if p.has(sessionlog.KindContextEdit) {
		w.turnOf = map[int]int{}
	}
	w.walk()
	w.judgeEdits()
	w.settle()
	return w
}

func (w *pairing) walk() {
	leaves, forks := make(bits, w.log.Len()/64+1), w.forks()
	for _, l := range w.log.Leaves() {
		leaves.set(l)
	}
	if w.p.has(sessionlog.KindCompaction) {
		w.starts = make([]int32, w.log.Len())
		for i := range w.starts {
			w.starts[i] = math.MaxInt32
		}
	}
	n := int32(0)
	w.log.Walk(func(line int) {
		if w.rank != nil {
			w.rank[line] = n
		}
		n++
		w.on.set(line)
		w.enter(line)
		w.last = line
		if leaves.has(line) {
			w.leaf(line)
		}
		if forks.has(line) {
			w.saved[line] = w.cur
		}
	}, w.back)
}

// forks returns the entries with several children.
func (w *pairing) forks() bits {
	one, more := make(bits, w.log.Len()/64+1), make(bits, w.log.Len()/64+1)
	if w.log.Linear() {
		return more
	}
	for i := range w.log.Len() {
		p := w.log.Parent(i)
		if !w.log.IsEntry(i) || p < 0 {
			continue
		}
		if one.has(p) {
			more.set(p)
		}
		one.set(p)
	}
	return more
}

// has reports whether the session has a line of a kind.
func (p *Pass) has(kind sessionlog.Kind) bool {
	for range p.Log.Of(kind) {
		return true
	}
	return false
}

// back leaves the branch up to the entry "to" and takes its state up again.
func (w *pairing) back(to int) {
	for i := w.last; i >= 0 && i != to; i = w.log.Parent(i) {
		w.on.clear(i)
		delete(w.saved, i)
	}
	w.last = to
	w.cur = state{turn: -1, comp: -1}
	if to >= 0 {
		w.cur = w.saved[to]
	}
}

func (w *pairing) order(line int) int {
	if w.rank == nil {
		return line
	}
	return int(w.rank[line])
}

// enter takes in one entry.
func (w *pairing) enter(line int) {
	switch speech(w.log, line) {
	case assistant:
		w.close(line)
		if w.log.Dead(line) {
			return
		}
		if calls := w.log.Refs(line); len(calls) > 0 {
			w.cur.turn, w.cur.last = line, -1
			w.noteReuse(line, calls)
		}
	case user:
		w.close(line)
	case result:
		w.result(line)
	case compaction:
		w.compact(line)
	}
}

// close ends the open turn at an entry and notes what it lacks.
func (w *pairing) close(line int) {
	if turn := w.cur.turn; turn >= 0 {
		if open := w.open(turn); len(open) > 0 {
			w.missing = append(w.missing, missing{turn: turn, calls: open, at: line})
			w.closer[turn] = line
		}
		w.cur.turn = -1
	}
}

// compact starts a new context at a compaction. An open turn goes on when the
// compaction keeps it: it is sent before everything else, so a compaction that
// stands between a call and its result does not part them.
func (w *pairing) compact(line int) {
	kept := w.log.Kept(line)
	w.cur.comp = line
	w.cur.base = w.order(line)
	switch {
	case kept == line:
	case !w.on.has(kept):
		w.noKept = append(w.noKept, line)
	default:
		w.cur.base = w.order(kept)
		w.checkCut(line, kept)
	}
	if w.cur.turn >= 0 && w.order(w.cur.turn) < w.cur.base {
		w.cur.turn = -1
	}
}

// checkCut looks whether what a compaction keeps begins with results: then it
// cuts them off from their calls.
func (w *pairing) checkCut(comp, kept int) {
	first := w.firstSpoken(kept, comp)
	if first < 0 || speech(w.log, first) != result {
		return
	}
	if turn := w.turnAbove(first); turn >= 0 {
		w.cuts = append(w.cuts, cutPair{comp, turn, first})
	}
}
