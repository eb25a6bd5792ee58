package integrity

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// UnrunCall is a call whose result says that it did not run to its end.
type UnrunCall struct {
	Line, Turn int // of the result and of its call
	ID, Tool   string
	Args       gjson.Result
	Says       sessionlog.Unrun
	// File is what a read is about, as [FileOf] names it; "" for other tools.
	File string
	// Lost tells that on some branch no later reads show the same. Repeats are the
	// results of those that do on each of the other branches, or of the last of them.
	Lost    bool
	Repeats []int
}

// Read reports whether the call is a read of a file that is named.
func (u *UnrunCall) Read() bool { return u.File != "" }

// FileOf names a file that a call is about as pi resolves its path: against the
// folder of the session, without a leading @, with plain spaces (core/tools/path-utils.js).
func FileOf(cwd, name string) string {
	name = strings.Map(plainSpace, strings.TrimPrefix(name, "@"))
	switch {
	case name == "" || strings.ContainsRune(name, 0):
		return ""
	case strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~"):
		return path.Clean(name)
	}
	return path.Join(cwd, name)
}

func plainSpace(r rune) rune {
	if r == 0xA0 || r >= 0x2000 && r <= 0x200A || r == 0x202F || r == 0x205F || r == 0x3000 {
		return ' '
	}
	return r
}

// PathOf returns the path in the arguments of a call as the model gave it; old
// sessions name it file_path.
func PathOf(args gjson.Result) string {
	for _, name := range []string{"path", "file_path"} {
		if v := args.Get(name); v.Type == gjson.String {
			return v.String()
		}
	}
	return ""
}

// WindowOf returns the offset and limit of a read, 0 for none. Models send numbers,
// strings of them and null.
func WindowOf(args gjson.Result) (offset, limit int) {
	at := func(name string) int {
		switch v := args.Get(name); v.Type {
		case gjson.Number, gjson.String:
			return int(max(0, min(v.Float(), 1<<31-1)))
		}
		return 0
	}
	return at("offset"), at("limit")
}

// OddWindow reports whether a read asks for lines in a way of which nobody knows what
// pi shows: no lines, all but the last, or parts of one.
func OddWindow(args gjson.Result) bool {
	for _, name := range []string{"offset", "limit"} {
		v := args.Get(name)
		if v.Type != gjson.Number && v.Type != gjson.String {
			continue
		}
		if f := v.Float(); f != math.Trunc(f) || name == "limit" && f < 1 {
			return true
		}
	}
	return false
}

// CwdOf returns the folder that the session was made in, "" when it has none.
func CwdOf(log *sessionlog.Log) string {
	if log.Header() < 0 {
		return ""
	}
	e, err := log.Entry(log.Header())
	if err != nil {
		return ""
	}
	return e.Get("cwd").String()
}

// Unruns returns the calls that did not run, in the order of a walk through the
// tree, parents first. The error is one of reading. A session without any costs a
// look at its flags.
func Unruns(log *sessionlog.Log) ([]*UnrunCall, error) {
	if !anyUnrun(log) {
		return nil, nil
	}
	w := &unrunWalk{log: log, cwd: CwdOf(log), leaves: map[int]bool{}, pending: map[string][]pendingRead{}}
	for _, leaf := range log.Leaves() {
		w.leaves[leaf] = true
	}
	log.Walk(w.enter, w.back)
	return w.out, w.err
}

func anyUnrun(log *sessionlog.Log) bool {
	for line := range log.With(sessionlog.NotRun) {
		if notRun(log, line) {
			return true
		}
	}
	return false
}

func notRun(log *sessionlog.Log, line int) bool {
	return log.Has(line, sessionlog.NotRun) && speech(log, line) == result
}

// unrunWalk goes through the tree with what is lost on the branch at hand.
type unrunWalk struct {
	log     *sessionlog.Log
	cwd     string
	leaves  map[int]bool
	path    []unrunStep
	changes []unrunChange
	calls   map[string]gjson.Result // of the turn at callsOf, blocks by id
	callsOf int
	pending map[string][]pendingRead // by file; lists are never changed in place
	unsure  []*UnrunCall             // reads that no leaf below has been seen to lack, if they are pending
	out     []*UnrunCall
	reads   bool // whether a read is among them, for which later ones may make up
	err     error
}

