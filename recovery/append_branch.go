package recovery

import (
	"bytes"
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// rest returns copies of the branch from where its context first differs.
func (a *appender) rest() ([][]byte, error) { return a.branch(a.path()) }

// whole returns copies of the branch from where it first differs at all.
func (a *appender) whole() ([][]byte, error) {
	path, _ := a.path()
	return a.branch(path, 0)
}

// branch returns the entries that have to stand behind the session so that its
// last line ends a repaired branch. What is the same as in the file, from the
// first entry that matters on, is not repeated: the copies go on from there. They
// get new ids, which derive from the old ones; what a copy points to follows where
// that was copied.
func (a *appender) branch(path []int, first int) ([][]byte, error) {
	kept, under, err := a.common(path, first)
	if err != nil {
		return nil, err
	}
	c := copier{a: a, ids: map[string]string{}, taken: map[string]bool{}, parent: under}
	c.mark(path[min(kept, len(path)-1)])
	c.name(path[kept:])
	for _, line := range path[kept:] {
		if err := c.copy(line); err != nil {
			return nil, err
		}
	}
	return c.out, nil
}

// path returns the branch that is to be resumed, and where in it the context
// begins. What is before that matters to nobody but the settings.
func (a *appender) path() (lines []int, first int) {
	lines = a.after.Branch(a.after.Active())
	context := make([]bool, a.after.Len())
	for _, line := range a.after.Context(a.after.Active()).Lines {
		context[line] = true
	}
	for first < len(lines)-1 && !context[lines[first]] {
		first++
	}
	return lines, first
}

// common returns how many entries of the path can stay, and the id of the one
// that the copies go under, "" for none.
func (a *appender) common(path []int, first int) (kept int, under string, err error) {
	at := func(n int) (int, error) { return a.same(path[n]) }
	before, err := at(first)
	if err != nil {
		return 0, "", err
	}
	kept = first + 1
	if first == 0 || before < 0 || !ends(a.before, before) {
		kept, before = 0, sessionlog.Root // the context itself begins otherwise
	}
	for ; kept < len(path); kept++ {
		next, err := at(kept)
		if err != nil {
			return 0, "", err
		}
		if next < 0 || a.before.Parent(next) != before || !ends(a.before, next) {
			break
		}
		before = next
	}
	if before >= 0 {
		under = a.before.EntryID(before)
	}
	return kept, under, nil
}

// same returns the line of the session that pi finds by the id of a line of the
// rewritten one and that has the same text, or -1.
func (a *appender) same(line int) (int, error) {
	was := a.before.Find(a.after.ID(line))
	if was < 0 || was == a.after.Origin(line) {
		return was, nil
	}
	x, err := a.before.Entry(was)
	if err != nil {
		return -1, err
	}
	y, err := a.after.Entry(line)
	if err != nil || !bytes.Equal(x.Raw, y.Raw) {
		return -1, err
	}
	return was, nil
}

// copier writes entries anew.
type copier struct {
	a      *appender
	ids    map[string]string // the copy's id by the id of what is copied
	taken  map[string]bool
	parent string // the id that the next copy goes under
	out    [][]byte
}

// repeated reports whether a copy of the entry would say something once more for
// the session as a whole: what a request cost, what the session is called.
func (c *copier) repeated(line int) bool {
	k := c.a.after.Kind(line)
	return k == sessionlog.KindUsage || k == sessionlog.KindSessionInfo
}

// name chooses the ids of all copies, also of entries that pi does not see in the
// file as it is: a repair of the lines could bring them to light.
func (c *copier) name(lines []int) {
	next := ""
	for i := len(lines) - 1; i >= 0; i-- {
		id := c.a.after.EntryID(lines[i])
		if !c.repeated(lines[i]) {
			next = c.fresh(id)
		}
		c.ids[id] = next
	}
}

// copy adds the copy of an entry.
func (c *copier) copy(line int) error {
	if c.repeated(line) {
		return nil
	}
	e, err := c.a.after.Entry(line)
	if err != nil {
		return err
	}
	if e.Get("type").String() == "label" && c.ids[e.Get("targetId").String()] == "" {
		return nil // it holds for the entry wherever it stands
	}
	id := c.ids[e.ID()]
	edits := []sessionlog.Edit{e.Set("id", sessionlog.Quote(id)), e.Set("parentId", orNull(c.parent))}
	for _, name := range []string{"firstKeptEntryId", "targetId"} {
		if to := c.ids[e.Get(name).String()]; to != "" && e.Get(name).Exists() {
			edits = append(edits, e.Set(name, sessionlog.Quote(to)))
		}
	}
	b, err := within(e, edits)
	if err != nil {
		return fmt.Errorf("copy line %d: %w", line+1, err)
	}
	c.out, c.parent = append(c.out, b), id
	return nil
}

// mark adds the entry that begins what is appended. It may be all: the branch can
// be whole but for not being the one that ends the file.
func (c *copier) mark(first int) {
	time := ""
	if e, err := c.a.after.Entry(first); err == nil {
		time = e.Time()
	}
	id := c.fresh("mark")
	c.out = append(c.out, fmt.Appendf(nil, `{"type":"custom","id":%s,"parentId":%s,"timestamp":%s,"customType":"`+markType+`"}`,
		sessionlog.Quote(id), orNull(c.parent), sessionlog.Quote(time)))
	c.parent = id
}

// fresh derives an id that is nowhere in use.
func (c *copier) fresh(of string) string {
	id := c.a.before.FreshID(func(id string) bool {
		return c.taken[id] || c.a.after.Find(sessionlog.KeyOf(id)) >= 0
	}, "append", of, c.parent)
	c.taken[id] = true
	return id
}

func orNull(id string) string {
	if id == "" {
		return "null"
	}
	return sessionlog.Quote(id)
}

// within returns the text of an entry with edits inside it applied.
func within(e sessionlog.Entry, edits []sessionlog.Edit) ([]byte, error) {
	for i := range edits {
		edits[i].Span.Start -= e.Span.Start
		edits[i].Span.End -= e.Span.Start
	}
	return sessionlog.Apply(e.Raw, edits)
}
