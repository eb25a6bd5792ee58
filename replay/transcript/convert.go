package transcript

import (
	"math"
	"sync"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// Texts that pi wraps around what is not a message of its own.
const (
	compactionPrefix = "The conversation history before this point was compacted into the following summary:\n\n" +
		"<summary>\n"
	compactionSuffix = "\n</summary>"
	branchPrefix     = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
	branchSuffix     = "</summary>"
)

// reader turns stored messages into a transcript.
type reader struct {
	t      Transcript
	old    Version
	system systemReader
	called map[string]bool
	latest float64 // the newest timestamp so far
	usedAt int     // the first message behind the last usage that pi believes
}

// Read makes a transcript of the stored messages of a context and the prompt
// that is asked next; no prompt is added when it is "". The error is a
// [*Failure] or one of JSON that is no message at all.
func Read(stored []sessionlog.Message, prompt string, version Version) (*Transcript, error) {
	r := &reader{old: version, called: map[string]bool{}, latest: math.Inf(-1), system: newSystemReader()}
	for i := range stored {
		if err := r.message(&stored[i]); err != nil {
			return nil, err
		}
	}
	if prompt != "" {
		r.add(Message{Role: User, Line: NoLine, Content: textBlock(prompt)})
	}
	if !version.OldContext {
		r.count()
	}
	r.t.System = r.system.result()
	return &r.t, nil
}

// count estimates what stands behind the last usage. From then on what has no
// content is empty.
func (r *reader) count() {
	for i := range r.t.Messages {
		m := &r.t.Messages[i]
		if i >= r.usedAt && r.t.Uncounted == nil {
			r.t.Uncounted = countable(m)
		}
		if m.Content.Nullish() {
			m.Content = emptyList()
		}
	}
}

func parsed(s *sessionlog.Message) (js.Value, error) {
	at, err := js.Parse(s.JSON)
	if err != nil {
		return at, &Failure{"pi/message", s.Line, "Cannot read properties of undefined (reading 'role')"}
	}
	return at, nil
}

func (r *reader) add(m Message) { r.t.Messages = append(r.t.Messages, m) }

func (r *reader) message(s *sessionlog.Message) error {
	at, err := parsed(s)
	if err != nil {
		return err
	}
	// The stored content is parsed again only where an edit replaced it.
	content := at.Get("content")
	if content.Raw() != string(s.Content) {
		if content, err = js.Parse(s.Content); err != nil {
			content = js.Value{}
		}
	}
	if r.old.NullContent && at.Get("content").Nullish() {
		content = at.Get("content")
	}
	m := Message{Line: s.Line, At: at, Content: content}
	if r.old.OldContext {
		if s.Role == sessionlog.RoleSystem {
			return nil
		}
		return r.convert(s, m)
	}
	if sent(s.Role, at) {
		r.usage(s, at)
	}
	return r.convert(s, m)
}

// sent reports whether pi makes a message for a model of a stored one.
func sent(role sessionlog.Role, at js.Value) bool {
	switch role {
	case sessionlog.RoleNone, sessionlog.RoleOther:
		return false
	case sessionlog.RoleBash:
		return !at.Get("excludeFromContext").Truthy()
	}
	return true
}

// convert is pi's convertToLlm.
func (r *reader) convert(s *sessionlog.Message, m Message) error {
	at := m.At
	switch s.Role {
	case sessionlog.RoleUser:
		r.add(m)
	case sessionlog.RoleAssistant:
		m.Role = Assistant
		r.add(m)
		r.calls(m.Content)
	case sessionlog.RoleToolResult:
		m.Role, m.CallID, m.Name, m.IsError = Result, at.Get("toolCallId"), at.Get("toolName"), at.Get("isError")
		r.add(m)
	case sessionlog.RoleSystem:
		return r.system.read(s.Line, at)
	case sessionlog.RoleBash:
		if sent(s.Role, at) {
			r.said(s.Line, bashText(at))
		}
	case sessionlog.RoleCustom:
		if m.Content.Kind() == js.String {
			m.Content = textBlock(m.Content.Text())
		}
		r.add(m)
	case sessionlog.RoleBranchSummary:
		r.said(s.Line, branchPrefix+at.Get("summary").Display()+branchSuffix)
	case sessionlog.RoleCompactionSummary:
		r.said(s.Line, compactionPrefix+at.Get("summary").Display()+compactionSuffix)
	case sessionlog.RoleNone, sessionlog.RoleOther:
	}
	return nil
}

func (r *reader) said(line int, text string) {
	r.add(Message{Role: User, Line: line, Content: textBlock(text)})
}

func (r *reader) calls(content js.Value) {
	for b := range content.All() {
		name := b.Get("name").Text()
		if b.Get("type").Text() == "toolCall" && name != "" && !r.called[name] {
			r.called[name] = true
			r.t.Called = append(r.t.Called, name)
		}
	}
}

func bashText(at js.Value) string {
	text := "Ran `" + at.Get("command").Display() + "`\n"
	if output := at.Get("output"); output.Truthy() {
		text += "```\n" + output.Display() + "\n```"
	} else {
		text += "(no output)"
	}
	exit := at.Get("exitCode")
	switch {
	case at.Get("cancelled").Truthy():
		text += "\n\n(command cancelled)"
	case !exit.Nullish() && !(exit.Kind() == js.Number && exit.Float() == 0):
		text += "\n\nCommand exited with code " + exit.Display()
	}
	if full := at.Get("fullOutputPath"); at.Get("truncated").Truthy() && full.Truthy() {
		text += "\n\n[Output truncated. Full output: " + full.Display() + "]"
	}
	return text
}

var emptyList = sync.OnceValue(func() js.Value { return must("[]") })

// textBlock returns a content list of one text block.
func textBlock(text string) js.Value {
	b := append([]byte(`[{"type":"text","text":`), js.Quoted(text)...)
	return must(string(b) + "}]")
}

// must parses JSON that this package wrote itself.
func must(text string) js.Value {
	v, err := js.ParseString(text)
	if err != nil {
		panic("transcript: " + err.Error())
	}
	return v
}
