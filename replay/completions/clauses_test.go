package completions_test

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/completions"
	"github.com/pi-fix/pi-fix/replay/contract"
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

// sample is a request with one fault beside its sound twin of the same shape.
type sample struct {
	id, text       string // the clause: its id and a part of its text
	bad, good      string
	message, param string
	profiles       []string
}

var cases = slices.Concat(ownCases, mistralCases, serviceCases, limitCases)

var ownCases = []sample{
	{id: "openai-chat/invalid-json-surrogate", bad: full(said("user", `"a\udc00"`)), good: full(said("user", `"a\ud83d\ude00"`))},
	{id: "openai-chat/field-required", text: "'model'", bad: `{"messages":[{"role":"user","content":"a"}]}`, good: asked(tool("c1")), param: "model"},
	{id: "openai-chat/field-required", text: "'messages'", bad: `{"model":"m"}`, good: asked(tool("c1")), param: "messages"},
	{
		id: "openai-chat/unknown-parameter", bad: `{"model":"m","max_token":1,"messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"}]}`, message: "Unknown parameter: 'max_token'. Did you mean 'max_tokens'?", param: "max_token",
	},
	{id: "openai-chat/messages-empty", bad: full(), good: asked(tool("c1")), param: "messages"},
	{id: "openai-chat/content-type", text: "'messages':", bad: `{"model":"m","messages":"a"}`, good: asked(tool("c1"))},
	{id: "openai-chat/content-type", text: "'messages[{i}]'", bad: full(`"a"`), good: asked(tool("c1")), param: "messages[0]"},
	{
		id: "openai-chat/role-unknown", text: "Supported", bad: full(said("toolResult", `"a"`)), good: full(said("developer", `"a"`)),
		message: "Invalid value: 'toolResult'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and " +
			"'developer'.", param: "messages[0].role",
	},
	{id: "openai-chat/role-unknown", text: "Missing", bad: full(`{"content":"a"}`), good: full(said("user", `"a"`)), param: "messages[0].role"},
	{
		id: "openai-chat/content-type", text: "content'", bad: full(said("user", `3`)), good: full(said("user", `""`)), param: "messages[0].content",
		message: "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an integer instead.",
	},
	{id: "openai-chat/content-part-type", text: "].type'", bad: full(said("user", `[{"text":"a"}]`)), good: full(said("user", `[{"type":"text","text":"a"}]`))},
	{
		id: "openai-chat/content-part-type", text: "Image URLs", good: pictured(png),
		bad: asked(`{"role":"tool","tool_call_id":"c1","content":[{"type":"image_url","image_url":{"url":"` + png + `"}}]}`),
		message: "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role " +
			"'tool' contains an image URL.",
	},
	{
		id: "openai-chat/content-part-type", text: "Supported", bad: full(said("user", `[{"type":"audio"}]`)),
		good: full(said("user", `[{"type":"text","text":"a"}]`)), param: "messages[0].content[0].type",
	},
	{id: "openai-chat/content-part-type", text: "].text'", bad: full(said("user", `[{"type":"text"}]`)), good: full(said("user", `[{"type":"text","text":""}]`))},
	{
		id: "openai-chat/tool-calls-empty", bad: full(`{"role":"assistant","content":"a","tool_calls":[]}`),
		good: full(`{"role":"assistant","content":"a"}`), param: "messages[0].tool_calls",
	},
	{
		id: "openai-chat/tool-call-shape", text: "].id'.", bad: full(calling(`{"type":"function","function":{"name":"a","arguments":"{}"}}`)),
		good: asked(tool("c1")), message: "Missing required parameter: 'messages[0].tool_calls[0].id'.", param: "messages[0].tool_calls[0].id",
	},
	{id: "openai-chat/tool-call-shape", text: "].type'", bad: asked(tool("c1"), calling(`{"id":"d","function":{"name":"a","arguments":"{}"}}`), tool("d")), good: asked(tool("c1"))},
	{id: "openai-chat/tool-call-shape", text: "].function'", bad: asked(tool("c1"), calling(`{"id":"d","type":"function"}`), tool("d")), good: asked(tool("c1"))},
	{id: "openai-chat/tool-call-shape", text: "function.name'.", bad: asked(tool("c1"), calling(`{"id":"d","type":"function","function":{"arguments":"{}"}}`), tool("d")), good: asked(tool("c1"))},
	{id: "openai-chat/tool-call-shape", text: "function.arguments'.", bad: asked(tool("c1"), calling(`{"id":"d","type":"function","function":{"name":"a"}}`), tool("d")), good: asked(tool("c1"))},
	{id: "openai-chat/tool-call-shape", text: "].id': expected", bad: asked(tool("c1"), calling(`{"id":3,"type":"function","function":{"name":"a","arguments":"{}"}}`)), good: asked(tool("c1"))},
	{id: "openai-chat/tool-call-shape", text: "function.name': expected", bad: asked(tool("c1"), calling(`{"id":"d","type":"function","function":{"name":null,"arguments":"{}"}}`), tool("d")), good: asked(tool("c1"))},
	{
		id: "openai-chat/tool-call-shape", text: "function.arguments': expected", bad: asked(tool("c1"), calling(callOf("d", "a", `{}`)), tool("d")), good: asked(tool("c1")),
		message: "Invalid type for 'messages[3].tool_calls[0].function.arguments': expected a string, but got an object instead.",
	},
	{id: "openai-chat/tool-call-shape", text: "].id': empty", bad: full(calling(call("")), tool("")), good: asked(tool("c1"))},
	{id: "openai-chat/tool-call-shape", text: "tool_call_id': empty", bad: full(calling(call("")), tool("")), good: asked(tool("c1"))},
	{id: "openai-chat/tool-call-shape", text: "tool_call_id'.", bad: asked(`{"role":"tool","content":"x"}`), good: asked(tool("c1")), param: "messages[2].tool_call_id"},
	{id: "openai-chat/tool-call-shape", text: "tool_call_id': expected", bad: asked(`{"role":"tool","tool_call_id":1,"content":"x"}`), good: asked(tool("c1"))},
	{
		id: "openai-chat/tool-call-id-too-long", text: "].id'", profiles: []string{completions.ID40}, good: asked(tool("c1")),
		bad: full(calling(call(strings.Repeat("é", 41))), tool(strings.Repeat("é", 41))), param: "messages[0].tool_calls[0].id",
		message: "Invalid 'messages[0].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a " +
			"string with length 41 instead.",
	},
	{
		id: "openai-chat/tool-call-id-too-long", text: "tool_call_id'", profiles: []string{completions.ID40}, good: asked(tool("c1")),
		bad: full(calling(call(strings.Repeat("a", 41))), tool(strings.Repeat("a", 41))), param: "messages[1].tool_call_id",
	},
	{id: "openai-chat/function-name-pattern", text: "pattern", bad: full(calling(callOf("d", "functions.read", `"{}"`)), tool("d")), good: asked(tool("c1"))},
	{
		id: "openai-chat/function-name-pattern", text: "too long", bad: full(calling(callOf("d", strings.Repeat("a", 65), `"{}"`)), tool("d")),
		good: full(calling(callOf("d", strings.Repeat("a", 64), `"{}"`)), tool("d")),
	},
	{
		id: "openai-chat/unsupported-parameter", profiles: []string{completions.Reasoning},
		bad: `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"a"}]}`, good: full(said("user", `"a"`)),
	},
	{id: "openai-chat/content-required", text: "got null.", bad: full(said("user", `null`)), good: full(said("user", `"a"`)), param: "messages.[0].content"},
	{id: "openai-chat/content-required", text: "got null.", bad: full(`{"role":"assistant","content":null,"refusal":null}`), good: full(`{"role":"assistant","refusal":"no"}`), param: "messages.[0].content"},
	{id: "openai-chat/content-required", text: "Missing", bad: full(`{"role":"developer"}`), good: full(said("developer", `"a"`))},
	{id: "openai-chat/content-required", text: "got {kind}", bad: full(said("developer", `null`)), good: full(said("developer", `"a"`))},
	{
		id: "openai-chat/missing-tool-messages", bad: full(calling(call("c1"), call("c2"), call("c3")), tool("c2"), said("user", `"a"`)),
		good: full(calling(call("c1"), call("c2")), tool("c2"), tool("c1"), said("user", `"a"`)), param: "messages.[2].role",
		message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The " +
			"following tool_call_ids did not have response messages: c1, c3",
	},
	{id: "openai-chat/orphan-tool-message", bad: full(said("user", `"a"`), tool("c1")), good: asked(tool("c1")), param: "messages.[1].role"},
	{
		id: "openai-chat/tool-call-id-unknown", bad: asked(tool("c1"), tool("c9")), good: asked(tool("c1")), param: "messages.[3].tool_call_id",
		message: "Invalid parameter: 'tool_call_id' of 'c9' not found in 'tool_calls' of previous message.",
	},
	{
		id: "openai-chat/duplicate-tool-call-id", bad: asked(tool("c1"), tool("c1")), good: asked(tool("c1"), calling(call("c1")), tool("c1")),
		message: "Duplicate value for 'tool_call_id' of c1 in message[3]",
	},
	{
		id: "openai-chat/truncated-id-collision", bad: full(calling(call(cut), call(cut)), tool(cut)), good: full(calling(call(cut+"0"), call(cut+"1")), tool(cut+"0"), tool(cut+"1")),
		message: "Duplicate value for 'tool_call_id' of " + cut + " in message[0]",
	},
	{
		id: "openai-chat/duplicate-tool-call-id", profiles: []string{completions.UniqueIDs},
		bad: asked(tool("c1"), calling(call("c1")), tool("c1")), good: asked(tool("c1"), calling(call("c2")), tool("c2")),
	},
	{
		id: "openai-chat/arguments-not-json", profiles: []string{completions.StrictArguments},
		bad: full(calling(callOf("d", "a", `"\"{}\""`)), tool("d")), good: asked(tool("c1")),
	},
	{id: "openai-chat/image-invalid", text: "unsupported", bad: pictured(strings.Replace(png, "png", "bmp", 1)), good: pictured(png)},
	{id: "openai-chat/image-invalid", text: "Invalid image data", bad: pictured("data:image/png;base64,undefined"), good: pictured("https://example.org/a.png")},
}

