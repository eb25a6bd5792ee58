package realpi_test

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

var (
	anyAPI       = regexp.MustCompile(`"api":"[a-z-]+"`)
	signature    = regexp.MustCompile(`"thinkingSignature":"[A-Za-z0-9+/=_.-]*"`)
	callName     = regexp.MustCompile(`"((?:toolu|call)_[A-Za-z0-9_-]+)"`)
	providerName = regexp.MustCompile(`"provider":"[^"]+"`)
)

// reasoned makes a session one whose answers came through the Responses API:
// thoughts are signed by whole items, ids are pairs.
func reasoned(session []byte, api string) []byte {
	session = anyAPI.ReplaceAll(session, []byte(`"api":"`+api+`"`))
	session = callName.ReplaceAll(session, []byte(`"$1|fc_$1"`))
	n := 0
	return signature.ReplaceAllFunc(session, func([]byte) []byte {
		n++
		return fmt.Appendf(nil, `"thinkingSignature":"{\"id\":\"rs_%d\",\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"gAAAA%s\"}"`,
			n, strings.Repeat("a", 100))
	})
}

// relations are ways in which a session's model stands to the one that is asked.
var relations = []struct {
	name string
	of   func(session []byte, api string) []byte
}{
	{"own", reasoned},
	{"other API", func(session []byte, _ string) []byte { return through(session, realpi.Anthropic) }},
	{"own, called openai", func(session []byte, api string) []byte {
		return providerName.ReplaceAll(reasoned(session, api), []byte(`"provider":"openai"`))
	}},
	{"other API with pairs", func(session []byte, _ string) []byte { return reasoned(session, realpi.Completions) }},
}

func compareRelated(t *testing.T, pi *realpi.Pi, s specimen, api string, turn int) {
	for i, r := range relations {
		if !*thorough && turn >= 0 && i != turn%len(relations) {
			continue
		}
		t.Run(s.name+"/"+api+"/"+r.name, func(t *testing.T) {
			t.Parallel()
			compareOne(t, pi, r.of(s.session, api), api)
		})
	}
}

func TestResponsesOfRecordedSessions(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	for i, s := range specimens(t, recorded) {
		compareRelated(t, pi, s, realpi.Responses, -1)
		compareRelated(t, pi, s, realpi.Azure, i)
		compareRelated(t, pi, s, realpi.Codex, i+1)
	}
}

func TestResponsesOfDamagedSessions(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	s := specimenNamed(t, "0.87.1-parallel")
	for i, d := range damages {
		broken := specimen{d.name, damaged(t, s.session, d)}
		compareRelated(t, pi, broken, realpi.Responses, i)
		if i%3 == 0 {
			compareRelated(t, pi, broken, []string{realpi.Azure, realpi.Codex}[i/3%2], i/6)
		}
	}
}

func TestResponsesOfPublicSessions(t *testing.T) {
	if _, err := os.Stat(public); err != nil {
		t.Skipf("the public sessions are not beside the project: %v", err)
	}
	pi := realpitest.Pi(t, "1.5.2")
	for i, s := range specimens(t, public) {
		compareRelated(t, pi, s, realpi.Responses, i)
	}
}

func TestResponsesOfAnOlderVersion(t *testing.T) {
	pi := realpitest.Pi(t, "0.87.1")
	for i, s := range specimens(t, recorded) {
		compareRelated(t, pi, s, realpi.Responses, i)
	}
}

// JavaScript reads JSON however deep it is nested, and writes less.
func TestResponsesOfDeepReasoning(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	session := reasoned(specimenNamed(t, "1.5.2-thinking").session, realpi.Responses)
	for _, levels := range []int{2500, 4600} {
		deep := bytes.ReplaceAll(session, []byte(`\"summary\":[]`), []byte(`\"summary\":`+strings.Repeat("[", levels)+strings.Repeat("]", levels)))
		if len(deep) < len(session)+levels {
			t.Fatal("there is no reasoning in the session")
		}
		t.Run(fmt.Sprint(levels), func(t *testing.T) { compareOne(t, pi, deep, realpi.Responses) })
	}
}

