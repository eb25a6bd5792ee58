package anthropic

import (
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// Project makes the request that pi would send to a model of this API.
func Project(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	normalize := transcript.Normalizer{
		Method: "replace", ID: func(id string) string { return transcript.SafeID(id, 64) },
	}
	messages, err := transcript.Transform(t.Messages, model, normalize, version)
	if err != nil {
		return nil, err
	}
	w := &writer{version: version}
	if err := w.roles().Write(messages); err != nil {
		return nil, err
	}
	list := w.list()
	var o transcript.Object
	o.Text("model", model.ID).Raw("messages", list.Close()).Raw("max_tokens", []byte("8192")).
		Raw("stream", []byte("true")).Raw("system", system(t.System.Prompt)).Raw("tools", tools(t.System.Tools))
	path := "/v1/messages?beta=true"
	if version.PlainPath {
		path = "/v1/messages"
	}
	return &transcript.Wire{Path: path, Body: o.Close(), Origins: list.Origins}, nil
}

// outgoing is one message before it is written: the mark for the prompt cache
// goes onto the last block of the last one, so blocks stay apart until then.
type outgoing struct {
	role   string
	said   []byte // content that is one string
	blocks [][]byte
	origin transcript.Origin
}

func (m *outgoing) add(block []byte, line int) {
	m.blocks = append(m.blocks, block)
	m.origin.Parts = append(m.origin.Parts, line)
}

type writer struct {
	version  transcript.Version
	messages []outgoing
}

func (w *writer) roles() transcript.Roles {
	return transcript.Roles{User: w.user, Assistant: w.assistant, Results: w.results}
}

func (w *writer) push(m outgoing) {
	if len(m.blocks) > 0 || m.said != nil {
		w.messages = append(w.messages, m)
	}
}

func (w *writer) user(m transcript.Message) error {
	out := outgoing{role: "user", origin: transcript.Origin{Line: m.Line}}
	if m.Content.Kind() == js.String {
		if text := m.Content.Text(); !js.Blank(text) {
			out.said = js.Quoted(js.Sanitize(text))
		}
		w.push(out)
		return nil
	}
	elements, err := transcript.Elements(m.Content, m.Line, "pi/user-content", "msg.content", "map")
	if err != nil {
		return err
	}
	for _, e := range elements {
		if e.Get("type").Text() != text {
			out.add(imageBlock(e), m.Line)
			continue
		}
		said, err := transcript.SaneText(e, "text", m.Line)
		if err != nil {
			return err
		}
		if !js.Blank(said) {
			out.add(textBlock(said), m.Line)
		}
	}
	w.push(out)
	return nil
}

func (w *writer) assistant(m transcript.Message) error {
	out := outgoing{role: "assistant", origin: transcript.Origin{Line: m.Line}}
	for _, b := range m.Blocks {
		switch b.Kind {
		case "text":
			said, err := transcript.TrimmedText(b.At, "text", m.Line)
			if err != nil {
				return err
			}
			if !js.Blank(said) {
				out.add(textBlock(js.Sanitize(said)), m.Line)
			}
		case "thinking":
			block, err := w.thought(b.At, m.Line)
			if err != nil {
				return err
			}
			if block != nil {
				out.add(block, m.Line)
			}
		case "toolCall":
			input := b.At.Get("arguments").JSON()
			if b.At.Get("arguments").Nullish() {
				input = []byte("{}")
			}
			var o transcript.Object
			o.Text("type", toolUse).Value("id", b.ID).Value("name", b.At.Get("name")).Raw("input", input)
			out.add(o.Close(), m.Line)
		}
	}
	w.push(out)
	return nil
}

// thought returns what a thinking block becomes: itself when it is signed or
// redacted, text otherwise, nothing when it is empty.
func (w *writer) thought(at js.Value, line int) ([]byte, error) {
	var o transcript.Object
	signature := at.Get("thinkingSignature")
	if at.Get("redacted").Truthy() {
		return o.Text("type", redacted).Value("data", signature).Close(), nil
	}
	said, err := transcript.TrimmedText(at, "thinking", line)
	if err != nil {
		return nil, err
	}
	if w.version.BlankThoughts && js.Blank(said) {
		return nil, nil
	}
	if signature.Truthy() && signature.Kind() != js.String {
		return nil, transcript.NotCallable("pi/thinking-signature", line, "thinkingSignature", "trim")
	}
	if !js.Blank(signature.Text()) {
		o.Text("type", thinking).Text("thinking", js.Sanitize(said)).Value("signature", signature)
		return o.Close(), nil
	}
	if js.Blank(said) {
		return nil, nil
	}
	return textBlock(js.Sanitize(said)), nil
}

func (w *writer) list() *transcript.List {
	if n := len(w.messages); n > 0 {
		w.messages[n-1].mark()
	}
	list := &transcript.List{}
	for _, m := range w.messages {
		var o transcript.Object
		content := m.said
		if content == nil {
			content = transcript.Join(m.blocks)
		}
		list.Add(o.Text("role", m.role).Raw("content", content).Close(), m.origin)
	}
	return list
}

const ephemeral = `,"cache_control":{"type":"ephemeral"}}`

// mark puts the mark for the prompt cache onto the last block.
func (m *outgoing) mark() {
	if m.role != "user" {
		return
	}
	if m.said != nil {
		var o transcript.Object
		m.add(o.Text("type", text).Raw("text", m.said).Close(), m.origin.Line)
		m.said = nil
	}
	last := len(m.blocks) - 1
	block := m.blocks[last]
	m.blocks[last] = append(block[:len(block)-1:len(block)-1], ephemeral...)
}

func textBlock(said string) []byte {
	var o transcript.Object
	return o.Text("type", text).Text("text", said).Close()
}

func imageBlock(at js.Value) []byte {
	var source, o transcript.Object
	source.Text("type", "base64").Value("media_type", at.Get("mimeType")).Value("data", at.Get("data"))
	return o.Text("type", image).Raw("source", source.Close()).Close()
}

func system(prompt string) []byte {
	if prompt == "" {
		return nil
	}
	var o transcript.Object
	block := o.Text("type", text).Text("text", js.Sanitize(prompt)).
		Raw("cache_control", []byte(`{"type":"ephemeral"}`)).Close()
	return transcript.Join([][]byte{block})
}

func tools(declared []js.Value) []byte {
	if len(declared) == 0 {
		return nil
	}
	list := make([][]byte, len(declared))
	for i, tool := range declared {
		var o, schema transcript.Object
		parameters := tool.Get("parameters")
		schema.Text("type", "object").Raw("properties", or(parameters.Get("properties"), "{}")).
			Raw("required", or(parameters.Get("required"), "[]")).
			Value("$defs", parameters.Get("$defs")).Value("definitions", parameters.Get("definitions"))
		o.Value("name", tool.Get("name")).Value("description", tool.Get("description")).
			Raw("eager_input_streaming", []byte("true")).Raw("input_schema", schema.Close())
		if i == len(declared)-1 {
			o.Raw("cache_control", []byte(`{"type":"ephemeral"}`))
		}
		list[i] = o.Close()
	}
	return transcript.Join(list)
}

func or(v js.Value, other string) []byte {
	if v.Nullish() {
		return []byte(other)
	}
	return v.JSON()
}
