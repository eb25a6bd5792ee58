package replay_test

import (
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

// What stands in the URL decides who judges, and in which form the answer comes.
func TestBedrockReadsTheURL(t *testing.T) {
	const (
		twoUsers = `{"messages":[{"role":"user","content":[{"text":"a"}]},{"role":"user","content":[{"text":"b"}]}]}`
		nova     = "/model/amazon.nova-pro-v1:0"
		claude   = "/model/arn:aws:bedrock:us-east-1:1:inference-profile%2Fus.anthropic.claude-opus-4-5"
	)
	for _, test := range []struct {
		path, want, kind string
		status           int
		profiles         []string
	}{
		{claude + "/converse-stream", ":message-type", "application/vnd.amazon.eventstream", 200, nil},
		{claude + "/converse", `{"metrics":{"latencyMs":1},"output":{"message":{"content":[{"text":"ok"}],"role":"assistant"}},` +
			`"stopReason":"end_turn","usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}`, "application/json", 200, nil},
		{nova + "/converse-stream", `{"message":"A conversation must alternate between user and assistant roles. Make sure the ` +
			`conversation alternates between user and assistant roles and try again."}`, "application/json", 400, nil},
		{claude + "/converse", `{"message":"A conversation must alternate`, "application/json", 400, []string{"bedrock-strict-roles"}},
		{claude + "/converse", `{"message":"A conversation must alternate`, "application/json", 400, []string{replay.StrictUnion}},
	} {
		p := &replay.Provider{Profiles: test.profiles}
		status, header, answer := post(t, p, test.path, twoUsers)
		if status != test.status || !strings.Contains(answer, test.want) || header.Get("content-type") != test.kind {
			t.Errorf("%s: got %d %s %s\nwant %d %s", test.path, status, header.Get("content-type"), answer, test.status, test.want)
		}
		if status == 400 && !strings.HasPrefix(header.Get("x-amzn-errortype"), "ValidationException") {
			t.Errorf("%s: got header %v", test.path, header)
		}
	}
}

// Damage that still reaches the service, as the session of a model of Bedrock.
func TestBedrockDamage(t *testing.T) {
	for path, want := range map[string]string{
		"U T(x) A":                    "bedrock/excess-tool-result",
		"T(c1) A":                     "bedrock/excess-tool-result",
		"U A[c1]:aborted T(c1) U A":   "bedrock/excess-tool-result",
		"U A[c1] X T(c1) A":           "bedrock/excess-tool-result",
		"U A[c1] B T(c1) A":           "bedrock/excess-tool-result",
		"U A[c1,c2] T(c1) U T(c2) A":  "bedrock/excess-tool-result",
		"U A[c1] A:error T(c1) A":     "bedrock/excess-tool-result",
		"U A[c1] T(c1) T(c1) A":       "bedrock/excess-tool-result",
		"U T(c1) A[c1] A":             "bedrock/excess-tool-result",
		"U A[c1] T(c1) U A[c1] T(c1)": "bedrock/duplicate-tool-use",
		"U A[c1,c1] T(c1) T(c1)":      "bedrock/duplicate-tool-use",
		"U A[c1] T(c1) U A K(3)":      "bedrock/excess-tool-result",
		"U A[c1] T(c1) E(2) A":        "bedrock/excess-tool-result",
		"A U":                         "bedrock/start-with-user",
		"U A[c1] U A":                 "",
		"U A[c1]":                     "",
		"U A[c1] T(c1) X B S U A":     "",
	} {
		s := started("bedrock-converse-stream")
		s.provider, s.model = "amazon-bedrock", "us.anthropic.claude-opus-4-5-20251101-v1:0"
		s.walk(t, path)
		v := s.run(t, replay.Options{})
		found := ""
		for _, violation := range v.Violations {
			if violation.Level == replay.Reject && (found == "" || violation.ID == want) {
				found = violation.ID
			}
			if violation.Level == replay.Reject && violation.Line == replay.NoLine {
				t.Errorf("%s: %s has no line", path, violation)
			}
		}
		if found != want || v.Accepted() != (want == "") {
			t.Errorf("%s: got %v, want %s", path, v.Violations, want)
		}
	}
}

// What a session holds that Bedrock does not take, and what pi heals only for it.
func TestBedrockContent(t *testing.T) {
	call := func(id, name, arguments string) string { return callOf(id, name, arguments) }
	for name, c := range map[string]struct {
		call, result string
		isError      bool
		want         string
	}{
		"empty id":                {call("", "read", `{}`), text("a"), false, "bedrock/tool-use-id-format"},
		"id with a colon":         {call("call:1", "read", `{}`), text("a"), false, "bedrock/tool-use-id-format"},
		"long id":                 {call(strings.Repeat("a", 65), "read", `{}`), text("a"), false, "bedrock/tool-use-id-format"},
		"name with a dot":         {call("c1", "functions.read", `{}`), text("a"), false, "bedrock/tool-name-format"},
		"empty name":              {call("c1", "", `{}`), text("a"), false, "bedrock/tool-name-format"},
		"arguments in a string":   {call("c1", "read", `"{}"`), text("a"), false, "bedrock/tool-input-object"},
		"half a pair in a call":   {call("c1", "read", `{"a":"\ud83d"}`), text("a"), false, "bedrock/invalid-json-lone-surrogate"},
		"half a pair in a result": {call("c1", "read", `{}`), `{"type":"text","text":"\ud83d a"}`, false, ""},
		"empty error result":      {call("c1", "read", `{}`), "", true, ""},
		"blank text at a picture": {call("c1", "read", `{}`), text("") + "," + image("image/png"), false, ""},
		"picture in an error":     {call("c1", "read", `{}`), image("image/png"), true, ""},
		"member without a name":   {call("c1", "read", `{"":1}`), text("a"), false, ""},
		"sealed thought, no data": {`{"type":"thinking","redacted":true},` + call("c1", "read", `{}`), text("a"), false, ""},
	} {
		s := started("bedrock-converse-stream")
		s.provider, s.model = "amazon-bedrock", "us.anthropic.claude-opus-4-5-20251101-v1:0"
		s.walk(t, "U")
		s.assistant(c.call, "toolUse")
		_, id, _ := strings.Cut(c.call, `"id":"`)
		id, _, _ = strings.Cut(id, `"`)
		s.result(id, c.result, c.isError)
		v := s.run(t, replay.Options{})
		switch {
		case c.want == "" && !v.Accepted():
			t.Errorf("%s: got %v", name, v.Violations)
		case c.want != "" && (len(v.Violations) == 0 || v.Violations[0].ID != c.want || v.Violations[0].Line != 2):
			t.Errorf("%s: got %v, want %s in line 3", name, v.Violations, c.want)
		}
	}
}
