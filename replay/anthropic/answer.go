package anthropic

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// refuse words a refusal as the service does; there is no param and no code.
func refuse(v *contract.Violation, n int) contract.Response {
	id := requestID(n)
	status, kind := v.Clause.Status, v.Clause.Type
	if status == 0 {
		status = 400
	}
	if kind == "" {
		kind = "invalid_request_error"
	}
	return contract.Response{
		Status: status,
		Header: map[string]string{
			"content-type": "application/json", "request-id": id, "x-should-retry": "false",
		},
		Body: encode(struct {
			Type      string `json:"type"`
			Error     any    `json:"error"`
			RequestID string `json:"request_id"`
		}{"error", struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		}{kind, v.Message}, id}),
	}
}

// answer words the turn as one message, or as its event stream when the request
// asks for one.
func answer(body js.Value, turn contract.Turn, n int) contract.Response {
	m := reply{
		ID: fmt.Sprintf("msg_%024d", n), Type: "message", Role: "assistant",
		Model: body.Get("model").Text(), Content: content(turn, n), StopReason: "end_turn",
		Usage: object{"input_tokens": 1, "output_tokens": 1},
	}
	if len(turn.Calls) > 0 {
		m.StopReason = "tool_use"
	}
	header := map[string]string{"content-type": "application/json", "request-id": requestID(n)}
	if body.Get("stream").Kind() != js.True {
		return contract.Response{Status: 200, Header: header, Body: encode(m)}
	}
	header["content-type"] = "text/event-stream; charset=utf-8"
	return contract.Response{Status: 200, Header: header, Body: stream(m)}
}

type reply struct {
	ID           string   `json:"id"`
	Type         string   `json:"type"`
	Role         string   `json:"role"`
	Model        string   `json:"model"`
	Content      []object `json:"content"`
	StopReason   any      `json:"stop_reason"`
	StopSequence any      `json:"stop_sequence"`
	Usage        object   `json:"usage"`
}

func content(turn contract.Turn, n int) []object {
	blocks := []object{}
	if said := turn.Said(); said != "" {
		blocks = append(blocks, object{"type": "text", "text": said})
	}
	for i, call := range turn.Calls {
		id := call.ID
		if id == "" {
			id = fmt.Sprintf("toolu_%020d_%03d", n, i)
		}
		blocks = append(blocks, object{"type": "tool_use", "id": id, "name": call.Name, "input": call.Input()})
	}
	return blocks
}

// stream writes the events in which the service tells a message: each block
// opened empty, filled by one delta, closed.
func stream(m reply) []byte {
	var b strings.Builder
	event := func(name string, fields object) {
		fields["type"] = name
		fmt.Fprintf(&b, "event: %s\ndata: %s\n\n", name, encode(fields))
	}
	blocks, stop := m.Content, m.StopReason
	m.Content, m.StopReason = []object{}, nil
	event("message_start", object{"message": m})
	event("ping", object{})
	for i, block := range blocks {
		start, delta := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": block["text"]}
		if block["type"] == "tool_use" {
			start = object{"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{}}
			delta = object{"type": "input_json_delta", "partial_json": string(block["input"].(json.RawMessage))}
		}
		event("content_block_start", object{"index": i, "content_block": start})
		event("content_block_delta", object{"index": i, "delta": delta})
		event("content_block_stop", object{"index": i})
	}
	event("message_delta", object{
		"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 1},
	})
	event("message_stop", object{})
	return []byte(b.String())
}

func requestID(n int) string { return fmt.Sprintf("req_%024d", n) }

// encode cannot meet a value that is no JSON, except the arguments of a scripted
// call; those are told instead of being sent broken.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte(fmt.Sprintf(`{"type":"error","error":{"type":"api_error","message":%q}}`, err.Error()))
	}
	return b
}
