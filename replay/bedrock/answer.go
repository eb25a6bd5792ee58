package bedrock

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

type object = map[string]any

// refuse words a refusal as the service does: the kind of fault stands in a
// header, the body holds the sentence alone.
func refuse(v *contract.Violation, n int) contract.Response {
	status, kind := v.Clause.Status, v.Clause.Type
	if status == 0 {
		status = 400
	}
	if kind == "" {
		kind = "ValidationException"
	}
	header := headers("application/json", n)
	header["x-amzn-errortype"] = kind + ":http://internal.amazon.com/coral/com.amazon.bedrock/"
	return contract.Response{Status: status, Header: header, Body: encode(object{"message": v.Message})}
}

func headers(contentType string, n int) map[string]string {
	return map[string]string{
		"content-type": contentType, "x-amzn-requestid": fmt.Sprintf("00000000-0000-4000-8000-%012d", n),
	}
}

func cost(turn contract.Turn) object {
	c := turn.Cost()
	usage := object{
		"inputTokens": c.Input, "outputTokens": c.Output,
		"totalTokens": c.Input + c.Output + c.CacheRead + c.CacheWrite,
	}
	if c.CacheRead > 0 || c.CacheWrite > 0 {
		usage["cacheReadInputTokens"], usage["cacheWriteInputTokens"] = c.CacheRead, c.CacheWrite
	}
	return usage
}

var metrics = object{"latencyMs": 1}

var stopReasons = map[contract.Stop]string{
	contract.StopEnd: "end_turn", contract.StopLength: "max_tokens", contract.StopCalls: "tool_use",
}

// answerWhole words the turn as one message.
func answerWhole(_ js.Value, turn contract.Turn, n int) contract.Response {
	content := []object{}
	for i, b := range turn.Content() {
		switch {
		case b.Thought != nil && b.Thought.Redacted:
			content = append(content, object{"reasoningContent": object{"redactedContent": signed(*b.Thought)}})
		case b.Thought != nil:
			content = append(content, object{"reasoningContent": object{
				"reasoningText": object{"text": b.Thought.Text, "signature": signed(*b.Thought)},
			}})
		case b.Call != nil:
			content = append(content, object{"toolUse": object{
				"toolUseId": callID(*b.Call, n, i), "name": b.Call.Name, "input": b.Call.Input(),
			}})
		default:
			content = append(content, object{"text": b.Text})
		}
	}
	return contract.Response{
		Status: 200, Header: headers("application/json", n),
		Body: encode(object{
			"output":     object{"message": object{"role": "assistant", "content": content}},
			"stopReason": stopReasons[turn.Reason()], "usage": cost(turn), "metrics": metrics,
		}),
	}
}

// answerStream words the turn as events: the message opened, each block filled
// and closed, the reason to stop, the usage. Only calls are opened.
func answerStream(_ js.Value, turn contract.Turn, n int) contract.Response {
	var s stream
	s.event("messageStart", object{"role": "assistant"})
	for i, b := range turn.Content() {
		delta := func(d object) { s.event("contentBlockDelta", object{"contentBlockIndex": i, "delta": d}) }
		switch {
		case b.Thought != nil && b.Thought.Redacted:
			delta(object{"reasoningContent": object{"redactedContent": signed(*b.Thought)}})
		case b.Thought != nil:
			for _, piece := range contract.Pieces(b.Thought.Text) {
				delta(object{"reasoningContent": object{"text": piece}})
			}
			delta(object{"reasoningContent": object{"signature": signed(*b.Thought)}})
		case b.Call != nil:
			s.event("contentBlockStart", object{"contentBlockIndex": i, "start": object{
				"toolUse": object{"toolUseId": callID(*b.Call, n, i), "name": b.Call.Name},
			}})
			for _, piece := range contract.Pieces(string(b.Call.Input())) {
				delta(object{"toolUse": object{"input": piece}})
			}
		default:
			for _, piece := range contract.Pieces(b.Text) {
				delta(object{"text": piece})
			}
		}
		s.event("contentBlockStop", object{"contentBlockIndex": i})
	}
	s.event("messageStop", object{"stopReason": stopReasons[turn.Reason()]})
	s.event("metadata", object{"usage": cost(turn), "metrics": metrics})
	return contract.Response{
		Status: 200, Header: headers("application/vnd.amazon.eventstream", n), Body: s.frames.Bytes(),
	}
}

// signature is what a thought is signed with that brings no signature along.
const signature = "c2lnbmVkIGJ5IG5vIG1vZGVs"

func signed(t contract.Thought) string {
	if t.Signature == "" {
		return signature
	}
	return t.Signature
}

// stream writes the binary frames of an answer.
type stream struct {
	frames  bytes.Buffer
	encoder *eventstream.Encoder
}

func (s *stream) event(kind string, payload object) { s.frame("event", kind, payload) }

// frame writes an event, or an exception, of some kind.
func (s *stream) frame(message, kind string, payload object) {
	if s.encoder == nil {
		s.encoder = eventstream.NewEncoder()
	}
	var m eventstream.Message
	for _, h := range [][2]string{{":" + message + "-type", kind}, {":content-type", "application/json"}, {":message-type", message}} {
		m.Headers.Set(h[0], eventstream.StringValue(h[1]))
	}
	m.Payload = encode(payload)
	// Only a frame beyond 16 MiB cannot be written, and no script holds one.
	if err := s.encoder.Encode(&s.frames, m); err != nil {
		panic("bedrock: " + err.Error())
	}
}

// interrupt is the exception with which a stream ends when the service fails, one of
// those that the API's reference lists for ConverseStream.
func interrupt(_, _ int) []byte {
	var s stream
	s.frame("exception", "internalServerException", object{"message": faults[contract.ServerError].Text})
	return s.frames.Bytes()
}

func callID(call contract.Call, n, i int) string {
	if call.ID != "" {
		return call.ID
	}
	return fmt.Sprintf("tooluse_%018d_%03d", n, i)
}

// encode cannot meet a value that is no JSON, except the arguments of a scripted
// call; those are told instead of being sent broken.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return []byte(fmt.Sprintf(`{"message":%q}`, err.Error()))
	}
	return b
}
