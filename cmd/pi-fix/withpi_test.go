package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// piProgram is a program that is the real pi.
func piProgram(t *testing.T, version string) string {
	t.Helper()
	pi := realpitest.Pi(t, version)
	argv := pi.Command(context.Background(), realpi.Home{Dir: t.TempDir()}, realpi.Model{}).Args
	name := filepath.Join(t.TempDir(), "pi")
	script := fmt.Sprintf("#!/bin/sh\nexec '%s' '%s' \"$@\"\n", argv[0], argv[1])
	if err := os.WriteFile(name, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

const withPiSession = `{"type":"session","version":3,"id":"01990000-0000-7000-8000-000000000001","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/nowhere"}
{"type":"message","id":"aaaaaa01","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"hello"}],"timestamp":1}}
{"type":"message","id":"aaaaaa02","parentId":"aaaaaa01","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Hello."}],"api":"anthropic-messages","provider":"anthropic","model":"claude-opus-4-5","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":"stop","timestamp":2}}
{"type":"message","id":"aaaaaa03","parentId":"aaaaaa02","timestamp":"2026-01-01T00:00:03.000Z","message":{"role":"toolResult","toolCallId":"toolu_01X","toolName":"bash","content":[{"type":"text","text":"nowhere"}],"isError":false,"timestamp":3}}
{"type":"message","id":"aaaaaa05","parentId":"aaaaaa02","timestamp":"2026-01-01T00:00:05.000Z","message":{"role":"user","content":[{"type":"text","text":"another way"}],"timestamp":5}}
`

// The real pi is refused where our own requests are, at the same lines, also for a
// leaf that it would not resume by itself.
func TestReplayWithPi(t *testing.T) {
	fix := buildProgram(t)
	for _, version := range []string{"1.5.2"} {
		t.Run(version, func(t *testing.T) {
			pi := piProgram(t, version)
			dir := t.TempDir()
			name := filepath.Join(dir, "s.jsonl")
			if err := os.WriteFile(name, []byte(withPiSession), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(fix, "replay", "--with-pi="+pi, "s.jsonl")
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != 1 {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, want := range []string{
				"s.jsonl:4: rejected: ", "(anthropic/orphan-tool-result)", "leaf aaaaaa03",
				"replay: anthropic-messages rejects 1 of 2 leaves\n",
			} {
				if !strings.Contains(string(out), want) {
					t.Errorf("%q is not in\n%s", want, out)
				}
			}
			if after, err := os.ReadFile(name); err != nil || string(after) != withPiSession {
				t.Errorf("the session is not what it was: %v", err)
			}
		})
	}
}

func TestReplayWithPiThatIsNotThere(t *testing.T) {
	cmd := exec.Command(buildProgram(t), "replay", "--with-pi="+filepath.Join(t.TempDir(), "pi"), "s.jsonl")
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != exitTrouble || !strings.Contains(string(out), "--with-pi=PATH") {
		t.Errorf("status %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
}
