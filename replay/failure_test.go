package replay_test

import (
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

const ownUsage = `,"provider":"anthropic","api":"anthropic-messages","model":"claude-opus-4-5","usage":{"totalTokens":1}`

// failures are entries that make pi stop with an exception behind "U A". claude
// is what pi prints with the one API, other with the other where it differs.
var failures = map[string]struct {
	more              func(*session)
	id, claude, other string
}{
	"assistant string": {func(s *session) { s.message("assistant", `,"content":"a"`+ownUsage) },
		"pi/assistant-content", "assistantMsg.content.flatMap is not a function", ""},
	"result string": {func(s *session) { s.message("toolResult", `,"toolCallId":"c","content":"a"`) },
		"pi/result-content", "content.some is not a function", "toolMsg.content.filter is not a function"},
	"error result string": {func(s *session) { s.message("toolResult", `,"toolCallId":"c","content":"a","isError":true`) },
		"pi/result-content", "msg.content.filter is not a function", "toolMsg.content.filter is not a function"},
	"user object": {func(s *session) { s.message("user", `,"content":{}`); s.assistant(text("say"), "stop") },
		"pi/user-content", "msg.content.map is not a function", "msg.content.filter is not a function"},
	"text block without text": {func(s *session) { s.assistant(`{"type":"text"}`, "stop"); s.assistant(text("say"), "stop") },
		"pi/text-block", "Cannot read properties of undefined (reading 'trim')", ""},
	"text block with a number": {func(s *session) { s.assistant(`{"type":"text","text":3}`, "stop"); s.assistant(text("say"), "stop") },
		"pi/text-block", "block.text.trim is not a function", ""},
	"null block": {func(s *session) { s.message("user", `,"content":[null]`); s.assistant(text("say"), "stop") },
		"pi/null-block", "Cannot read properties of null (reading 'type')", ""},
	"no usage": {func(s *session) { s.message("assistant", `,"content":[]`) },
		"pi/assistant-usage", "Cannot read properties of undefined (reading 'totalTokens')", ""},
	"message entry without message": {func(s *session) { s.entry("message", "") },
		"pi/message", "Cannot read properties of undefined (reading 'role')", ""},
	"edit without replacement": {func(s *session) { s.entry("context_edit", `,"targetId":"e2"`) },
		"pi/context-edit", "Cannot read properties of undefined (reading 'content')", ""},
	"edit without content": {func(s *session) {
		s.message("user", `,"content":"a"`)
		s.entry("context_edit", `,"targetId":"e3","replacement":{}`)
	}, "pi/user-content", "content is not iterable", ""},
	"null in a prompt": {func(s *session) { s.message("system", `,"content":[null]`) },
		"pi/null-block", "Cannot read properties of null (reading 'type')", ""},
	"null in tools": {func(s *session) { s.message("system", `,"content":"","toolsAdded":[null]`) },
		"pi/system-tools", "Cannot read properties of null (reading 'name')", ""},
	"no list of tools": {func(s *session) { s.message("system", `,"content":"","toolsRemoved":{"name":"read"}`) },
		"pi/system-tools", "(message.toolsRemoved ?? []) is not iterable", ""},
	"no list of tools in a compaction": {func(s *session) {
		s.entry("compaction", `,"summary":"s","firstKeptEntryId":"e1","tokensBefore":1,"systemMessage":{"role":"system","content":"","toolsAdded":7}`)
	}, "pi/system-tools", "number 7 is not iterable (cannot read property Symbol(Symbol.iterator))", ""},
	"foreign call without id": {func(s *session) { s.of("x", "y", "z", `{"type":"toolCall","name":"read"}`, "stop") },
		"pi/call-id", "Cannot read properties of undefined (reading 'replace')", "Cannot read properties of undefined (reading 'includes')"},
}

// What makes pi stop with an exception is a verdict, in pi's words.
func TestWhatMakesPiFail(t *testing.T) {
	for name, test := range failures {
		for _, api := range []string{"anthropic-messages", "openai-completions"} {
			s := started("anthropic-messages")
			s.walk(t, "U A")
			test.more(s)
			v := s.run(t, replay.Options{APIs: []string{api}})
			want := test.claude
			if api == "openai-completions" && test.other != "" {
				want = test.other
			}
			if v.Accepted() || len(v.Exchanges) > 0 || len(v.Violations) != 1 {
				t.Fatalf("%s on %s: got %+v, want one violation and no exchange", name, api, v)
			}
			if got := v.Violations[0]; got.ID != test.id || got.Message != want || got.Entry != "e3" {
				t.Errorf("%s on %s: got %s %q at %s\nwant %s %q at e3", name, api, got.ID, got.Message, got.Entry, test.id, want)
			}
		}
	}
}
