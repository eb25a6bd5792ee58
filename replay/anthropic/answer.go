package anthropic

import (
	"encoding/json"
	"fmt"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// refuse words a refusal as the service does; there is no param and no code.
func refuse(v *contract.Violation, n int) contract.Response { return refuseWith(v, requestID(n)) }

func refuseWith(v *contract.Violation, id string) contract.Response {
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
	cost := turn.Cost()
	m := reply{
		ID: fmt.Sprintf("msg_%024d", n), Type: "message", Role: "assistant",
		Model: body.Get("model").Text(), Content: content(body, turn, n), StopReason: stopReasons[turn.Reason()],
		Usage: object{"input_tokens": cost.Input, "output_tokens": cost.Output},
	}
	if cost.CacheRead > 0 || cost.CacheWrite > 0 {
		m.Usage["cache_read_input_tokens"], m.Usage["cache_creation_input_tokens"] = cost.CacheRead, cost.CacheWrite
	}
	header := map[string]string{"content-type": "application/json", "request-id": requestID(n)}
	if body.Get("stream").Kind() != js.True {
		return contract.Response{Status: 200, Header: header, Body: encode(m)}
	}
	header["content-type"] = "text/event-stream; charset=utf-8"
	return contract.Response{Status: 200, Header: header, Body: stream(m)}
}

var stopReasons = map[contract.Stop]string{
	contract.StopEnd: "end_turn", contract.StopLength: "max_tokens", contract.StopCalls: "tool_use",
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

// content words what the turn says. A thought that brings no signature along gets
// one with a seal.
func content(body js.Value, turn contract.Turn, n int) []object {
	blocks, seals := []object{}, seals(body, turn)
	calls := 0
	for _, b := range turn.Content() {
		switch {
		case b.Thought != nil:
			blocks = append(blocks, thinkingBlock(*b.Thought, seals[0]))
			seals = seals[1:]
		case b.Call != nil:
			id := b.Call.ID
			if id == "" {
				id = fmt.Sprintf("toolu_%020d_%03d", n, calls)
			}
			calls++
			blocks = append(blocks, object{"type": "tool_use", "id": id, "name": b.Call.Name, "input": b.Call.Input()})
		default:
			blocks = append(blocks, object{"type": "text", "text": b.Text})
		}
	}
	return blocks
}

func thinkingBlock(t contract.Thought, s seal) object {
	if t.Signature == "" {
		t.Signature = s.signature()
	}
	if t.Redacted {
		return object{"type": "redacted_thinking", "data": t.Signature}
	}
	return object{"type": "thinking", "thinking": t.Text, "signature": t.Signature}
}

// interrupt is the event of a service that is overloaded while it answers
// (https://platform.claude.com/docs/en/build-with-claude/streaming, error events).
func interrupt(n, _ int) []byte {
	return fmt.Appendf(nil, "event: error\ndata: %s\n\n", encode(object{
		"type": "error", "error": object{"type": "overloaded_error", "message": "Overloaded"}, "request_id": requestID(n),
	}))
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
