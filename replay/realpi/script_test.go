package realpi_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// newest is the version of pi that scripts are played to.
const newest = "1.5.2"

// perform lets pi ask a provider one question in a new session.
func perform(t *testing.T, service *replay.Provider, api string) (*realpi.Outcome, realpi.Home) {
	t.Helper()
	pi := realpitest.Pi(t, newest)
	server := httptest.NewServer(service)
	defer server.Close()
	home := realpi.Home{Dir: t.TempDir()}
	if err := os.MkdirAll(home.Work(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home.Work(), "notes.txt"), []byte("one two three\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	outcome, err := pi.Run(t.Context(), realpi.Job{Model: model(api, server.URL), Dir: home.Dir})
	if err != nil {
		t.Fatal(err)
	}
	return outcome, home
}

func scripted(t *testing.T, text string) *replay.Provider {
	t.Helper()
	script, err := replay.ReadScript([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return script.Provider()
}

// TestPiCompletesAScriptedToolCall lets pi read a file because the script says
// so; the strict provider accepts what pi makes of it.
func TestPiCompletesAScriptedToolCall(t *testing.T) {
	for _, api := range apis {
		t.Run(api, func(t *testing.T) {
			service := scripted(t, `{"turns": [
				{"thinking": "Where are they?", "text": "I look.", "calls": [{"name": "read", "arguments": {"path": "notes.txt"}}],
				 "usage": {"input": 70, "output": 12, "cacheRead": 20, "cacheWrite": 10}},
				{"text": "Three words."}]}`)
			service.Profiles = []string{"anthropic-bound"} // its thoughts have to come back as they were
			outcome, home := perform(t, service, api)
			if outcome.Exit != 0 || strings.TrimSpace(outcome.Stdout) != "Three words." {
				t.Errorf("outcome: %+v", *outcome)
			}
			asked := service.Exchanges()
			if len(asked) != 2 || asked[1].Status != 200 || !strings.Contains(string(asked[1].Body), "one two three") {
				t.Fatalf("%d requests, the last one: %+v", len(asked), asked[len(asked)-1])
			}
			if faults := asked[1].Violations; len(faults) > 0 || api == realpi.Anthropic && !bytes.Contains(asked[1].Body, []byte(`"type":"thinking"`)) {
				t.Errorf("faults %v in %s", faults, asked[1].Body)
			}
			first := answers(t, home)[0]
			if got := first.Get("usage"); got.Get("input").Int() != 70 || got.Get("output").Int() != 12 ||
				got.Get("cacheRead").Int() != 20 || got.Get("cacheWrite").Int() != 10 {
				t.Errorf("pi counts %s", got.Raw)
			}
			if got := first.Get("content.0.thinking").Str; got != "Where are they?" {
				t.Errorf("pi heard %s", first.Get("content").Raw)
			}
		})
	}
}

// TestPiIsToldWhatWentWrong gives pi the faults of services and of connections.
func TestPiIsToldWhatWentWrong(t *testing.T) {
	for _, test := range []struct {
		fault string
		told  map[string]string
	}{
		{"overloaded", map[string]string{realpi.Anthropic: "529", realpi.Completions: "overloaded"}},
		{"rate-limited", map[string]string{realpi.Anthropic: "rate_limit_error", realpi.Completions: "Rate limit reached"}},
		{"context-overflow", map[string]string{realpi.Anthropic: "prompt is too long", realpi.Completions: "maximum context length"}},
		{"auth", map[string]string{realpi.Anthropic: "invalid x-api-key", realpi.Completions: "Incorrect API key"}},
		{"server-error", map[string]string{realpi.Anthropic: "Internal server error", realpi.Completions: "error while processing"}},
		{"cut", map[string]string{realpi.Anthropic: "onnection", realpi.Completions: "onnection"}},
		{"cut-stream", map[string]string{realpi.Anthropic: "", realpi.Completions: ""}},
		{"half-chunk", map[string]string{realpi.Anthropic: "", realpi.Completions: ""}},
	} {
		for _, api := range apis {
			t.Run(test.fault+"/"+api, func(t *testing.T) {
				service := scripted(t, `{"turns": [{"fault": "`+test.fault+`"}]}`)
				outcome, home := perform(t, service, api)
				if outcome.Exit != 1 || !strings.Contains(outcome.Stdout+outcome.Stderr, test.told[api]) {
					t.Errorf("outcome: %+v", *outcome)
				}
				if asked := service.Exchanges(); len(asked) != 1 || asked[0].Fault.String() != test.fault {
					t.Errorf("got %+v", asked)
				}
				if a := answers(t, home)[0]; a.Get("stopReason").Str != "error" {
					t.Errorf("pi keeps %s", a.Raw)
				}
				failsAgain(t, home, service.Exchanges()[0])
			})
		}
	}
}

// failsAgain holds that a session in which pi was told of a fault has the fault in
// it.
func failsAgain(t *testing.T, home realpi.Home, before replay.Exchange) {
	t.Helper()
	text, err := os.ReadFile(home.Session())
	if err != nil {
		t.Fatal(err)
	}
	log := sessionlog.Parse(text)
	turns, err := replay.FromSession(log, log.Active())
	if err != nil || len(turns) != 1 {
		t.Fatalf("%d turns, %v", len(turns), err)
	}
	if before.Fault.Breaks() {
		if !turns[0].Fault.Breaks() {
			t.Errorf("the connection holds: %+v", turns[0])
		}
		return
	}
	got, want := gjson.ParseBytes(turns[0].Body).Value(), gjson.ParseBytes(before.Answer).Value()
	if turns[0].Status != before.Status || !reflect.DeepEqual(got, want) {
		t.Errorf("got %d %v, want %d %v", turns[0].Status, got, before.Status, want)
	}
}

// TestPiAsksAgain lets pi retry as its users have it: a fault comes in between and
// takes nothing from the script.
func TestPiAsksAgain(t *testing.T) {
	for _, api := range apis {
		t.Run(api, func(t *testing.T) {
			pi := realpitest.Pi(t, newest)
			script := &replay.Script{Turns: []replay.Turn{{Text: "the answer"}}}
			service := script.With(replay.FaultAt{Turn: 1, Fault: replay.Overloaded}, replay.FaultAt{Turn: 1, Fault: replay.CutStream}).Provider()
			server := httptest.NewServer(service)
			defer server.Close()
			home := realpi.Home{Dir: t.TempDir()}
			m := model(api, server.URL)
			if err := home.Furnish(m); err != nil {
				t.Fatal(err)
			}
			retry := `{"retry":{"enabled":true,"maxRetries":3,"baseDelayMs":10},"compaction":{"enabled":false}}`
			if err := os.WriteFile(filepath.Join(home.Agent(), "settings.json"), []byte(retry), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := pi.Command(t.Context(), home, m, "-p", "ping").Output()
			if err != nil || strings.TrimSpace(string(out)) != "the answer" || len(service.Exchanges()) != 3 {
				t.Errorf("%d requests, %v: %s", len(service.Exchanges()), err, out)
			}
		})
	}
}

// TestPiRunsARecordedSessionAgain gives pi the answers of a session that it has
// written: what it writes now says the same.
func TestPiRunsARecordedSessionAgain(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(recorded, "1.5.2-thinking.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	log := sessionlog.Parse(text)
	turns, err := replay.FromSession(log, log.Active())
	if err != nil {
		t.Fatal(err)
	}
	service := (&replay.Script{Turns: turns}).Provider()
	outcome, home := perform(t, service, realpi.Anthropic)
	if outcome.Exit != 0 || len(service.Exchanges()) != 2 {
		t.Fatalf("%d requests, outcome: %+v", len(service.Exchanges()), *outcome)
	}
	before := answersOf(t, text)
	for i, after := range answers(t, home) {
		for _, part := range []string{"content", "stopReason", "usage"} {
			if got, want := after.Get(part).Value(), before[i].Get(part).Value(); !reflect.DeepEqual(got, want) {
				t.Errorf("%s of answer %d: got %v, want %v", part, i+1, got, want)
			}
		}
	}
}

// answers are the assistant messages that pi has written.
func answers(t *testing.T, home realpi.Home) []gjson.Result {
	t.Helper()
	text, err := os.ReadFile(home.Session())
	if err != nil {
		t.Fatal(err)
	}
	return answersOf(t, text)
}

func answersOf(t *testing.T, session []byte) []gjson.Result {
	t.Helper()
	var found []gjson.Result
	for line := range strings.Lines(string(session)) {
		if m := gjson.Get(line, "message"); m.Get("role").Str == "assistant" {
			found = append(found, m)
		}
	}
	if len(found) == 0 {
		t.Fatalf("no answer in %s", session)
	}
	return found
}
