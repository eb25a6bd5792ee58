package bedrock

import (
	"net/url"
	"strings"

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
	w := &writer{version: version, claude: isClaude(model.ID)}
	if err := w.roles().Write(messages); err != nil {
		return nil, err
	}
	marks := caches(model.ID)
	list := w.list(marks)
	var o transcript.Object
	o.Raw("messages", list.Close()).Raw("system", system(t.System.Prompt, marks)).
		Raw("inferenceConfig", []byte(`{"maxTokens":8192}`)).Raw("toolConfig", tools(t.System.Tools))
	id := strings.ReplaceAll(url.PathEscape(model.ID), ":", "%3A")
	return &transcript.Wire{Path: "/model/" + id + "/converse-stream", Body: o.Close(), Origins: list.Origins}, nil
}

// caches reports whether pi puts marks for the cache into requests to a model.
func caches(model string) bool {
	name := strings.ToLower(model)
	if !strings.Contains(name, "claude") {
		return false
	}
	name = strings.NewReplacer("_", "-", ".", "-", ":", "-", " ", "-").Replace(name)
	for _, part := range []string{"fable-5", "opus-5", "sonnet-5", "haiku-5", "-4-", "claude-3-7-sonnet", "claude-3-5-haiku"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// outgoing is one message before it is written: a mark for the cache goes to the
// end of the last one.
type outgoing struct {
	role   string
	blocks [][]byte
	origin transcript.Origin
}

func (m *outgoing) add(block []byte, line int) {
	m.blocks = append(m.blocks, block)
	m.origin.Parts = append(m.origin.Parts, line)
}

type writer struct {
	version  transcript.Version
	claude   bool
	messages []outgoing
}

func (w *writer) roles() transcript.Roles {
	return transcript.Roles{User: w.user, Assistant: w.assistant, Results: w.results}
}

// user writes a message of the user. One that says nothing is sent with a word
// that stands for it.
func (w *writer) user(m transcript.Message) error {
	out := outgoing{role: "user", origin: transcript.Origin{Line: m.Line}}
	if m.Content.Kind() == js.String {
		if said := js.Sanitize(m.Content.Text()); w.version.BlankTexts || !js.Blank(said) {
			out.add(textBlock(said), m.Line)
		}
	} else {
		method := ""
		if w.version.BlankTexts {
			method = "map"
		}
		elements, err := transcript.Elements(m.Content, m.Line, "pi/user-content", "m.content", method)
		if err != nil {
			return err
		}
		for _, e := range elements {
			block, err := w.spoken(e, m.Line)
			if err != nil {
				return err
			}
			if block != nil {
				out.add(block, m.Line)
			}
		}
	}
	if len(out.blocks) == 0 && !w.version.BlankTexts {
		out.add(nothing, m.Line)
	}
	w.messages = append(w.messages, out)
	return nil
}

// spoken writes a text or a picture, nil for blank text and for other kinds.
func (w *writer) spoken(e js.Value, line int) ([]byte, error) {
	switch e.Get("type").Text() {
	case "image":
		return imageBlock(e, line)
	case "text":
		return textOf(e, "text", line, w.version.BlankTexts)
	}
	return nil, nil
}

// textOf writes the text of a block, nil when it is blank and blanks are not kept.
func textOf(e js.Value, member string, line int, blanks bool) ([]byte, error) {
	said, err := transcript.SaneText(e, member, line)
	if err != nil || js.Blank(said) && !blanks {
		return nil, err
	}
	return textBlock(said), nil
}

func (w *writer) list(marks bool) *transcript.List {
	if n := len(w.messages); n > 0 && marks && w.messages[n-1].role == "user" {
		w.messages[n-1].blocks = append(w.messages[n-1].blocks, mark)
	}
	list := &transcript.List{}
	for _, m := range w.messages {
		var o transcript.Object
		list.Add(o.Text("role", m.role).Raw("content", transcript.Join(m.blocks)).Close(), m.origin)
	}
	return list
}

// nothing stands where the service wants a text and there is none.
var nothing = textBlock("<empty>")

var mark = []byte(`{"cachePoint":{"type":"default"}}`)

func textBlock(said string) []byte {
	var o transcript.Object
	return o.Text("text", said).Close()
}

func system(prompt string, marks bool) []byte {
	if prompt == "" {
		return nil
	}
	blocks := [][]byte{textBlock(js.Sanitize(prompt))}
	if marks {
		blocks = append(blocks, mark)
	}
	return transcript.Join(blocks)
}

func tools(declared []js.Value) []byte {
	if len(declared) == 0 {
		return nil
	}
	list := make([][]byte, len(declared))
	for i, tool := range declared {
		var o, spec, schema transcript.Object
		schema.Value("json", tool.Get("parameters"))
		spec.Value("name", tool.Get("name")).Value("description", tool.Get("description")).
			Raw("inputSchema", schema.Close())
		list[i] = o.Raw("toolSpec", spec.Close()).Close()
	}
	var o transcript.Object
	return o.Raw("tools", transcript.Join(list)).Close()
}
