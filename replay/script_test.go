package replay_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// recording reads one of the sessions that the real pi has written.
func recording(t *testing.T, name string) *sessionlog.Log {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "sessions", name))
	if err != nil {
		t.Fatal(err)
	}
	return sessionlog.Parse(text)
}

// request is one that the real pi would send to an API.
func request(t *testing.T, api string) *replay.Wire {
	t.Helper()
	log := recording(t, "1.5.2-edit.jsonl")
	wire, err := replay.Build(log, log.Active(), api, replay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return wire
}

// heard is what came of a request. The error is that of reading the answer or,
// with status 0, of having none.
type heard struct {
	status int
	header http.Header
	body   string
	err    error
}

func ask(t *testing.T, client *http.Client, root string, wire *replay.Wire) heard {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, root+wire.Path, bytes.NewReader(wire.Body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Do(req)
	if err != nil {
		return heard{err: err}
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return heard{res.StatusCode, res.Header, string(body), err}
}

func parse(t *testing.T, text string) *replay.Script {
	t.Helper()
	script, err := replay.ReadScript([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return script
}

const anthropicMessages, openaiCompletions = "anthropic-messages", "openai-completions"

// inOwnWords are the faults as the services tell them: status, and what stands
// in the answer.
var inOwnWords = map[string]map[string][]string{
	anthropicMessages: {
		"rate-limited":     {"429", `{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your`, `"request_id":"req_`},
		"overloaded":       {"529", `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_`},
		"context-overflow": {"400", `"type":"invalid_request_error","message":"prompt is too long: 204857 tokens \u003e 200000 maximum"`},
		"auth":             {"401", `"type":"authentication_error","message":"invalid x-api-key"`},
		"server-error":     {"500", `"type":"api_error","message":"Internal server error"`},
	},
	openaiCompletions: {
		"rate-limited":     {"429", `{"error":{"message":"Rate limit reached for gpt-4o in organization`, `try again in 20s.`, `"type":"tokens","param":null,"code":"rate_limit_exceeded"}}`},
		"overloaded":       {"503", `currently overloaded`, `"type":"server_error","param":null,"code":null}}`},
		"context-overflow": {"400", `maximum context length is`, `"param":"messages","code":"context_length_exceeded"`},
		"auth":             {"401", `Incorrect API key`, `"code":"invalid_api_key"`},
		"server-error":     {"500", `"type":"server_error"`},
	},
}

// TestServicesFailAtANamedTurn asks three times; only the second answer fails,
// and no refused request is counted.
func TestServicesFailAtANamedTurn(t *testing.T) {
	for api, faults := range inOwnWords {
		for name, want := range faults {
			t.Run(api+"/"+name, func(t *testing.T) {
				after := ""
				if name == "rate-limited" {
					after = `,"retry_after":"20s"`
				}
				p := parse(t, `{"turns":[{"text":"one"},{"fault":"`+name+`"`+after+`},{"text":"three"}]}`).Provider()
				client, wire := &http.Client{Transport: replay.Loopback{Handler: p}}, request(t, api)
				refused := &replay.Wire{Path: wire.Path, Body: []byte("{}")}
				for _, w := range []*replay.Wire{wire, refused, wire, wire} {
					ask(t, client, "http://provider.invalid", w)
				}
				got := p.Exchanges()
				if got[0].Turn != 1 || got[1].Turn != 0 || got[3].Turn != 3 || got[0].Status != 200 || got[3].Status != 200 {
					t.Fatalf("got %+v", got)
				}
				failed := got[2]
				if failed.Turn != 2 || failed.Fault.String() != name {
					t.Errorf("got turn %d, fault %v", failed.Turn, failed.Fault)
				}
				if strconv.Itoa(failed.Status) != want[0] || !hasAll(string(failed.Answer), want[1:]) {
					t.Errorf("got %d %s\nwant %q", failed.Status, failed.Answer, want)
				}
			})
		}
	}
}

// TestEveryServiceFails holds that an API which has no words of its own for a
// fault still answers with an error in its own envelope.
func TestEveryServiceFails(t *testing.T) {
	for _, api := range replay.APIs {
		wire := request(t, api.Name)
		for _, fault := range []replay.Fault{replay.RateLimited, replay.Overloaded, replay.ContextOverflow, replay.Unauthorized, replay.ServerError} {
			p := &replay.Provider{Contract: api.Contract, Script: []replay.Turn{{Fault: fault}}}
			got := ask(t, &http.Client{Transport: replay.Loopback{Handler: p}}, "http://provider.invalid", wire)
			if got.err != nil || got.status < 400 || !gjson.Valid(got.body) || !strings.Contains(strings.ToLower(got.body), "message") {
				t.Errorf("%s, %v: got %d %s %v", api.Name, fault, got.status, got.body, got.err)
			}
		}
	}
}

func TestScriptsSay(t *testing.T) {
	const text = `{"turns":[{"thinking":"hm","text":"look","calls":[{"id":"c1","name":"read","arguments":{"path":"a"}}],
		"usage":{"input":7,"output":5,"cacheRead":3,"cacheWrite":2}},{"text":"cut short","stop":"length"},
		{"status":418,"body":"short and stout","header":{"X-Pot":"tea"}},{"status":400,"body":{"a":[1]}}]}`
	for api, want := range map[string][][]string{
		anthropicMessages: {
			{`"thinking":"hm"`, `"signature":"`, `"text":"look"`, `"id":"c1"`, `{\"path\":\"a\"}`, `"stop_reason":"tool_use"`,
				`"input_tokens":7`, `"cache_read_input_tokens":3`, `"output_tokens":5`},
			{`"text":"cut short"`, `"stop_reason":"max_tokens"`}, {`short and stout`}, {`{"a":[1]}`}, {`"text":"ok"`, `"end_turn"`},
		},
		openaiCompletions: {
			{`"reasoning_content":"hm"`, `"content":"look"`, `"id":"c1"`, `{\"path\":\"a\"}`, `"finish_reason":"tool_calls"`,
				`"prompt_tokens":12`, `"cached_tokens":3`, `"completion_tokens":5`},
			{`"content":"cut short"`, `"finish_reason":"length"`}, {`short and stout`}, {`{"a":[1]}`}, {`"content":"ok"`, `"stop"`},
		},
	} {
		p := parse(t, text).Provider()
		client, wire := &http.Client{Transport: replay.Loopback{Handler: p}}, request(t, api)
		for i, parts := range want {
			got := ask(t, client, "http://provider.invalid", wire)
			if !hasAll(got.body, parts) {
				t.Errorf("%s, turn %d: got %d %s\nwant %q", api, i+1, got.status, got.body, parts)
			}
			if i == 2 && (got.status != 418 || got.header.Get("x-pot") != "tea" || got.header.Get("content-type") != "text/plain; charset=utf-8") {
				t.Errorf("%s: got %d with %v", api, got.status, got.header)
			}
		}
		plain := &replay.Wire{Path: wire.Path, Body: []byte(strings.Replace(string(wire.Body), `"stream":true`, `"stream":false`, 1))}
		if got := ask(t, &http.Client{Transport: replay.Loopback{Handler: parse(t, text).Provider()}}, "http://provider.invalid", plain); !gjson.Valid(got.body) ||
			!hasAll(got.body, []string{`"hm"`, `"look"`, `"c1"`}) {
			t.Errorf("%s without a stream: got %d %s", api, got.status, got.body)
		}
	}
}

func TestScriptsThatCannotBePlayed(t *testing.T) {
	for text, want := range map[string]string{
		``:                                      "not JSON: it ends too early",
		"{\n\"turns\": [,]}":                    "line 2: not JSON",
		`[]`:                                    "a array where an object is wanted",
		`{}`:                                    `it has no "turns"`,
		`{"turn":[]}`:                           `unknown field "turn"`,
		`{"turns":[]} {}`:                       "line 1: more follows",
		`{"turns":[{},"ok"]}`:                   "turn 2: it is no object",
		`{"turns":[{"txt":"a"}]}`:               `turn 1: unknown field "txt"`,
		`{"turns":[{"text":1}]}`:                `turn 1: "text" is a number`,
		`{"turns":[{"fault":"overlod"}]}`:       `turn 1: unknown fault "overlod"`,
		`{"turns":[{"fault":"none"}]}`:          `turn 1: unknown fault "none"`,
		`{"turns":[{"delay":"5"}]}`:             `turn 1: delay: "5": it is a number with a unit`,
		`{"turns":[{"retry_after":"5s"}]}`:      "turn 1: retry_after belongs to",
		`{"turns":[{"calls":[{}]}]}`:            "turn 1: call 1 has no name",
		`{"turns":[{"stop":"end"}]}`:            `turn 1: unknown stop "end"`,
		`{"turns":[{"usage":{"input":-1}}]}`:    "turn 1: a usage below zero",
		`{"turns":[{"body":{}}]}`:               "turn 1: a body needs a status",
		`{"turns":[{"status":42}]}`:             "turn 1: status 42",
		`{"turns":[{"status":400,"text":"a"}]}`: "says nothing but its body",
		`{"turns":[{"fault":"overloaded","text":"a"}]}`:       "says nothing else",
		`{"turns":[{"fault":"overloaded","status":500}]}`:     "has a status of its own",
		`{"turns":[{"calls":[{"name":"a","arguments":[]}]}]}`: "the arguments of call 1 are no object",
		`{"turns":[],"then":{"fault":"x"}}`:                   `then: unknown fault "x"`,
	} {
		_, err := replay.ReadScript([]byte(text))
		if scripted := (*replay.ScriptError)(nil); !errors.As(err, &scripted) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func hasAll(text string, parts []string) bool {
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(text, part) })
}
