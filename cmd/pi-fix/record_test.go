package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecord records a run of the real pi with a call and a fault, and runs it again.
func TestRecord(t *testing.T) {
	fix, pi, dir := buildProgram(t), piProgram(t, "1.5.2"), t.TempDir()
	for name, text := range map[string]string{
		"files/a.go":   "package main\n",
		"script.json":  `{"turns": [{"calls": [{"name": "read", "arguments": {"path": "a.go"}}]}, {"text": "It is package main."}]}`,
		"broken.jsonl": withPiSession[:strings.LastIndex(withPiSession[:len(withPiSession)-1], "\n")+1], // up to the orphaned result
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(status int, want string, args ...string) {
		t.Helper()
		cmd := exec.Command(fix, args...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != status || !strings.Contains(string(out), want) {
			t.Fatalf("%q: status %d, want %d and %q\n%s", args, cmd.ProcessState.ExitCode(), status, want, out)
		}
	}
	run(0, "one: pi 1.5.2, 2 requests, 0 refused", "record", "-o", "one", "--pi", pi, "--script", "script.json", "--files", "files", "--", "-p", "What is in a.go?")
	run(0, "one: 2 requests of pi 1.5.2, as recorded", "replay", "--fixture", "one")
	run(0, "one: 2 requests of pi 1.5.2, as recorded", "replay", "--fixture", "one", "--with-pi="+pi)
	run(0, "replay: anthropic-messages ok", "replay", "--api", "anthropic-messages", "one/session.jsonl")

	// What a service refused is recorded as well, and a change of the verdict shows.
	run(1, "two: pi 1.5.2, 1 request, 1 refused", "record", "-o", "two", "--pi", pi, "--session", "broken.jsonl", "--", "-p", "go on")
	run(0, "as recorded", "replay", "--fixture", "two")
	name := filepath.Join(dir, "two", fixtureRequests)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.ReplaceAll(string(text), "anthropic/orphan-tool-result", "anthropic/another"))
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	run(1, "-request 1: /v1/messages: 400, reject anthropic/another", "replay", "--fixture", "two")

	run(2, "must be new or empty", "record", "-o", "one", "--pi", pi, "--", "-p", "again")
	run(2, "no recording of pi-fix", "replay", "--fixture", "files")
	run(2, "record sets --session itself", "record", "-o", "three", "--", "--session", "x")
}
