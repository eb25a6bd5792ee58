package recovery

import (
	"crypto/sha256"
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

// brief is a message of a context in short. A context can be as large as the
// session, and two of them are compared.
type brief struct {
	line          int
	role          sessionlog.Role
	content, rest [sha256.Size]byte
}

// briefs returns the context that pi resumes. The rest of a message is what it
// holds beside its content, which an edit can replace; of an entry that is a
// message as a whole, the ids are its place and not what it says.
func briefs(log *sessionlog.Log) ([]brief, error) {
	if log.Active() < 0 {
		return nil, nil
	}
	var out []brief
	var failed error
	err := log.EachMessage(log.Active(), func(m sessionlog.Message) {
		blank := []string{"content"}
		if log.Kind(m.Line) != sessionlog.KindMessage {
			blank = append(blank, "id", "parentId", "firstKeptEntryId", "fromId")
		}
		rest, err := blanked(m.JSON, blank)
		failed = errors.Join(failed, err)
		out = append(out, brief{m.Line, m.Role, sha256.Sum256(m.Content), sha256.Sum256(rest)})
	})
	return out, errors.Join(err, failed)
}

// same reports whether two messages say the same.
func (b brief) same(c brief) bool {
	return b.role == c.role && b.content == c.content && b.rest == c.rest
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
