package realpi_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/realpi"
)

func TestPutTakesTheFolderOut(t *testing.T) {
	const rest = `{"type":"message","id":"a","cwd":"stays"}` + "\n" + `{"torn`
	for _, test := range []struct{ name, header, want string }{
		{"folder", `{"type":"session","id":"s","cwd":"/gone","more":1.0}`, `{"type":"session","id":"s","more":1.0}`},
		{"two folders", `{"type":"session","cwd":"/a","id":"s","cwd":"/b"}`, `{"type":"session","id":"s"}`},
		{"no folder", `{"type":"session", "id":"s"}`, `{"type":"session", "id":"s"}`},
		{"no text", `{"type":"session","id":"s","cwd":7}`, `{"type":"session","id":"s","cwd":7}`},
		{"damaged lines first", "\n{\"type\":\n" + `{"type":"session","cwd":"/gone"}`, "\n{\"type\":\n" + `{"type":"session"}`},
		{"no header", `{"type":"message","cwd":"/gone"}`, `{"type":"message","cwd":"/gone"}`},
		{"return and line feed", `{"type":"session","id":"s","cwd":"/gone"}` + "\r", `{"type":"session","id":"s"}` + "\r"},
	} {
		t.Run(test.name, func(t *testing.T) {
			home := realpi.Home{Dir: t.TempDir()}
			if err := home.Put(strings.NewReader(test.header + "\n" + rest)); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(home.Session())
			if want := test.want + "\n" + rest; string(got) != want || err != nil {
				t.Errorf("got %q, %v\nwant %q", got, err, want)
			}
		})
	}
}

// A stand-in for pi shows what it was started with.
func fakePi(t *testing.T, script string) *realpi.Pi {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pi")
	text := "#!/bin/sh\ntest \"$*\" = --version && { echo 0.80.0; exit; }\n" + script
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{"PATH=/usr/bin:/bin", "OPENAI_API_KEY=secret", "HTTP_PROXY=elsewhere"}
	pi, err := realpi.Open(t.Context(), name, env)
	if err != nil {
		t.Fatal(err)
	}
	return pi
}

func TestOpenAsksForTheVersion(t *testing.T) {
	pi := fakePi(t, `echo "$@"`)
	if pi.Version != "0.80.0" {
		t.Errorf("version %q", pi.Version)
	}
	outcome, err := pi.Run(t.Context(), realpi.Job{Model: model(realpi.Anthropic, "http://127.0.0.1:9"), Args: []string{"--mode", "json"}})
	if err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]bool{
		"--no-approve": true, "--no-mcp": false, "--provider example --model example-1": true, "--mode json -p ping": true,
	} {
		if got := strings.Contains(outcome.Stdout, flag); got != want {
			t.Errorf("%s is there: %t, in %s", flag, got, outcome.Stdout)
		}
	}
}

func TestRunHandsNothingOn(t *testing.T) {
	outcome, err := fakePi(t, "env").Run(t.Context(), realpi.Job{Model: model(realpi.Anthropic, "http://127.0.0.1:9")})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"PI_OFFLINE=1": true, "PI_CODING_AGENT_DIR=": true, "secret": false, "PROXY": false} {
		if got := strings.Contains(outcome.Stdout, name); got != want {
			t.Errorf("%s is there: %t, in %s", name, got, outcome.Stdout)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	pi := fakePi(t, "sleep 60 & sleep 60")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := pi.Run(ctx, realpi.Job{Model: model(realpi.Anthropic, "http://127.0.0.1:9")})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestRunNeedsAModel(t *testing.T) {
	if _, err := fakePi(t, "").Run(t.Context(), realpi.Job{}); err == nil {
		t.Error("no error")
	}
}
