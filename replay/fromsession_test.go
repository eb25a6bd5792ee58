package replay_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

func fromSession(t *testing.T, log *sessionlog.Log) []replay.Turn {
	t.Helper()
	turns, err := replay.FromSession(log, log.Active())
	if err != nil {
		t.Fatal(err)
	}
	return turns
}

func TestFromSessionOfThoughts(t *testing.T) {
	turns := fromSession(t, recording(t, "1.5.2-thinking.jsonl"))
	if len(turns) != 3 {
		t.Fatalf("got %d turns, want 3", len(turns))
	}
	signed, call := turns[0].Blocks[0].Thought, turns[0].Blocks[1].Call
	if signed.Text != "I have to read the file before I count." || signed.Signature != "c2lnbmVkIGJ5IGEgdGVzdCAx" || signed.Redacted {
		t.Errorf("got %+v", signed)
	}
	if call.ID != "toolu_count" || call.Name != "read" || string(call.Arguments) != `{"path":"notes.txt"}` || turns[0].Reason() != "toolUse" {
		t.Errorf("got %+v, which stops for %s", call, turns[0].Reason())
	}
	if got := (replay.Usage{Input: 10, Output: 20}); *turns[0].Usage != got {
		t.Errorf("got %+v, want %+v", *turns[0].Usage, got)
	}
	redacted := turns[1].Blocks[0].Thought
	if !redacted.Redacted || redacted.Signature == "" || turns[1].Blocks[1].Text != "Three." || turns[1].Reason() != "stop" {
		t.Errorf("got %+v, then %+v", redacted, turns[1].Blocks[1])
	}
}

// TestFromSessionSaysWhatWasSaid asks for every recorded answer in every session
// and compares what the model said, block by block.
func TestFromSessionSaysWhatWasSaid(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("..", "testdata", "sessions", "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, name := range names {
		log := recording(t, filepath.Base(name))
		turns := fromSession(t, log)
		p := (&replay.Script{Turns: turns}).Provider()
		client, wire := &http.Client{Transport: replay.Loopback{Handler: p}}, request(t, anthropicMessages)
		wire.Body = []byte(strings.Replace(string(wire.Body), `"stream":true`, `"stream":false`, 1))
		if len(turns) == 0 {
			t.Errorf("%s: no turns", name)
		}
		for i, turn := range turns {
			got := ask(t, client, "http://provider.invalid", wire)
			if turn.Fault != replay.NoFault {
				continue
			}
			if want := spoken(turn); got.status != 200 || !reflect.DeepEqual(content(t, got.body), want) {
				t.Errorf("%s, turn %d:\ngot  %s\nwant %v", name, i+1, got.body, want)
			}
			if got := gjson.Get(got.body, "usage.output_tokens").Int(); got != int64(turn.Cost().Output) {
				t.Errorf("%s, turn %d: got %d tokens, want %d", name, i+1, got, turn.Cost().Output)
			}
		}
	}
}

// content is what an answer says, in the words of a session.
func content(t *testing.T, body string) []string {
	t.Helper()
	said := []string{}
	for _, b := range gjson.Get(body, "content").Array() {
		switch b.Get("type").Str {
		case "text":
			said = append(said, "text "+b.Get("text").Str)
		case "thinking":
			said = append(said, "thinking "+b.Get("thinking").Str+" "+b.Get("signature").Str)
		case "redacted_thinking":
			said = append(said, "redacted "+b.Get("data").Str)
		case "tool_use":
			said = append(said, "call "+b.Get("id").Str+" "+b.Get("name").Str+" "+b.Get("input").Raw)
		}
	}
	return said
}

func spoken(turn replay.Turn) []string {
	said := []string{}
	for _, b := range turn.Blocks {
		switch {
		case b.Thought != nil && b.Thought.Redacted:
			said = append(said, "redacted "+b.Thought.Signature)
		case b.Thought != nil:
			said = append(said, "thinking "+b.Thought.Text+" "+b.Thought.Signature)
		case b.Call != nil:
			said = append(said, "call "+b.Call.ID+" "+b.Call.Name+" "+string(b.Call.Arguments))
		default:
			said = append(said, "text "+b.Text)
		}
	}
	return said
}

