package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

func piVersion(t *testing.T, name string) replay.Version {
	t.Helper()
	v, ok := replay.PiVersionNamed(name)
	if !ok {
		t.Fatalf("pi %s is unknown", name)
	}
	return v.Differs
}

func TestPiVersions(t *testing.T) {
	if newest := replay.PiVersions[0]; newest.Differs != (replay.Version{}) {
		t.Errorf("%s differs from the newest version: %+v", newest.Name, newest.Differs)
	}
	if _, ok := replay.PiVersionNamed("0.1"); ok {
		t.Error("0.1 is known")
	}
}

// What each version makes of one message, where they differ: what is in the
// request, or the fault that keeps pi from sending one.
func TestPiVersionsDiffer(t *testing.T) {
	const chat, messages, items, bedrock = "openai-completions", "anthropic-messages", "openai-responses", "bedrock-converse-stream"
	longID := strings.Repeat("a", 45)
	for _, test := range []struct {
		name, api string
		write     func(*session)
		want      map[string]string
	}{
		{"ids of two parts", chat, func(s *session) {
			s.of("openai", items, "o", callOf("call_1|fc_"+longID, "read", `{}`), "toolUse")
		}, map[string]string{"1.5.2": `"id":"call_1_`, "0.87.1": `"id":"call_1_`, "0.74.2": `"id":"call_1"`}},
		{"empty result", chat, func(s *session) {
			s.assistant(callOf("c1", "read", `{}`), "toolUse")
			s.result("c1", text(""), false)
		}, map[string]string{"1.5.2": "(no tool output)", "0.87.1": "(no tool output)", "0.74.2": "(see attached image)"}},
		{"thinking under its own name", chat, func(s *session) {
			s.assistant(`{"type":"thinking","thinking":"hm","thinkingSignature":"mind"},`+text("a"), "stop")
		}, map[string]string{"1.5.2": `"content":"a"}`, "0.87.1": `"content":"a"}`, "0.74.2": `"mind":"hm"`}},
		{"empty text", chat, func(s *session) {
			s.message("user", `,"content":[`+text("")+`,`+text("b")+`]`)
		}, map[string]string{"1.5.2": `[{"type":"text","text":"b"}]`, "0.74.2": `[{"type":"text","text":""},`}},
		{"signed thinking without words", messages, func(s *session) {
			s.assistant(`{"type":"thinking","thinking":"","thinkingSignature":"c2ln"},`+text("a"), "stop")
		}, map[string]string{"1.5.2": `"signature":"c2ln"`, "0.74.2": `[{"type":"text","text":"a"}]`}},
		{"edit", messages, func(s *session) {
			s.walk(t, "A U E(2)")
		}, map[string]string{"1.5.2": `"ask"}]},{"role":"user"`, "0.74.2": `"say"`}},
		{"blank text", bedrock, func(s *session) {
			s.message("user", `,"content":" "`)
		}, map[string]string{"1.5.2": `"<empty>"`, "0.87.1": `"<empty>"`, "0.74.2": `{"text":" "}`}},
		{"no content", messages, func(s *session) {
			s.message("user", `,"content":null`)
		}, map[string]string{"1.5.2": `"ask"`, "0.74.2": "pi/user-content"}},
		{"no usage", messages, func(s *session) {
			s.message("assistant", `,"content":[`+text("a")+`],"provider":"anthropic","api":"anthropic-messages","model":"claude-opus-4-5"`)
		}, map[string]string{"1.5.2": "pi/assistant-usage", "0.87.1": "pi/assistant-usage", "0.74.2": `"text":"a"`}},
	} {
		for name, want := range test.want {
			s := started(test.api)
			s.walk(t, "U")
			test.write(s)
			log := s.log()
			wire, err := replay.Build(log, log.Active(), test.api, replay.Options{Version: piVersion(t, name)})
			got := ""
			if failure := (*replay.Failure)(nil); errors.As(err, &failure) {
				got = failure.ID
			} else if err != nil {
				t.Fatal(err)
			} else {
				got = string(wire.Body)
			}
			if !strings.Contains(got, want) {
				t.Errorf("%s, pi %s: got %s, want %s in it", test.name, name, got, want)
			}
		}
	}
}
