package mistral

import (
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// answer words the turn as one completion, or as events when the request asks
// for a stream.
func answer(body js.Value, turn contract.Turn, n int) contract.Response {
	header := map[string]string{"content-type": "application/json"}
	c := completion{
		ID: fmt.Sprintf("%032d", n), Object: "chat.completion", Created: 1, Model: body.Get("model").Text(),
		Usage: usage(turn.Cost()),
	}
	if body.Get("stream").Kind() == js.True {
		header["content-type"] = "text/event-stream; charset=utf-8"
		return contract.Response{Status: 200, Header: header, Body: stream(c, turn, n)}
	}
	message := object{"role": "assistant", "content": content(turn)}
	if calls := toolCalls(turn, n); len(calls) > 0 {
		message["tool_calls"] = calls
	}
	c.Choices = []object{{"index": 0, "message": message, "finish_reason": reasons[turn.Reason()]}}
	return contract.Response{Status: 200, Header: header, Body: encode(c)}
}

var reasons = map[contract.Stop]string{
	contract.StopEnd: "stop", contract.StopLength: "length", contract.StopCalls: "tool_calls",
}

func usage(cost contract.Usage) object {
	asked := cost.Input + cost.CacheRead + cost.CacheWrite
	u := object{"prompt_tokens": asked, "completion_tokens": cost.Output, "total_tokens": asked + cost.Output}
	if cost.CacheRead > 0 {
		u["prompt_tokens_details"] = object{"cached_tokens": cost.CacheRead}
	}
	return u
}

type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int      `json:"created"`
	Model   string   `json:"model"`
	Choices []object `json:"choices"`
	Usage   object   `json:"usage,omitempty"`
}

// content is a text where the model does not think, and a list where it does.
func content(turn contract.Turn) any {
	var chunks []object
	thinks := false
	for _, b := range turn.Content() {
		switch {
		case b.Thought != nil:
			chunks, thinks = append(chunks, thinkingChunk(b.Thought)), true
		case b.Call == nil:
			chunks = append(chunks, object{"type": "text", "text": b.Text})
		}
	}
	if thinks {
		return chunks
	}
	return turn.Whole().Said()
}

func thinkingChunk(t *contract.Thought) object {
	return object{"type": "thinking", "thinking": []object{{"type": "text", "text": t.Text}}}
}

// stream writes the events in which the service tells a completion: the role,
// the thoughts and texts, and all calls at once with the reason to stop.
func stream(c completion, turn contract.Turn, n int) []byte {
	var b strings.Builder
	cost := c.Usage
	c.Object, c.Usage = "chat.completion.chunk", nil
	event := func(delta object, reason any) {
		c.Choices = []object{{"index": 0, "delta": delta, "finish_reason": reason}}
		fmt.Fprintf(&b, "data: %s\n\n", encode(c))
	}
	event(object{"role": "assistant", "content": ""}, nil)
	for _, block := range turn.Content() {
		switch {
		case block.Thought != nil:
			event(object{"content": []object{thinkingChunk(block.Thought)}}, nil)
		case block.Call == nil:
			event(object{"content": block.Text}, nil)
		}
	}
	last := object{"content": ""}
	if calls := toolCalls(turn, n); len(calls) > 0 {
		last["tool_calls"] = calls
	}
	c.Usage = cost
	event(last, reasons[turn.Reason()])
	b.WriteString("data: [DONE]\n\n")
	return []byte(b.String())
}

func toolCalls(turn contract.Turn, n int) []object {
	var calls []object
	for i, call := range turn.Whole().Calls {
		id := call.ID
		if id == "" {
			// The service's ids have nine characters, no more and no less.
			id = fmt.Sprintf("c%05d%03d", n%100_000, i%1000)
		}
		calls = append(calls, object{
			"id": id, "type": "function", "index": i,
			"function": object{"name": call.Name, "arguments": string(call.Input())},
		})
	}
	return calls
}