// cut is an id of xAI as pi cuts it.
var cut = "call-0199a000-0000-7000-8000-0000000000011"[:40]

var hole = regexp.MustCompile(`\{[a-z]+\}`)

func TestClauses(t *testing.T) {
	for _, c := range cases {
		name := c.id + " " + c.text
		bad := completions.Contract.Judge([]byte(c.bad), c.profiles...)
		i := slices.IndexFunc(bad, func(v contract.Violation) bool {
			return v.Clause.ID == c.id && strings.Contains(v.Clause.Text, c.text)
		})
		if i < 0 {
			t.Errorf("%s: not found, got %v", name, bad)
			continue
		}
		if c.param != "" && bad[i].Param != c.param {
			t.Errorf("%s: got param %s, want %s", name, bad[i].Param, c.param)
		}
		if c.message != "" && bad[i].Message != c.message {
			t.Errorf("%s: got %q\nwant %q", name, bad[i].Message, c.message)
		}
		if hole.MatchString(bad[i].Message + bad[i].Param + bad[i].Code) {
			t.Errorf("%s: a hole is left in %q, %q, %q", name, bad[i].Message, bad[i].Param, bad[i].Code)
		}
		if good := completions.Contract.Judge([]byte(c.good), c.profiles...); len(good) > 0 {
			t.Errorf("%s: its sound twin breaks %v", name, good)
		}
	}
}

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestEveryClauseHasACase(t *testing.T) {
	var all []contracttest.Case
	for _, c := range cases {
		all = append(all, contracttest.Case{ID: c.id, Bad: c.bad, Good: c.good, Profiles: c.profiles})
	}
	contracttest.Covered(t, completions.Contract, all)
}
