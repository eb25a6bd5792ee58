package google

import (
	"github.com/pi-fix/pi-fix/replay/internal/picture"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// assistant writes one assistant message. What has neither words nor a signature
// is left out, and so is a message without anything.
func (w *writer) assistant(m transcript.Message) error {
	same := m.At.Get("provider").Text() == w.model.Provider && m.At.Get("api").Text() == w.model.API &&
		m.At.Get("model").Text() == w.model.ID
	var parts [][]byte
	for _, b := range m.Blocks {
		var o transcript.Object
		switch b.Kind {
		case "text", "thinking":
			sign := signed(same, b.At.Get(b.Kind+"Signature"))
			said, ok, err := words(b, sign != nil && !w.version.FewIDs, m.Line)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if b.Kind == "thinking" && same {
				o.Raw("thought", []byte("true"))
			}
			o.Text("text", said).Raw("thoughtSignature", sign)
		case "toolCall":
			o.Raw("functionCall", w.call(b)).Raw("thoughtSignature", signed(same, b.Signature))
		default:
			continue
		}
		parts = append(parts, o.Close())
	}
	if len(parts) > 0 {
		w.add("model", m.Line, parts...)
	}
	return nil
}

// words returns the text of a block, false when the block is left out.
func words(b transcript.Block, signed bool, line int) (said string, ok bool, err error) {
	if text := b.At.Get(b.Kind); text.Truthy() {
		if said, err = transcript.TrimmedText(b.At, b.Kind, line); err != nil {
			return "", false, err
		}
		return js.Sanitize(said), signed || !js.Blank(said), nil
	}
	if !signed {
		return "", false, nil
	}
	said, err = transcript.SaneText(b.At, b.Kind, line)
	return said, err == nil, err
}

func (w *writer) call(b transcript.Block) []byte {
	var function transcript.Object
	function.Value("name", present(b.At.Get("name")))
	if arguments := present(b.At.Get("arguments")); arguments.Exists() {
		function.Value("args", arguments)
	} else {
		function.Raw("args", []byte("{}"))
	}
	if w.ids {
		function.Value("id", present(b.ID))
	}
	return function.Close()
}

// signed returns a signature as JSON, nil unless it is one: the model's own, and
// base64 of full length.
func signed(same bool, signature js.Value) []byte {
	if !same || !picture.Base64(signature.Text()) {
		return nil
	}
	return signature.JSON()
}

// present is what the client keeps of a member: null is left out.
func present(v js.Value) js.Value {
	if v.Nullish() {
		return js.Value{}
	}
	return v
}

func textPart(said string) []byte {
	var o transcript.Object
	return o.Text("text", said).Close()
}

func picturePart(media, data js.Value) []byte {
	var o, blob transcript.Object
	return o.Raw("inlineData", blob.Value("mimeType", media).Value("data", data).Close()).Close()
}

// system returns the instructions, nil when there are none.
func system(prompt string) []byte {
	prompt = js.Sanitize(prompt)
	if prompt == "" {
		return nil
	}
	var o transcript.Object
	return o.Raw("parts", transcript.Join([][]byte{textPart(prompt)})).Text("role", "user").Close()
}

func tools(declared []js.Value) []byte {
	if len(declared) == 0 {
		return nil
	}
	list := make([][]byte, len(declared))
	for i, tool := range declared {
		var o transcript.Object
		list[i] = o.Value("name", tool.Get("name")).Value("description", tool.Get("description")).
			Value("parametersJsonSchema", tool.Get("parameters")).Close()
	}
	var o transcript.Object
	return transcript.Join([][]byte{o.Raw("functionDeclarations", transcript.Join(list)).Close()})
}
