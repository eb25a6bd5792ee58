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

	cur   state
	saved map[int]state // at entries with several children
	last  int           // the entry visited last

	calls  map[sessionlog.Key][]int32 // turns by call, made when first needed
	closer map[int]int                // the entry that closed an incomplete turn
	starts []int32                    // by entry: where the earliest context below it begins
	live   map[int]bool               // compactions that are the latest of some leaf

	repeated map[sessionlog.Key]bool // call ids that are made more than once
	lastUse  map[sessionlog.Key]int  // by repeated id: the turn that used it last

	missing []missing
	stray   []stray
	cuts    []cutPair
	noKept  []int
	reused  []reuse
	edited  []editedResult
}

// state is what a branch has come to.
type state struct {
	turn  int // the turn whose calls are open, -1 when none
	comp  int // the latest compaction, -1 when none
	base  int // the rank at which its context begins
	edits *edit
}

type edit struct {
	line, target int
	before       *edit
}

// missing is calls of a turn that have no result when it is closed.
type missing struct {
	turn  int
	calls []int // indexes in the turn's calls
	at    int   // the entry that closes the turn, or the leaf it stays open at
	leaf  bool
}

// stray is a result that does not stand in the open turn of its call.
type stray struct {
	line  int
	cause cause
	turn  int // the turn of its call, -1 when there is none
	call  int // index in the turn's calls
	first int // the result that answered the call already
	at    int // the entry that closed the turn
	comp  int // the compaction that cut the call off
}

type cause uint8

const (
	orphan    cause = iota // its call is nowhere near
	elsewhere              // its call is on another branch
	dead                   // its turn ended in an error or was aborted
	double                 // its call has a result
	late                   // the turn was closed before it
	early                  // its call comes later
	cutOff                 // a compaction cut its call off
)

// cutPair is a compaction that keeps results without their call.
type cutPair struct{ comp, turn, first int }

// reuse is a call whose id an earlier call on the branch has.
type reuse struct{ turn, call, earlier int }

// editedResult is a result whose turn an edit removed.
type editedResult struct{ edit, turn, line int }

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
		last: -1, lastUse: map[sessionlog.Key]int{},
	}
	p.pairing = w
	w.repeated = p.Log.RepeatedCalls()
	w.cur = state{turn: -1, comp: -1}
	if p.Log.Forward() {
		w.rank = make([]int32, n)
	}
	w.walk()
	w.settle()
	return w
}

func (w *pairing) walk() {
	leaves, forks := make(bits, w.log.Len()/64+1), w.forks()
	for _, l := range w.log.Leaves() {
		leaves.set(l)
	}
	if w.hasCompaction() {
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

func (w *pairing) hasCompaction() bool {
	for i := range w.log.Len() {
		if w.log.Kind(i) == sessionlog.KindCompaction {
			return true
		}
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
			w.cur.turn = line
			w.noteReuse(line, calls)
		}
	case user:
		w.close(line)
	case result:
		w.result(line)
	case compaction:
		w.compact(line)
	case editor:
		// pi applies an edit wherever on the branch its target stands.
		if target := w.log.Find(w.log.Refs(line)[0]); target >= 0 {
			w.cur.edits = &edit{line, target, w.cur.edits}
		}
	}
}

type speechKind uint8

const (
	silent speechKind = iota
	user              // anything that reaches the model in the user role
	assistant
	result
	compaction
	editor
)

// speech tells what an entry is in the eyes of pi's pairing.
func speech(log *sessionlog.Log, line int) speechKind {
	switch log.Kind(line) {
	case sessionlog.KindCompaction:
		return compaction
	case sessionlog.KindContextEdit:
		return editor
	case sessionlog.KindCustomMessage:
		return user
	case sessionlog.KindBranchSummary, sessionlog.KindMessage:
	default:
		return silent
	}
	if log.Has(line, sessionlog.Silent) || log.Has(line, sessionlog.NoMessage) {
		return silent
	}
	switch log.Role(line) {
	case sessionlog.RoleAssistant:
		return assistant
	case sessionlog.RoleToolResult:
		return result
	case sessionlog.RoleUser, sessionlog.RoleBash, sessionlog.RoleCustom,
		sessionlog.RoleBranchSummary, sessionlog.RoleCompactionSummary:
		return user
	}
	return silent
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
			w.by[ref] = int32(line + 1)
			if w.repeated[key] {
				w.slot[line] = ref
			}
			return
		}
	}
	w.stray = append(w.stray, w.trace(line, key))
}

// callOf finds the call of a turn with the key: the first one that is open or,
// when all are answered, the last.
func (w *pairing) callOf(turn int, key sessionlog.Key) (int, bool) {
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
