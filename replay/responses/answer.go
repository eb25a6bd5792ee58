package responses

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// answer words the turn as one response, or as its event stream when the request
// asks for one.
func answer(body js.Value, turn contract.Turn, n int) contract.Response {
	a := answering{seed: fmt.Sprintf("%x %d", sha256.Sum256([]byte(body.Raw())), n)}
	r := reply{
		ID: a.id("resp", 0), Object: "response", CreatedAt: 1, Status: "completed",
		Model: body.Get("model").Text(), Output: a.output(body, turn), ParallelToolCalls: true, ToolChoice: "auto",
		Tools: []any{}, Usage: usage(turn.Cost()),
	}
	if turn.Reason() == contract.StopLength {
		r.Status, r.IncompleteDetails = "incomplete", object{"reason": "max_output_tokens"}
	}
	h := header(n)
	if body.Get("stream").Kind() != js.True {
		return contract.Response{Status: 200, Header: h, Body: encode(r)}
	}
	h["content-type"] = "text/event-stream; charset=utf-8"
	return contract.Response{Status: 200, Header: h, Body: stream(r)}
}

type reply struct {
	ID                string   `json:"id"`
	Object            string   `json:"object"`
	CreatedAt         int      `json:"created_at"`
	Status            string   `json:"status"`
	Error             any      `json:"error"`
	IncompleteDetails any      `json:"incomplete_details"`
	Model             string   `json:"model"`
	Output            []object `json:"output"`
	ParallelToolCalls bool     `json:"parallel_tool_calls"`
	ToolChoice        string   `json:"tool_choice"`
	Tools             []any    `json:"tools"`
	Usage             object   `json:"usage"`
}

// usage counts the tokens as the service does: what came from a cache or went
// there is part of the input.
func usage(cost contract.Usage) object {
	input := cost.Input + cost.CacheRead + cost.CacheWrite
	details := object{"cached_tokens": cost.CacheRead}
	if cost.CacheWrite > 0 {
		details["cache_write_tokens"] = cost.CacheWrite
	}
	return object{
		"input_tokens": input, "input_tokens_details": details, "output_tokens": cost.Output,
		"output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": input + cost.Output,
	}
}

// answering makes the items of one answer. Their ids depend on the whole
// request, so that a session which has talked to several providers holds none of
// them twice.
type answering struct {
	seed string
	// behind is the place of the last reasoning that was made here, counted from 1.
	behind int
}

func (a answering) digits(what string, i int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", a.seed, what, i))
	return hex.EncodeToString(sum[:])
}

func (a answering) id(prefix string, i int) string {
	if a.behind > 0 && (prefix == "msg" || prefix == "fc") {
		return given(prefix, a.digits("answer", 0), i, a.behind-1)
	}
	return prefix + "_" + a.digits(prefix, i)[:50]
}

// output returns the items of the answer. A model that is asked to reason begins
// with that, unless the turn is told block by block.
func (a *answering) output(body js.Value, turn contract.Turn) []object {
	items := []object{}
	encrypts := false
	for e := range body.Get("include").All() {
		encrypts = encrypts || e.Text() == "reasoning.encrypted_content"
	}
	effort := body.Get("reasoning").Get("effort").Text()
	if effort != "" && effort != "none" && turn.Blocks == nil {
		items = append(items, a.thought(&contract.Thought{}, 0, encrypts))
	}
	for i, b := range turn.Content() {
		switch {
		case b.Thought != nil:
			items = append(items, a.thought(b.Thought, i+1, encrypts))
		case b.Call != nil:
			items = append(items, a.call(b.Call, i))
		default:
			items = append(items, object{
				"type": "message", "id": a.id("msg", i), "role": "assistant", "status": "completed",
				"content": []object{{"type": "output_text", "text": b.Text, "annotations": []any{}}},
			})
		}
	}
	return items
}

// thought returns a reasoning item. pi keeps a whole one as the signature of a
// thought, and such a one is given out as it is.
func (a *answering) thought(t *contract.Thought, i int, encrypts bool) object {
	var whole object
	if json.Unmarshal([]byte(t.Signature), &whole) == nil && whole["type"] == "reasoning" {
		a.behind = 0
		return whole
	}
	summary := []object{}
	if t.Text != "" && !t.Redacted {
		summary = append(summary, object{"type": "summary_text", "text": t.Text})
	}
	a.behind = i + 1
	item := object{"type": "reasoning", "id": given("rs", a.digits("answer", 0), i, i), "summary": summary}
	switch {
	case t.Signature != "":
		item["encrypted_content"] = t.Signature
	case encrypts:
		item["encrypted_content"] = "gAAAAAB" + a.digits("cipher", i) + a.digits("cipher", -i-1) + "="
	}
	return item
}

// call returns a call. An id of two parts, as pi keeps it, names call and item.
func (a answering) call(c *contract.Call, i int) object {
	id, itemID, _ := strings.Cut(c.ID, "|")
	if id == "" {
		id = "call_" + a.digits("call", i)[:24]
	}
	if !strings.HasPrefix(itemID, "fc_") {
		itemID = a.id("fc", i)
	}
	return object{
		"type": "function_call", "id": itemID, "call_id": id, "status": "completed",
		"name": c.Name, "arguments": string(c.Input()),
	}
}

// encode cannot meet a value that is no JSON.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("responses: " + err.Error())
	}
	return b
}
