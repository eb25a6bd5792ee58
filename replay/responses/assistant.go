package responses

import (
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// assistant writes one item for each block of an answer that the API has an item
// for.
func (w *writer) assistant(m transcript.Message) error {
	related := m.At.Get("provider").Text() == w.model.Provider && m.At.Get("api").Text() == w.model.API
	own := related && m.At.Get("model").Text() == w.model.ID
	texts := 0
	for _, b := range m.Blocks {
		var item []byte
		var err error
		switch b.Kind {
		case "thinking":
			item, err = thought(b, m.Line)
		case "text":
			item, err = w.text(b, own, texts, m.Line)
			texts++
		case "toolCall":
			item, err = w.call(b, own, related && !own, m.Line)
		}
		if err != nil {
			return err
		}
		if item != nil {
			w.add(item, m)
		}
	}
	return nil
}

// thought returns the reasoning item that pi has kept as the signature; thinking
// without one is not sent.
func thought(b transcript.Block, line int) ([]byte, error) {
	signature := b.At.Get("thinkingSignature")
	if !signature.Truthy() {
		return nil, nil
	}
	text := signature.Display()
	parsed, err := js.ParseString(text)
	if err != nil {
		return nil, &transcript.Failure{ID: "pi/thinking-signature", Line: line, Text: notJSON(text)}
	}
	return transcript.Stringify(parsed, line)
}

// notJSON is what JavaScript says of a text that is no JSON, in the common cases: it
// is cut off inside of a string or before a value, or it is none from the beginning.
func notJSON(text string) string {
	first := js.Units(js.Trim(text))
	if len(first) == 0 {
		return "Unexpected end of JSON input"
	}
	if first[0] == '{' || first[0] == '[' {
		last := text[strings.LastIndexByte(text, '\n')+1:]
		end := fmt.Sprintf("in JSON at position %d (line %d column %d)",
			len(js.Units(text)), strings.Count(text, "\n")+1, len(js.Units(last))+1)
		switch {
		case inString(text):
			return "Unterminated string " + end
		case strings.HasSuffix(text, "{"):
			return "Expected property name or '}' " + end
		case strings.HasSuffix(text, "[") || strings.HasSuffix(text, ":"):
			return "Unexpected end of JSON input"
		}
	}
	quoted := `"` + text + `"`
	if units := js.Units(text); len(units) > 40 {
		quoted = `"` + js.FromUnits(units[:10]) + `"...`
	}
	return fmt.Sprintf("Unexpected token '%s', %s is not valid JSON", js.FromUnits(first[:1]), quoted)
}

// inString reports whether a JSON text ends in the middle of a string.
func inString(text string) bool {
	in := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			in = !in
		case text[i] == '\\' && in:
			i++
		}
	}
	return in
}

// text writes a message. Only its own model gets the id back that it gave it.
func (w *writer) text(b transcript.Block, own bool, n, line int) ([]byte, error) {
	var id, phase string
	if signature := b.At.Get("textSignature"); own && signature.Truthy() {
		if signature.Kind() != js.String {
			return nil, transcript.NotCallable("pi/text-signature", line, "signature", "startsWith")
		}
		id, phase = textSignature(signature.Text())
	}
	switch {
	case id == "" && w.version.PlainMessageIDs:
		id = fmt.Sprintf("msg_%d", w.sent)
	case id == "" && n == 0:
		id = fmt.Sprintf("msg_pi_%d", w.sent)
	case id == "":
		id = fmt.Sprintf("msg_pi_%d_%d", w.sent, n)
	case len(id) > 64 && len(js.Units(id)) > 64:
		id = "msg_" + transcript.ShortHash(id)
	}
	said, err := transcript.SaneText(b.At, "text", line)
	if err != nil {
		return nil, err
	}
	var part, o transcript.Object
	part.Text("type", "output_text").Text("text", said).Raw("annotations", []byte("[]"))
	o.Text("type", "message").Text("role", "assistant").Raw("content", transcript.Join([][]byte{part.Close()})).
		Text("status", "completed").Text("id", id)
	if phase != "" {
		o.Text("phase", phase)
	}
	return o.Close(), nil
}

// textSignature takes a signature apart. Older versions kept the bare id.
func textSignature(signature string) (id, phase string) {
	if !strings.HasPrefix(signature, "{") {
		return signature, ""
	}
	parsed, err := js.ParseString(signature)
	version := parsed.Get("v")
	if err != nil || version.Kind() != js.Number || version.Float() != 1 || parsed.Get("id").Kind() != js.String {
		return signature, ""
	}
	switch phase = parsed.Get("phase").Text(); phase {
	case "commentary", "final_answer":
		return parsed.Get("id").Text(), phase
	}
	return parsed.Get("id").Text(), ""
}

// call writes a call. Its id holds two: that of the call and, behind a bar, that
// of the item, which is withheld from a sister model, as the service would look
// for the reasoning that belongs to it.
func (w *writer) call(b transcript.Block, own, sister bool, line int) ([]byte, error) {
	id, err := splittable(b.ID, "toolCall.id", line)
	if err != nil {
		return nil, err
	}
	callID, rest, piped := strings.Cut(id, "|")
	itemID, _, _ := strings.Cut(rest, "|")
	var o transcript.Object
	o.Text("type", "function_call")
	proper := strings.HasPrefix(itemID, "fc_")
	if proper && !sister || piped && !proper && w.version.AnyItemIDs {
		o.Text("id", itemID)
	}
	o.Text("call_id", callID).Value("name", b.At.Get("name"))
	if arguments := b.At.Get("arguments"); arguments.Exists() {
		o.Text("arguments", string(arguments.JSON()))
	}
	if own {
		o.Value("namespace", b.At.Get("namespace"))
	}
	return o.Close(), nil
}
