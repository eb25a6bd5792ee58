package mistral_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
	"github.com/pi-fix/pi-fix/replay/mistral"
)

// full makes a whole body of messages.
func full(messages ...string) string {
	return `{"model":"m","messages":[` + strings.Join(messages, ",") + `]}`
}

// asked makes a body with a call and what follows it.
func asked(rest ...string) string {
	return full(append([]string{said("user", `"hi"`), calling(call("call00001"))}, rest...)...)
}

func said(role, content string) string { return `{"role":"` + role + `","content":` + content + `}` }

func calling(calls ...string) string {
	return `{"role":"assistant","prefix":false,"tool_calls":[` + strings.Join(calls, ",") + `]}`
}

func call(id string) string { return callOf(id, "read", `"{}"`) }

func callOf(id, name, arguments string) string {
	return `{"id":"` + id + `","type":"function","function":{"name":"` + name + `","arguments":` + arguments + `},"index":0}`
}

func tool(id string) string {
	return `{"role":"tool","tool_call_id":"` + id + `","name":"read","content":[{"type":"text","text":"x"}]}`
}

func pictured(role, url string) string {
	return said(role, `[{"type":"image_url","image_url":"`+url+`"}]`)
}

var png = "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1A\n0123456789abcdef"))

var (
	result = tool("call00001")
	ask    = said("user", `"a"`)
	sound  = asked(result)
)

type sample = contracttest.Sample

