package mistral_test

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
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

// sample is a request with one fault beside its sound twin of the same shape.
type sample struct {
	id, text  string // the clause: its id and a part of its text
	code      string // the missing member, where the text does not tell
	bad, good string
	message   string
	profile   string
}

var cases = []sample{
	{id: "mistral/invalid-json", bad: `{"model"`, good: sound},
	{id: "mistral/schema", code: "model", bad: `{"messages":[` + ask + `]}`, good: sound},
	{id: "mistral/schema", code: "messages", bad: `{"model":"m"}`, good: sound},
	{id: "mistral/schema", code: "content", bad: asked(`{"role":"tool","tool_call_id":"call00001"}`), good: sound},
	{id: "mistral/schema", code: "function", bad: full(calling(`{"id":"call00001"}`), result), good: sound},
	{id: "mistral/schema", code: "name", bad: full(calling(`{"id":"call00001","function":{"arguments":"{}"}}`), result), good: sound},
	{id: "mistral/schema", code: "arguments", bad: full(calling(`{"id":"call00001","function":{"name":"read"}}`), result), good: sound},
	{id: "mistral/schema", code: "text", bad: full(said("user", `[{"type":"text"}]`)), good: full(said("user", `[{"type":"text","text":""}]`))},
	{id: "mistral/schema", text: "valid list", bad: `{"model":"m","messages":{}}`, good: sound},
	{id: "mistral/schema", text: "valid string", bad: full(said("user", `3`)), good: full(said("user", `"3"`))},
	{id: "mistral/schema", text: "Extra", bad: full(ask, `{"role":"assistant","content":"a","reasoning_content":"b"}`, ask), good: full(ask, said("assistant", `"a"`), ask)},
	{
		id: "mistral/schema", text: "'role'", bad: full(said("toolResult", `"a"`)), good: full(ask),
		message: "Input tag 'toolResult' found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', 'user'",
	},
	{id: "mistral/schema", text: "'type'", bad: full(said("user", `[{"type":"audio"}]`)), good: full(ask)},
	{id: "mistral/empty-list", text: "at least one", bad: full(), good: full(ask)},
	{id: "mistral/empty-list", text: "start", bad: full(said("assistant", `"a"`)), good: full(said("system", `"a"`))},
	{
		id: "mistral/last-role", text: "Expected", bad: full(ask, said("assistant", `"a"`)), good: full(ask, `{"role":"assistant","content":"a","prefix":true}`),
		message: "Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got assistant",
	},
	{id: "mistral/role-order", bad: full(ask, said("tool", `"a"`)), good: sound, message: "Unexpected role 'tool' after role 'user'"},
	{id: "mistral/user-after-tool", profile: mistral.Old, bad: asked(result, ask), good: asked(result, said("assistant", `"a"`), ask)},
	{id: "mistral/call-count", bad: asked(result, result), good: full(ask, calling(call("call00001"), call("call00002")), tool("call00002"), result)},
	{
		id: "mistral/duplicate-or-unexpected-result", text: "assistant", profile: mistral.V13,
		bad: full(ask, calling(call("call00001"), call("call00001")), result, result), good: sound, message: "Duplicate tool call id call00001 in assistant message",
	},
	{
		id: "mistral/duplicate-or-unexpected-result", text: "Duplicate tool call id {id} in tool", profile: mistral.V13,
		bad: full(ask, calling(call("call00001"), call("call00002")), result, result), good: asked(result, calling(call("call00001")), result),
	},
	{
		id: "mistral/duplicate-or-unexpected-result", text: "Unexpected", profile: mistral.V13,
		bad: asked(tool("call00002")), good: sound, message: "Unexpected tool call id call00002 in tool results",
	},
	{id: "mistral/assistant-empty", text: "none", bad: full(ask, said("assistant", `""`), ask), good: full(ask, said("assistant", `" "`), ask)},
	{
		id: "mistral/assistant-empty", text: "both", profile: mistral.V3, good: sound,
		bad: full(ask, `{"role":"assistant","content":"a","tool_calls":[`+call("call00001")+`]}`, result),
	},
	{
		id: "mistral/context", profile: "window=2", bad: full(said("user", `"a b c"`)), good: full(said("user", `"a b"`)),
		message: "Prompt contains 3 tokens and 0 draft tokens, too large for model with 2 maximum context length",
	},
	{id: "mistral/last-role", text: "prefix True must", bad: full(ask, `{"role":"assistant","content":"a","prefix":true}`, ask), good: full(ask, said("assistant", `"a"`), ask)},
	{
		id: "mistral/tool-call-id-format", text: "{id}", bad: full(ask, calling(call("call_1")), tool("call_1")), good: sound,
		message: "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
	},
	{id: "mistral/tool-call-id-format", text: "serving", bad: full(ask, calling(call("null")), result), good: sound},
	{id: "mistral/tool-call-id-format", text: "defined.", bad: asked(said("tool", `"a"`)), good: sound},
	{
		id: "mistral/function-name-format", bad: full(ask, calling(callOf("call00001", "functions.read", `"{}"`)), result), good: sound,
		message: "Function name was functions.read but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.",
	},
	{
		id:   "mistral/function-name-format",
		bad:  `{"model":"m","messages":[` + ask + `],"tools":[{"type":"function","function":{"name":"re ad"}}]}`,
		good: `{"model":"m","messages":[` + ask + `],"tools":[{"type":"function","function":{"name":"re-ad_1"}}]}`,
	},
	{
		id: "mistral/chunk-types", bad: full(ask, pictured("assistant", png), ask), good: full(pictured("user", png)),
		message: "Unexpected content chunk types in assistant message: ['ImageURLChunk']",
	},
	{
		id: "mistral/chunk-types", profile: mistral.Old, good: sound,
		bad: asked(`{"role":"tool","tool_call_id":"call00001","content":[{"type":"image_url","image_url":"` + png + `"}]}`),
	},
	{
		id: "mistral/chunk-types", profile: mistral.V3, good: full(ask, said("assistant", `"a"`), ask),
		bad: full(ask, said("assistant", `[{"type":"thinking","thinking":[{"type":"text","text":"a"}]}]`), ask),
	},
	{id: "mistral/image-invalid", bad: full(pictured("user", "data:undefined;base64,undefined")), good: full(pictured("user", "https://example.org/a.png"))},
}

