//go:build !windows

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
)

// TestHookShells uses each shell as people do: after "pi-fix hook install", in a
// terminal, pi gets its arguments, its input and an interrupt, its exit status is
// passed on, and a damaged session is asked about before pi starts.
func TestHookShells(t *testing.T) {
	for _, shell := range []struct{ name, rc, prompt, status string }{
		{"bash", ".bashrc", "PS1='go> '\n", "$?"},
		{"zsh", ".zshrc", "PS1='go> '\nunsetopt prompt_sp\n", "$?"},
		{"fish", ".config/fish/config.fish", "function fish_prompt; echo -n 'go> '; end\nset fish_greeting\n", "$status"},
	} {
		t.Run(shell.name, func(t *testing.T) {
			t.Parallel()
			h := newShellHome(t, shell.name)
			h.write(shell.rc, shell.prompt, 0o644)
			if out, err := h.command("pi-fix", "hook", "install").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			h.write("my s.jsonl", orphanSession, 0o644)

			s := show(t, h.command(shell.name, "-i"))
			s.await("go> ")
			told := func(want string) {
				t.Helper()
				s.await("go> ")
				s.press("echo status-" + shell.status + "\r")
				s.await("status-" + want + " ")
			}
			s.press("pi -p 'a b' '' '*'\r")
			s.await("pi:[-p][a b][][*]")
			told("7")
			s.press("echo 'from the pipe' | pi -p\r")
			s.await("pi:[-p] read from the pipe")
			told("7")
			s.press("pi -c; pi -r\r")
			s.await("pi:[-c]")
			s.await("pi:[-r]")
			told("7")
			s.press("pi wait\r")
			s.await("pi waits")
			s.press("\x03")
			s.await("pi was interrupted")
			told("9")

			s.press("pi --session 'my s.jsonl'\r")
			s.await("[R]epair it first")
			s.press("\x03")
			s.await("pi-fix: interrupted")
			told("130")
			s.press("pi --session 'my s.jsonl'\r")
			s.await("[R]epair it first")
			s.press("c\r")
			s.await("pi was not started")
			told("1")
			s.press("pi --session 'my s.jsonl'\r")
			s.await("[R]epair it first")
			s.press("\r")
			s.await("repaired 1 finding")
			s.await("pi:[--session][my s.jsonl]")
			told("7")
			s.press("exit\r")
			_ = s.cmd.Wait() // a shell ends with the status of its last command

			if out, err := h.command("pi-fix", "hook", "uninstall").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if got := string(readFile(t, filepath.Join(h.dir, shell.rc))); got != shell.prompt {
				t.Errorf("the shell's file is %q after the hook was uninstalled", got)
			}
		})
	}
}

// shellHome is a clean home with a shell and a pi of a few lines.
type shellHome struct {
	t   *testing.T
	dir string
	env []string
}

// scriptedPi tells how it was started, and ends with a status of its own.
const scriptedPi = `#!/bin/sh
printf 'pi:'
printf '[%s]' "$@"
[ -t 0 ] || printf ' read %s' "$(cat)"
echo
if [ "$1" = wait ]; then
	trap 'echo pi was interrupted; exit 9' INT
	echo pi waits
	while :; do sleep 1; done
fi
exit 7
`

func newShellHome(t *testing.T, shell string) *shellHome {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil && os.Getenv("PI_FIX_REQUIRE_SHELLS") == "1" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &shellHome{t: t, dir: dir}
	h.write("bin/pi", scriptedPi, 0o755)
	h.env = []string{
		"HOME=" + dir, "SHELL=" + path, "TERM=xterm", "LANG=C", hook.Variable + "=",
		"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"),
	}
	return h
}

// write makes a file that is old enough to be at rest.
func (h *shellHome) write(name, content string, mode os.FileMode) {
	h.t.Helper()
	name = filepath.Join(h.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.ReplaceAll(content, "/nowhere", h.dir)), mode); err != nil {
		h.t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(name, old, old); err != nil {
		h.t.Fatal(err)
	}
}

func (h *shellHome) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(h.t.Context(), name, args...)
	cmd.Dir, cmd.Env = h.dir, h.env
	return cmd
}
