package completions

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// said is what an assistant message holds, sorted as the API wants it.
type said struct {
	text     string
	thoughts []js.Value // thinking blocks that are not blank
	all      []js.Value // all thinking blocks
	calls    []transcript.Block
}

// assistant writes one assistant message. One that says nothing and calls
// nothing is left out, whatever it thought.
func (w *writer) assistant(m transcript.Message) error {
	s, err := sort(m)
	if err != nil {
		return err
	}
	if s.text == "" && len(s.calls) == 0 {
		return nil
	}
	var o transcript.Object
	o.Text("role", "assistant")
	if s.text == "" {
		o.Raw("content", []byte("null"))
	} else {
		o.Text("content", s.text)
	}
	details, err := s.details(w.version.AnyField, m.Line)
	if err != nil {
		return err
	}
	if field := w.reasoningField(s); field != "" && (details == nil || w.version.AnyField) {
		thoughts := make([]js.Value, len(s.thoughts))
		for i, b := range s.thoughts {
			thoughts[i] = b.Get("thinking")
		}
		o.Text(field, transcript.JoinTexts(thoughts))
	}
	if len(s.calls) > 0 {
		o.Raw("tool_calls", calls(s.calls))
	}
	w.Add(o.Raw("reasoning_details", details).Close(), transcript.Origin{Line: m.Line})
	return nil
}

func sort(m transcript.Message) (*said, error) {
	var s said
	var words strings.Builder
	for _, b := range m.Blocks {
		switch b.Kind {
		case "text":
			text, err := transcript.TrimmedText(b.At, "text", m.Line)
			if err != nil {
				return nil, err
			}
			if !js.Blank(text) {
				words.WriteString(js.Sanitize(text))
			}
		case "thinking":
			text, err := transcript.TrimmedText(b.At, "thinking", m.Line)
			if err != nil {
				return nil, err
			}
			s.all = append(s.all, b.At)
			if !js.Blank(text) {
				s.thoughts = append(s.thoughts, b.At)
			}
		case "toolCall":
			s.calls = append(s.calls, b)
		}
	}
	s.text = words.String()
	return &s, nil
}

func calls(blocks []transcript.Block) []byte {
	list := make([][]byte, len(blocks))
	for i, b := range blocks {
		var o, function transcript.Object
		function.Value("name", b.At.Get("name"))
		if arguments := b.At.Get("arguments"); arguments.Exists() {
			function.Text("arguments", string(arguments.JSON()))
		}
		o.Value("id", b.ID).Text("type", "function").Raw("function", function.Close())
		list[i] = o.Close()
	}
	return transcript.Join(list)
}

// reasoningField returns the member under which the service sent its reasoning,
// "" when the session does not know one.
func (w *writer) reasoningField(s *said) string {
	if len(s.thoughts) == 0 {
		return ""
	}
	field := s.thoughts[0].Get("thinkingSignature").Text()
	if w.version.AnyField {
		return field
	}
	switch field {
	case "reasoning":
		if w.model.Provider == "opencode-go" {
			return "reasoning_content"
		}
		return field
	case "reasoning_content", "reasoning_text":
		return field
	}
	return ""
}

// details returns the structured reasoning that the session keeps: a list in the
// signature of a thinking block, or single details at the calls as older
// versions wrote them, who took any JSON for one.
func (s *said) details(any bool, line int) ([]byte, error) {
	if any {
		return s.anyDetails(line)
	}
	for _, b := range s.all {
		parsed, err := js.ParseString(b.Get("thinkingSignature").Text())
		if err == nil && parsed.Kind() == js.Array && parsed.Len() > 0 && everyDetail(parsed) {
			return transcript.Stringify(parsed, line)
		}
	}
	var legacy [][]byte
	for _, c := range s.calls {
		parsed, err := js.ParseString(c.Signature.Text())
		if err == nil && isDetail(parsed) && parsed.Get("type").Text() == "reasoning.encrypted" &&
			parsed.Get("id").Text() != "" && parsed.Get("data").Text() != "" {
			detail, err := transcript.Stringify(parsed, line)
			if err != nil {
				return nil, err
			}
			legacy = append(legacy, detail)
		}
	}
	if legacy == nil {
		return nil, nil
	}
	return transcript.Join(legacy), nil
}

func (s *said) anyDetails(line int) ([]byte, error) {
	var details [][]byte
	for _, c := range s.calls {
		if parsed, err := js.ParseString(c.Signature.Text()); err == nil && parsed.Truthy() {
			detail, err := transcript.Stringify(parsed, line)
			if err != nil {
				return nil, err
			}
			details = append(details, detail)
		}
	}
	if details == nil {
		return nil, nil
	}
	return transcript.Join(details), nil
}

func everyDetail(list js.Value) bool {
	for e := range list.All() {
		if !isDetail(e) {
			return false
		}
	}
	return true
}

func isDetail(d js.Value) bool {
	if d.Kind() != js.Object || !oneOf(d.Get("id"), js.Undefined, js.Null, js.String) ||
		!oneOf(d.Get("format"), js.Undefined, js.String) || !oneOf(d.Get("index"), js.Undefined, js.Number) {
		return false
	}
	switch d.Get("type").Text() {
	case "reasoning.summary":
		return d.Get("summary").Kind() == js.String
	case "reasoning.encrypted":
		return d.Get("data").Kind() == js.String
	case "reasoning.text":
		return d.Get("text").Kind() == js.String && oneOf(d.Get("signature"), js.Undefined, js.Null, js.String)
	}
	return false
}

func oneOf(v js.Value, kinds ...js.Kind) bool {
	for _, k := range kinds {
		if v.Kind() == k {
			return true
		}
	}
	return false
}
