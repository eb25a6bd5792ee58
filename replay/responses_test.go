package replay_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/pi-fix/pi-fix/replay"
)

const (
	responsesAPI = "openai-responses"
	reasonedItem = `{"type":"thinking","thinking":"hm","thinkingSignature":"{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"gAAAA` +
		"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789" + `\"}"}`
)

// responsesDamages are sessions that pi sends on as they are, by the names of the
// catalogue, and the clause that speaks up; "" where none does. A clause behind a
// question mark only warns.
var responsesDamages = []struct {
	name, path string
	more       func(*session)
	want       string
}{
	{name: "sound", path: "U A[c1|fc_1,c2|fc_2] T(c1|fc_1) T(c2|fc_2) A U A"},
	{name: "sound, results in another order", path: "U A[c1,c2] T(c2) T(c1) A"},
	{name: "sound, no results at all", path: "U A[c1,c2] A[c3]"},
	{name: "sound, an aborted turn", path: "U A[c1]:aborted U A[c2]:error"},
	{name: "sound, reasoning", path: "U", more: func(s *session) {
		s.assistant(reasonedItem+","+calling("c1|fc_1"), "toolUse")
		s.result("c1|fc_1", text("out"), false)
	}},
	{name: "A orphan", path: "U A T(x) A", want: "orphan-tool-output"},
	{name: "A orphan first", path: "T(x) A", want: "orphan-tool-output"},
	{name: "B result of an aborted turn", path: "U A[c1]:aborted T(c1) U A", want: "orphan-tool-output"},
	{name: "C custom message between", path: "U A[c1] X T(c1) A", want: "?duplicate-output"},
	{name: "C' half a batch late", path: "U A[c1,c2] T(c1) U T(c2) A", want: "?duplicate-output"},
	{name: "D failed retry between", path: "U A[c1] A:error T(c1) A", want: "?duplicate-output"},
	{name: "D assistant between", path: "U A[c1] A[c2] T(c1) T(c2) A", want: "?duplicate-output"},
	{name: "E twice", path: "U A[c1] T(c1) T(c1) A", want: "?duplicate-output"},
	{name: "F before its call", path: "U T(c1) A[c1] A", want: "output-before-call"},
	{name: "G id in two turns", path: "U A[c1] T(c1) U A[c1] T(c1)", want: "?duplicate-call-id"},
	{name: "G item id in two turns", path: "U A[c1|fc_1] T(c1|fc_1) U A[c1|fc_1] T(c1|fc_1)", want: "duplicate-item-id"},
	{name: "G id twice in one turn", path: "U A[c1,c1] T(c1) T(c1)", want: "?duplicate-call-id"},
	{name: "H ids of another model fall together", path: "U", want: "?duplicate-call-id", more: func(s *session) {
		s.of("xai", "openai-completions", "grok", calling("call.1")+","+calling("call/1"), "toolUse")
		s.result("call.1", text("a"), false)
		s.result("call/1", text("b"), false)
	}},
	{name: "H id of another and of the own model", path: "U", want: "?duplicate-output", more: func(s *session) {
		s.of("xai", "openai-completions", "grok", calling("call.1"), "toolUse")
		s.result("call.1", text("a"), false)
		s.assistant(calling("call.1"), "toolUse")
		s.result("call.1", text("b"), false)
	}},
	{name: "I empty id", path: "U", want: "item-type", more: func(s *session) {
		s.assistant(calling(""), "toolUse")
		s.result("", text("a"), false)
	}},
	{name: "J id of great length", path: "U A[" + strings.Repeat("a", 65) + "]", want: "id-too-long"},
	{name: "J id with other characters", path: "U A[call:1.a/x] T(call:1.a/x)"},
	{name: "J item id with other characters", path: "U A[c1|fc_.] T(c1|fc_.)", want: "item-id-pattern"},
	{name: "K tool name with a dot", path: "U", want: "function-name-pattern", more: func(s *session) {
		s.assistant(callOf("c1", "functions.read", "{}"), "toolUse")
	}},
	{name: "L arguments are a string", path: "U", more: func(s *session) { s.assistant(callOf("c1", "read", `"{}"`), "toolUse") }},
	{name: "L' no arguments", path: "U", want: "item-member-required", more: func(s *session) {
		s.assistant(strings.Replace(callOf("c1", "read", `{}`), `,"arguments":{}`, "", 1), "toolUse")
	}},
	{name: "M half a pair in arguments", path: "U", more: func(s *session) {
		s.assistant(callOf("c1", "read", `{"path":"a\ud83d"}`), "toolUse")
	}},
	{name: "N empty error result", path: "U A[c1]", more: func(s *session) { s.result("c1", "", true) }},
	{name: "O error result with image", path: "U A[c1]", more: func(s *session) { s.result("c1", image("image/png"), true) }},
	{name: "P empty text beside an image", path: "U A[c1]", more: func(s *session) {
		s.result("c1", text("")+","+image("image/png"), false)
	}},
	{name: "Q image of another type", path: "U A[c1]", want: "image-invalid", more: func(s *session) {
		s.result("c1", image("image/jpg"), false)
	}},
	{name: "R unknown block", path: "U", want: "image-invalid", more: func(s *session) {
		s.message("user", `,"content":[{"type":"audio"}]`)
	}},
	{name: "S redacted thinking without payload", path: "U", more: func(s *session) {
		s.assistant(`{"type":"thinking","thinking":"","redacted":true},`+text("a"), "stop")
	}},
	{name: "U reasoning with nothing after it", path: "U", want: "reasoning-without-following", more: func(s *session) {
		s.assistant(reasonedItem, "length")
	}},
	{name: "Y kept part begins with a result", path: "U A[c1] T(c1) A K(3) U", want: "orphan-tool-output"},
	{name: "Y' compaction between", path: "U A[c1] K(99) T(c1) A", want: "orphan-tool-output"},
	{name: "Z assistant edited away", path: "U A[c1] T(c1) E(2)", want: "orphan-tool-output"},
	{name: "Z' length stop edited away", path: "U A[c1]:length T(c1)! E(2) U", want: "orphan-tool-output"},
	{name: "AB assistant first", path: "A U"},
	{name: "AC result of white space", path: "U A[c1]", more: func(s *session) { s.result("c1", text("\r\n"), false) }},
	{name: "AE empty user string", path: "A", more: func(s *session) { s.message("user", `,"content":""`) }},
}

