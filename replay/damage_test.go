package replay_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

// damages are sessions that pi sends on as they are. The names are those of the
// catalogue of what still reaches a provider broken; anthropic and openai are the
// clauses that refuse them, "" where the API takes the request.
var damages = []struct {
	name, path        string
	more              func(*session)
	anthropic, openai string
}{
	{name: "sound", path: "U A[c1,c2] T(c1) T(c2) A U A"},
	{name: "sound, results in another order", path: "U A[c1,c2] T(c2) T(c1) A"},
	{name: "sound, no results at all", path: "U A[c1,c2] A[c3]"},
	{name: "sound, an aborted turn", path: "U A[c1]:aborted U A[c2]:error"},
	{name: "sound, a length stop", path: "U A[c1]:length T(c1) A"},
	{name: "sound, compacted", path: "U A[c1] T(c1) U A K(4) U A"},
	{name: "sound, settings between", path: "U A[c1]", more: func(s *session) {
		s.entry("model_change", `,"provider":"`+s.provider+`","modelId":"`+s.model+`"`)
		s.entry("label", `,"targetId":"e1","label":"x"`)
		s.message("system", `,"content":"later","toolsAdded":[{"name":"read","parameters":{}}]`)
		s.result("c1", text("out"), false)
	}},
	{name: "A orphan", path: "U A T(x) A", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "A orphan first", path: "T(x) A", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "B result of an aborted turn", path: "U A[c1]:aborted T(c1) U A", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "B result of a failed turn", path: "U A[c1]:error T(c1) U A", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "C custom message between", path: "U A[c1] X T(c1) A", anthropic: "duplicate-tool-result", openai: "orphan-tool-message"},
	{name: "C command between", path: "U A[c1] B T(c1) A", anthropic: "duplicate-tool-result", openai: "orphan-tool-message"},
	{name: "C branch summary between", path: "U A[c1] S T(c1) A", anthropic: "duplicate-tool-result", openai: "orphan-tool-message"},
	{name: "C user between", path: "U A[c1] U T(c1) A", anthropic: "duplicate-tool-result", openai: "orphan-tool-message"},
	{name: "C' half a batch late", path: "U A[c1,c2] T(c1) U T(c2) A", anthropic: "duplicate-tool-result", openai: "orphan-tool-message"},
	{name: "D failed retry between", path: "U A[c1] A:error T(c1) A", anthropic: "duplicate-tool-result", openai: "duplicate-tool-call-id"},
	{name: "D assistant between", path: "U A[c1] A[c2] T(c1) T(c2) A", anthropic: "orphan-tool-result", openai: "tool-call-id-unknown"},
	{name: "E twice", path: "U A[c1] T(c1) T(c1) A", anthropic: "duplicate-tool-result", openai: "duplicate-tool-call-id"},
	{name: "F before its call", path: "U T(c1) A[c1] A", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "G id in two turns", path: "U A[c1] T(c1) U A[c1] T(c1)", anthropic: "duplicate-tool-use-id"},
	{name: "G id twice in one turn", path: "U A[c1,c1] T(c1) T(c1)", anthropic: "duplicate-tool-use-id", openai: "duplicate-tool-call-id"},
	{name: "H ids of another model fall together", path: "U", anthropic: "duplicate-tool-use-id", more: func(s *session) {
		s.of("xai", "openai-responses", "grok", calling("call.1")+","+calling("call/1"), "toolUse")
		s.result("call.1", text("a"), false)
		s.result("call/1", text("b"), false)
	}},
	{name: "H id of another and of the own model", path: "U", anthropic: "orphan-tool-result", openai: "tool-call-id-unknown", more: func(s *session) {
		s.of("xai", "openai-responses", "grok", calling("call|1"), "toolUse")
		s.result("call|1", text("a"), false)
		s.assistant(calling("call|1"), "toolUse")
		s.result("call|1", text("b"), false)
	}},
	{name: "I empty id", path: "U", anthropic: "tool-id-pattern", openai: "tool-call-shape", more: func(s *session) {
		s.assistant(calling(""), "toolUse")
		s.result("", text("a"), false)
	}},
	{name: "I no id", path: "U", anthropic: "tool-id-pattern", openai: "tool-call-shape", more: func(s *session) {
		s.assistant(strings.Replace(calling("x"), `"id":"x",`, "", 1), "toolUse")
	}},
	{name: "J id with other characters", path: "U A[call:1.a/x] T(call:1.a/x)", anthropic: "tool-id-pattern"},
	{name: "K tool name with a dot", path: "U", anthropic: "tool-name-pattern", openai: "function-name-pattern", more: func(s *session) {
		s.assistant(callOf("c1", "functions.read", "{}"), "toolUse")
		s.result("c1", text("a"), false)
	}},
	{name: "L arguments are a string", path: "U", anthropic: "tool-input-not-object", more: func(s *session) {
		s.assistant(callOf("c1", "read", `"{}"`), "toolUse")
	}},
	{name: "L' no arguments", path: "U", openai: "tool-call-shape", more: func(s *session) {
		s.assistant(strings.Replace(callOf("c1", "read", `{}`), `,"arguments":{}`, "", 1), "toolUse")
	}},
	{name: "M half a pair in arguments", path: "U", anthropic: "invalid-json-lone-surrogate", more: func(s *session) {
		s.assistant(callOf("c1", "read", `{"path":"a\ud83d"}`), "toolUse")
	}},
	{name: "N empty error result", path: "U A[c1]", anthropic: "error-result-empty", more: func(s *session) { s.result("c1", "", true) }},
	{name: "O error result with image", path: "U A[c1]", more: func(s *session) { s.result("c1", image("image/png"), true) }},
	{name: "P empty text beside an image", path: "U A[c1]", anthropic: "empty-text-block", more: func(s *session) {
		s.result("c1", text("")+","+image("image/png"), false)
	}},
	{name: "Q image of another type", path: "U A[c1]", anthropic: "image-media-type", openai: "image-invalid", more: func(s *session) {
		s.result("c1", image("image/jpg"), false)
	}},
	{name: "R unknown block", path: "U", anthropic: "image-media-type", openai: "image-invalid", more: func(s *session) {
		s.message("user", `,"content":[{"type":"audio"}]`)
	}},
	{name: "S redacted thinking without payload", path: "U", anthropic: "redacted-thinking-data-invalid", more: func(s *session) {
		s.assistant(`{"type":"thinking","thinking":"","redacted":true},`+text("a"), "stop")
	}},
	{name: "Y kept part begins with a result", path: "U A[c1] T(c1) A K(3) U", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "Y' compaction between", path: "U A[c1] K(99) T(c1) A", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "Z assistant edited away", path: "U A[c1] T(c1) E(2)", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "Z' length stop edited away", path: "U A[c1]:length T(c1)! E(2) U", anthropic: "orphan-tool-result", openai: "orphan-tool-message"},
	{name: "AA result without id", path: "U A[c1]", anthropic: "tool-id-pattern", openai: "tool-call-shape", more: func(s *session) {
		s.message("toolResult", `,"toolName":"read","content":[],"isError":false`)
	}},
	{name: "AB assistant first", path: "A U"},
	{name: "AC result of white space", path: "U A[c1]", more: func(s *session) { s.result("c1", text("\r\n"), false) }},
	{name: "AE empty user string", path: "A", more: func(s *session) { s.message("user", `,"content":""`) }},
}

