package gateway

import (
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// Project makes the request that pi would send to a model of this API: the messages
// as they are stored. The system messages are one here and stand first.
func Project(t *transcript.Transcript, model transcript.Model, _ transcript.Version) (*transcript.Wire, error) {
	var list transcript.List
	if t.System.Prompt != "" || len(t.System.Tools) > 0 {
		list.Add(system(t.System), transcript.Origin{Line: transcript.NoLine})
	}
	for _, m := range t.Messages {
		list.Add(message(m), transcript.Origin{Line: m.Line})
	}
	var o, context, options transcript.Object
	context.Raw("messages", list.Close())
	o.Text("model", model.ID).Raw("context", context.Close()).Raw("options", options.Close())
	return &transcript.Wire{Path: "/messages", Body: o.Close(), Origins: list.Origins}, nil
}

func system(s transcript.System) []byte {
	var o transcript.Object
	o.Text("role", "system").Text("content", s.Prompt)
	if len(s.Tools) > 0 {
		tools := make([][]byte, len(s.Tools))
		for i, tool := range s.Tools {
			tools[i] = tool.JSON()
		}
		o.Raw("toolsAdded", transcript.Join(tools))
	}
	return o.Close()
}

// message writes a message with the content that edits have left it. What pi
// makes a message of for the user goes out as one.
func message(m transcript.Message) []byte {
	var o transcript.Object
	stored := m.At.Get("role").Text()
	if m.Role == transcript.User && stored != "user" {
		return o.Text("role", "user").Value("content", m.Content).Value("timestamp", number(m.At.Get("timestamp"))).Close()
	}
	for _, f := range m.At.Members() {
		if f.Key() != "content" {
			o.Value(f.Key(), f)
		} else {
			o.Value("content", m.Content)
		}
	}
	if !m.At.Get("content").Exists() {
		o.Value("content", m.Content)
	}
	return o.Close()
}

// number returns a value that is a number, else undefined.
func number(v js.Value) js.Value {
	if v.Kind() != js.Number {
		return js.Value{}
	}
	return v
}
