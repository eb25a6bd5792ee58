package sessionlog

import (
	"strconv"
	"strings"
	"unsafe"

	"github.com/tidwall/gjson"
)

// Entry is one line's object, read again from the source. Its values share the
// bytes that were read.
type Entry struct {
	Line int
	Span Span   // of the object, without the line end
	Raw  []byte // the object

	settled string // Raw as JavaScript reads it, where some key stands twice; else ""
}

// Entry reads the line's object. The line must be of kind [KindHeader] or an entry.
func (l *Log) Entry(line int) (Entry, error) {
	s := l.Body(line)
	b, err := l.Bytes(s)
	e := Entry{Line: line, Span: s, Raw: b}
	if k := l.Kind(line); err == nil && (l.Has(line, RepeatedKey) || k == KindContextEdit || k == KindCompaction) {
		// What an edit puts in place and what a compaction holds was not looked into.
		if text, changed := settled(gjson.Parse(e.text()), settledLevels); changed {
			e.settled = text
		}
	}
	return e, err
}

// text returns the object as it stands.
func (e Entry) text() string { return unsafe.String(unsafe.SliceData(e.Raw), len(e.Raw)) }

// read returns the object as JavaScript reads it.
func (e Entry) read() []byte {
	if e.settled != "" {
		return []byte(e.settled)
	}
	return e.Raw
}

// Get returns the value at a gjson name such as "message.role". Of a key that
// stands there twice the last one counts, as in JavaScript.
func (e Entry) Get(name string) gjson.Result {
	if e.settled != "" {
		return gjson.Get(e.settled, name)
	}
	return gjson.Get(e.text(), name)
}

// lastOf follows a plain name, taking the last member of each key.
func lastOf(v gjson.Result, name string) gjson.Result {
	first, rest, more := strings.Cut(name, ".")
	var found gjson.Result
	n := 0
	v.ForEach(func(k, member gjson.Result) bool {
		if v.IsObject() && k.String() == first || v.IsArray() && strconv.Itoa(n) == first {
			found = member
		}
		n++
		return true
	})
	if !more || !found.Exists() {
		return found
	}
	return lastOf(found, rest)
}

// ID returns the entry's id, "" when it has none.
func (e Entry) ID() string { return e.stringAt("id") }

// Time returns the entry's timestamp as stored.
func (e Entry) Time() string { return e.stringAt("timestamp") }

func (e Entry) stringAt(name string) string {
	if v := e.Get(name); v.Type == gjson.String {
		return v.String()
	}
	return ""
}

// ValueSpan returns the span in the source of the value at a plain name
// (no modifiers, no #); ok is false when there is none.
func (e Entry) ValueSpan(name string) (Span, bool) {
	v := e.Get(name)
	if e.settled != "" {
		v = lastOf(gjson.Parse(e.text()), name)
	}
	if !v.Exists() || v.Index == 0 {
		return Span{}, false
	}
	from := e.Span.Start + int64(v.Index)
	return Span{from, from + int64(len(v.Raw))}, true
}

// Call is one tool call of an assistant turn.
type Call struct {
	ID, Name string
	Block    int // index in the content array
}

// Calls returns the tool calls of the assistant message in the entry.
func (e Entry) Calls() []Call {
	var out []Call
	for n, b := range e.Turn().Blocks {
		if b.Type == "toolCall" {
			out = append(out, Call{b.ID, b.Name, n})
		}
	}
	return out
}

// EntryID returns the id of the entry in the line, "" when it has none or
// cannot be read. It keeps nothing of the line that it was read from.
func (l *Log) EntryID(line int) string {
	if l.recs[line].kind < KindHeader || l.recs[line].id == 0 {
		return ""
	}
	s := l.Body(line)
	if near := (Span{s.Start, min(s.End, s.Start+idNear)}); !l.Has(line, RepeatedKey) {
		// As pi writes it, the id stands at the beginning of a line that may be long.
		b, err := l.Bytes(near)
		if id := (Entry{Raw: b}).ID(); err == nil && KeyOf(id) == l.recs[line].id {
			return strings.Clone(id)
		}
	}
	e, err := l.Entry(line)
	if err != nil {
		return ""
	}
	return strings.Clone(e.ID())
}

// idNear is within how many bytes of a line its id is looked for at first.
const idNear = 256
