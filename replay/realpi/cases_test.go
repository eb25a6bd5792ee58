package realpi_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
)

// apis are those that the fake service speaks.
var apis = []string{realpi.Anthropic, realpi.Completions}

// A specimen is a session to be sent.
type specimen struct {
	name    string
	session []byte
}

// recordings of this project stand here.
const recorded = "../../testdata/sessions"

// largest is the size up to which a session is sent: pi takes time for large
// ones, and they show nothing that small ones do not.
const largest = 500_000

// specimens reads the sessions of a folder. Event streams are left out, and so
// is a session that goes on in the next file.
func specimens(t *testing.T, dir string) []specimen {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var found []specimen
	for _, name := range names {
		session, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(session) > largest && !*thorough || !isSession(session) {
			continue
		}
		if n := len(found); n > 0 && bytes.HasPrefix(session, found[n-1].session) {
			found = found[:n-1]
		}
		found = append(found, specimen{strings.TrimSuffix(filepath.Base(name), ".jsonl"), session})
	}
	return found
}

func specimenNamed(t *testing.T, name string) specimen {
	t.Helper()
	for _, s := range specimens(t, recorded) {
		if s.name == name {
			return s
		}
	}
	t.Fatalf("%s is not recorded", name)
	return specimen{}
}

// isSession tells a session from what pi prints in JSON mode: that begins with
// a header too, but goes on with events.
func isSession(text []byte) bool {
	for line := range bytes.Lines(text) {
		switch gjson.GetBytes(line, "type").Str {
		case "agent_start", "turn_start", "message_start":
			return false
		}
	}
	return gjson.GetBytes(text, "type").Str == "session"
}

// model is one that no version of pi has in its catalogue.
func model(api, address string) realpi.Model {
	return realpi.Model{Provider: "example", ID: "example-1", API: api, Address: address}
}

// ownModel is the model that answered last in the session.
func ownModel(session []byte, api string) realpi.Model {
	m := model(api, "")
	for line := range bytes.Lines(session) {
		if !gjson.ValidBytes(line) || gjson.GetBytes(line, "message.role").Str != "assistant" {
			continue
		}
		answer := gjson.GetBytes(line, "message")
		if provider, id := answer.Get("provider").Str, answer.Get("model").Str; provider != "" && id != "" {
			m.Provider, m.ID = provider, id
		}
	}
	return m
}

var storedAPI = regexp.MustCompile(`"api":"(anthropic-messages|openai-completions|openai-responses|google-generative-ai|google-vertex|mistral-conversations)"`)

// through makes a session one whose answers came through the given API, so
// that its own model is the same model there.
func through(session []byte, api string) []byte {
	return storedAPI.ReplaceAll(session, []byte(`"api":"`+api+`"`))
}

// An answer is what came of a question to the real pi.
type answer struct {
	verdict verdict
	// exchange is the only one that there was; it is empty after silence.
	exchange replay.Exchange
	stderr   string
}

// asked holds what came of a question, for tests that ask the same.
var asked sync.Map

type question struct {
	version, session string
	model            realpi.Model
}

// ask lets pi send a session to the strict service. pi has to end well if it
// was accepted and badly if not.
func ask(t *testing.T, pi *realpi.Pi, session []byte, m realpi.Model) answer {
	t.Helper()
	q := question{pi.Version, string(session), m}
	if known, ok := asked.Load(q); ok {
		return known.(answer)
	}
	// Two APIs may share a path, so only the one that is asked for is served.
	service := &replay.Provider{
		Contract: replay.ContractOf(m.API),
		Profiles: replay.ProfilesOf(replay.Model{Provider: m.Provider, API: m.API, ID: m.ID}, ""),
	}
	server := httptest.NewServer(service)
	defer server.Close()
	m.Address = server.URL
	outcome, err := pi.Run(t.Context(), realpi.Job{Session: bytes.NewReader(session), Model: m})
	if err != nil {
		t.Fatal(err)
	}
	a := judge(t, service.Exchanges(), outcome)
	asked.Store(q, a)
	return a
}

func judge(t *testing.T, exchanges []replay.Exchange, outcome *realpi.Outcome) answer {
	t.Helper()
	a := answer{stderr: outcome.Stderr}
	if len(exchanges) == 1 {
		a.exchange = exchanges[0]
	}
	switch status := a.exchange.Status; {
	case status == 200 && outcome.Exit == 0 && outcome.Stdout == "ok\n":
		a.verdict = accepted
	case status >= 400 && outcome.Exit == 1 && (strings.Contains(outcome.Stderr, strconv.Itoa(status)) ||
		codexRefused(a.exchange, outcome.Stderr) ||
		a.exchange.API == realpi.Bedrock && strings.Contains(outcome.Stderr, "Validation error: ") ||
		a.exchange.API == realpi.Bedrock && strings.Contains(outcome.Stderr, "SerializationException: ")):
		a.verdict = refused
	case len(exchanges) == 0 && outcome.Exit == 1:
		a.verdict = silent
	default:
		t.Fatalf("%d exchanges, status %d, outcome %+v", len(exchanges), status, *outcome)
	}
	return a
}
