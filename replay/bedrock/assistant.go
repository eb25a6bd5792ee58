package bedrock

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// assistant writes one assistant message; one of which nothing remains is left
// out.
func (w *writer) assistant(m transcript.Message) error {
	out := outgoing{role: "assistant", origin: transcript.Origin{Line: m.Line}}
	for _, b := range m.Blocks {
		var block []byte
		var err error
		switch b.Kind {
		case "text":
			block, err = textOf(b.At, "text", m.Line, false)
		case "toolCall":
			block = use(b)
		case "thinking":
			block, err = w.thought(b.At, m.Line)
		}
		if err != nil {
			return err
		}
		if block != nil {
			out.add(block, m.Line)
		}
	}
	if len(out.blocks) > 0 {
		w.messages = append(w.messages, out)
	}
	return nil
}

// use writes a call. The client leaves out members that are null.
func use(b transcript.Block) []byte {
	var o, call transcript.Object
	call.Value("toolUseId", present(b.ID)).Value("name", present(b.At.Get("name")))
	if input := b.At.Get("arguments"); !input.Nullish() {
		call.Raw("input", appendDocument(nil, input))
	}
	return o.Raw(toolUse, call.Close()).Close()
}

// present returns a value, undefined for null.
func present(v js.Value) js.Value {
	if v.Nullish() {
		return js.Value{}
	}
	return v
}

// appendDocument writes a value without the members that have no name.
func appendDocument(b []byte, v js.Value) []byte {
	if !strings.Contains(v.Raw(), `""`) {
		return v.AppendJSON(b)
	}
	switch v.Kind() {
	case js.Array:
		b = append(b, '[')
		for e := range v.All() {
			if e.Index() > 0 {
				b = append(b, ',')
			}
			b = appendDocument(b, e)
		}
		return append(b, ']')
	case js.Object:
		var o transcript.Object
		for _, m := range v.Members() {
			if m.Key() != "" {
				o.Raw(m.Key(), appendDocument(nil, m))
			}
		}
		return append(b, o.Close()...)
	default:
		return v.AppendJSON(b)
	}
}

// thought writes a thinking block: as it came when it is sealed, signed for the
// models that sign, as plain text when such a model has not signed it.
func (w *writer) thought(at js.Value, line int) ([]byte, error) {
	signature := at.Get("thinkingSignature")
	if at.Get("redacted").Truthy() {
		return sealed(signature), nil
	}
	said, err := transcript.SaneText(at, "thinking", line)
	if err != nil || js.Blank(said) {
		return nil, err
	}
	var o, content, inner transcript.Object
	inner.Text("text", said)
	if w.claude {
		switch {
		case !signature.Truthy():
			return textBlock(said), nil
		case signature.Kind() != js.String:
			return nil, transcript.NotCallable("pi/thinking-signature", line, "c.thinkingSignature", "trim")
		case js.Blank(signature.Text()):
			return textBlock(said), nil
		}
		inner.Value("signature", signature)
	}
	return o.Raw(reasoning, content.Raw("reasoningText", inner.Close()).Close()).Close(), nil
}

// sealed writes redacted thinking, nil when its data is no base64 or empty.
func sealed(signature js.Value) []byte {
	if !signature.Truthy() {
		return nil
	}
	data, fault := canonical(signature.Display())
	if fault != "" || data == "" {
		return nil
	}
	var o, content transcript.Object
	return o.Raw(reasoning, content.Text("redactedContent", data).Close()).Close()
}
