package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay"
)

// driver drives a pi in RPC mode, as other programs do.
type driver struct {
	t      *testing.T
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *strings.Builder
	// choose answers a dialog; nil fails the test at one.
	choose func(title string, options []string) string
	// told is what the extension said.
	told []string
	// runs were started by prompts; so many have settled.
	runs, settled int
}

// drive starts pi, lets script talk to it and waits for its end.
func drive(h *hookHome, script func(*driver), args ...string) {
	h.t.Helper()
	cmd := h.pi(append(args, "--mode", "rpc")...)
	in, err := cmd.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	d := &driver{t: h.t, in: in, out: bufio.NewReader(out), stderr: new(strings.Builder)}
	cmd.Stderr = d.stderr
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	script(d)
	in.Close()
	io.Copy(io.Discard, d.out)
	if err := cmd.Wait(); err != nil {
		h.t.Errorf("pi: %v\n%s", err, d.stderr)
	}
}

func (d *driver) send(message map[string]any) {
	d.t.Helper()
	line, err := json.Marshal(message)
	if err == nil {
		_, err = d.in.Write(append(line, '\n'))
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// wait reads up to an event, and answers dialogs on the way there.
func (d *driver) wait(until func(gjson.Result) bool) gjson.Result {
	d.t.Helper()
	for {
		line, err := d.out.ReadBytes('\n')
		if err != nil {
			d.t.Fatalf("waiting: %v; told: %q\n%s", err, d.told, d.stderr)
		}
		e := gjson.ParseBytes(line)
		switch e.Get("type").Str {
		case "extension_ui_request":
			d.dialog(e)
		case "agent_settled":
			d.settled++
		}
		if until(e) {
			return e
		}
	}
}

func (d *driver) dialog(e gjson.Result) {
	d.t.Helper()
	switch e.Get("method").Str {
	case "notify":
		d.told = append(d.told, e.Get("message").Str)
	case "select":
		if d.choose == nil {
			d.t.Fatalf("a dialog: %s", e.Raw)
		}
		var options []string
		for _, o := range e.Get("options").Array() {
			options = append(options, o.Str)
		}
		answer := map[string]any{"type": "extension_ui_response", "id": e.Get("id").Str, "cancelled": true}
		if word := d.choose(e.Get("title").Str, options); word != "" {
			answer = map[string]any{"type": "extension_ui_response", "id": e.Get("id").Str, "value": word}
		}
		d.send(answer)
	}
}

// order sends a command and returns the answer to it.
func (d *driver) order(command string, more map[string]any) gjson.Result {
	d.t.Helper()
	message := map[string]any{"type": command}
	for k, v := range more {
		message[k] = v
	}
	d.send(message)
	return d.wait(func(e gjson.Result) bool {
		return e.Get("type").Str == "response" && e.Get("command").Str == command
	}).Get("data")
}

// prompt starts a run.
func (d *driver) prompt(text string) {
	d.t.Helper()
	d.runs++
	d.send(map[string]any{"type": "prompt", "message": text})
}

// settle waits for the end of all runs.
func (d *driver) settle() {
	d.t.Helper()
	if d.settled < d.runs {
		d.wait(func(gjson.Result) bool { return d.settled == d.runs })
	}
}

// ask starts a run and waits for its end.
func (d *driver) ask(text string) {
	d.t.Helper()
	d.prompt(text)
	d.settle()
}

// hears fails unless the extension has said something, and forgets it.
func (d *driver) hears(what string) {
	d.t.Helper()
	if all := strings.Join(d.told, "\n"); !strings.Contains(all, what) {
		d.t.Errorf("%q was not said, but %q", what, all)
	}
	d.told = nil
}

// TestHookSwitch: a switch to a damaged session can be cancelled, and the session
// is as it was; or it is repaired first, and the next request is accepted.
func TestHookSwitch(t *testing.T) {
	for _, version := range hookVersions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, version)
			damaged, sound := h.session("s.jsonl", orphanSession), h.session("t.jsonl", soundSession)
			before := readFile(t, damaged)
			drive(h, func(d *driver) {
				to := map[string]any{"sessionPath": damaged}
				var offered []string
				d.choose = func(title string, options []string) string {
					if !strings.Contains(title, "(pair-orphan-result)") {
						t.Errorf("the question is %q", title)
					}
					offered = options
					return ""
				}
				if a := d.order("switch_session", to); !a.Get("cancelled").Bool() || len(offered) != 3 {
					t.Errorf("the switch was not cancelled: %s, after %q", a, offered)
				}
				if !bytes.Equal(before, readFile(t, damaged)) {
					t.Error("the session was touched")
				}
				d.choose = func(_ string, options []string) string { return options[0] }
				if a := d.order("switch_session", to); a.Get("cancelled").Bool() {
					t.Errorf("the switch was cancelled: %s", a)
				}
				d.hears("repaired 1 finding")
				h.sound(damaged)
				d.choose = nil
				d.ask("go on")
				if a := d.order("switch_session", map[string]any{"sessionPath": sound}); a.Get("cancelled").Bool() {
					t.Errorf("the switch to a sound session was cancelled: %s", a)
				}
				d.ask("go on")
			})
			h.accepted(2)
		})
	}
}

