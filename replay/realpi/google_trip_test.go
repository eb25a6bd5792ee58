package realpi_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/mistral"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// signedThought is a turn of Gemini with a thought, a signed text and a signature
// without text.
var signedThought = replay.Turn{Status: 200, Header: realpitest.EventStream, Body: []byte(`data: {"candidates":[{"content":{"role":"model","parts":[{"thought":true,"text":"Hm."}]},"index":0}]}

data: {"candidates":[{"content":{"role":"model","parts":[{"text":"One file."}]},"index":0}]}

data: {"candidates":[{"content":{"role":"model","parts":[{"text":"","thoughtSignature":"c2lnbmVkIHRleHQh"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"thoughtsTokenCount":1,"totalTokenCount":3}}

`)}

// pi takes the streams, answers their calls, and is understood when it does. What
// it keeps of them is sent on as it is, and by replay too.
func TestRoundTripsOfGoogleAndMistral(t *testing.T) {
	for _, test := range []struct {
		api, model, profile string
		thought             replay.Turn
	}{
		{google.API, "gemini-3-pro-preview", google.Gemini3, signedThought},
		{google.API, "gemini-2.5-pro", google.CloudCode, signedThought},
		{google.VertexAPI, "gemini-3-pro-preview", google.Gemini3, signedThought},
		{mistral.API, "mistral-large-latest", mistral.V13, realpitest.Thinks(replay.Thought{Text: "Hm."}, replay.Block{Text: "One file."})},
	} {
		t.Run(test.api+"/"+test.model, func(t *testing.T) {
			t.Parallel()
			pi := realpitest.Pi(t, "1.5.2")
			service := &replay.Provider{
				Contract: replay.ContractOf(test.api), Profiles: []string{test.profile},
				Script: []replay.Turn{
					calls("I look.", call("", "read", `{"path":"notes.txt"}`), call("", "bash", `{"command":"exit 3"}`)),
					calls("", call("", "bash", `{"command":"echo again"}`)),
					test.thought,
				},
			}
			server := httptest.NewServer(service)
			defer server.Close()
			home := realpi.Home{Dir: t.TempDir()}
			m := realpi.Model{Provider: "example", ID: test.model, API: test.api, Address: server.URL}
			session := trip(t, pi, home, m)
			exchanges := service.Exchanges()
			if len(exchanges) != 3 {
				t.Fatalf("%d requests, want 3", len(exchanges))
			}
			for _, e := range exchanges {
				if e.Status != 200 || len(e.Violations) > 0 {
					t.Errorf("%d: %v", e.Status, e.Violations)
				}
			}
			compareOne(t, pi, session, test.api)
			compareOne(t, pi, by(session, "another"), test.api)
			compareOne(t, pi, through(session, realpi.Anthropic), test.api)
		})
	}
}

// trip lets pi begin a session in its home and returns what it kept.
func trip(t *testing.T, pi *realpi.Pi, home realpi.Home, m realpi.Model) []byte {
	t.Helper()
	if err := home.Furnish(m); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(home.Work(), "notes.txt")
	if err := os.WriteFile(name, []byte(workFiles["notes.txt"]), 0o644); err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	cmd := pi.Command(t.Context(), home, m, "-p", "How many files?")
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Run(); err != nil || output.String() != "One file.\n" {
		t.Errorf("%v: %s", err, output.String())
	}
	session, err := os.ReadFile(home.Session())
	if err != nil {
		t.Fatal(err)
	}
	return session
}
