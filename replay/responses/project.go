package responses

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// Project makes the request that pi would send to a model of [API].
func Project(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	return responses.project(t, model, version)
}

// ProjectAzure makes the request that pi would send to a model of [AzureAPI].
func ProjectAzure(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	return azure.project(t, model, version)
}

// ProjectCodex makes the request that pi would send to a model of [CodexAPI],
// without the compression that pi adds.
func ProjectCodex(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	return codex.project(t, model, version)
}

// form is what the requests of the relatives differ in.
type form struct {
	path string
	// paired are the providers whose call ids pi takes for pairs of two ids.
	paired []string
	// strict is the member of that name in a tool, nil where there is none.
	strict []byte
	// instructed says that the prompt is no part of the input.
	instructed bool
	// more are the settings that always have the same value.
	more func(*transcript.Object)
}

var responses = form{
	path: "/responses", paired: []string{"openai", "openai-codex", "opencode"},
	more: storeNothing,
}

var azure = form{
	path: "/responses?api-version=v1", paired: []string{"openai", "openai-codex", "opencode", "azure"},
	strict: []byte("false"), more: storeNothing,
}

var codex = form{
	path: "/codex/responses", paired: []string{"openai", "openai-codex", "opencode"},
	strict: []byte("null"), instructed: true,
	more: func(o *transcript.Object) {
		o.Raw("store", []byte("false")).Raw("text", []byte(`{"verbosity":"low"}`)).
			Raw("include", []byte(`["reasoning.encrypted_content"]`)).Text("tool_choice", "auto").
			Raw("parallel_tool_calls", []byte("true"))
	},
}

func storeNothing(o *transcript.Object) {
	o.Raw("store", []byte("false")).Raw("max_output_tokens", []byte("8192"))
}

func (f *form) project(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	messages, err := transcript.Transform(t.Messages, model, transcript.PairedIDs(model, slices.Contains(f.paired, model.Provider)), version)
	if err != nil {
		return nil, err
	}
	w := &writer{model: model, version: version}
	prompt := js.Sanitize(t.System.Prompt)
	if prompt != "" && !f.instructed {
		var o transcript.Object
		w.Add(o.Text("role", "system").Text("content", prompt).Close(), transcript.Origin{Line: transcript.NoLine})
	}
	if err := w.roles().Write(messages); err != nil {
		return nil, err
	}
	var o transcript.Object
	o.Text("model", model.ID)
	if f.instructed {
		// Here pi does not remove halves of surrogate pairs.
		o.Text("instructions", cmp.Or(t.System.Prompt, "You are a helpful assistant."))
	}
	o.Raw("input", w.List.Close()).Raw("stream", []byte("true"))
	f.more(&o)
	o.Raw("tools", f.tools(t.System.Tools))
	return &transcript.Wire{Path: f.path, Body: o.Close(), Origins: w.Origins}, nil
}

func (f *form) tools(declared []js.Value) []byte {
	if len(declared) == 0 {
		return nil
	}
	list := make([][]byte, len(declared))
	for i, tool := range declared {
		var o transcript.Object
		o.Text("type", "function").Value("name", tool.Get("name")).Value("description", tool.Get("description")).
			Value("parameters", tool.Get("parameters")).Raw("strict", f.strict)
		list[i] = o.Close()
	}
	return transcript.Join(list)
}

type writer struct {
	transcript.List
	model   transcript.Model
	version transcript.Version
	// sent counts the messages that reached the list; pi makes ids of it.
	sent int
}

func (w *writer) roles() transcript.Roles {
	return transcript.Roles{User: w.counted(w.user), Assistant: w.counted(w.assistant), Results: transcript.Each(w.counted(w.result))}
}

// counted counts the messages that add something to the list.
func (w *writer) counted(write func(transcript.Message) error) func(transcript.Message) error {
	return func(m transcript.Message) error {
		before := len(w.Origins)
		err := write(m)
		if len(w.Origins) > before {
			w.sent++
		}
		return err
	}
}

func (w *writer) add(item []byte, m transcript.Message) {
	w.Add(item, transcript.Origin{Line: m.Line})
}

func (w *writer) user(m transcript.Message) error {
	var parts [][]byte
	var err error
	if m.Content.Kind() == js.String {
		parts = [][]byte{textPart(js.Sanitize(m.Content.Text()))}
	} else if parts, err = transcript.UserParts(m, "map", textPart, imagePart); err != nil {
		return err
	}
	if len(parts) > 0 {
		var o transcript.Object
		w.add(o.Text("role", "user").Raw("content", transcript.Join(parts)).Close(), m)
	}
	return nil
}

// result writes one output. One with images becomes a list.
func (w *writer) result(m transcript.Message) error {
	id, err := splittable(m.CallID, "msg.toolCallId", m.Line)
	if err != nil {
		return err
	}
	content, err := transcript.Elements(m.Content, m.Line, "pi/result-content", "content", "filter")
	if err != nil {
		return err
	}
	var texts []js.Value
	var pictures [][]byte
	for _, e := range content {
		switch e.Get("type").Text() {
		case "text":
			texts = append(texts, e.Get("text"))
		case "image":
			pictures = append(pictures, imagePart(e))
		}
	}
	said := transcript.JoinTexts(texts)
	silent := said == "" || js.Blank(said) && !w.version.BlankOutput
	callID, _, _ := strings.Cut(id, "|")
	var o transcript.Object
	o.Text("type", "function_call_output").Text("call_id", callID)
	switch {
	case len(pictures) == 0 && silent && w.version.SeeImage:
		o.Text("output", "(see attached image)")
	case len(pictures) == 0 && silent:
		o.Text("output", "(no tool output)")
	case len(pictures) == 0:
		o.Text("output", js.Sanitize(said))
	case silent:
		o.Raw("output", transcript.Join(pictures))
	default:
		o.Raw("output", transcript.Join(append([][]byte{textPart(js.Sanitize(said))}, pictures...)))
	}
	w.add(o.Close(), m)
	return nil
}

// splittable returns the text of an id; pi splits it, and fails on what is no
// text.
func splittable(id js.Value, expression string, line int) (string, error) {
	if id.Nullish() {
		return "", transcript.Unreadable("pi/call-id", line, id, "split")
	}
	if id.Kind() != js.String {
		return "", transcript.NotCallable("pi/call-id", line, expression, "split")
	}
	return id.Text(), nil
}

func textPart(said string) []byte {
	var o transcript.Object
	return o.Text("type", "input_text").Text("text", said).Close()
}

func imagePart(at js.Value) []byte {
	var o transcript.Object
	return o.Text("type", "input_image").Text("detail", "auto").
		Text("image_url", "data:"+at.Get("mimeType").Display()+";base64,"+at.Get("data").Display()).Close()
}
