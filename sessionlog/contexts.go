package sessionlog

import (
	"cmp"
	"iter"
	"slices"

	"github.com/tidwall/gjson"
)

// Context is what pi sends of the branch of a leaf: the latest compaction, what it keeps,
// and what follows it (pi-coding-agent session-manager.js, buildSessionContext), or the
// whole branch. Lines that say nothing are in it too.
type Context struct {
	Leaf  int
	Lines []int
	Kept  int // how many of the lines, those behind the first, a compaction keeps

	// Edits are, by the line of their target, the lines of the edits in force.
	Edits map[int]int

	// Shared is how many lines at the beginning are those of the context before, under
	// the same edits, where contexts come one after the other.
	Shared int

	log *Log
	at  []int32 // by line: one more than its place in Lines; made when needed
}

// Index returns the place of a line among the lines, or -1.
func (c *Context) Index(line int) int {
	if c.at == nil {
		c.at = make([]int32, len(c.log.recs))
		for n, line := range c.Lines {
			c.at[line] = int32(n + 1)
		}
	}
	return int(c.at[line]) - 1
}

// Contexts goes through the contexts of leaves such that those with a common beginning
// come one after the other: who goes on where it ends judges all branches in time linear
// in the entries. A context is to be read until the next one comes.
func (l *Log) Contexts(leaves []int) iter.Seq[*Context] {
	return func(yield func(*Context) bool) {
		if len(leaves) < 2 || l.forward { // there may be cycles, which have no order
			for _, leaf := range leaves {
				if !yield(l.Context(leaf)) {
					return
				}
			}
			return
		}
		w := contextWalk{Context: Context{log: l, Edits: map[int]int{}, at: make([]int32, len(l.recs))}, base: Dangling}
		bases, ranks := l.walked()
		inOrder := slices.Clone(leaves)
		slices.SortStableFunc(inOrder, func(a, b int) int {
			return cmp.Or(cmp.Compare(bases[a], bases[b]), cmp.Compare(ranks[a], ranks[b]))
		})
		for _, leaf := range inOrder {
			w.move(leaf, int(bases[leaf]))
			if !yield(&w.Context) {
				return
			}
		}
	}
}

// contextWalk is a context on its way from leaf to leaf.
type contextWalk struct {
	Context
	base  int // the latest compaction, Root for none
	head  int // how many lines do not depend on what follows it
	edits []editing
	ahead []int // room for lines
}

// editing is an edit among the lines: the edit that its target had before, -1 for none.
type editing struct{ target, before int }

// walked returns for each entry the latest compaction of its branch, Root for none, and
// when a walk meets it.
func (l *Log) walked() (bases, ranks []int32) {
	bases, ranks = make([]int32, len(l.recs)), make([]int32, len(l.recs))
	n := int32(0)
	l.Walk(func(line int) {
		n++
		ranks[line], bases[line] = n, Root
		if p := l.Parent(line); l.Kind(line) == KindCompaction {
			bases[line] = int32(line)
		} else if p >= 0 {
			bases[line] = bases[p]
		}
	}, func(int) {})
	return bases, ranks
}

// move makes the context that of another leaf.
func (w *contextWalk) move(leaf, base int) {
	w.Leaf, w.ahead = leaf, w.ahead[:0]
	if base != w.base {
		lines, kept := w.log.context(leaf)
		w.back(0)
		w.base, w.Kept, w.head = base, kept, 0
		if base >= 0 {
			w.head = 1 + kept
		}
		w.push(lines)
		return
	}
	shared := w.head
	for i := leaf; i >= 0 && i != base; i = w.log.Parent(i) {
		if at := int(w.at[i]); at > w.head {
			shared = at
			break
		}
		w.ahead = append(w.ahead, i)
	}
	w.back(shared)
	slices.Reverse(w.ahead)
	w.push(w.ahead)
}

// back leaves the lines from one on.
func (w *contextWalk) back(to int) {
	w.Shared = to
	for _, line := range slices.Backward(w.Lines[to:]) {
		w.at[line] = 0
		if w.log.Kind(line) == KindContextEdit {
			e := w.edits[len(w.edits)-1]
			w.edits = w.edits[:len(w.edits)-1]
			w.edit(e.target, e.before)
		}
	}
	w.Lines = w.Lines[:to]
}

// push enters lines.
func (w *contextWalk) push(lines []int) {
	for _, line := range lines {
		w.Lines = append(w.Lines, line)
		w.at[line] = int32(len(w.Lines))
		if w.log.Kind(line) == KindContextEdit {
			e := editing{w.log.target(line), -1}
			if before, edited := w.Edits[e.target]; edited {
				e.before = before
			}
			w.edits = append(w.edits, e)
			w.edit(e.target, line)
		}
	}
}

// edit puts an edit of a target in force, or none. From the target on no line is shared.
func (w *contextWalk) edit(target, edit int) {
	switch {
	case target < 0:
		return
	case edit < 0:
		delete(w.Edits, target)
	default:
		w.Edits[target] = edit
	}
	if at := w.Index(target); at >= 0 {
		w.Shared = min(w.Shared, at)
	}
}

// target returns the entry that an edit is about, or -1.
func (l *Log) target(edit int) int { return l.Find(l.Refs(edit)[0]) }

// inForce returns the last of the edits for each target.
func (l *Log) inForce(lines []int) map[int]int {
	var out map[int]int
	for _, line := range lines {
		if l.Kind(line) != KindContextEdit {
			continue
		}
		if target := l.target(line); target >= 0 {
			if out == nil {
				out = map[int]int{}
			}
			out[target] = line
		}
	}
	return out
}

// Place is an entry that speaks in the context of a leaf.
type Place struct {
	Line int
	Edit *gjson.Result // the replacement that is in force, nil for none
}

// Said returns the messages that one of the lines contributes: two for a compaction that
// has a system message, none for what says nothing here. The error is one of reading.
func (c *Context) Said(n int) ([]Message, error) {
	p, ok, err := c.Place(n)
	if !ok || err != nil {
		return nil, err
	}
	return c.log.MessagesAt(p)
}

// Place returns one of the lines as it speaks; ok is false where it says nothing. An edit
// to null takes all of an entry away. The error is one of reading.
func (c *Context) Place(n int) (p Place, ok bool, err error) {
	line := c.Lines[n]
	if c.log.Kind(line) == KindCompaction && n > 0 || c.log.mute(line, 0 < n && n <= c.Kept) {
		return p, false, nil // of compactions only the latest speaks
	}
	p.Line = line
	edit, edited := c.Edits[line]
	if !edited {
		return p, true, nil
	}
	e, err := c.log.Entry(edit)
	if r := e.Get("replacement"); err == nil && r.Exists() {
		p.Edit = &r
	}
	return p, p.Edit == nil || p.Edit.Type != gjson.Null, err
}

// MessagesAt returns what an entry says in its place: two messages for a compaction that
// has a system message, else one. The error is one of reading.
func (l *Log) MessagesAt(p Place) ([]Message, error) { return l.appendMessages(nil, p) }
