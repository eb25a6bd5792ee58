package completions

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// refuse words a refusal as the service does: param and code are null when the
// clause has none.
func refuse(v *contract.Violation, n int) contract.Response {
	status, kind := v.Clause.Status, v.Clause.Type
	if status == 0 {
		status = 400
	}
	if kind == "" {
		kind = "invalid_request_error"
	}
	return contract.Response{
		Status: status,
		Header: map[string]string{"content-type": "application/json", "x-request-id": requestID(n)},
		Body: encode(object{"error": struct {
			Message string  `json:"message"`
			Type    string  `json:"type"`
			Param   *string `json:"param"`
			Code    *string `json:"code"`
		}{v.Message, kind, orNull(v.Param), orNull(v.Code)}}),
	}
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// answer words the turn as one completion, or as chunks when the request asks
// for a stream. The service has one text and one thought, so those of the turn
// are put together.
func answer(body js.Value, turn contract.Turn, n int) contract.Response {
	header := map[string]string{"content-type": "application/json", "x-request-id": requestID(n)}
	c := completion{
		ID: chatID(n), Object: "chat.completion", Created: 1,
		Model: body.Get("model").Text(),
	}
	turn = turn.Whole()
	if body.Get("stream").Kind() == js.True {
		header["content-type"] = "text/event-stream; charset=utf-8"
		usage := body.Get("stream_options").Get("include_usage").Kind() == js.True
		return contract.Response{Status: 200, Header: header, Body: stream(c, turn, n, usage)}
	}
	message := object{"role": "assistant", "content": nil, "refusal": nil}
	if field, thought := reasoning(turn); thought != "" {
		message[field] = thought
	}
	if said := turn.Said(); said != "" {
		message["content"] = said
	}
	if calls := toolCalls(turn, n); len(calls) > 0 {
		message["tool_calls"] = calls
	}
	c.Choices = []object{{"index": 0, "message": message, "logprobs": nil, "finish_reason": finishReasons[turn.Reason()]}}
	c.Usage = usage(turn)
	return contract.Response{Status: 200, Header: header, Body: encode(c)}
}

type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int      `json:"created"`
	Model   string   `json:"model"`
	Choices []object `json:"choices"`
	Usage   object   `json:"usage,omitempty"`
}

// usage counts the tokens as the service does: what came from a cache is part of
// the prompt.
func usage(turn contract.Turn) object {
	cost := turn.Cost()
	prompt := cost.Input + cost.CacheRead + cost.CacheWrite
	u := object{"prompt_tokens": prompt, "completion_tokens": cost.Output, "total_tokens": prompt + cost.Output}
	if cost.CacheRead > 0 || cost.CacheWrite > 0 {
		details := object{"cached_tokens": cost.CacheRead}
		if cost.CacheWrite > 0 {
			details["cache_write_tokens"] = cost.CacheWrite
		}
		u["prompt_tokens_details"] = details
	}
	return u
}

// reasoningFields are the members in which services give out thoughts, the usual
// one first. pi keeps the member's name as the signature of a thought.
var reasoningFields = []string{"reasoning_content", "reasoning", "reasoning_text"}

// reasoning returns the thoughts of a turn and the member that holds them.
func reasoning(turn contract.Turn) (field, thought string) {
	field = reasoningFields[0]
	for _, b := range turn.Blocks {
		if b.Thought == nil {
			continue
		}
		thought += b.Thought.Text
		if slices.Contains(reasoningFields, b.Thought.Signature) {
			field = b.Thought.Signature
		}
	}
	return field, thought
}

func toolCalls(turn contract.Turn, n int) []object {
	var calls []object
	for i, call := range turn.Calls {
		id := call.ID
		if id == "" {
			id = fmt.Sprintf("call_%016d_%03d", n, i)
		}
		calls = append(calls, object{
			"id": id, "type": "function",
			"function": object{"name": call.Name, "arguments": string(call.Input())},
		})
	}
	return calls
}

var finishReasons = map[contract.Stop]string{
	contract.StopEnd: "stop", contract.StopLength: "length", contract.StopCalls: "tool_calls",
}

// stream writes the chunks in which the service tells a completion: the role,
// the thoughts, the text, each call opened and then filled, the reason to stop,
// the usage.
func stream(c completion, turn contract.Turn, n int, withUsage bool) []byte {
	var b strings.Builder
	c.Object = "chat.completion.chunk"
	chunk := func(delta object, finish any) {
		c.Choices = []object{{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}}
		fmt.Fprintf(&b, "data: %s\n\n", encode(c))
	}
	chunk(object{"role": "assistant", "content": ""}, nil)
	told := func(member, text string) {
		for _, piece := range contract.Pieces(text) {
			if text != "" {
				chunk(object{member: piece}, nil)
			}
		}
	}
	told(reasoning(turn))
	told("content", turn.Said())
	for i, call := range toolCalls(turn, n) {
		function := call["function"].(object)
		arguments := function["arguments"].(string)
		call["index"], function["arguments"] = i, ""
		chunk(object{"tool_calls": []object{call}}, nil)
		for _, piece := range contract.Pieces(arguments) {
			chunk(object{"tool_calls": []object{{"index": i, "function": object{"arguments": piece}}}}, nil)
		}
	}
	chunk(object{}, finishReasons[turn.Reason()])
	if withUsage {
		c.Choices, c.Usage = []object{}, usage(turn)
		fmt.Fprintf(&b, "data: %s\n\n", encode(c))
	}
	b.WriteString("data: [DONE]\n\n")
	return []byte(b.String())
}

func chatID(n int) string { return fmt.Sprintf("chatcmpl-%024d", n) }

func requestID(n int) string { return fmt.Sprintf("req_%024d", n) }

// encode cannot meet a value that is no JSON.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("completions: " + err.Error())
	}
	return b
}
