package sessionlog

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrNotSession is the error of a file that is no pi session.
var ErrNotSession = errors.New("not a pi session")

// ErrEventStream is the error of a file that holds what `pi --mode json` prints. It
// is an [ErrNotSession].
var ErrEventStream error = eventStreamError{}

type eventStreamError struct{}

func (eventStreamError) Error() string {
	return ErrNotSession.Error() + ": it is an event stream, as `pi --mode json` prints it; the session itself is under pi's sessions folder"
}

func (eventStreamError) Unwrap() error { return ErrNotSession }

// Foreign says why the file is no pi session that could be repaired, or nil.
// A file with damaged lines only is not judged: there may be records in them.
func (l *Log) Foreign() error {
	if l.src.Size() == 0 {
		return fmt.Errorf("%w: the file is empty", ErrNotSession)
	}
	if l.last >= 0 {
		return l.foreignEntries()
	}
	head, err := l.Bytes(Span{0, min(l.src.Size(), 8192)})
	switch {
	case err != nil:
		return err
	case l.header >= 0:
		return nil
	case isBlank(head):
		return fmt.Errorf("%w: it holds only blank lines", ErrNotSession)
	case bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) || bytes.HasPrefix(head, []byte("{\x00\"\x00")):
		return fmt.Errorf("%w: it is UTF-16, and a session is UTF-8: convert it, as iconv does", ErrNotSession)
	case bytes.IndexByte(head, 0) >= 0 && !bytes.Contains(head, []byte(`{"type":"`)):
		return fmt.Errorf("%w: it is a binary file", ErrNotSession)
	case !bytes.Contains(head, []byte(`{"`)) && !bytes.HasPrefix(bytes.Join(bytes.Fields(head), nil), []byte(`{"type":"`)):
		return fmt.Errorf("%w: no line of it is a JSON object", ErrNotSession)
	}
	return nil
}

// foreignEntries looks at the first entries for the marks of other formats.
func (l *Log) foreignEntries() error {
	for i, n := 0, 0; i < len(l.recs) && n < 5; i++ {
		if !l.IsEntry(i) {
			continue
		}
		n++
		e, err := l.Entry(i)
		if err != nil {
			return err
		}
		if l.Kind(i) != KindUnknown {
			if l.header < 0 && flatMessage(e) {
				return fmt.Errorf("%w: it is a log of Codex from its first months", ErrNotSession)
			}
			return nil
		}
		if err := foreignType(e); err != nil {
			return err
		}
	}
	for i := range l.recs {
		if l.IsEntry(i) && l.Kind(i) != KindUnknown {
			return nil
		}
	}
	if l.header >= 0 {
		return nil
	}
	return fmt.Errorf("%w: no line of it has a type that pi writes", ErrNotSession)
}

// flatMessage tells the messages of the first Codex, which had the same type as pi's
// and their content beside it.
func flatMessage(e Entry) bool {
	return e.stringAt("type") == "message" && !e.Get("message").Exists() && e.Get("role").Exists() && e.Get("content").IsArray()
}

func foreignType(e Entry) error {
	switch e.stringAt("type") {
	case "agent_start", "turn_start", "message_start", "message_update", "message_end", "agent_end":
		return ErrEventStream
	case "session_meta", "response_item", "event_msg", "turn_context":
		return fmt.Errorf("%w: it is a log of Codex", ErrNotSession)
	}
	if e.Get("sessionId").Exists() && (e.Get("uuid").Exists() || e.Get("leafUuid").Exists()) || e.Get("leafUuid").Exists() && e.Get("summary").Exists() {
		return fmt.Errorf("%w: it is a log of Claude Code", ErrNotSession)
	}
	return nil
}
