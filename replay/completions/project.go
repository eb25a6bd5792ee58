package completions

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// Project makes the request that pi would send to a model of this API.
func Project(t *transcript.Transcript, model transcript.Model, version transcript.Version) (*transcript.Wire, error) {
	messages, err := transcript.Transform(t.Messages, model, normalizer(model, version), version)
	if err != nil {
		return nil, err
	}
	w := &writer{version: version, model: model}
	if t.System.Prompt != "" {
		var o transcript.Object
		o.Text("role", "system").Text("content", js.Sanitize(t.System.Prompt))
		w.Add(o.Close(), transcript.Origin{Line: transcript.NoLine})
	}
	if err := w.roles().Write(messages); err != nil {
		return nil, err
	}
	var o transcript.Object
	o.Text("model", model.ID).Raw("messages", w.List.Close()).Raw("stream", []byte("true")).
		Raw("stream_options", []byte(`{"include_usage":true}`)).Raw("store", []byte("false")).
		Raw("max_completion_tokens", []byte("8192")).Raw("tools", tools(t.System.Tools))
	return &transcript.Wire{Path: "/chat/completions", Body: o.Close(), Origins: w.Origins}, nil
}

// normalizer returns how ids of other models are changed. Ids of the Responses
// API are two ids in one, and of several calls in one turn only the second may
// differ, so both must go into the short form.
func normalizer(model transcript.Model, version transcript.Version) transcript.Normalizer {
	return transcript.Normalizer{Method: "includes", ID: func(id string) string {
		before, after, piped := strings.Cut(id, "|")
		if piped && version.CallPart {
			return transcript.SafeID(before, 40)
		}
		if piped {
			return short(id, transcript.SafeID(before, 0), transcript.SafeID(after, 0))
		}
		if model.Provider == "openai" {
			return transcript.CutID(id, 40)
		}
		return id
	}}
}

func short(id, callID, itemID string) string {
	whole := callID
	if itemID != "" {
		whole += "_" + itemID
	}
	if len(whole) <= 40 {
		return whole
	}
	hash := transcript.ShortHash(id)
	hash = hash[:min(8, len(hash))]
	return callID[:min(40-len(hash)-1, len(callID))] + "_" + hash
}

type writer struct {
	transcript.List
	version transcript.Version
	model   transcript.Model
}

func (w *writer) roles() transcript.Roles {
	return transcript.Roles{User: w.user, Assistant: w.assistant, Results: w.results}
}

func (w *writer) user(m transcript.Message) error {
	var o transcript.Object
	o.Text("role", "user")
	if m.Content.Kind() == js.String {
		w.Add(o.Text("content", js.Sanitize(m.Content.Text())).Close(), transcript.Origin{Line: m.Line})
		return nil
	}
	method, member := "filter", "length"
	if w.version.EmptyTexts {
		method, member = "map", "replace"
	}
	elements, err := transcript.Elements(m.Content, m.Line, "pi/user-content", "msg.content", method)
	if err != nil {
		return err
	}
	var parts [][]byte
	for _, e := range elements {
		if e.Get("type").Text() != "text" {
			parts = append(parts, imagePart(e))
			continue
		}
		said := e.Get("text")
		switch {
		case said.Nullish():
			return transcript.Unreadable("pi/text-block", m.Line, said, member)
		case said.Kind() == js.Array && said.Len() > 0, said.Kind() != js.String && w.version.EmptyTexts:
			return transcript.NotCallable("pi/text-block", m.Line, "text", "replace")
		case said.Text() != "" || w.version.EmptyTexts: // what has no length is left out
			parts = append(parts, textPart(js.Sanitize(said.Text())))
		}
	}
	if len(parts) > 0 {
		w.Add(o.Raw("content", transcript.Join(parts)).Close(), transcript.Origin{Line: m.Line})
	}
	return nil
}

// results writes one tool message for each result of a run, and behind them one
// user message with all their images: tool messages take only text.
func (w *writer) results(run []transcript.Message) error {
	images := [][]byte{textPart("Attached image(s) from tool result:")}
	origin := transcript.Origin{Line: run[0].Line, Parts: []int{run[0].Line}}
	for _, m := range run {
		content, err := transcript.Elements(m.Content, m.Line, "pi/result-content", "toolMsg.content", "filter")
		if err != nil {
			return err
		}
		var texts []js.Value
		hasImages := false
		for _, e := range content {
			switch e.Get("type").Text() {
			case "text":
				texts = append(texts, e.Get("text"))
			case "image":
				hasImages = true
				images = append(images, imagePart(e))
				origin.Parts = append(origin.Parts, m.Line)
			}
		}
		var o transcript.Object
		o.Text("role", "tool").Text("content", js.Sanitize(w.output(transcript.JoinTexts(texts), hasImages))).
			Value("tool_call_id", m.CallID)
		w.Add(o.Close(), transcript.Origin{Line: m.Line})
	}
	if len(images) > 1 {
		var o transcript.Object
		w.Add(o.Text("role", "user").Raw("content", transcript.Join(images)).Close(), origin)
	}
	return nil
}

// output returns what a tool message says where the tool said nothing.
func (w *writer) output(said string, images bool) string {
	switch {
	case !js.Blank(said), said != "" && w.version.BlankOutput:
		return said
	case images || w.version.SeeImage:
		return "(see attached image)"
	default:
		return "(no tool output)"
	}
}

func textPart(said string) []byte {
	var o transcript.Object
	return o.Text("type", "text").Text("text", said).Close()
}

func imagePart(at js.Value) []byte {
	var o, url transcript.Object
	url.Text("url", "data:"+at.Get("mimeType").Display()+";base64,"+at.Get("data").Display())
	return o.Text("type", "image_url").Raw("image_url", url.Close()).Close()
}

func tools(declared []js.Value) []byte {
	if len(declared) == 0 {
		return nil
	}
	list := make([][]byte, len(declared))
	for i, tool := range declared {
		var o, function transcript.Object
		function.Value("name", tool.Get("name")).Value("description", tool.Get("description")).
			Value("parameters", tool.Get("parameters"))
		list[i] = o.Text("type", "function").Raw("function", function.Close()).Close()
	}
	return transcript.Join(list)
}
