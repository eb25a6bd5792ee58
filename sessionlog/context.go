package sessionlog

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"
)

// Kept returns the line at which the part begins that a compaction keeps of
// what stands before it. It is the compaction's own line when it keeps nothing
// on purpose, and -1 when what it names is not there. Whether the line is on
// the compaction's branch is for the caller to see.
func (l *Log) Kept(compaction int) int {
	refs := l.Refs(compaction)
	if len(refs) == 0 {
		return -1
	}
	if l.version > 1 {
		return l.Find(refs[0])
	}
	if !l.Has(compaction, KeptIndex) {
		return -1
	}
	at := l.Record(int(refs[1]))
	if at < 0 || at >= compaction || !l.IsEntry(at) {
		return -1
	}
	return at
}

// Record returns the line of the n-th record as pi counts them: every line that
// parses, header included.
func (l *Log) Record(n int) int {
	for i := range l.recs {
		if !l.IsRecord(i) {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// IsRecord reports whether the line counts as a record in pi.
func (l *Log) IsRecord(line int) bool { return l.recs[line].kind >= KindScalar }

// Context returns the context of a leaf.
func (l *Log) Context(leaf int) *Context {
	lines, kept := l.context(leaf)
	return &Context{Leaf: leaf, Lines: lines, Kept: kept, Edits: l.inForce(lines), log: l}
}

// context returns the lines of a context and how many of them the compaction keeps. It
// holds no more than these: the branch can be the whole session.
func (l *Log) context(leaf int) (lines []int, kept int) {
	at, behind := -1, 0
	for i := range l.up(leaf) {
		if l.Kind(i) == KindCompaction {
			at = i
			break
		}
		behind++
	}
	if at < 0 {
		return l.Branch(leaf), 0
	}
	lines = make([]int, 0, behind+1)
	first, above, found := l.Kept(at), false, false
	for i := range l.up(leaf) {
		if i == at {
			above = true
			if first < 0 || first == at {
				break
			}
			continue
		}
		lines = append(lines, i)
		if found = above && i == first; found {
			break
		}
	}
	if kept = len(lines) - behind; !found {
		lines, kept = lines[:behind], 0
	}
	lines = append(lines, at)
	slices.Reverse(lines)
	return lines, kept
}

// Message is one message of the context that pi hands to its provider layer.
type Message struct {
	Line int
	Role Role
	// JSON is the stored message object; for custom_message, branch_summary and
	// compaction entries it is the whole entry.
	JSON []byte
	// Content is the JSON value of the content after context edits, nil when
	// there is none or an edit has none in its place.
	Content []byte
	// Time is the entry's timestamp as stored.
	Time string
}

// Messages returns the context of a leaf as pi 0.87 and later build it, with
// context edits applied. The error is one of reading.
func (l *Log) Messages(leaf int) ([]Message, error) {
	var out []Message
	err := l.EachMessage(leaf, func(m Message) { out = append(out, m) })
	return out, err
}

// EachMessage calls f for each of the [Log.Messages] of a leaf, for a caller who
// does not need them all at once.
func (l *Log) EachMessage(leaf int, f func(Message)) error { return l.Context(leaf).each(f) }

// Unedited returns the context of a leaf as pi up to 0.86 builds it, which does
// not know context edits.
func (l *Log) Unedited(leaf int) (out []Message, err error) {
	c := l.Context(leaf)
	c.Edits = nil
	err = c.each(func(m Message) { out = append(out, m) })
	return out, err
}

func (c *Context) each(f func(Message)) error {
	var some []Message
	for n := range c.Lines {
		some = some[:0]
		p, ok, err := c.Place(n)
		if ok && err == nil {
			some, err = c.log.appendMessages(some, p)
		}
		if err != nil {
			return err
		}
		for _, m := range some {
			f(m)
		}
	}
	return nil
}

// appendMessages adds what one entry contributes. An edit changes the content of
// messages of the roles user, assistant, toolResult and custom.
func (l *Log) appendMessages(out []Message, p Place) ([]Message, error) {
	line := p.Line
	e, err := l.Entry(line)
	if err != nil {
		return nil, fmt.Errorf("read line %d: %w", line+1, err)
	}
	m := Message{Line: line, Role: l.Role(line), JSON: e.read(), Time: e.Time()}
	switch l.Kind(line) {
	case KindCompaction:
		if sys := e.Get("systemMessage"); sys.IsObject() {
			out = append(out, Message{line, RoleSystem, []byte(sys.Raw), rawOf(sys.Get("content")), m.Time})
		}
		m.Role = RoleCompactionSummary
	case KindCustomMessage:
		m.Content = rawOf(e.Get("content"))
	case KindMessage:
		msg := e.Get("message")
		m.JSON, m.Content = []byte(msg.Raw), rawOf(e.Get("message.content"))
	}
	switch m.Role {
	case RoleUser, RoleAssistant, RoleToolResult, RoleCustom:
		m.edit(p.Edit, m.Role != RoleCustom || l.Kind(line) == KindCustomMessage)
	}
	return append(out, m), nil
}

// edit puts the content of an edit in place; an edit without one leaves none. What
// is stored without content is empty, but for a message of role custom: pi has those
// in entries of their own, and heals it only there.
func (m *Message) edit(edit *gjson.Result, healed bool) {
	if edit != nil {
		c := edit.Get("content")
		if !c.Exists() || c.Type == gjson.Null {
			m.Content = nil
			return
		}
		m.Content = rawOf(c)
		if c.Type == gjson.String && (m.Role == RoleAssistant || m.Role == RoleToolResult) {
			m.Content = []byte(`[{"type":"text","text":` + c.Raw + `}]`)
		}
	}
	if healed && isNull(m.Content) {
		m.Content = []byte("[]")
	}
}

// mute reports whether an entry contributes nothing to a context. kept says
// that it stands in the part that a compaction keeps.
func (l *Log) mute(line int, kept bool) bool {
	switch l.Kind(line) {
	case KindMessage:
		return l.Has(line, NoMessage) || kept && l.Role(line) == RoleSystem
	case KindBranchSummary:
		return l.Has(line, Silent)
	case KindCompaction, KindCustomMessage:
		return false
	}
	return true
}

func rawOf(v gjson.Result) []byte {
	if !v.Exists() {
		return nil
	}
	return []byte(v.Raw)
}

func isNull(b []byte) bool { return b == nil || string(b) == "null" }

// RecordNumber returns how many records stand before the line.
func (l *Log) RecordNumber(line int) int {
	n := 0
	for i := range line {
		if l.IsRecord(i) {
			n++
		}
	}
	return n
}