// TestHookCommand: a damaged session that is open already is told of, a fork of it
// asks, and /fix repairs it and opens it again.
func TestHookCommand(t *testing.T) {
	for _, version := range hookVersions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, version)
			name := h.session("s.jsonl", orphanSession)
			drive(h, func(d *driver) {
				d.wait(func(gjson.Result) bool { return len(d.told) > 0 })
				d.hears("/fix repairs the session")
				d.choose = func(_ string, options []string) string {
					if len(options) != 2 {
						t.Errorf("of a fork the choices are %q", options)
					}
					return ""
				}
				if a := d.order("fork", map[string]any{"entryId": "aaaaaa05"}); !a.Get("cancelled").Bool() {
					t.Errorf("the fork was not cancelled: %s", a)
				}
				d.choose = nil
				d.send(map[string]any{"type": "prompt", "message": "/fix"})
				d.wait(func(e gjson.Result) bool { return strings.Contains(e.Get("message").Str, "repaired 1 finding") })
				d.told = nil
				if got := d.order("get_state", nil).Get("sessionFile").Str; filepath.Base(got) != filepath.Base(name) {
					t.Errorf("the session is %q", got)
				}
				d.ask("go on")
				if len(d.told) > 0 {
					t.Errorf("after the repair it is told %q", d.told)
				}
			}, "--session", name)
			h.accepted(1)
			h.sound(name)
		})
	}
}

// TestHookNamesTheCause: an answer 400 about calls and results gets its cause named.
func TestHookNamesTheCause(t *testing.T) {
	h := newHookHome(t, hookVersions[1])
	h.fake.Then = replay.Turn{Status: 400, Body: []byte(`{"type":"error","error":{"type":"invalid_request_error","message":"tool_use ids were found without tool_result blocks"}}`)}
	drive(h, func(d *driver) {
		d.ask("go on")
		d.hears("a result without its call, and the session has no such fault")
	}, "--session", h.session("s.jsonl", soundSession))
}

// TestHookLeavesLiveSessions: what another pi has open is not repaired.
func TestHookLeavesLiveSessions(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are looked for on Linux only")
	}
	h := newHookHome(t, hookVersions[1])
	name := h.session("s.jsonl", orphanSession)
	drive(h, func(other *driver) {
		other.order("get_state", nil)
		before := readFile(t, name)
		drive(h, func(d *driver) {
			d.choose = func(_ string, options []string) string { return options[0] }
			if a := d.order("switch_session", map[string]any{"sessionPath": name}); !a.Get("cancelled").Bool() {
				t.Errorf("the switch was not cancelled: %s", a)
			}
			d.hears("the session is in use: pi runs in its folder")
		})
		if !bytes.Equal(before, readFile(t, name)) {
			t.Error("the session was touched")
		}
	}, "--session", name)
}

// TestHookLeavesSoundRuns: a run with tools, several calls at a time and one that is
// aborted in the middle of a tool is none of the hook's business.
func TestHookLeavesSoundRuns(t *testing.T) {
	for _, version := range hookVersions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, version)
			look := replay.Call{Name: "bash", Arguments: []byte(`{"command":"echo seen"}`)}
			stay := replay.Call{Name: "bash", Arguments: []byte(`{"command":"sleep 300"}`)}
			h.fake.Script = []replay.Turn{
				{Text: "I look.", Calls: []replay.Call{look, look}}, {Text: "Twice."}, {Calls: []replay.Call{look, stay}},
			}
			name := h.session("s.jsonl", soundSession)
			drive(h, func(d *driver) {
				d.ask("look")
				d.prompt("stay")
				d.wait(func(e gjson.Result) bool { return e.Get("type").Str == "tool_execution_end" })
				d.order("abort", nil)
				d.settle()
				d.ask("go on")
				if len(d.told) > 0 {
					t.Errorf("the hook said %q", d.told)
				}
			}, "--session", name)
			h.accepted(4)
		})
	}
}