// Versions before contexts had edits and system messages.
func TestResponsesOfAnOldVersion(t *testing.T) {
	pi := realpitest.Pi(t, "0.74.2")
	for i, s := range specimens(t, recorded) {
		if strings.HasPrefix(s.name, pi.Version) {
			compareRelated(t, pi, s, realpi.Responses, i)
		}
	}
	s := specimenNamed(t, "0.87.1-parallel")
	for _, d := range damages {
		switch d.name {
		case "empty result", "id with a bar", "unsigned thought":
			broken := specimen{d.name, damaged(t, s.session, d)}
			compareRelated(t, pi, broken, realpi.Responses, 0)
			compareRelated(t, pi, broken, realpi.Responses, 1)
		}
	}
}

// The real pi takes the streams: it calls the tool that it is asked to call,
// sends back what came of it, and what it has stored can be resumed by all sorts
// of models.
func TestResponsesToolRoundTrip(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	for _, api := range []string{realpi.Responses, realpi.Azure, realpi.Codex} {
		for _, reasons := range []bool{false, true} {
			t.Run(fmt.Sprint(api, "/reasons ", reasons), func(t *testing.T) {
				t.Parallel()
				session := roundTrip(t, pi, api, reasons)
				for name, of := range map[string]func() []byte{
					"own":                 func() []byte { return session },
					"of a sister":         func() []byte { return calling(session, `"model":"example-1"`, `"model":"example-0"`) },
					"of another provider": func() []byte { return calling(session, `"provider":"openai"`, `"provider":"xai"`) },
					"of another API":      func() []byte { return calling(session, `"api":"`+api, `"api":"x`+api) },
					"through another API": func() []byte { return anyAPI.ReplaceAll(session, []byte(`"api":"openai-completions"`)) },
				} {
					t.Run(name, func(t *testing.T) { compareOne(t, pi, of(), api) })
				}
			})
		}
	}
}

func roundTrip(t *testing.T, pi *realpi.Pi, api string, reasons bool) []byte {
	t.Helper()
	service := &replay.Provider{Contract: replay.ContractOf(api), Script: []replay.Turn{
		calls("I look.", call("", "ls", `{"path":"."}`), call("", "ls", `{}`)), says("Nothing there."),
	}}
	server := httptest.NewServer(service)
	defer server.Close()
	dir := t.TempDir()
	m := realpi.Model{Provider: "openai", ID: "example-1", API: api, Address: server.URL, Reasoning: reasons}
	outcome, err := pi.Run(t.Context(), realpi.Job{Model: m, Dir: dir, Args: []string{"--thinking", "low"}})
	if err != nil {
		t.Fatal(err)
	}
	if outcome.Exit != 0 || outcome.Stdout != "Nothing there.\n" || len(service.Exchanges()) != 2 {
		t.Fatalf("%d requests, outcome %+v", len(service.Exchanges()), *outcome)
	}
	for _, e := range service.Exchanges() {
		if e.Status != 200 || len(e.Violations) > 0 {
			t.Errorf("refused: %v", e.Violations)
		}
	}
	second := gjson.GetBytes(service.Exchanges()[1].Body, "input")
	if n := len(second.Get(`#(type=="function_call_output")#`).Array()); n != 2 {
		t.Errorf("%d outputs in %s", n, second.Raw)
	}
	if got := second.Get(`#(type=="reasoning").encrypted_content`).Exists(); got != reasons {
		t.Errorf("reasoning comes back: %t, want %t", got, reasons)
	}
	session, err := os.ReadFile(filepath.Join(dir, "session.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// calling changes something in the answers that call tools.
func calling(session []byte, old, changed string) []byte {
	var out []byte
	for line := range bytes.Lines(session) {
		if bytes.Contains(line, []byte(`"type":"toolCall"`)) {
			line = bytes.ReplaceAll(line, []byte(old), []byte(changed))
		}
		out = append(out, line...)
	}
	return out
}

func TestResponsesOfRandomDamage(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	for seed, s := range struck(t, 3, 8, 300) {
		r := relations[seed%4]
		t.Run(s.name+"/"+r.name, func(t *testing.T) {
			t.Parallel()
			compareOne(t, pi, r.of(s.session, realpi.Responses), realpi.Responses)
		})
	}
}

// codexRefused reports whether pi prints why Codex has refused a request; it does
// not print the status.
func codexRefused(e replay.Exchange, stderr string) bool {
	return e.API == realpi.Codex && slices.ContainsFunc(e.Violations, func(v contract.Violation) bool {
		return strings.Contains(stderr, v.Message)
	})
}
