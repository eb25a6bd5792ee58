package google

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// refuse words a refusal as the services do.
func refuse(v *contract.Violation, _ int) contract.Response { return refusal(v, "%s") }

// refuseInList words a refusal where a stream was asked for without events: that
// answer is a list.
func refuseInList(v *contract.Violation, _ int) contract.Response { return refusal(v, "[%s]") }

func refusal(v *contract.Violation, form string) contract.Response {
	type fieldViolation struct {
		Field       string `json:"field,omitempty"`
		Description string `json:"description"`
	}
	type detail struct {
		Type       string           `json:"@type"`
		Violations []fieldViolation `json:"fieldViolations"`
	}
	status, name := cmp.Or(v.Clause.Status, 400), cmp.Or(v.Clause.Type, "INVALID_ARGUMENT")
	var details []detail
	if v.Clause.Param != "" {
		details = []detail{{"type.googleapis.com/google.rpc.BadRequest", []fieldViolation{{v.Param, v.Message}}}}
	}
	body := encode(object{"error": struct {
		Code    int      `json:"code"`
		Message string   `json:"message"`
		Status  string   `json:"status"`
		Details []detail `json:"details,omitempty"`
	}{status, v.Message, name, details}})
	return contract.Response{
		Status: status, Header: map[string]string{"content-type": "application/json; charset=UTF-8"},
		Body: fmt.Appendf(nil, form, body),
	}
}

// answerer returns how a model answers: as one object, as a list of chunks, or
// as events.
func answerer(model string, streams, events bool) func(js.Value, contract.Turn, int) contract.Response {
	return func(_ js.Value, turn contract.Turn, n int) contract.Response {
		header := map[string]string{"content-type": "application/json; charset=UTF-8"}
		a := answer{turn: turn, model: model, n: n}
		parts := a.parts()
		if !streams {
			return contract.Response{Status: 200, Header: header, Body: encode(a.chunk(parts, true))}
		}
		chunks := make([]string, max(1, len(parts)))
		for i := range chunks {
			last := i == len(chunks)-1
			chunks[i] = string(encode(a.chunk(parts[i:min(i+1, len(parts))], last)))
		}
		if !events {
			return contract.Response{Status: 200, Header: header, Body: []byte("[" + strings.Join(chunks, ",\r\n") + "]")}
		}
		header["content-type"] = "text/event-stream"
		var b strings.Builder
		for _, c := range chunks {
			fmt.Fprintf(&b, "data: %s\r\n\r\n", c)
		}
		return contract.Response{Status: 200, Header: header, Body: []byte(b.String())}
	}
}

// answer is a turn of a model, the answer to request n.
type answer struct {
	turn  contract.Turn
	model string
	n     int
}

// signature is what the first call of a turn carries, as from Gemini 3 on.
const signature = "c2lnbmVkIGJ5IG5vIG1vZGVs"

func (a answer) parts() []object {
	var parts []object
	calls := 0
	for _, b := range a.turn.Content() {
		part := object{"text": b.Text}
		switch {
		case b.Thought != nil:
			part = object{"thought": true, "text": b.Thought.Text}
			if b.Thought.Signature != "" {
				part["thoughtSignature"] = b.Thought.Signature
			}
		case b.Call != nil:
			part = object{"functionCall": a.call(b.Call, calls)}
			if calls == 0 {
				part["thoughtSignature"] = signature
			}
			calls++
		}
		parts = append(parts, part)
	}
	return parts
}

func (a answer) call(c *contract.Call, i int) object {
	id := c.ID
	if id == "" {
		id = fmt.Sprintf("call%04d%03d", a.n, i)
	}
	return object{"name": c.Name, "args": c.Input(), "id": id}
}

// chunk is one piece of the answer; the last one says why it ends. A call is no
// reason to this service.
func (a answer) chunk(parts []object, last bool) object {
	content := object{"role": "model"}
	if len(parts) > 0 {
		content["parts"] = parts
	}
	candidate := object{"content": content, "index": 0}
	if last {
		candidate["finishReason"] = "STOP"
		if a.turn.Reason() == contract.StopLength {
			candidate["finishReason"] = "MAX_TOKENS"
		}
	}
	cost := a.turn.Cost()
	asked := cost.Input + cost.CacheRead + cost.CacheWrite
	usage := object{
		"promptTokenCount": asked, "candidatesTokenCount": cost.Output, "totalTokenCount": asked + cost.Output,
	}
	if cost.CacheRead > 0 {
		usage["cachedContentTokenCount"] = cost.CacheRead
	}
	return object{
		"candidates": []object{candidate}, "usageMetadata": usage,
		"modelVersion": a.model, "responseId": fmt.Sprintf("response-%016d", a.n),
	}
}

// encode cannot meet a value that is no JSON.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("google: " + err.Error())
	}
	return b
}
