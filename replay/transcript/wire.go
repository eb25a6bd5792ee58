package transcript

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// A Wire is a request that is ready to be sent.
type Wire struct {
	// Path is the URL path of the API below its base URL.
	Path string
	// Body is the request body.
	Body []byte
	// Origins has one element per element of the body's list of messages.
	Origins []Origin
}

// An Origin tells which session line a message of the body came from.
type Origin struct {
	// Line is [NoLine] for the prompt and what else no line brought about.
	Line int
	// Parts are the lines of the message's content blocks where they differ,
	// otherwise nil.
	Parts []int
}

// A List collects the messages of a body.
type List struct {
	JSON    []byte
	Origins []Origin
}

// Add appends one message.
func (l *List) Add(message []byte, origin Origin) {
	sep := byte(',')
	if len(l.JSON) == 0 {
		sep = '['
	}
	l.JSON = append(append(l.JSON, sep), message...)
	l.Origins = append(l.Origins, origin)
}

// Close ends the list.
func (l *List) Close() []byte {
	if len(l.JSON) == 0 {
		l.JSON = append(l.JSON, '[')
	}
	l.JSON = append(l.JSON, ']')
	return l.JSON
}

// An Object is a JSON object being written. Members without a value are left
// out, as JSON.stringify leaves out what is undefined.
type Object struct{ json []byte }

// Raw adds a member that is JSON already; nil is undefined.
func (o *Object) Raw(name string, value []byte) *Object {
	if value == nil {
		return o
	}
	o.key(name)
	o.json = append(o.json, value...)
	return o
}

// Value adds a stored value as JSON.stringify writes it.
func (o *Object) Value(name string, v js.Value) *Object {
	if !v.Exists() {
		return o
	}
	o.key(name)
	o.json = v.AppendJSON(o.json)
	return o
}

// Text adds a string.
func (o *Object) Text(name, text string) *Object {
	o.key(name)
	o.json = js.AppendQuoted(o.json, text)
	return o
}

func (o *Object) key(name string) {
	sep := byte(',')
	if len(o.json) == 0 {
		sep = '{'
	}
	o.json = append(o.json, sep)
	o.json = js.AppendQuoted(o.json, name)
	o.json = append(o.json, ':')
}

// Close returns the object.
func (o *Object) Close() []byte {
	if len(o.json) == 0 {
		return []byte("{}")
	}
	return append(o.json, '}')
}

// Join writes JSON values as a list.
func Join(values [][]byte) []byte {
	n := 2
	for _, v := range values {
		n += len(v) + 1
	}
	b := append(make([]byte, 0, n), '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, v...)
	}
	return append(b, ']')
}

// SaneText returns the text of a block, without halves of surrogate pairs. pi
// fails on a text that is no string.
func SaneText(block js.Value, member string, line int) (string, error) {
	text := block.Get(member)
	if text.Kind() == js.String {
		return js.Sanitize(text.Text()), nil
	}
	if text.Nullish() {
		return "", Unreadable("pi/text-block", line, text, "replace")
	}
	return "", NotCallable("pi/text-block", line, "text", "replace")
}

// Stringify writes what a text of the session holds as JSON, such as a signature.
// JSON.parse reads it however deep it is nested; JSON.stringify does not write it.
func Stringify(parsed js.Value, line int) ([]byte, error) {
	again, err := js.ParseWithin(parsed.Raw(), sessionlog.MaxNesting)
	if err != nil {
		return nil, &Failure{"pi/too-deep", line, "Maximum call stack size exceeded"}
	}
	again.Release()
	return parsed.JSON(), nil
}

// JoinTexts joins texts as Array.join does: what is undefined or null is empty.
func JoinTexts(texts []js.Value) string {
	var b strings.Builder
	for i, t := range texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		if !t.Nullish() {
			b.WriteString(t.Display())
		}
	}
	return b.String()
}

// Elements returns the elements of a content that must be a list; pi fails otherwise
// with the method that it calls on it, "" where it walks through it, and on elements
// that are null.
func Elements(content js.Value, line int, id, expression, method string) ([]js.Value, error) {
	switch {
	case content.Kind() == js.Array:
	case method == "":
		return nil, &Failure{id, line, expression + " is not iterable"}
	case content.Nullish():
		return nil, Unreadable(id, line, content, method)
	default:
		return nil, NotCallable(id, line, expression, method)
	}
	elements := make([]js.Value, 0, content.Len())
	for e := range content.All() {
		if e.Nullish() {
			return nil, Unreadable("pi/null-block", line, e, "type")
		}
		elements = append(elements, e)
	}
	return elements, nil
}

// UserParts writes what a user said, where it is a list: its texts, and what is none as
// an image. pi fails with a method of the list, as [Elements] says.
func UserParts(m Message, method string, text func(string) []byte, image func(js.Value) []byte) ([][]byte, error) {
	elements, err := Elements(m.Content, m.Line, "pi/user-content", "msg.content", method)
	if err != nil {
		return nil, err
	}
	var parts [][]byte
	for _, e := range elements {
		if e.Get("type").Text() != "text" {
			parts = append(parts, image(e))
			continue
		}
		said, err := SaneText(e, "text", m.Line)
		if err != nil {
			return nil, err
		}
		parts = append(parts, text(said))
	}
	return parts, nil
}

// TrimmedText returns the text of an assistant's block, which pi trims first to
// see whether it is blank; pi fails on a text that is no string.
func TrimmedText(block js.Value, member string, line int) (string, error) {
	text := block.Get(member)
	if text.Kind() == js.String {
		return text.Text(), nil
	}
	if text.Nullish() {
		return "", Unreadable("pi/text-block", line, text, "trim")
	}
	return "", NotCallable("pi/text-block", line, "block."+member, "trim")
}
