package recovery

import (
	"bytes"
	"errors"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// incurable says why no addition at the end of the file makes pi resume the
// session, or "". pi reads the header first of all, and adds up the tokens of
// every entry, on whatever branch (agent-session.js, getSessionStats).
func incurable(log *sessionlog.Log, found []Found) string {
	const header = "pi reads the header first, and damage to it cannot be cured by appending"
	if !opens(log) {
		return header
	}
	for _, f := range found {
		switch {
		case f.Fix == "":
		case f.Rule.Layer == integrity.Header, f.Rule.ID == "line-bom":
			return header
		case f.Rule.ID == "tree-no-message", f.Rule.ID == "content-no-usage":
			return "pi reads every entry when it counts tokens, so one that it cannot read must not stay as it is"
		}
	}
	if log.Version() == 1 {
		return "a session of version 1 is a row of entries without ids, so nothing can be appended beside it"
	}
	return ""
}

// opens reports whether pi takes the file for a session: its first record is a
// header with an id, and nothing hides it.
func opens(log *sessionlog.Log) bool {
	for i := range log.Len() {
		if log.IsRecord(i) {
			return log.Kind(i) == sessionlog.KindHeader && !log.Has(i, sessionlog.NoID)
		}
	}
	return false
}

// resumable reports whether pi finds a leaf and comes to the root from it: its
// last record is an entry that has an id, and no ancestor comes round again.
func resumable(log *sessionlog.Log) bool {
	for i := log.Len() - 1; i > log.Active(); i-- {
		if log.Kind(i) == sessionlog.KindScalar {
			return false
		}
	}
	return log.Active() >= 0 && !log.Has(log.Active(), sessionlog.NoID) && ends(log, log.Active())
}

// ends reports whether the way from an entry to its root ends.
func ends(log *sessionlog.Log, line int) bool {
	if !log.Forward() {
		return true
	}
	steps := 0
	for i := line; i >= 0; i = log.Parent(i) {
		if steps++; steps > log.Len() {
			return false
		}
	}
	return true
}

// hearing is the context that pi resumes. It can be as large as the session, and two of
// them are compared: what is the same line of the session in both need not be read.
type hearing struct {
	log  *sessionlog.Log
	said []saying
}

// saying is a message of a context.
type saying struct {
	sessionlog.Place
	was  int32 // the line of the session that it is as it stands, or -1
	role sessionlog.Role
	nth  uint8 // of the messages of its entry
}

// hear returns the context that pi resumes from the session or, where log is another one,
// from what a patch makes of it.
func hear(log, session *sessionlog.Log) (hearing, error) {
	h := hearing{log: log}
	if log.Active() < 0 {
		return h, nil
	}
	c := log.Context(log.Active())
	h.said = make([]saying, 0, len(c.Lines)+1)
	for n := range c.Lines {
		p, ok, err := c.Place(n)
		if err != nil {
			return h, err
		}
		if !ok {
			continue
		}
		s := saying{Place: p, role: log.Role(p.Line), was: -1}
		switch {
		case p.Edit != nil:
		case log == session:
			s.was = int32(p.Line)
		default:
			s.was = int32(log.Origin(p.Line))
		}
		if log.Kind(p.Line) != sessionlog.KindCompaction {
			h.said = append(h.said, s)
			continue
		}
		all, err := log.MessagesAt(p)
		if err != nil {
			return h, err
		}
		for nth, m := range all {
			s.nth, s.role = uint8(nth), m.Role
			h.said = append(h.said, s)
		}
	}
	return h, nil
}

// message reads the n-th message.
func (h hearing) message(n int) (sessionlog.Message, error) {
	all, err := h.log.MessagesAt(h.said[n].Place)
	if err != nil {
		return sessionlog.Message{}, err
	}
	return all[h.said[n].nth], nil
}

// differ says whether the n-th message and the k-th one of another context have another
// content, and whether they differ in the rest of what they say, which no edit can replace.
// Of an entry that is a message as a whole the ids are its place and not what it says.
func (h hearing) differ(n int, other hearing, k int) (content, rest bool, err error) {
	x, y := h.said[n], other.said[k]
	if x.was >= 0 && x.was == y.was && x.nth == y.nth {
		return false, x.role != y.role, nil
	}
	a, err1 := h.message(n)
	b, err2 := other.message(k)
	if err := errors.Join(err1, err2); err != nil {
		return false, false, err
	}
	restA, err1 := restOf(h.log, a)
	restB, err2 := restOf(other.log, b)
	return !bytes.Equal(a.Content, b.Content), x.role != y.role || !bytes.Equal(restA, restB), errors.Join(err1, err2)
}

// same reports whether two contexts say the same.
func (h hearing) same(other hearing) (bool, error) {
	if len(h.said) != len(other.said) {
		return false, nil
	}
	for n := range h.said {
		if content, rest, err := h.differ(n, other, n); content || rest || err != nil {
			return false, err
		}
	}
	return true, nil
}

func restOf(log *sessionlog.Log, m sessionlog.Message) ([]byte, error) {
	blank := []string{"content"}
	if log.Kind(m.Line) != sessionlog.KindMessage {
		blank = append(blank, "id", "parentId", "firstKeptEntryId", "fromId")
	}
	return blanked(m.JSON, blank)
}

// blanked returns an object with the values of some members set to null.
func blanked(object []byte, names []string) ([]byte, error) {
	e := sessionlog.Entry{Span: sessionlog.Span{End: int64(len(object))}, Raw: object}
	var edits []sessionlog.Edit
	for _, n := range names {
		if at, ok := e.ValueSpan(n); ok {
			edits = append(edits, sessionlog.Edit{Span: at, New: []byte("null")})
		}
	}
	return sessionlog.Apply(object, edits)
}
