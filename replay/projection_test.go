package replay_test

import (
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// The messages must be those of pi, byte for byte.
func TestProjectionIsThatOfPi(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/projection.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var log *sessionlog.Log
	for _, file := range archive.Files {
		api, isBody := strings.CutSuffix(path.Base(file.Name), ".json")
		if !isBody {
			log = sessionlog.Parse(file.Data)
			continue
		}
		wire, err := replay.Build(log, log.Active(), api, replay.Options{Prompt: "go on"})
		if err != nil {
			t.Errorf("%s: %v", file.Name, err)
			continue
		}
		compare(t, file.Name, messages(t, wire.Body), elements(t, file.Data))
	}
}

// messages returns the messages of a body without the system prompt, which
// stands in for one that is not in the session.
func messages(t *testing.T, body []byte) []string {
	t.Helper()
	v, err := js.Parse(body)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for m := range v.Get("messages").All() {
		if m.Get("role").Text() != "system" {
			out = append(out, m.Raw())
		}
	}
	return out
}

func elements(t *testing.T, list []byte) []string {
	t.Helper()
	v, err := js.Parse(list)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for e := range v.All() {
		out = append(out, e.Raw())
	}
	return out
}

func compare(t *testing.T, name string, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %d messages, want %d", name, len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s: message %d: got %s\nwant %s", name, i, got[i], want[i])
			return
		}
	}
}

// What pi was seen to send for the smallest damaged sessions.
func TestMinimalBodies(t *testing.T) {
	const ask, prompt = `{"role":"user","content":[{"type":"text","text":"ask"}]}`,
		`{"role":"user","content":[{"type":"text","text":"continue","cache_control":{"type":"ephemeral"}}]}`
	const say = `{"role":"assistant","content":[{"type":"text","text":"say"}]}`
	const called = `{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"read","input":{"path":"a"}}]}`
	result := func(content, isError string) string {
		return `{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"` + content + `","is_error":` + isError + `}]}`
	}
	for path, want := range map[string][]string{
		"T(c1) A": {result("out", "false"), say, prompt},
		"U A[c1] X T(c1) A": {ask, called, result("No result provided", "true"),
			`{"role":"user","content":[{"type":"text","text":"notice"}]}`, result("out", "false"), say, prompt},
		"U A[c1]:length T(c1)! E(2) U": {ask, result("out", "true"), ask, prompt},
		"U A[c1]":                      {ask, called, result("No result provided", "true"), prompt},
	} {
		s := started("anthropic-messages")
		s.walk(t, path)
		wire, err := replay.Build(s.log(), s.log().Active(), "anthropic-messages", replay.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compare(t, path, messages(t, wire.Body), want)
	}
}

func TestOlderVersions(t *testing.T) {
	s := started("openai-completions")
	s.walk(t, "U")
	s.of("x", "y", "z", `{"type":"thinking","thinking":"hm"},`+text("a")+","+calling("c1"), "toolUse")
	s.result("c1", text(" "), false)
	s.assistant(calling("c2"), "toolUse")
	s.result("c2", image("image/png"), true)
	for _, test := range []struct {
		api, want string
		version   replay.Version
	}{
		{"openai-completions", `"content":"hma"`, replay.Version{ThinkingAsText: true}},
		{"openai-completions", `"content":"a"`, replay.Version{}},
		{"openai-completions", `"role":"tool","content":" "`, replay.Version{BlankOutput: true}},
		{"openai-completions", `"role":"tool","content":"(no tool output)"`, replay.Version{}},
		{"anthropic-messages", `"content":[{"type":"text","text":"(see attached image)"},{"type":"image"`, replay.Version{ErrorImagesInside: true}},
		{"anthropic-messages", `"content":"(image attached after the tool results)"`, replay.Version{}},
	} {
		wire, err := replay.Build(s.log(), s.log().Active(), test.api, replay.Options{Version: test.version})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(wire.Body), test.want) {
			t.Errorf("%s %+v: no %s in %s", test.api, test.version, test.want, wire.Body)
		}
	}
}

// Prompt and tools come from the session when it stores them.
func TestSystemMessages(t *testing.T) {
	s := started("anthropic-messages")
	s.entry("model_change", `,"provider":"anthropic","modelId":"claude-opus-4-5"`)
	s.message("system", `,"content":"base","sections":{"a":"one","b":"two"},"toolsAdded":[{"name":"read","description":"d",`+
		`"parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}},{"name":"old","parameters":{}}]`)
	s.walk(t, "U A[c1] T(c1)")
	s.message("system", `,"content":"","sections":{"a":null,"c":"three"},"toolsRemoved":[{"name":"old"}]`)
	wire, err := replay.Build(s.log(), s.log().Active(), "anthropic-messages", replay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"system":[{"type":"text","text":"base\n\ntwo\n\nthree","cache_control":{"type":"ephemeral"}}]`,
		`"tools":[{"name":"read","description":"d","eager_input_streaming":true,"input_schema":{"type":"object",` +
			`"properties":{"path":{"type":"string"}},"required":["path"]},"cache_control":{"type":"ephemeral"}}]`,
	} {
		if !strings.Contains(string(wire.Body), want) {
			t.Errorf("no %s in %s", want, wire.Body)
		}
	}
}

// A resume begins with the tools that the system messages of the whole branch leave.
func TestToolsOfAResume(t *testing.T) {
	const declaring, withdrawing = `,"content":"","toolsAdded":[{"name":"dig","parameters":{}}]`, `,"content":"","toolsRemoved":[{"name":"dig"}]`
	for _, test := range []struct {
		name    string
		version replay.Version
		make    func(s *session)
		want    string
	}{
		{"none is named", replay.Version{}, func(s *session) { s.message("system", `,"content":"brief"`) }, ""},
		{"none is left", replay.Version{}, func(s *session) { s.message("system", declaring); s.message("system", withdrawing) }, ""},
		{"up to 1.2", replay.Version{DefaultTools: true}, func(s *session) { s.message("system", `,"content":"brief"`) }, `"name":"bash"`},
		{"nothing is said", replay.Version{}, func(*session) {}, `"name":"bash"`},
		{"before a compaction", replay.Version{}, func(s *session) { s.message("system", declaring); s.walk(t, "U A K(2)") }, `"name":"dig"`},
		{"in a compaction alone", replay.Version{}, func(s *session) {
			s.walk(t, "U A")
			s.entry("compaction", `,"summary":"s","firstKeptEntryId":"e1","tokensBefore":1,"systemMessage":{"role":"system"`+declaring+`}`)
		}, `"name":"dig"`},
	} {
		s := started("anthropic-messages")
		test.make(s)
		s.walk(t, "U")
		wire, err := replay.Build(s.log(), s.log().Active(), "anthropic-messages", replay.Options{Version: test.version})
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(wire.Body), `"tools":`); has != (test.want != "") || !strings.Contains(string(wire.Body), test.want) {
			t.Errorf("%s: want %q in %s", test.name, test.want, wire.Body)
		}
	}
}
