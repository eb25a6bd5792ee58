package gateway

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// refuse words a refusal in the envelope that pi's client reads.
func refuse(v *contract.Violation, _ int) contract.Response {
	return contract.Response{
		Status: cmp.Or(v.Clause.Status, http.StatusBadRequest),
		Header: map[string]string{"content-type": "application/json"},
		Body:   encode(object{"error": object{"message": v.Message, "code": cmp.Or(v.Code, v.Clause.Type, "invalid_request")}}),
	}
}

// answer tells a turn as events. The protocol has no other form.
func answer(_ js.Value, turn contract.Turn, n int) contract.Response {
	var out bytes.Buffer
	send := func(event object) { fmt.Fprintf(&out, "data: %s\n\n", encode(event)) }
	send(object{"type": "start"})
	calls := 0
	for i, b := range turn.Content() {
		switch {
		case b.Thought != nil:
			tell(send, "thinking", i, b.Thought.Text, object{
				"contentSignature": cmp.Or(b.Thought.Signature, "c2lnbmVkIGJ5IG5vIG1vZGVs"), "redacted": b.Thought.Redacted,
			})
		case b.Call != nil:
			call(send, i, *b.Call, cmp.Or(b.Call.ID, fmt.Sprintf("call_%d_%d", n, calls)))
			calls++
		default:
			tell(send, "text", i, b.Text, nil)
		}
	}
	send(object{
		"type": "done", "reason": turn.Reason(), "usage": usage(turn.Cost()), "responseId": fmt.Sprintf("response_%d", n),
	})
	return contract.Response{
		Status: http.StatusOK, Header: map[string]string{"content-type": "text/event-stream"}, Body: out.Bytes(),
	}
}

// interrupt is the event of a gateway that fails while it answers.
func interrupt(_, _ int) []byte {
	return fmt.Appendf(nil, "data: %s\n\n", encode(object{
		"type": "error", "reason": "error", "errorMessage": "Overloaded", "usage": usage(contract.Usage{}),
	}))
}

// tell sends a text or a thought in pieces, and more about it at its end.
func tell(send func(object), kind string, i int, said string, more object) {
	send(object{"type": kind + "_start", "contentIndex": i})
	for _, piece := range contract.Pieces(said) {
		send(object{"type": kind + "_delta", "contentIndex": i, "delta": piece})
	}
	end := object{"type": kind + "_end", "contentIndex": i, "content": said}
	for name, value := range more {
		end[name] = value
	}
	send(end)
}

func call(send func(object), i int, c contract.Call, id string) {
	send(object{"type": "toolcall_start", "contentIndex": i, "id": id, "toolName": c.Name})
	for _, piece := range contract.Pieces(string(c.Input())) {
		send(object{"type": "toolcall_delta", "contentIndex": i, "delta": piece})
	}
	send(object{"type": "toolcall_end", "contentIndex": i, "toolCall": object{
		"type": "toolCall", "id": id, "name": c.Name, "arguments": c.Input(),
	}})
}

func usage(cost contract.Usage) object {
	return object{
		"input": cost.Input, "output": cost.Output, "cacheRead": cost.CacheRead, "cacheWrite": cost.CacheWrite,
		"totalTokens": cost.Input + cost.Output + cost.CacheRead + cost.CacheWrite,
		"cost":        object{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0},
	}
}

// encode cannot meet a value that is no JSON, except the arguments of a scripted
// call; those are told instead of being sent broken.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Appendf(nil, `{"error":{"message":%q,"code":"internal_error"}}`, err.Error())
	}
	return b
}