// unrunStep is an entry of the branch at hand and the turn that it belongs to. A branch
// can have millions of them.
type unrunStep struct{ line, turn int32 }

// unrunChange is what was pending for a file before a step of the branch.
type unrunChange struct {
	step   int
	file   string
	before []pendingRead
}

// back leaves the entries below the one that the walk returns to.
func (w *unrunWalk) back(line int) {
	k := len(w.path)
	for k > 0 && int(w.path[k-1].line) != line {
		k--
	}
	w.path = w.path[:k]
	for n := len(w.changes) - 1; n >= 0 && w.changes[n].step >= k; n-- {
		c := w.changes[n]
		w.pending[c.file], w.changes = c.before, w.changes[:n]
		for _, r := range c.before {
			if !r.Lost {
				w.unsure = append(w.unsure, r.UnrunCall)
			}
		}
	}
}

func (w *unrunWalk) enter(line int) {
	turn := -1
	if k := len(w.path) - 1; k >= 0 {
		turn = int(w.path[k].turn)
	}
	switch speech(w.log, line) {
	case assistant:
		turn = line
	case result:
		if turn >= 0 && (notRun(w.log, line) || w.reads) {
			w.result(line, turn)
		}
	}
	if w.log.Linear() {
		w.path = w.path[:0] // nothing goes back there
	}
	w.path = append(w.path, unrunStep{int32(line), int32(turn)})
	if w.leaves[line] {
		for _, u := range w.unsure {
			u.Lost = u.Lost || slices.ContainsFunc(w.pending[u.File], func(r pendingRead) bool { return r.UnrunCall == u })
		}
		w.unsure = w.unsure[:0]
	}
}

// result takes in a result: a call that did not run, or a read that makes up for some.
func (w *unrunWalk) result(line, turn int) {
	unrun := notRun(w.log, line)
	e, err := w.log.Entry(line)
	if err != nil {
		w.err = err
		return
	}
	call, ok := w.call(turn, e.Get("message.toolCallId").String())
	if !ok {
		return
	}
	u := &UnrunCall{Line: line, Turn: turn, ID: call.Get("id").String(), Tool: call.Get("name").String(), Args: call.Get("arguments")}
	if u.Tool == "read" {
		u.File = FileOf(w.cwd, PathOf(u.Args))
	}
	before := w.pending[u.File]
	switch {
	case unrun:
		u.Says = sessionlog.UnrunText([]byte(e.Get("message.content.0.text").String()))
		if u.Says == sessionlog.Ran {
			return // another block says so, behind what the tool had to say
		}
		w.out = append(w.out, u)
		if !u.Read() {
			return // nothing makes up for it
		}
		if len(before) == maxPending {
			before[0].Lost, before = true, before[1:]
		}
		w.reads, w.unsure = true, append(w.unsure, u)
		w.change(u.File, append(slices.Clip(before), pendingRead{UnrunCall: u}))
	case len(before) > 0 && !e.Get("message.isError").Bool():
		w.change(u.File, stillLost(before, u, e.Get("message")))
	}
}

// change changes what is pending for a file, until the walk goes back.
func (w *unrunWalk) change(file string, to []pendingRead) {
	w.changes = append(w.changes, unrunChange{len(w.path), file, w.pending[file]})
	w.pending[file] = to
}

// call returns the block of a turn that makes the call.
func (w *unrunWalk) call(turn int, id string) (gjson.Result, bool) {
	if w.calls == nil || w.callsOf != turn {
		e, err := w.log.Entry(turn)
		if err != nil {
			w.err = err
			return gjson.Result{}, false
		}
		w.calls, w.callsOf = map[string]gjson.Result{}, turn
		for _, b := range e.Get("message.content").Array() {
			if b.Get("type").String() == "toolCall" {
				w.calls[b.Get("id").String()] = b
			}
		}
	}
	b, ok := w.calls[id]
	return b, ok
}
