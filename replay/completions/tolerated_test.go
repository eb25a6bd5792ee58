package completions_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/completions"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
)

func refusals(body string, profiles ...string) []string {
	return contracttest.Refusals(completions.Contract, body, profiles...)
}

// What the service is known to take, and what pi sends to sound sessions.
func TestTolerated(t *testing.T) {
	for name, body := range map[string]string{
		"neighbours of one role":       full(said("user", `"a"`), said("user", `"b"`), said("assistant", `"c"`), said("assistant", `"d"`), said("user", `"e"`)),
		"first message from assistant": full(said("assistant", `"a"`), said("user", `"b"`)),
		"last message from assistant":  full(said("user", `"a"`), said("assistant", `"b"`)),
		"system anywhere":              full(said("user", `"a"`), said("system", `"b"`), said("developer", `"c"`), said("system", `"d"`)),
		"empty user string":            full(said("user", `""`)),
		"empty assistant string":       full(said("assistant", `""`), said("user", `"a"`)),
		"results in another order":     full(calling(call("a"), call("b")), tool("b"), tool("a"), said("user", `"c"`)),
		"a tool that is gone":          full(calling(callOf("a", "gone", `"{}"`)), tool("a")),
		"arguments that are no JSON":   full(calling(callOf("a", "read", `"{oops"`)), tool("a")),
		"arguments with an escape":     full(calling(callOf("a", "read", `"{\"p\":\"\\ud83d\"}"`)), tool("a")),
		"an id used in two turns":      full(calling(call("a")), tool("a"), calling(call("a")), tool("a")),
		"a long id":                    full(calling(call(strings.Repeat("a", 90))), tool(strings.Repeat("a", 90))),
		"more members in messages":     full(`{"role":"assistant","content":"a","reasoning_content":"r","reasoning_details":[],"name":"n"}`, said("user", `"b"`)),
		"empty tool output":            asked(`{"role":"tool","tool_call_id":"c1","content":""}`),
		"tool output as parts":         asked(`{"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"a"}]}`),
		"images behind the results":    asked(tool("c1"), said("user", `[{"type":"text","text":"Attached image(s) from tool result:"},{"type":"image_url","image_url":{"url":"`+png+`"}}]`), said("user", `"b"`)),
		"tools in a system message":    full(said("user", `"a"`), `{"role":"system","tools":[]}`, said("user", `"b"`)),
		"calls of custom tools":        full(calling(`{"id":"a","type":"custom","custom":{"name":"patch","input":"x"}}`), tool("a")),
		"no content beside calls":      full(`{"role":"assistant","tool_calls":[`+call("a")+`]}`, tool("a")),
		"what pi sends beside": `{"model":"m","messages":[{"role":"user","content":"a"}],"stream":true,"stream_options":{"include_usage":true},` +
			`"store":false,"max_completion_tokens":9,"tools":[],"tool_choice":"auto","prompt_cache_key":"s","reasoning_effort":"low",` +
			`"tool_stream":true,"enable_thinking":true,"chat_template_kwargs":{},"provider":{},"priority":1}`,
	} {
		if got := refusals(body); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Repairs that look right and are not; see the names.
func TestNaiveRepairs(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"result-in-later-message":    {asked(said("user", `"b"`), said("assistant", `"c"`), tool("c1")), "openai-chat/missing-tool-messages"},
		"split-parallel-results":     {full(calling(call("a"), call("b")), tool("a"), said("user", `"queued"`), tool("b")), "openai-chat/missing-tool-messages"},
		"fill-then-late-result":      {asked(tool("c1"), said("user", `"b"`), tool("c1")), "openai-chat/orphan-tool-message"},
		"double-fill":                {asked(tool("c1"), tool("c1")), "openai-chat/duplicate-tool-call-id"},
		"drop-call-keep-result":      {full(said("user", `"a"`), tool("c1")), "openai-chat/orphan-tool-message"},
		"drop-call-keep-array":       {full(`{"role":"assistant","content":"a","tool_calls":[]}`, said("user", `"b"`)), "openai-chat/tool-calls-empty"},
		"drop-call-keep-message":     {full(`{"role":"assistant","content":null}`, said("user", `"b"`)), "openai-chat/content-required"},
		"sanitize-one-side":          {full(calling(call("a_b")), tool("a.b")), "openai-chat/tool-call-id-unknown"},
		"sanitize-collision":         {full(calling(call("a_b"), call("a_b")), tool("a_b"), tool("a_b")), "openai-chat/duplicate-tool-call-id"},
		"reorder-results-only":       {asked(calling(call("c2")), tool("c1"), tool("c2")), "openai-chat/missing-tool-messages"},
		"truncate-head":              {full(tool("c1"), said("assistant", `"b"`), said("user", `"c"`)), "openai-chat/orphan-tool-message"},
		"bridge-assistant-text":      {asked(said("assistant", `"b"`), tool("c1")), "openai-chat/missing-tool-messages"},
		"compaction-cut-inside-pair": {full(said("user", `"summary"`), tool("c1"), said("user", `"go on"`)), "openai-chat/orphan-tool-message"},
		"call-at-the-end":            {asked(), "openai-chat/missing-tool-messages"},
	} {
		if got := refusals(c.body); !slices.Contains(got, c.want) {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
}

// A wrong role or type at a later message is met before missing content at an
// earlier one, and pairing comes after all of them.
func TestOrderOfFaults(t *testing.T) {
	body := strings.Replace(full(tool("c1"), said("user", `null`), said("robot", `"a"`)), `"model"`, `"nope":1,"model"`, 1)
	var got []string
	for _, v := range completions.Contract.Judge([]byte(body)) {
		got = append(got, v.Clause.ID)
	}
	want := []string{
		"openai-chat/unknown-parameter", "openai-chat/role-unknown", "openai-chat/content-required",
		"openai-chat/orphan-tool-message",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
