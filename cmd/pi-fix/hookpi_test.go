package main

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// hookVersions are the pis that the hook is tried in: one of the first that
// rebuild every request from the file, and the newest.
var hookVersions = []string{"0.87.1", "1.5.2"}

// hookHome is a real pi with a home of its own, the strict fake as its service and
// the hook installed.
type hookHome struct {
	t    *testing.T
	home realpi.Home
	argv []string // runs pi
	env  []string
	fake *replay.Provider
}

func newHookHome(t *testing.T, version string) *hookHome {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("pi is named by a shell script, and driven through a pseudo-terminal")
	}
	pi := realpitest.Pi(t, version)
	h := &hookHome{t: t, home: realpi.Home{Dir: t.TempDir()}, fake: &replay.Provider{}}
	server := httptest.NewServer(h.fake)
	t.Cleanup(server.Close)
	m := realpi.Model{Provider: "anthropic", ID: "claude-opus-4-5", API: realpi.Anthropic, Address: server.URL}
	if err := h.home.Furnish(m); err != nil {
		t.Fatal(err)
	}
	cmd := pi.Command(t.Context(), h.home, m)
	h.argv, h.env = cmd.Args[:2], append(cmd.Env, "HOME="+h.home.Dir, "TERM=xterm-256color")
	// The package of 1.5.2 brings all but jiti, which loads extensions; an
	// installed 0.87.1 has it.
	installed := realpitest.Pi(t, "0.87.1").Command(t.Context(), h.home, m).Args[1]
	modules, _, _ := strings.Cut(installed, "@earendil-works")
	h.env = append(h.env, "NODE_PATH="+modules)
	if out, err := h.fix("hook", "install", "--shell", "none").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return h
}

// fix runs pi-fix as pi's user would.
func (h *hookHome) fix(args ...string) *exec.Cmd {
	return h.command("pi-fix", args...)
}

// pi runs pi itself.
func (h *hookHome) pi(args ...string) *exec.Cmd {
	quiet := []string{"--offline", "--no-skills", "--no-themes", "--no-context-files", "--provider", "anthropic", "--model", "claude-opus-4-5"}
	return h.command(h.argv[0], slices.Concat(h.argv[1:], quiet, args)...)
}

// wrapped runs pi through the hook.
func (h *hookHome) wrapped(mode string, args ...string) *exec.Cmd {
	pi := h.pi(args...)
	return h.fix(append([]string{"hook", "run", "--mode", mode, "--pi", pi.Args[0], "--"}, pi.Args[1:]...)...)
}

func (h *hookHome) command(name string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(h.t.Context(), 2*time.Minute)
	h.t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = h.home.Work(), h.env
	return cmd
}

// session writes a session that is old enough to be at rest.
func (h *hookHome) session(name, content string) string {
	h.t.Helper()
	work, err := filepath.EvalSymlinks(h.home.Work())
	if err != nil {
		h.t.Fatal(err)
	}
	name = filepath.Join(h.home.Dir, name)
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(content, "/nowhere", work)), 0o644); err != nil {
		h.t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, old, old); err != nil {
		h.t.Fatal(err)
	}
	return name
}

// accepted fails unless so many requests were sent and all were accepted.
func (h *hookHome) accepted(want int) {
	h.t.Helper()
	sent := h.fake.Exchanges()
	if len(sent) != want {
		h.t.Errorf("%d requests were sent, want %d", len(sent), want)
	}
	for i, e := range sent {
		if e.Status != 200 {
			h.t.Errorf("request %d: %d %s", i+1, e.Status, e.Answer)
		}
	}
}

// sound fails unless pi-fix finds the session sound.
func (h *hookHome) sound(name string) {
	h.t.Helper()
	if out, err := h.fix("check", name).CombinedOutput(); err != nil {
		h.t.Errorf("%v\n%s", err, out)
	}
}

// The orphaned result stands on the branch that pi resumes.
var (
	orphanSession = strings.Replace(withPiSession, `"parentId":"aaaaaa02","timestamp":"2026-01-01T00:00:05`, `"parentId":"aaaaaa03","timestamp":"2026-01-01T00:00:05`, 1)
	soundSession  = strings.Join(append(strings.SplitAfter(withPiSession, "\n")[:3], strings.SplitAfter(withPiSession, "\n")[4:]...), "")
)

