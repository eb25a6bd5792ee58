package gateway_test

import (
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
	"github.com/pi-fix/pi-fix/replay/gateway"
)

func full(messages ...string) string {
	return `{"model":"m","context":{"messages":[` + strings.Join(messages, ",") + `]},"options":{}}`
}

const (
	user  = `{"role":"user","content":"q"}`
	said  = `{"role":"assistant","content":[{"type":"text","text":"a"}],"stopReason":"stop"}`
	calls = `{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"read","arguments":{}}],"stopReason":"toolUse"}`
)

func result(id string) string {
	return `{"role":"toolResult","toolCallId":"` + id + `","toolName":"read","content":[],"isError":false}`
}

var sound = full(user, calls, result("c1"), said, user)

// Each clause has a request that breaks it beside a sound one.
var cases = []contracttest.Sample{
	{ID: "pi-messages/invalid-json", Bad: `{"model":`, Good: sound},
	{ID: "pi-messages/model-required", Bad: `{"context":{"messages":[]}}`, Good: sound},
	{ID: "pi-messages/messages-required", Bad: `{"model":"m","context":{}}`, Good: full(), Message: "context.messages: expected an array"},
	{ID: "pi-messages/role-unknown", Bad: full(`{"role":"bashExecution"}`), Good: full(user), At: "/context/messages/0", Message: "context.messages[0].role: unexpected role bashExecution"},
	{ID: "pi-messages/content-type", Bad: full(`{"role":"assistant","content":"a"}`), Good: full(said), At: "/context/messages/0"},
	{ID: "pi-messages/content-block", Bad: full(user, `{"role":"user","content":[{"type":"text"}]}`), Good: full(user, `{"role":"user","content":[{"type":"text","text":""}]}`), At: "/context/messages/1/content/0", Message: "context.messages[1].content[0]: text is no content block"},
	{ID: "pi-messages/content-block", Bad: full(`{"role":"user","content":[{"type":"audio"}]}`), Good: full(user)},
	{ID: "pi-messages/call-id-required", Bad: full(user, calls, `{"role":"toolResult","content":[]}`), Good: sound, At: "/context/messages/2"},
	{ID: "pi-messages/orphan-tool-result", Bad: full(user, result("c1"), user), Good: sound, At: "/context/messages/1", Message: "context.messages[1]: the tool result answers no open tool call: c1"},
	{ID: "pi-messages/orphan-tool-result", Bad: full(user, calls, user, result("c1")), Good: full(user, calls, `{"role":"system","content":"s"}`, result("c1"))},
	{ID: "pi-messages/orphan-tool-result", Bad: full(user, strings.Replace(calls, "toolUse", "aborted", 1), result("c1")), Good: full(user, strings.Replace(calls, "toolUse", "length", 1), result("c1"))},
	{ID: "pi-messages/duplicate-tool-result", Bad: full(user, calls, result("c1"), result("c1")), Good: sound, At: "/context/messages/3"},
	{ID: "pi-messages/duplicate-tool-call-id", Bad: full(user, calls, result("c1"), calls, result("c1")), Good: full(user, calls, result("c1"), strings.ReplaceAll(calls, "c1", "c2"), result("c2")), At: "/context/messages/3/content/0"},
}

func TestClauses(t *testing.T) {
	contracttest.Check(t, gateway.Contract, cases)
	contracttest.Covered(t, gateway.Contract, cases)
}

// What a gateway heals as pi does, or hands on as it is.
func TestTolerated(t *testing.T) {
	for name, body := range map[string]string{
		"calls without results":         full(user, calls, user, calls[:len(calls)-1]+`,"x":1}`),
		"neighbours of one role":        full(user, user, said, said, user),
		"an answer first":               full(said, user),
		"no content":                    full(`{"role":"user"}`, `{"role":"assistant","content":null}`),
		"nothing said":                  full(`{"role":"user","content":""}`, `{"role":"assistant","content":[]}`),
		"members that nobody knows":     full(`{"role":"user","content":"a","timestamp":1,"more":{}}`),
		"half a character":              full(`{"role":"user","content":"a\ud83d"}`),
		"thinking, pictures, arguments": full(`{"role":"user","content":[{"type":"image","data":"AA==","mimeType":"image/png"}]}`, `{"role":"assistant","content":[{"type":"thinking","thinking":""},{"type":"toolCall","id":"a.b/c","name":"","arguments":"x"}]}`),
	} {
		if v := contract.Refusal(gateway.Contract.Judge([]byte(body))); v != nil {
			t.Errorf("%s: %v", name, v)
		}
	}
}

func TestRefusal(t *testing.T) {
	v := contract.Refusal(gateway.Contract.Judge([]byte(full(user, result("c1")))))
	got := gateway.Contract.RefuseAs(nil, v, 1)
	want := `{"error":{"code":"invalid_request","message":"context.messages[1]: the tool result answers no open tool call: c1"}}`
	if got.Status != 400 || string(got.Body) != want {
		t.Errorf("got %d %s", got.Status, got.Body)
	}
}

func TestAnswer(t *testing.T) {
	turn := contract.Turn{Blocks: []contract.Block{
		{Thought: &contract.Thought{Text: "hm", Signature: "sig"}}, {Text: "a"}, {Call: &contract.Call{Name: "read", Arguments: []byte(`{"p":1}`)}},
	}, Usage: &contract.Usage{Input: 3, Output: 2, CacheRead: 1}}
	_, request := gateway.Contract.Weigh([]byte(sound))
	r := gateway.Contract.Answer(request, turn, 7)
	want := `data: {"type":"start"}

data: {"contentIndex":0,"type":"thinking_start"}

data: {"contentIndex":0,"delta":"hm","type":"thinking_delta"}

data: {"content":"hm","contentIndex":0,"contentSignature":"sig","redacted":false,"type":"thinking_end"}

data: {"contentIndex":1,"type":"text_start"}

data: {"contentIndex":1,"delta":"a","type":"text_delta"}

data: {"content":"a","contentIndex":1,"type":"text_end"}

data: {"contentIndex":2,"id":"call_7_0","toolName":"read","type":"toolcall_start"}

data: {"contentIndex":2,"delta":"{\"p\":1}","type":"toolcall_delta"}

data: {"contentIndex":2,"toolCall":{"arguments":{"p":1},"id":"call_7_0","name":"read","type":"toolCall"},"type":"toolcall_end"}

data: {"reason":"toolUse","responseId":"response_7","type":"done","usage":{"cacheRead":1,"cacheWrite":0,"cost":{"cacheRead":0,"cacheWrite":0,"input":0,"output":0,"total":0},"input":3,"output":2,"totalTokens":6}}

`
	if r.Status != 200 || string(r.Body) != want {
		t.Errorf("got %d %s", r.Status, r.Body)
	}
}