// stored makes a session of one answer.
func stored(t *testing.T, message string) *sessionlog.Log {
	t.Helper()
	if !json.Valid([]byte(message)) {
		t.Fatalf("no JSON: %s", message)
	}
	return sessionlog.Parse([]byte(`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}
{"type":"message","id":"a0000001","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"hi"}}
{"type":"message","id":"a0000002","parentId":"a0000001","timestamp":"2026-01-01T00:00:02.000Z","message":` + message + "}\n"))
}

func TestFromSessionOfOddAnswers(t *testing.T) {
	const start = `{"role":"assistant","api":"anthropic-messages","provider":"p","model":"m",`
	const half = `"content":[{"type":"text","text":"half"},{"type":"toolCall","id":"call_1|fc_2","name":"read","arguments":{}}]`
	for _, test := range []struct {
		name, message string
		want          replay.Turn
	}{
		{"nothing said", `"content":[],"stopReason":"stop"}`, replay.Turn{Blocks: []replay.Block{}, Stop: "stop"}},
		{"blank text", `"content":[{"type":"text","text":""}],"stopReason":"length"}`, replay.Turn{Blocks: []replay.Block{}, Stop: "length"}},
		{"a text for content", `"content":"old","stopReason":"stop"}`, replay.Turn{Blocks: []replay.Block{{Text: "old"}}, Stop: "stop"}},
		{"no content", `"stopReason":"stop"}`, replay.Turn{Blocks: []replay.Block{}, Stop: "stop"}},
		{"two ids", half + `,"stopReason":"toolUse"}`, replay.Turn{
			Blocks: []replay.Block{{Text: "half"}, {Call: &replay.Call{ID: "call_1", Name: "read", Arguments: json.RawMessage("{}")}}}, Stop: "toolUse",
		}},
		{"an id that no service takes", `"content":[{"type":"toolCall","id":"a b","name":"read","arguments":"x"}]}`, replay.Turn{
			Blocks: []replay.Block{{Call: &replay.Call{Name: "read"}}},
		}},
		{"broken off by the user", half + `,"stopReason":"aborted"}`, replay.Turn{Blocks: []replay.Block{{Text: "half"}}}},
		{"lost on the way", `"content":[{"type":"text","text":"half"}],"stopReason":"error","errorMessage":"terminated"}`, replay.Turn{
			Blocks: []replay.Block{{Text: "half"}}, Fault: replay.CutStream,
		}},
		{"lost before", `"content":[],"stopReason":"error","errorMessage":"Connection error."}`, replay.Turn{Blocks: []replay.Block{}, Fault: replay.CutBefore}},
		{"an answer with a status", `"content":[],"stopReason":"error","errorMessage":"529 {\"type\":\"error\"}"}`, replay.Turn{
			Status: 529, Body: []byte(`{"type":"error"}`),
		}},
		{"an answer without its envelope", `"content":[],"stopReason":"error","errorMessage":"503: {\"message\":\"m\",\"code\":null}"}`, replay.Turn{
			Status: 503, Body: []byte(`{"error":{"message":"m","code":null}}`),
		}},
		{"a status alone", `"content":[],"stopReason":"error","errorMessage":"429 slow down"}`, replay.Turn{Fault: replay.RateLimited}},
		{"a status of no fault", `"content":[],"stopReason":"error","errorMessage":"404: not here"}`, replay.Turn{
			Status: 404, Body: []byte("not here"), Header: map[string]string{"content-type": "text/plain; charset=utf-8"},
		}},
	} {
		turns := fromSession(t, stored(t, start+test.message))
		if len(turns) != 1 || !reflect.DeepEqual(turns[0], test.want) {
			t.Errorf("%s: got %+v, want %+v", test.name, turns, test.want)
		}
	}
	if turns := fromSession(t, sessionlog.Parse([]byte(`{"type":"session","version":3,"id":"s"}`+"\n"))); turns != nil {
		t.Errorf("an empty session says %+v", turns)
	}
}