func ofResponses() *session {
	s := started(responsesAPI)
	s.provider, s.model = "openai", "gpt-5.4"
	return s
}

func TestWhatReachesResponsesBroken(t *testing.T) {
	for _, d := range responsesDamages {
		s := ofResponses()
		s.walk(t, d.path)
		if d.more != nil {
			d.more(s)
		}
		v := s.run(t, replay.Options{APIs: []string{responsesAPI}})
		want, warned := strings.CutPrefix(d.want, "?")
		switch {
		case want == "" && len(v.Violations) > 0:
			t.Errorf("%s: got %v, want none", d.name, v.Violations)
		case want != "" && !slices.Contains(ids(v), "responses/"+want):
			t.Errorf("%s: got %v, want %s", d.name, ids(v), want)
		case want != "" && v.Accepted() != warned:
			t.Errorf("%s: accepted %t, want %t: %v", d.name, v.Accepted(), warned, v.Violations)
		}
	}
}

func TestResponsesProfiles(t *testing.T) {
	given := strings.Repeat("0a1b", 12)
	for _, test := range []struct{ path, profile, want string }{
		{"U A[c1|fc_" + given + "] T(c1|fc_" + given + ")", "reasoning", "responses/item-without-reasoning"},
		{"U A[c1] A[c2] T(c1) T(c2)", "deepseek-responses", ""},
	} {
		s := ofResponses()
		s.walk(t, test.path)
		if v := s.run(t, replay.Options{}); !v.Accepted() {
			t.Errorf("%s: got %v, want none", test.path, v.Violations)
		}
		v := s.run(t, replay.Options{Profiles: []string{test.profile}})
		if v.Accepted() != (test.want == "") || test.want != "" && !slices.Contains(ids(v), test.want) {
			t.Errorf("%s with %s: got %v, want %q", test.path, test.profile, v.Violations, test.want)
		}
	}
}