var hole = regexp.MustCompile(`\{[a-z]+\}`)

func TestClauses(t *testing.T) {
	for _, c := range cases {
		name := c.id + " " + c.text + c.code
		bad := mistral.Contract.Judge([]byte(c.bad), c.profile)
		i := slices.IndexFunc(bad, func(v contract.Violation) bool {
			return v.Clause.ID == c.id && strings.Contains(v.Clause.Text, c.text) && (c.code == "" || c.code == v.Code)
		})
		if i < 0 {
			t.Errorf("%s: not found, got %v", name, bad)
			continue
		}
		if c.message != "" && bad[i].Message != c.message {
			t.Errorf("%s: got %q\nwant %q", name, bad[i].Message, c.message)
		}
		if hole.MatchString(bad[i].Message + bad[i].Code) {
			t.Errorf("%s: a hole is left in %q, %q", name, bad[i].Message, bad[i].Code)
		}
		if good := mistral.Contract.Judge([]byte(c.good), c.profile); len(good) > 0 {
			t.Errorf("%s: its sound twin breaks %v", name, good)
		}
	}
}

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestEveryClauseHasACase(t *testing.T) {
	var all []contracttest.Case
	for _, c := range cases {
		all = append(all, contracttest.Case{ID: c.id, Bad: c.bad, Good: c.good, Profiles: []string{c.profile}})
	}
	contracttest.Covered(t, mistral.Contract, all)
}
