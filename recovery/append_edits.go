package recovery

import (
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// edits returns entries behind the leaf that make its context the repaired one
// without repeating any of it: a context_edit for each message that goes or has
// another content, and the messages that are new at the end. It returns none
// when the session shows no sign of a pi that knows edits (0.87 and later), or
// when they cannot express the repair. Whether they do is for the caller to prove.
func (a *appender) edits() ([][]byte, error) {
	if known, err := a.knowsEdits(); err != nil || !known || !resumable(a.before) {
		return nil, err
	}
	was, err := hear(a.before, a.before)
	if err != nil {
		return nil, err
	}
	is := a.want.said
	w := editor{a: a, c: copier{a: a, ids: map[string]string{}, taken: map[string]bool{}, parent: a.before.EntryID(a.before.Active())}}
	n := 0
	for i, m := range was.said {
		if n >= len(is) || a.before.ID(m.Line) != a.after.ID(is[n].Line) || m.role != is[n].role {
			w.edit(m, []byte("null"))
			continue
		}
		content, _, err := was.differ(i, a.want, n)
		if err != nil {
			return nil, err
		}
		if content {
			w.edit(m, w.content(is[n].Line))
		}
		n++
	}
	for _, m := range is[n:] {
		if a.before.Find(a.after.ID(m.Line)) >= 0 {
			return nil, nil // it stood elsewhere, and cannot be brought here by edits
		}
		w.c.name([]int{m.Line})
		if err := w.c.copy(m.Line); err != nil {
			return nil, err
		}
	}
	if w.cannot || w.err != nil {
		return nil, w.err
	}
	return w.c.out, nil
}

// knowsEdits reports whether the session was written by a pi that knows edits:
// there is one, or what was said last has a duration, which pi has recorded from
// 1.0 on.
func (a *appender) knowsEdits() (bool, error) {
	for i := range a.before.Len() {
		if a.before.Kind(i) == sessionlog.KindContextEdit {
			return true, nil
		}
	}
	for i, steps := a.before.Active(), 0; i >= 0 && steps < a.before.Len(); i = a.before.Parent(i) {
		steps++
		if a.before.Kind(i) == sessionlog.KindMessage && a.before.Role(i) == sessionlog.RoleAssistant && !a.before.Dead(i) {
			e, err := a.before.Entry(i)
			return err == nil && e.Get("message.durationMs").Exists(), err
		}
	}
	return false, nil
}

// editor writes edits.
type editor struct {
	a      *appender
	c      copier
	cannot bool // pi takes no edit of some message
	err    error
}

// content returns the replacement that gives a message the content of a line of the
// rewritten session. Where an edit was in force there already, it is not the one to
// be repaired, and the proof of the whole decides.
func (w *editor) content(line int) []byte {
	e, err := w.a.after.Entry(line)
	if err != nil {
		w.err = err
		return nil
	}
	name := "message.content"
	if w.a.after.Kind(line) == sessionlog.KindCustomMessage {
		name = "content"
	}
	c := e.Get(name)
	if !c.Exists() {
		w.cannot = true
	}
	return []byte(`{"content":` + c.Raw + `}`)
}

// edit adds an edit of a message.
func (w *editor) edit(m saying, replacement []byte) {
	switch m.role {
	case sessionlog.RoleUser, sessionlog.RoleAssistant, sessionlog.RoleToolResult, sessionlog.RoleCustom:
	default:
		w.cannot = true
		return
	}
	leaf, err := w.a.before.Entry(w.a.before.Active())
	if err != nil {
		w.err = err
		return
	}
	target := w.a.before.EntryID(m.Line)
	id := w.a.before.FreshID(func(id string) bool { return w.c.taken[id] }, "edit", leaf.ID(), target)
	w.c.taken[id] = true
	w.c.out = append(w.c.out, fmt.Appendf(nil, `{"type":"context_edit","id":%s,"parentId":%s,"timestamp":%s,"targetId":%s,"replacement":%s}`,
		sessionlog.Quote(id), orNull(w.c.parent), sessionlog.Quote(leaf.Time()), sessionlog.Quote(target), replacement))
	w.c.parent = id
}