// responsesFailures are entries that make pi stop with an exception behind "U A".
var responsesFailures = map[string]struct {
	more     func(*session)
	id, text string
}{
	"signature that is no item": {func(s *session) { s.assistant(`{"type":"thinking","thinking":"a","thinkingSignature":"sig"}`, "stop") },
		"pi/thinking-signature", `Unexpected token 's', "sig" is not valid JSON`},
	"signature that is cut off": {func(s *session) { s.assistant(`{"type":"thinking","thinking":"a","thinkingSignature":"{"}`, "stop") },
		"pi/thinking-signature", `Expected property name or '}' in JSON at position 1 (line 1 column 2)`},
	"signature that is cut off before a value": {func(s *session) {
		s.assistant(`{"type":"thinking","thinking":"a","thinkingSignature":"{\"id\":"}`, "stop")
	}, "pi/thinking-signature", "Unexpected end of JSON input"},
	"result without id": {func(s *session) { s.message("toolResult", `,"toolName":"read","content":[],"isError":false`) },
		"pi/call-id", "Cannot read properties of undefined (reading 'split')"},
	"call without id": {func(s *session) { s.assistant(`{"type":"toolCall","name":"read","arguments":{}}`, "stop") },
		"pi/call-id", "Cannot read properties of undefined (reading 'split')"},
	"foreign call without id": {func(s *session) { s.of("x", "y", "z", `{"type":"toolCall","name":"read"}`, "stop") },
		"pi/call-id", "Cannot read properties of undefined (reading 'includes')"},
	"result string": {func(s *session) { s.message("toolResult", `,"toolCallId":"c","content":"a"`) },
		"pi/result-content", "content.filter is not a function"},
	"user object": {func(s *session) { s.message("user", `,"content":{}`); s.assistant(text("say"), "stop") },
		"pi/user-content", "msg.content.map is not a function"},
	"text block without text": {func(s *session) { s.assistant(`{"type":"text"}`, "stop"); s.assistant(text("say"), "stop") },
		"pi/text-block", "Cannot read properties of undefined (reading 'replace')"},
	"signature of a text": {func(s *session) { s.assistant(`{"type":"text","text":"a","textSignature":7}`, "stop") },
		"pi/text-signature", "signature.startsWith is not a function"},
}

func TestWhatMakesPiFailOnResponses(t *testing.T) {
	for name, test := range responsesFailures {
		s := ofResponses()
		s.walk(t, "U A")
		test.more(s)
		v := s.run(t, replay.Options{APIs: []string{responsesAPI}})
		if v.Accepted() || len(v.Exchanges) > 0 || len(v.Violations) != 1 {
			t.Fatalf("%s: got %+v, want one violation and no exchange", name, v)
		}
		if got := v.Violations[0]; got.ID != test.id || got.Message != test.text || got.Entry != "e3" {
			t.Errorf("%s: got %s %q at %s\nwant %s %q at e3", name, got.ID, got.Message, got.Entry, test.id, test.text)
		}
	}
}

