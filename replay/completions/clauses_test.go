package completions_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/completions"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
)

// full makes a whole body of messages.
func full(messages ...string) string {
	return `{"model":"m","messages":[` + strings.Join(messages, ",") + `]}`
}

// asked makes a body with a call of c1 and what follows it.
func asked(rest ...string) string {
	return full(append([]string{said("user", `"hi"`), calling(call("c1"))}, rest...)...)
}

func said(role, content string) string { return `{"role":"` + role + `","content":` + content + `}` }

func calling(calls ...string) string {
	return `{"role":"assistant","content":null,"tool_calls":[` + strings.Join(calls, ",") + `]}`
}

func call(id string) string { return callOf(id, "read", `"{}"`) }

func callOf(id, name, arguments string) string {
	return `{"id":"` + id + `","type":"function","function":{"name":"` + name + `","arguments":` + arguments + `}}`
}

func tool(id string) string { return `{"role":"tool","tool_call_id":"` + id + `","content":"x"}` }

func pictured(url string) string {
	return full(said("user", `[{"type":"image_url","image_url":{"url":"`+url+`"}}]`))
}

var png = "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1A\n0123456789abcdef"))

type sample = contracttest.Sample

var cases = slices.Concat(ownCases, mistralCases, serviceCases, limitCases)

