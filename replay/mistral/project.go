package mistral

import (
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// Project makes the request that pi would send to a model of this API.
func Project(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	normalize := transcript.Normalizer{Method: "replace", ID: newIDs().normal}
	messages, err := transcript.Transform(t.Messages, model, normalize, version)
	if err != nil {
		return nil, err
	}
	w := &writer{}
	if prompt := js.Sanitize(t.System.Prompt); prompt != "" {
		var o transcript.Object
		w.Add(o.Text("role", "system").Text("content", prompt).Close(), transcript.Origin{Line: transcript.NoLine})
	}
	if err := w.roles().Write(messages); err != nil {
		return nil, err
	}
	var o transcript.Object
	o.Text("model", model.ID).Raw("stream", []byte("true")).Raw("messages", w.List.Close()).
		Raw("tools", tools(t.System.Tools)).Raw("max_tokens", []byte("8192"))
	return &transcript.Wire{Path: "/v1/chat/completions", Body: o.Close(), Origins: w.Origins}, nil
}

type writer struct{ transcript.List }

func (w *writer) roles() transcript.Roles {
	return transcript.Roles{User: w.user, Assistant: w.assistant, Results: transcript.Each(w.result)}
}

func (w *writer) user(m transcript.Message) error {
	var o transcript.Object
	o.Text("role", "user")
	origin := transcript.Origin{Line: m.Line}
	if m.Content.Kind() == js.String {
		w.Add(o.Text("content", js.Sanitize(m.Content.Text())).Close(), origin)
		return nil
	}
	parts, err := transcript.UserParts(m, "some", textPart, picturePart)
	if err != nil {
		return err
	}
	if len(parts) > 0 {
		w.Add(o.Raw("content", transcript.Join(parts)).Close(), origin)
	}
	return nil
}

// assistant writes one assistant message. Whatever is neither text nor thought
// goes out as a call.
func (w *writer) assistant(m transcript.Message) error {
	var parts, calls [][]byte
	for _, b := range m.Blocks {
		if b.Kind != "text" && b.Kind != "thinking" {
			calls = append(calls, call(b))
			continue
		}
		said, err := transcript.TrimmedText(b.At, b.Kind, m.Line)
		switch {
		case err != nil:
			return err
		case js.Blank(said):
		case b.Kind == "text":
			parts = append(parts, textPart(js.Sanitize(said)))
		default:
			parts = append(parts, thinkingPart(js.Sanitize(said)))
		}
	}
	if len(parts) == 0 && len(calls) == 0 {
		return nil
	}
	var o transcript.Object
	o.Text("role", "assistant").Raw("prefix", []byte("false"))
	if len(parts) > 0 {
		o.Raw("content", transcript.Join(parts))
	}
	if len(calls) > 0 {
		o.Raw("tool_calls", transcript.Join(calls))
	}
	w.Add(o.Close(), transcript.Origin{Line: m.Line})
	return nil
}

func call(b transcript.Block) []byte {
	var o, function transcript.Object
	arguments := "{}"
	if a := b.At.Get("arguments"); a.Truthy() {
		arguments = string(a.JSON())
	}
	function.Value("name", b.At.Get("name")).Text("arguments", arguments)
	return o.Value("id", b.ID).Text("type", "function").Raw("function", function.Close()).Raw("index", []byte("0")).Close()
}

func (w *writer) result(m transcript.Message) error {
	elements, err := transcript.Elements(m.Content, m.Line, "pi/result-content", "msg.content", "filter")
	if err != nil {
		return err
	}
	var pictures [][]byte
	said, texts := "", 0
	for _, e := range elements {
		switch e.Get("type").Text() {
		case "text":
			text, err := transcript.SaneText(e, "text", m.Line)
			if err != nil {
				return err
			}
			if texts++; texts > 1 {
				said += "\n"
			}
			said += text
		case "image":
			pictures = append(pictures, picturePart(e))
		}
	}
	parts := append([][]byte{textPart(output(said, len(pictures) > 0, m.IsError.Truthy()))}, pictures...)
	var o transcript.Object
	o.Text("role", "tool").Value("tool_call_id", m.CallID).Value("name", m.Name).Raw("content", transcript.Join(parts))
	w.Add(o.Close(), transcript.Origin{Line: m.Line})
	return nil
}

// output returns what a result says. The API has no mark for errors.
func output(said string, pictures, failed bool) string {
	said = js.Trim(said)
	switch {
	case said != "":
	case pictures:
		said = "(see attached image)"
	default:
		said = "(no tool output)"
	}
	if failed {
		return "[tool error] " + said
	}
	return said
}

func textPart(said string) []byte {
	var o transcript.Object
	return o.Text("type", "text").Text("text", said).Close()
}

func thinkingPart(said string) []byte {
	var o transcript.Object
	return o.Text("type", "thinking").Raw("thinking", transcript.Join([][]byte{textPart(said)})).Close()
}

func picturePart(at js.Value) []byte {
	var o transcript.Object
	return o.Text("type", "image_url").
		Text("image_url", "data:"+at.Get("mimeType").Display()+";base64,"+at.Get("data").Display()).Close()
}

func tools(declared []js.Value) []byte {
	if len(declared) == 0 {
		return nil
	}
	list := make([][]byte, len(declared))
	for i, tool := range declared {
		var o, function transcript.Object
		function.Value("name", tool.Get("name")).Value("description", tool.Get("description")).
			Value("parameters", tool.Get("parameters")).Raw("strict", []byte("false"))
		list[i] = o.Text("type", "function").Raw("function", function.Close()).Close()
	}
	return transcript.Join(list)
}