func TestWhatReachesTheProviderBroken(t *testing.T) {
	prefix := map[string]string{"anthropic-messages": "anthropic/", "openai-completions": "openai-chat/"}
	for _, d := range damages {
		for _, api := range []string{"anthropic-messages", "openai-completions"} {
			s := started(api)
			s.walk(t, d.path)
			if d.more != nil {
				d.more(s)
			}
			want := d.anthropic
			if api == "openai-completions" {
				want = d.openai
			}
			v := s.run(t, replay.Options{APIs: []string{api}})
			switch {
			case v.API != api:
				t.Errorf("%s: asked %s, want %s", d.name, v.API, api)
			case want == "" && !v.Accepted():
				t.Errorf("%s on %s: refused: %v", d.name, api, v.Violations)
			case want != "" && (v.Accepted() || !slices.Contains(ids(v), prefix[api]+want)):
				t.Errorf("%s on %s: got %v, want %s", d.name, api, ids(v), want)
			}
		}
	}
}

func TestProfilesRefuseMore(t *testing.T) {
	s := started("openai-completions")
	s.walk(t, "U A["+strings.Repeat("a", 41)+"]")
	if v := s.run(t, replay.Options{}); !v.Accepted() {
		t.Errorf("got %v, want none", v.Violations)
	}
	v := s.run(t, replay.Options{Profiles: []string{"id40"}})
	if v.Accepted() || v.Violations[0].ID != "openai-chat/tool-call-id-too-long" {
		t.Errorf("got %v, want the id to be too long", v.Violations)
	}
}
