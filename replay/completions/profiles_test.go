package completions_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/completions"
	"github.com/pi-fix/pi-fix/replay/contract"
)

// refusal is the answer to a body under a profile.
func refusal(t *testing.T, body string, profiles ...string) contract.Response {
	t.Helper()
	v := contract.Refusal(completions.Contract.Judge([]byte(body), profiles...))
	if v == nil {
		t.Fatalf("%v accept %s", profiles, body)
	}
	return completions.Contract.RefuseAs(profiles, v, 1)
}

// Each service answers in its own envelope.
func TestEnvelopes(t *testing.T) {
	for _, test := range []struct {
		profile, body, want string
		status              int
	}{
		{completions.Mistral, full(said("user", `"a"`), tool("abcdefgh1"), said("user", `"b"`)), `{"code":"3230","message":"Unexpected role ` +
			`'tool' after role 'user'","object":"error","param":null,"type":"invalid_request_message_order"}`, 400},
		{completions.MistralOld, full(said("user", `3`)), `{"detail":[{"loc":["body","messages","0","content"],"msg":"Invalid type for `, 422},
		{completions.DeepSeek, stray, `{"error":{"code":"invalid_request_error","message":"Messages with role 'tool' must be a response to a ` +
			`preceding message with 'tool_calls'","param":null,"type":"invalid_request_error"}}`, 400},
		{completions.Groq, dangling, `{"error":{"message":"An assistant message with 'tool_calls' must be followed by`, 400},
		{completions.Cerebras, dangling, `{"code":"wrong_api_format","message":"An assistant message`, 400},
		{completions.XAI, full(said("user", `""`)), `{"code":"Client specified an invalid argument","error":"Invalid request content: Each message ` +
			`must have at least one content element."}`, 400},
		{completions.OpenRouter, dangling, `{"error":{"code":400,"message":"Provider returned error","metadata":{"provider_name":"OpenAI",` +
			`"raw":"{\"error\":{\"message\":\"An assistant message with 'tool_calls' must be`, 400},
		{completions.Kimi, stray, `{"error":{"message":"tool_call_id  is not found","type":"invalid_request_error"}}`, 400},
		{completions.Zai, stray, `{"error":{"code":"1214","message":"The messages parameter is illegal. Please check the documentation."}}`, 400},
		{completions.ZaiChina, strings.Replace(answered, `"model"`, `"nope":1,"model"`, 1), `{"error":{"code":"1210",`, 400},
		{completions.Copilot, full(calling(call(strings.Repeat("a", 41))), tool(strings.Repeat("a", 41))), `{"error":{"code":"invalid_request_body",` +
			`"message":"Invalid 'messages[0].tool_calls[0].id': string too long.`, 400},
	} {
		got := refusal(t, test.body, test.profile)
		if got.Status != test.status || !strings.HasPrefix(string(got.Body), test.want) {
			t.Errorf("%s: got %d %s\nwant %d %s", test.profile, got.Status, got.Body, test.status, test.want)
		}
	}
}

// A service says each thing once, in its own words.
func TestServicesReplaceTheWordsOfOpenAI(t *testing.T) {
	for profile, want := range map[string][]string{
		completions.Mistral:  {"mistral/call-count"},
		completions.DeepSeek: {"deepseek/missing-tool-messages"},
		completions.Kimi:     {"kimi/missing-tool-messages"},
		completions.Zai:      {"zai/messages-illegal"},
		completions.Groq:     {"groq/pairing"},
	} {
		if got := refusals(behind(said("user", `"b"`)), profile); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", profile, got, want)
		}
	}
}

// Repairs that look right and are not, at services with rules of their own.
func TestNaiveRepairsAtOtherServices(t *testing.T) {
	for name, c := range map[string]struct{ body, profile, want string }{
		"strip-reasoning-content, DeepSeek": {answered, completions.DeepSeekThinking, "deepseek/reasoning-content-required"},
		"strip-reasoning-content, Kimi":     {answered, completions.KimiThinking, "kimi/reasoning-content-required"},
		"synthetic-call":                    {thoughtful(""), completions.DeepSeekThinking, "deepseek/reasoning-content-required"},
		"double-fill":                       {asked(tool("c1"), tool("c1")), completions.DeepSeek, "deepseek/duplicate-tool-call-id"},
		"drop-text-keep-empty-message":      {full(said("user", `"a"`), said("assistant", `[]`), said("user", `"b"`)), completions.Mistral, "mistral/assistant-empty"},
		"prefill-tail":                      {full(said("user", `"a"`), said("assistant", `"b"`)), completions.Mistral, "mistral/last-role"},
		"sanitize-collision":                {asked(tool("c1"), calling(call("c1")), tool("c1")), completions.DeepSeek, "deepseek/duplicate-tool-call-id"},
		"fill-then-late-result":             {asked(tool("c1"), said("user", `"b"`), tool("c1")), completions.Kimi, "kimi/tool-call-id-unknown"},
	} {
		if got := refusals(c.body, c.profile); !slices.Contains(got, c.want) {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
}

// What the services take although others refuse it.
func TestToleratedByServices(t *testing.T) {
	odd := "functions.bash:0"
	for name, c := range map[string]struct{ body, profile string }{
		"ids of Kimi":                       {full(said("user", `"a"`), calling(call(odd)), tool(odd), said("user", `"b"`)), completions.Kimi},
		"empty reasoning":                   {thoughtful(`"reasoning_content":"",`), completions.KimiThinking},
		"a turn without calls or reasoning": {full(said("user", `"a"`), said("assistant", `"b"`), said("user", `"c"`)), completions.DeepSeekThinking},
		"a user behind results":             {behind(tool("abcdefgh1"), said("user", `"b"`)), completions.Mistral},
		"neighbours of one role at Mistral": {full(said("user", `"a"`), said("user", `"b"`), said("assistant", `"c"`), said("assistant", `"d"`), said("user", `"e"`)), completions.Mistral},
		"a call without text at xAI":        {answered, completions.XAI},
		"an id used in two turns":           {asked(tool("c1"), calling(call("c1")), tool("c1")), completions.Groq},
		"what pi sends to Groq":             {strings.Replace(answered, `"model"`, `"store":false,"stream":true,"max_completion_tokens":9,"model"`, 1), completions.Groq},
	} {
		if got := refusals(c.body, c.profile); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
