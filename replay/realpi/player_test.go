package realpi_test

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay/realpi"
)

// A player speaks with a pi that runs in RPC mode.
type player struct {
	t *testing.T
	// settled is the event after which pi waits for the next prompt.
	settled string
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  *strings.Builder
}

// play starts pi in RPC mode, lets script talk to it and waits for its end.
func play(t *testing.T, pi *realpi.Pi, home realpi.Home, m realpi.Model, args []string, script func(*player)) {
	t.Helper()
	cmd := pi.Command(t.Context(), home, m, append(args, "--mode", "rpc")...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr := new(strings.Builder)
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &player{t: t, settled: "agent_settled", in: in, out: bufio.NewReader(out), stderr: stderr}
	if pi.Version == "0.74.2" {
		p.settled = "agent_end"
	}
	script(p)
	in.Close()
	io.Copy(io.Discard, p.out)
	if err := cmd.Wait(); err != nil {
		t.Errorf("pi: %v\n%s", err, stderr)
	}
}

// ask sends a prompt and waits for the end of the run that it starts.
func (p *player) ask(text string) {
	p.t.Helper()
	p.send(map[string]string{"type": "prompt", "message": text})
	p.wait(p.settled)
}

// stop sends a prompt and aborts the run at its first tool call.
func (p *player) stop(text string) {
	p.t.Helper()
	p.send(map[string]string{"type": "prompt", "message": text})
	p.wait("tool_execution_start")
	p.send(map[string]string{"type": "abort"})
	p.wait(p.settled)
}

// order sends a command that is done when it is answered.
func (p *player) order(command map[string]string) {
	p.t.Helper()
	p.send(command)
	for {
		answer := p.wait("response")
		if answer.Get("command").Str != command["type"] {
			continue // the late answer to an abort
		}
		if !answer.Get("success").Bool() {
			p.t.Fatalf("pi refused %v: %s", command, answer.Raw)
		}
		return
	}
}

func (p *player) send(command map[string]string) {
	p.t.Helper()
	line, err := json.Marshal(command)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		p.t.Fatal(err)
	}
}

// wait reads events up to one of the given type. The answer to a prompt, which
// comes at its start, is passed over.
func (p *player) wait(kind string) gjson.Result {
	p.t.Helper()
	for {
		line, err := p.out.ReadBytes('\n')
		if err != nil {
			p.t.Fatalf("waiting for %s: %v\n%s", kind, err, p.stderr)
		}
		if event := gjson.ParseBytes(line); event.Get("type").Str == kind {
			return event
		}
	}
}