func TestResponsesRelatives(t *testing.T) {
	for _, test := range []struct{ path, body, want string }{
		{"/v1/responses", `{"model":"m","input":"a"}`, responsesAPI},
		{"/openai/v1/responses?api-version=v1", `{"model":"m","input":"a"}`, "azure-openai-responses"},
		{"/backend-api/codex/responses", `{"model":"m","input":"a","stream":true,"store":false,"instructions":"b"}`, "openai-codex-responses"},
	} {
		p := &replay.Provider{}
		status, _, answer := post(t, p, test.path, test.body)
		if status != 200 || p.Exchanges()[0].API != test.want {
			t.Errorf("%s: got %d %s, %+v", test.path, status, answer, p.Exchanges())
		}
	}
	status, _, answer := post(t, &replay.Provider{}, "/codex/responses", `{"model":"m","input":"a","stream":true,"instructions":"b"}`)
	if status != 400 || answer != `{"detail":"Store must be set to false"}` {
		t.Errorf("got %d %s", status, answer)
	}
	status, _, answer = post(t, &replay.Provider{}, "/v1/responses", `{"model":"m","input":[]}`)
	want := `{"error":{"message":"One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation' must be provided.",` +
		`"type":"invalid_request_error","param":null,"code":"missing_required_parameter"}}`
	if status != 400 || answer != want {
		t.Errorf("got %d %s", status, answer)
	}
}

func TestResponsesAnswers(t *testing.T) {
	p := &replay.Provider{Script: []replay.Turn{
		{Text: "look", Calls: []replay.Call{{ID: "c1", Name: "read", Arguments: []byte(`{"path":"a"}`)}}}, {},
	}}
	_, header, stream := post(t, p, "/v1/responses", `{"model":"m","input":"a","stream":true}`)
	if got := header.Get("content-type"); got != "text/event-stream; charset=utf-8" {
		t.Errorf("got %s", got)
	}
	var got []string
	for line := range strings.Lines(stream) {
		if name, ok := strings.CutPrefix(line, "event: response."); ok {
			got = append(got, strings.TrimSpace(name))
		}
	}
	want := []string{
		"created", "in_progress", "output_item.added", "content_part.added", "output_text.delta", "output_text.done",
		"content_part.done", "output_item.done", "output_item.added", "function_call_arguments.delta",
		"function_call_arguments.done", "output_item.done", "completed",
	}
	if !slices.Equal(got, want) || !strings.Contains(stream, `"sequence_number":12`) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	_, _, plain := post(t, p, "/v1/responses", `{"model":"m","input":"a"}`)
	for _, part := range []string{`"object":"response"`, `"status":"completed"`, `"text":"ok"`, `"total_tokens":2`} {
		if !strings.Contains(plain, part) {
			t.Errorf("%s is not in %s", part, plain)
		}
	}
}

func TestResponsesViolationsKnowTheirLine(t *testing.T) {
	for path, want := range map[string]replay.Violation{
		"U A T(x) A":                              {Pointer: "/input/3", Line: 3, Entry: "e3"},
		"U A[c1|fc_1] T(c1|fc_1) A[c2|fc_1] A":    {Pointer: "/input/4/id", Line: 4, Entry: "e4"},
		"U A[c1,c2] T(c1) T(c2) T(c1) A T(y) A U": {Pointer: "/input/6", Line: 5, Entry: "e5"},
	} {
		s := ofResponses()
		s.walk(t, path)
		got := s.run(t, replay.Options{}).Violations[0]
		if got.Pointer != want.Pointer || got.Line != want.Line || got.Entry != want.Entry {
			t.Errorf("%s: got %+v, want %+v", path, got, want)
		}
	}
}

// A packed body is judged as what is in it, and one that is not what it says is
// no JSON.
func TestPackedBodies(t *testing.T) {
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	const body = `{"model":"m","input":"a","stream":true,"store":false,"instructions":"b"}`
	for name, test := range map[string]struct {
		body   []byte
		status int
	}{
		"packed":     {packer.EncodeAll([]byte(body), nil), 200},
		"not packed": {[]byte(body), 200},
		"torn":       {packer.EncodeAll([]byte(body), nil)[:20], 400},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/codex/responses", bytes.NewReader(test.body))
		r.Header.Set("content-encoding", "zstd")
		(&replay.Provider{}).ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("%s: got %d %s, want %d", name, w.Code, w.Body, test.status)
		}
	}
}