var ownCases = []sample{
	{ID: "openai-chat/invalid-json-surrogate", Bad: full(said("user", `"a\udc00"`)), Good: full(said("user", `"a\ud83d\ude00"`))},
	{ID: "openai-chat/field-required", Text: "'model'", Bad: `{"messages":[{"role":"user","content":"a"}]}`, Good: asked(tool("c1")), Param: "model"},
	{ID: "openai-chat/field-required", Text: "'messages'", Bad: `{"model":"m"}`, Good: asked(tool("c1")), Param: "messages"},
	{
		ID: "openai-chat/unknown-parameter", Bad: `{"model":"m","max_token":1,"messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"}]}`, Message: "Unknown parameter: 'max_token'. Did you mean 'max_tokens'?", Param: "max_token",
	},
	{ID: "openai-chat/messages-empty", Bad: full(), Good: asked(tool("c1")), Param: "messages"},
	{ID: "openai-chat/content-type", Text: "'messages':", Bad: `{"model":"m","messages":"a"}`, Good: asked(tool("c1"))},
	{ID: "openai-chat/content-type", Text: "'messages[{i}]'", Bad: full(`"a"`), Good: asked(tool("c1")), Param: "messages[0]"},
	{
		ID: "openai-chat/role-unknown", Text: "Supported", Bad: full(said("toolResult", `"a"`)), Good: full(said("developer", `"a"`)),
		Message: "Invalid value: 'toolResult'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and " +
			"'developer'.", Param: "messages[0].role",
	},
	{ID: "openai-chat/role-unknown", Text: "Missing", Bad: full(`{"content":"a"}`), Good: full(said("user", `"a"`)), Param: "messages[0].role"},
	{
		ID: "openai-chat/content-type", Text: "content'", Bad: full(said("user", `3`)), Good: full(said("user", `""`)), Param: "messages[0].content",
		Message: "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an integer instead.",
	},
	{ID: "openai-chat/content-part-type", Text: "].type'", Bad: full(said("user", `[{"text":"a"}]`)), Good: full(said("user", `[{"type":"text","text":"a"}]`))},
	{
		ID: "openai-chat/content-part-type", Text: "Image URLs", Good: pictured(png),
		Bad: asked(`{"role":"tool","tool_call_id":"c1","content":[{"type":"image_url","image_url":{"url":"` + png + `"}}]}`),
		Message: "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role " +
			"'tool' contains an image URL.",
	},
	{
		ID: "openai-chat/content-part-type", Text: "Supported", Bad: full(said("user", `[{"type":"audio"}]`)),
		Good: full(said("user", `[{"type":"text","text":"a"}]`)), Param: "messages[0].content[0].type",
	},
	{ID: "openai-chat/content-part-type", Text: "].text'", Bad: full(said("user", `[{"type":"text"}]`)), Good: full(said("user", `[{"type":"text","text":""}]`))},
	{
		ID: "openai-chat/tool-calls-empty", Bad: full(`{"role":"assistant","content":"a","tool_calls":[]}`),
		Good: full(`{"role":"assistant","content":"a"}`), Param: "messages[0].tool_calls",
	},
	{
		ID: "openai-chat/tool-call-shape", Text: "].id'.", Bad: full(calling(`{"type":"function","function":{"name":"a","arguments":"{}"}}`)),
		Good: asked(tool("c1")), Message: "Missing required parameter: 'messages[0].tool_calls[0].id'.", Param: "messages[0].tool_calls[0].id",
	},
	{ID: "openai-chat/tool-call-shape", Text: "].type'", Bad: asked(tool("c1"), calling(`{"id":"d","function":{"name":"a","arguments":"{}"}}`), tool("d")), Good: asked(tool("c1"))},
	{ID: "openai-chat/tool-call-shape", Text: "].function'", Bad: asked(tool("c1"), calling(`{"id":"d","type":"function"}`), tool("d")), Good: asked(tool("c1"))},
	{ID: "openai-chat/tool-call-shape", Text: "function.name'.", Bad: asked(tool("c1"), calling(`{"id":"d","type":"function","function":{"arguments":"{}"}}`), tool("d")), Good: asked(tool("c1"))},
	{ID: "openai-chat/tool-call-shape", Text: "function.arguments'.", Bad: asked(tool("c1"), calling(`{"id":"d","type":"function","function":{"name":"a"}}`), tool("d")), Good: asked(tool("c1"))},
	{ID: "openai-chat/tool-call-shape", Text: "].id': expected", Bad: asked(tool("c1"), calling(`{"id":3,"type":"function","function":{"name":"a","arguments":"{}"}}`)), Good: asked(tool("c1"))},
	{ID: "openai-chat/tool-call-shape", Text: "function.name': expected", Bad: asked(tool("c1"), calling(`{"id":"d","type":"function","function":{"name":null,"arguments":"{}"}}`), tool("d")), Good: asked(tool("c1"))},
	{
		ID: "openai-chat/tool-call-shape", Text: "function.arguments': expected", Bad: asked(tool("c1"), calling(callOf("d", "a", `{}`)), tool("d")), Good: asked(tool("c1")),
		Message: "Invalid type for 'messages[3].tool_calls[0].function.arguments': expected a string, but got an object instead.",
	},
	{ID: "openai-chat/tool-call-shape", Text: "].id': empty", Bad: full(calling(call("")), tool("")), Good: asked(tool("c1"))},
	{ID: "openai-chat/tool-call-shape", Text: "tool_call_id': empty", Bad: full(calling(call("")), tool("")), Good: asked(tool("c1"))},
	{ID: "openai-chat/tool-call-shape", Text: "tool_call_id'.", Bad: asked(`{"role":"tool","content":"x"}`), Good: asked(tool("c1")), Param: "messages[2].tool_call_id"},
	{ID: "openai-chat/tool-call-shape", Text: "tool_call_id': expected", Bad: asked(`{"role":"tool","tool_call_id":1,"content":"x"}`), Good: asked(tool("c1"))},
	{
		ID: "openai-chat/tool-call-id-too-long", Text: "].id'", Profiles: []string{completions.ID40}, Good: asked(tool("c1")),
		Bad: full(calling(call(strings.Repeat("é", 41))), tool(strings.Repeat("é", 41))), Param: "messages[0].tool_calls[0].id",
		Message: "Invalid 'messages[0].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a " +
			"string with length 41 instead.",
	},
	{
		ID: "openai-chat/tool-call-id-too-long", Text: "tool_call_id'", Profiles: []string{completions.ID40}, Good: asked(tool("c1")),
		Bad: full(calling(call(strings.Repeat("a", 41))), tool(strings.Repeat("a", 41))), Param: "messages[1].tool_call_id",
	},
	{ID: "openai-chat/function-name-pattern", Text: "pattern", Bad: full(calling(callOf("d", "functions.read", `"{}"`)), tool("d")), Good: asked(tool("c1"))},
	{
		ID: "openai-chat/function-name-pattern", Text: "too long", Bad: full(calling(callOf("d", strings.Repeat("a", 65), `"{}"`)), tool("d")),
		Good: full(calling(callOf("d", strings.Repeat("a", 64), `"{}"`)), tool("d")),
	},
	{
		ID: "openai-chat/unsupported-parameter", Profiles: []string{completions.Reasoning},
		Bad: `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"}]}`, Good: full(said("user", `"a"`)),
	},
	{ID: "openai-chat/content-required", Text: "got null.", Bad: full(said("user", `null`)), Good: full(said("user", `"a"`)), Param: "messages.[0].content"},
	{ID: "openai-chat/content-required", Text: "got null.", Bad: full(`{"role":"assistant","content":null,"refusal":null}`), Good: full(`{"role":"assistant","refusal":"no"}`), Param: "messages.[0].content"},
	{ID: "openai-chat/content-required", Text: "Missing", Bad: full(`{"role":"developer"}`), Good: full(said("developer", `"a"`))},
	{ID: "openai-chat/content-required", Text: "got {kind}", Bad: full(said("developer", `null`)), Good: full(said("developer", `"a"`))},
	{
		ID: "openai-chat/missing-tool-messages", Bad: full(calling(call("c1"), call("c2"), call("c3")), tool("c2"), said("user", `"a"`)),
		Good: full(calling(call("c1"), call("c2")), tool("c2"), tool("c1"), said("user", `"a"`)), Param: "messages.[2].role",
		Message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The " +
			"following tool_call_ids did not have response messages: c1, c3",
	},
	{ID: "openai-chat/orphan-tool-message", Bad: full(said("user", `"a"`), tool("c1")), Good: asked(tool("c1")), Param: "messages.[1].role"},
	{
		ID: "openai-chat/tool-call-id-unknown", Bad: asked(tool("c1"), tool("c9")), Good: asked(tool("c1")), Param: "messages.[3].tool_call_id",
		Message: "Invalid parameter: 'tool_call_id' of 'c9' not found in 'tool_calls' of previous message.",
	},
	{
		ID: "openai-chat/duplicate-tool-call-id", Bad: asked(tool("c1"), tool("c1")), Good: asked(tool("c1"), calling(call("c1")), tool("c1")),
		Message: "Duplicate value for 'tool_call_id' of c1 in message[3]",
	},
	{
		ID: "openai-chat/truncated-id-collision", Bad: full(calling(call(cut), call(cut)), tool(cut)), Good: full(calling(call(cut+"0"), call(cut+"1")), tool(cut+"0"), tool(cut+"1")),
		Message: "Duplicate value for 'tool_call_id' of " + cut + " in message[0]",
	},
	{
		ID: "openai-chat/duplicate-tool-call-id", Profiles: []string{completions.UniqueIDs},
		Bad: asked(tool("c1"), calling(call("c1")), tool("c1")), Good: asked(tool("c1"), calling(call("c2")), tool("c2")),
	},
	{
		ID: "openai-chat/arguments-not-json", Profiles: []string{completions.StrictArguments},
		Bad: full(calling(callOf("d", "a", `"\"{}\""`)), tool("d")), Good: asked(tool("c1")),
	},
	{ID: "openai-chat/image-invalid", Text: "unsupported", Bad: pictured(strings.Replace(png, "png", "bmp", 1)), Good: pictured(png)},
	{ID: "openai-chat/image-invalid", Text: "Invalid image data", Bad: pictured("data:image/png;base64,undefined"), Good: pictured("https://example.org/a.png")},
}

// cut is an id of xAI as pi cuts it.
var cut = "call-0199a000-0000-7000-8000-0000000000011"[:40]

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestClauses(t *testing.T) {
	contracttest.Check(t, completions.Contract, cases)
	contracttest.Covered(t, completions.Contract, cases)
}
