package mistral_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
	"github.com/pi-fix/pi-fix/replay/mistral"
)

func refusals(body string, profiles ...string) []string {
	return contracttest.Refusals(mistral.Contract, body, profiles...)
}

// What the service is known to take, and what pi sends to sound sessions.
func TestTolerated(t *testing.T) {
	for name, body := range map[string]string{
		"neighbours of one role":       full(ask, ask, said("assistant", `"a"`), said("assistant", `"b"`), ask),
		"first message from assistant": full(said("assistant", `"a"`), ask),
		"several system messages":      full(said("system", `"a"`), said("system", `"b"`), ask, said("system", `"c"`), ask),
		"a user behind a result":       asked(result, ask),
		"empty user string":            full(said("user", `""`)),
		"results in another order":     full(ask, calling(call("call00001"), call("call00002")), tool("call00002"), result),
		"an id used in two turns":      asked(result, calling(call("call00001")), result),
		"an id used twice in a turn":   full(ask, calling(call("call00001"), call("call00001")), result, result),
		"arguments that are no JSON":   full(ask, calling(callOf("call00001", "read", `"{oops"`)), result),
		"arguments with an escape":     full(ask, calling(callOf("call00001", "read", `"{\"p\":\"\\ud83d\"}"`)), result),
		"a tool that is gone":          full(ask, calling(callOf("call00001", "gone", `"{}"`)), result),
		"a thought":                    full(ask, said("assistant", `[{"type":"thinking","thinking":[{"type":"text","text":"a"}]},{"type":"text","text":"b"}]`), ask),
		"a picture in a result":        asked(`{"role":"tool","tool_call_id":"call00001","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":"` + png + `"}]}`),
		"what pi sends beside": `{"model":"m","stream":true,"messages":[` + ask + `],"tools":[{"type":"function","function":{"name":"read",` +
			`"description":"d","parameters":{},"strict":false}}],"max_tokens":9,"prompt_mode":"reasoning","reasoning_effort":"high","prompt_cache_key":"s"}`,
	} {
		if got := refusals(body); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Repairs that look right and are not; see the names.
func TestNaiveRepairs(t *testing.T) {
	text := said("assistant", `"b"`)
	for name, c := range map[string]struct{ body, want string }{
		"result-in-later-message":    {asked(ask, text, result), "mistral/call-count"},
		"split-parallel-results":     {full(ask, calling(call("call00001"), call("call00002")), result, ask, tool("call00002")), "mistral/role-order"},
		"fill-then-late-result":      {asked(result, ask, result), "mistral/role-order"},
		"double-fill":                {asked(result, result), "mistral/call-count"},
		"drop-call-keep-result":      {full(ask, result), "mistral/role-order"},
		"drop-call-keep-array":       {full(ask, `{"role":"assistant","tool_calls":[]}`, ask), "mistral/assistant-empty"},
		"drop-text-keep-empty":       {full(ask, said("assistant", `[]`), ask), "mistral/assistant-empty"},
		"sanitize-one-side":          {full(ask, calling(call("call00001")), tool("call_1")), "mistral/tool-call-id-format"},
		"reorder-results-only":       {asked(calling(call("call00002")), result, tool("call00002")), "mistral/call-count"},
		"truncate-head":              {full(result, text, ask), "mistral/call-count"},
		"prefill-tail":               {full(ask, text), "mistral/last-role"},
		"bridge-assistant-text":      {asked(text, result), "mistral/call-count"},
		"compaction-cut-inside-pair": {full(said("user", `"summary"`), result, ask), "mistral/role-order"},
		"call-at-the-end":            {asked(), "mistral/call-count"},
	} {
		if got := refusals(c.body); !slices.Contains(got, c.want) {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
}

// The list as a whole is looked at before single messages, and the schema before
// both.
func TestOrderOfFaults(t *testing.T) {
	body := full(said("assistant", `""`), ask, tool("x"), pictured("user", "none"), said("robot", `""`))
	var got []string
	for _, v := range mistral.Contract.Judge([]byte(body)) {
		got = append(got, v.Clause.ID)
	}
	want := []string{
		"mistral/schema", "mistral/last-role", "mistral/role-order", "mistral/role-order", "mistral/call-count",
		"mistral/assistant-empty", "mistral/tool-call-id-format", "mistral/image-invalid",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		body, want string
		status     int
	}{
		{asked(result, result), `{"object":"error","message":"Not the same number of function calls and responses",` +
			`"type":"invalid_request_message_order","param":null,"code":"3230"}`, 400},
		{full(ask, said("assistant", `""`), ask), `{"object":"error","message":"Assistant message must have either content or tool_calls, ` +
			`but not none.","type":"invalid_request_error","param":null,"code":null}`, 400},
		{asked(`{"role":"tool","content":"a","isError":true}`), `{"detail":[{"type":"extra_forbidden","loc":["body","messages",2,"tool","isError"],` +
			`"msg":"Extra inputs are not permitted"}]}`, 422},
		{full(calling(`{"function":{}}`), result), `{"detail":[{"type":"missing","loc":["body","messages",0,"assistant","tool_calls",0,"function","name"],` +
			`"msg":"Field required"}]}`, 422},
		{`{"model"`, `{"detail":[{"type":"json_invalid","loc":["body"],"msg":"JSON decode error"}]}`, 422},
	} {
		first := contract.Refusal(mistral.Contract.Judge([]byte(test.body)))
		if first == nil {
			t.Fatalf("%s: accepted", test.body)
		}
		if got := mistral.Contract.Refuse(first, 1); got.Status != test.status || string(got.Body) != test.want {
			t.Errorf("got %d %s\nwant %s", got.Status, got.Body, test.want)
		}
	}
}

// All calls come in one event, with the reason to stop and the usage.
func TestStreamedCalls(t *testing.T) {
	turn := contract.Turn{Text: "I look.", Calls: []contract.Call{{Name: "read"}, {ID: "abcdefghi", Name: "bash"}}}
	_, body := mistral.Contract.Weigh([]byte(`{"model":"m","stream":true}`))
	events := strings.Split(strings.TrimSpace(string(mistral.Contract.Answer(body, turn, 7).Body)), "\n\n")
	if len(events) != 4 || events[3] != "data: [DONE]" {
		t.Fatalf("got %s", events)
	}
	for _, want := range []string{`"id":"c00007000"`, `"id":"abcdefghi"`, `"finish_reason":"tool_calls"`, `"total_tokens":2`} {
		if !strings.Contains(events[2], want) {
			t.Errorf("got %s, want %s in it", events[2], want)
		}
	}
}

func TestThoughts(t *testing.T) {
	turn := contract.Turn{
		Blocks: []contract.Block{{Thought: &contract.Thought{Text: "hm"}}, {Text: "a"}},
		Stop:   contract.StopLength, Usage: &contract.Usage{Input: 2, Output: 3, CacheRead: 4},
	}
	const thought = `{"thinking":[{"text":"hm","type":"text"}],"type":"thinking"}`
	for request, want := range map[string]string{
		`{}`:              `"content":[` + thought + `,{"text":"a","type":"text"}],"role":"assistant"`,
		`{"stream":true}`: `"delta":{"content":[` + thought + `]}`,
	} {
		_, body := mistral.Contract.Weigh([]byte(request))
		got := string(mistral.Contract.Answer(body, turn, 1).Body)
		for _, want := range []string{want, `"finish_reason":"length"`, `"cached_tokens":4},"total_tokens":9`} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: got %s, want %s in it", request, got, want)
			}
		}
	}
}