var cases = []sample{
	{ID: "mistral/invalid-json", Bad: `{"model"`, Good: sound},
	{ID: "mistral/invalid-json", Bad: full(said("user", "\"\xc3\"")), Good: sound},
	{ID: "mistral/schema", Code: "model", Bad: `{"messages":[` + ask + `]}`, Good: sound},
	{ID: "mistral/schema", Code: "messages", Bad: `{"model":"m"}`, Good: sound},
	{ID: "mistral/schema", Code: "content", Bad: asked(`{"role":"tool","tool_call_id":"call00001"}`), Good: sound},
	{ID: "mistral/schema", Code: "function", Bad: full(calling(`{"id":"call00001"}`), result), Good: sound},
	{ID: "mistral/schema", Code: "name", Bad: full(calling(`{"id":"call00001","function":{"arguments":"{}"}}`), result), Good: sound},
	{ID: "mistral/schema", Code: "arguments", Bad: full(calling(`{"id":"call00001","function":{"name":"read"}}`), result), Good: sound},
	{ID: "mistral/schema", Code: "text", Bad: full(said("user", `[{"type":"text"}]`)), Good: full(said("user", `[{"type":"text","text":""}]`))},
	{ID: "mistral/schema", Text: "valid list", Bad: `{"model":"m","messages":{}}`, Good: sound},
	{ID: "mistral/schema", Text: "valid string", Bad: full(said("user", `3`)), Good: full(said("user", `"3"`))},
	{ID: "mistral/schema", Text: "Extra", Bad: full(ask, `{"role":"assistant","content":"a","reasoning_content":"b"}`, ask), Good: full(ask, said("assistant", `"a"`), ask)},
	{
		ID: "mistral/schema", Text: "'role'", Bad: full(said("toolResult", `"a"`)), Good: full(ask),
		Message: "Input tag 'toolResult' found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', 'user'",
	},
	{ID: "mistral/schema", Text: "'type'", Bad: full(said("user", `[{"type":"audio"}]`)), Good: full(ask)},
	{ID: "mistral/empty-list", Text: "at least one", Bad: full(), Good: full(ask)},
	{ID: "mistral/empty-list", Text: "start", Bad: full(said("assistant", `"a"`)), Good: full(said("system", `"a"`))},
	{
		ID: "mistral/last-role", Text: "Expected", Bad: full(ask, said("assistant", `"a"`)), Good: full(ask, `{"role":"assistant","content":"a","prefix":true}`),
		Message: "Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got assistant",
	},
	{ID: "mistral/role-order", Bad: full(ask, said("tool", `"a"`)), Good: sound, Message: "Unexpected role 'tool' after role 'user'"},
	{ID: "mistral/user-after-tool", Profiles: []string{mistral.Old}, Bad: asked(result, ask), Good: asked(result, said("assistant", `"a"`), ask)},
	{ID: "mistral/call-count", Bad: asked(result, result), Good: full(ask, calling(call("call00001"), call("call00002")), tool("call00002"), result)},
	{
		ID: "mistral/duplicate-or-unexpected-result", Text: "assistant", Profiles: []string{mistral.V13},
		Bad: full(ask, calling(call("call00001"), call("call00001")), result, result), Good: sound, Message: "Duplicate tool call id call00001 in assistant message",
	},
	{
		ID: "mistral/duplicate-or-unexpected-result", Text: "Duplicate tool call id {id} in tool", Profiles: []string{mistral.V13},
		Bad: full(ask, calling(call("call00001"), call("call00002")), result, result), Good: asked(result, calling(call("call00001")), result),
	},
	{
		ID: "mistral/duplicate-or-unexpected-result", Text: "Unexpected", Profiles: []string{mistral.V13},
		Bad: asked(tool("call00002")), Good: sound, Message: "Unexpected tool call id call00002 in tool results",
	},
	{ID: "mistral/assistant-empty", Text: "none", Bad: full(ask, said("assistant", `""`), ask), Good: full(ask, said("assistant", `" "`), ask)},
	{
		ID: "mistral/assistant-empty", Text: "both", Profiles: []string{mistral.V3}, Good: sound,
		Bad: full(ask, `{"role":"assistant","content":"a","tool_calls":[`+call("call00001")+`]}`, result),
	},
	{
		ID: "mistral/context", Profiles: []string{"window=2"}, Bad: full(said("user", `"a b c"`)), Good: full(said("user", `"a b"`)),
		Message: "Prompt contains 3 tokens and 0 draft tokens, too large for model with 2 maximum context length",
	},
	{ID: "mistral/last-role", Text: "prefix True must", Bad: full(ask, `{"role":"assistant","content":"a","prefix":true}`, ask), Good: full(ask, said("assistant", `"a"`), ask)},
	{
		ID: "mistral/tool-call-id-format", Text: "{id}", Bad: full(ask, calling(call("call_1")), tool("call_1")), Good: sound,
		Message: "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
	},
	{ID: "mistral/tool-call-id-format", Text: "serving", Bad: full(ask, calling(call("null")), result), Good: sound},
	{ID: "mistral/tool-call-id-format", Text: "defined.", Bad: asked(said("tool", `"a"`)), Good: sound},
	{
		ID: "mistral/function-name-format", Bad: full(ask, calling(callOf("call00001", "functions.read", `"{}"`)), result), Good: sound,
		Message: "Function name was functions.read but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
	},
	{
		ID:   "mistral/function-name-format",
		Bad:  `{"model":"m","messages":[` + ask + `],"tools":[{"type":"function","function":{"name":"re ad"}}]}`,
		Good: `{"model":"m","messages":[` + ask + `],"tools":[{"type":"function","function":{"name":"re-ad_1"}}]}`,
	},
	{
		ID: "mistral/chunk-types", Bad: full(ask, pictured("assistant", png), ask), Good: full(pictured("user", png)),
		Message: "Unexpected content chunk types in assistant message: ['ImageURLChunk']",
	},
	{
		ID: "mistral/chunk-types", Profiles: []string{mistral.Old}, Good: sound,
		Bad: asked(`{"role":"tool","tool_call_id":"call00001","content":[{"type":"image_url","image_url":"` + png + `"}]}`),
	},
	{
		ID: "mistral/chunk-types", Profiles: []string{mistral.V3}, Good: full(ask, said("assistant", `"a"`), ask),
		Bad: full(ask, said("assistant", `[{"type":"thinking","thinking":[{"type":"text","text":"a"}]}]`), ask),
	},
	{ID: "mistral/image-invalid", Bad: full(pictured("user", "data:undefined;base64,undefined")), Good: full(pictured("user", "https://example.org/a.png"))},
}

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestClauses(t *testing.T) {
	contracttest.Check(t, mistral.Contract, cases)
	contracttest.Covered(t, mistral.Contract, cases)
}