// said runs a command and returns its two streams.
func said(t *testing.T, cmd *exec.Cmd) (stdout, stderr string, status int) {
	t.Helper()
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	_ = cmd.Run() // its status tells
	return out.String(), err.String(), cmd.ProcessState.ExitCode()
}

// TestHookPrint: the first request of a resumed session is sound, although the
// session was not, with the wrapper and without it.
func TestHookPrint(t *testing.T) {
	for _, version := range hookVersions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			t.Run("guard", func(t *testing.T) {
				h := newHookHome(t, version)
				name := h.session("s.jsonl", orphanSession)
				out, errs, status := said(t, h.pi("--session", name, "-p", "go on"))
				if status != 0 || out != "ok\n" || !strings.Contains(errs, "repaired in the request: ") {
					t.Errorf("status %d, %q\n%s", status, out, errs)
				}
				h.accepted(1)
			})
			t.Run("wrapper", func(t *testing.T) {
				h := newHookHome(t, version)
				name := h.session("s.jsonl", orphanSession)
				out, errs, status := said(t, h.wrapped("ask", "--session", name, "-p", "go on"))
				if status != exitLeft || out != "" || !strings.Contains(errs, "pi was not started") {
					t.Errorf("nobody to ask: status %d, %q\n%s", status, out, errs)
				}
				out, errs, status = said(t, h.wrapped("fix", "--session", name, "-p", "go on"))
				if status != 0 || out != "ok\n" || !strings.Contains(errs, "repaired 1 finding") || strings.Contains(errs, "in the request") {
					t.Errorf("status %d, %q\n%s", status, out, errs)
				}
				h.accepted(1)
				h.sound(name)
			})
		})
	}
}

// TestHookWithoutPiFix: pi works as if nothing were there, in good and in bad.
func TestHookWithoutPiFix(t *testing.T) {
	for _, version := range hookVersions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, version)
			h.env = append(h.env, "PATH="+t.TempDir())
			out, errs, status := said(t, h.pi("--session", h.session("sound.jsonl", soundSession), "-p", "go on"))
			if status != 0 || out != "ok\n" || strings.Count(errs, "pi-fix is not installed; sessions are not checked") != 1 {
				t.Errorf("status %d, %q\n%s", status, out, errs)
			}
			h.accepted(1)
			// What is damaged is refused as ever: without the hook there is no help.
			_, errs, status = said(t, h.pi("--session", h.session("bad.jsonl", orphanSession), "-p", "go on"))
			if status != 1 || !strings.Contains(errs, "400") {
				t.Errorf("status %d\n%s", status, errs)
			}
		})
	}
}

// TestHookWithBrokenPiFix: what the hook gets no answer from does not keep pi, unless
// the user wants it to.
func TestHookWithBrokenPiFix(t *testing.T) {
	for name, tt := range map[string]struct{ text, setting, want string }{
		"nonsense": {"echo nonsense", "", "pi-fix answered something else than JSON; sessions are not checked"},
		"null":     {"echo null", "", "pi-fix answered something else than JSON; sessions are not checked"},
		"midway":   {`read -r one; echo '{"id":1}'; exit 4`, "", "pi-fix ended (4); sessions are not checked"},
		"crash":    {"exit 3", "", "pi-fix ended (3); sessions are not checked"},
		"slow":     {"exec sleep 300", "", "no answer from pi-fix within 5 s; sessions are not checked"},
		"strict":   {"exit 3", "strict", "sessions are not checked, so nothing is opened"},
		"off":      {"exit 3", "off", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, hookVersions[1])
			broken := filepath.Join(t.TempDir(), "broken")
			if err := os.WriteFile(broken, []byte("#!/bin/sh\n"+tt.text+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			h.env = append(h.env, "PI_FIX_BINARY="+broken, hook.Variable+"="+tt.setting)
			out, errs, status := said(t, h.pi("--session", h.session("s.jsonl", soundSession), "-p", "go on"))
			if strings.Count(errs, "pi-fix: ") != min(1, len(tt.want)) || !strings.Contains(errs, tt.want) {
				t.Errorf("it said %s", errs)
			}
			if tt.setting == "strict" {
				h.accepted(0)
				return
			}
			if status != 0 || out != "ok\n" {
				t.Errorf("status %d, %q", status, out)
			}
			h.accepted(1)
		})
	}
}
