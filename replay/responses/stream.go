package responses

import (
	"fmt"
	"maps"
	"strings"
)

// stream writes the events in which the service tells a response: each item
// opened empty, filled, closed; then the whole response. There is no end mark.
func stream(r reply) []byte {
	w := &events{}
	done := r
	r.Status, r.Output, r.Usage, r.IncompleteDetails = "in_progress", []object{}, nil, nil
	w.event("response.created", object{"response": r})
	w.event("response.in_progress", object{"response": r})
	for i, item := range done.Output {
		w.item(i, item)
	}
	w.event("response."+done.Status, object{"response": done})
	return []byte(w.String())
}

// interrupt is the event of a service that fails while it answers
// (https://platform.openai.com/docs/api-reference/responses-streaming/error).
func interrupt(_, sent int) []byte {
	w := &events{n: sent}
	w.event("error", object{
		"code": "server_error", "param": nil,
		"message": "The server had an error while processing your request. Sorry about that!",
	})
	return []byte(w.String())
}

type events struct {
	strings.Builder
	n int
}

func (w *events) event(name string, fields object) {
	fields["type"], fields["sequence_number"] = name, w.n
	w.n++
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, encode(fields))
}

func (w *events) item(i int, item object) {
	opened := maps.Clone(item)
	switch item["type"] {
	case "message":
		opened["status"], opened["content"] = "in_progress", []any{}
	case "function_call":
		opened["status"], opened["arguments"] = "in_progress", ""
	case "reasoning":
		delete(opened, "encrypted_content")
		opened["summary"] = []any{}
	}
	w.event("response.output_item.added", object{"output_index": i, "item": opened})
	switch item["type"] {
	case "message":
		w.text(i, item)
	case "reasoning":
		w.summary(i, item)
	case "function_call":
		w.event("response.function_call_arguments.delta",
			object{"output_index": i, "item_id": item["id"], "delta": item["arguments"]})
		w.event("response.function_call_arguments.done",
			object{"output_index": i, "item_id": item["id"], "name": item["name"], "arguments": item["arguments"]})
	}
	w.event("response.output_item.done", object{"output_index": i, "item": item})
}

// text writes the only part of a message.
func (w *events) text(i int, item object) {
	part := item["content"].([]object)[0]
	at := func(fields object) object {
		fields["output_index"], fields["content_index"], fields["item_id"] = i, 0, item["id"]
		return fields
	}
	opened := maps.Clone(part)
	opened["text"] = ""
	w.event("response.content_part.added", at(object{"part": opened}))
	w.event("response.output_text.delta", at(object{"delta": part["text"], "logprobs": []any{}}))
	w.event("response.output_text.done", at(object{"text": part["text"], "logprobs": []any{}}))
	w.event("response.content_part.done", at(object{"part": part}))
}

// summary writes what a reasoning item tells of its thoughts.
func (w *events) summary(i int, item object) {
	parts, _ := item["summary"].([]object)
	for n, part := range parts {
		at := func(fields object) object {
			fields["output_index"], fields["summary_index"], fields["item_id"] = i, n, item["id"]
			return fields
		}
		w.event("response.reasoning_summary_part.added", at(object{"part": object{"type": "summary_text", "text": ""}}))
		w.event("response.reasoning_summary_text.delta", at(object{"delta": part["text"]}))
		w.event("response.reasoning_summary_text.done", at(object{"text": part["text"]}))
		w.event("response.reasoning_summary_part.done", at(object{"part": part}))
	}
}
