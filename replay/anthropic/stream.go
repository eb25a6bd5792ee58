package anthropic

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// events are the events of a stream as they are written.
type events struct{ strings.Builder }

func (w *events) event(name string, fields object) {
	fields["type"] = name
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, encode(fields))
}

// stream writes the events in which the service tells a message: each block
// opened empty, filled by its deltas, closed.
func stream(m reply) []byte {
	w := &events{}
	blocks, stop, cost := m.Content, m.StopReason, m.Usage
	m.Content, m.StopReason = []object{}, nil
	w.event("message_start", object{"message": m})
	w.event("ping", object{})
	for i, block := range blocks {
		opened, deltas := unfold(block)
		w.event("content_block_start", object{"index": i, "content_block": opened})
		for _, delta := range deltas {
			w.event("content_block_delta", object{"index": i, "delta": delta})
		}
		w.event("content_block_stop", object{"index": i})
	}
	w.event("message_delta", object{
		"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": cost["output_tokens"]},
	})
	w.event("message_stop", object{})
	return []byte(w.String())
}

// unfold returns a block as it is opened, and what fills it.
func unfold(block object) (opened object, deltas []object) {
	switch block["type"] {
	case "tool_use":
		input := string(block["input"].(json.RawMessage))
		return object{"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{}},
			pieces("input_json_delta", "partial_json", input)
	case "thinking":
		return object{"type": "thinking", "thinking": "", "signature": ""}, append(
			pieces("thinking_delta", "thinking", block["thinking"].(string)),
			object{"type": "signature_delta", "signature": block["signature"]})
	case "redacted_thinking":
		return block, nil // it comes whole
	default:
		return object{"type": "text", "text": ""}, pieces("text_delta", "text", block["text"].(string))
	}
}

// pieces are the deltas that tell a text.
func pieces(kind, member, text string) []object {
	var deltas []object
	for _, piece := range contract.Pieces(text) {
		deltas = append(deltas, object{"type": kind, member: piece})
	}
	return deltas
}
