package google

import (
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// Project makes the request that pi would send to a model of either form of this
// API.
func Project(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	w := &writer{model: model, version: version, ids: takesIDs(model.ID, version.FewIDs), inside: takesPictures(model.ID)}
	var normalize transcript.Normalizer
	if w.ids {
		normalize.Method, normalize.ID = "replace", func(id string) string { return transcript.SafeID(id, 64) }
	}
	messages, err := transcript.Transform(t.Messages, model, normalize, version)
	if err != nil {
		return nil, err
	}
	if err := w.roles().Write(messages); err != nil {
		return nil, err
	}
	path, err := path(model)
	if err != nil {
		return nil, err
	}
	list := w.list()
	var o transcript.Object
	o.Raw("contents", list.Close()).Raw("systemInstruction", system(t.System.Prompt)).
		Raw("tools", tools(t.System.Tools)).Raw("generationConfig", []byte(`{"maxOutputTokens":8192}`))
	return &transcript.Wire{Path: path, Body: o.Close(), Origins: list.Origins}, nil
}

type writer struct {
	model   transcript.Model
	version transcript.Version
	// ids says that calls have ids on the wire, inside that responses hold their
	// pictures.
	ids, inside bool
	written     []written
}

// written is one content on its way to the wire.
type written struct {
	role    string
	parts   [][]byte
	lines   []int
	answers bool // holds a response, so that the next one joins it
}

func (w *writer) add(role string, line int, parts ...[]byte) {
	lines := make([]int, len(parts))
	for i := range lines {
		lines[i] = line
	}
	w.written = append(w.written, written{role: role, parts: parts, lines: lines})
}

// list returns the contents.
func (w *writer) list() *transcript.List {
	var list transcript.List
	for _, c := range w.written {
		var o transcript.Object
		o.Text("role", c.role).Raw("parts", transcript.Join(c.parts))
		origin := transcript.Origin{Line: c.lines[0]}
		if c.answers {
			origin.Parts = c.lines
		}
		list.Add(o.Close(), origin)
	}
	return &list
}

func (w *writer) roles() transcript.Roles {
	return transcript.Roles{User: w.user, Assistant: w.assistant, Results: transcript.Each(w.result)}
}

func (w *writer) user(m transcript.Message) error {
	if m.Content.Kind() == js.String {
		w.add("user", m.Line, textPart(js.Sanitize(m.Content.Text())))
		return nil
	}
	parts, err := transcript.UserParts(m, "map", textPart, func(e js.Value) []byte {
		return picturePart(present(e.Get("mimeType")), present(e.Get("data")))
	})
	if err != nil {
		return err
	}
	if len(parts) > 0 {
		w.add("user", m.Line, parts...)
	}
	return nil
}

// result writes one response into the content of the responses before it. Its
// pictures stand in it or, for older models, in a content behind it.
func (w *writer) result(m transcript.Message) error {
	elements, err := transcript.Elements(m.Content, m.Line, "pi/result-content", "msg.content", "filter")
	if err != nil {
		return err
	}
	var texts []js.Value
	var pictures [][]byte
	for _, e := range elements {
		switch e.Get("type").Text() {
		case "text":
			texts = append(texts, e.Get("text"))
		case "image":
			media, data := e.Get("mimeType"), e.Get("data")
			if !w.inside {
				media, data = present(media), present(data)
			}
			pictures = append(pictures, picturePart(media, data))
		}
	}
	w.response(m, w.output(transcript.JoinTexts(texts), len(pictures) > 0), pictures)
	if len(pictures) > 0 && !w.inside {
		w.add("user", m.Line, append([][]byte{textPart("Tool result image:")}, pictures...)...)
	}
	return nil
}

func (w *writer) response(m transcript.Message, said string, pictures [][]byte) {
	var part, function, value transcript.Object
	key := "output"
	if m.IsError.Truthy() {
		key = "error"
	}
	function.Value("name", m.Name).Raw("response", value.Text(key, said).Close())
	if len(pictures) > 0 && w.inside {
		function.Raw("parts", transcript.Join(pictures))
	}
	if w.ids {
		function.Value("id", m.CallID)
	}
	written := part.Raw("functionResponse", function.Close()).Close()
	if n := len(w.written); n > 0 && w.written[n-1].answers {
		last := &w.written[n-1]
		last.parts, last.lines = append(last.parts, written), append(last.lines, m.Line)
		return
	}
	w.add("user", m.Line, written)
	w.written[len(w.written)-1].answers = true
}

// output returns what a response says where the tool said nothing.
func (w *writer) output(said string, pictures bool) string {
	switch {
	case !js.Blank(said), said != "" && w.version.BlankOutput:
		return js.Sanitize(said)
	case pictures:
		return "(see attached image)"
	default:
		return ""
	}
}
