//go:build !windows

package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"

	"github.com/pi-fix/pi-fix/replay"
)

// A screen is a terminal in which a program runs. It is read as the text that was
// written to it, in order, without what moves the cursor or sets colours, and with
// every run of blanks as one: where the program breaks lines is not asked.
type screen struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File
	all  []byte
	past int // how much of the text was looked at
}

// show starts a program in a terminal.
func show(t *testing.T, cmd *exec.Cmd) *screen {
	t.Helper()
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = f.Close()
		_ = cmd.Wait() // it is hung up, or has ended
	})
	return &screen{t: t, cmd: cmd, file: f}
}

// leave ends pi and waits until it is gone.
func (s *screen) leave() {
	s.t.Helper()
	s.press("\x04")
	_, _ = io.Copy(io.Discard, s.file) // the end of a terminal is an error
	if err := s.cmd.Wait(); err != nil {
		s.t.Error(err)
	}
}

var (
	// escapes are sequences for the terminal: CSI, OSC and other strings, the rest.
	escapes = regexp.MustCompile(`\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]_PX^][^\x07\x1b]*(\x07|\x1b\\)|\x1b[ -/]*[0-~]`)
	blanks  = regexp.MustCompile(`[\s│]+`)
)

// await reads until the text is there, and goes on behind it.
func (s *screen) await(want string) {
	s.t.Helper()
	buf := make([]byte, 1<<14)
	for {
		text := blanks.ReplaceAllString(escapes.ReplaceAllString(string(s.all), ""), " ")
		if _, rest, ok := strings.Cut(text[min(s.past, len(text)):], want); ok {
			s.past = len(text) - len(rest)
			return
		}
		n, err := s.file.Read(buf)
		s.all = append(s.all, buf[:n]...)
		if err != nil {
			s.t.Fatalf("waiting for %q: %v; the screen had\n%s", want, err, text[min(s.past, len(text)):])
		}
	}
}

func (s *screen) press(keys string) {
	s.t.Helper()
	if _, err := s.file.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// TestHookTerminal: in a terminal, a damaged session that is open is repaired with
// /fix, and a damaged session is repaired before it is opened when the user says so.
func TestHookTerminal(t *testing.T) {
	for _, version := range hookVersions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, version)
			h.fake.Then = replay.Turn{Text: "the answer of the fake"}
			name := h.session("s.jsonl", orphanSession)
			s := show(t, h.pi("--session", name))
			s.await("/fix repairs the session")
			s.press("/fix\r")
			s.await("repaired 1 finding")
			s.await("Resumed session")
			h.sound(name)
			s.press("go on\r")
			s.await("the answer of the fake")
			h.accepted(1)
			s.leave()

			name = h.session("t.jsonl", orphanSession)
			s = show(t, h.wrapped("ask", "--session", name))
			s.await("(pair-orphan-result)")
			s.await("[R]epair it first, [s]tart pi all the same, [c]ancel:")
			s.press("\r")
			s.await("repaired 1 finding")
			s.await("another way") // the session is on the screen
			s.press("go on\r")
			s.await("the answer of the fake")
			h.accepted(2)
			h.sound(name)
			s.leave()
		})
	}
}

// TestHookResume: /resume of a damaged session asks, in pi's own dialog.
func TestHookResume(t *testing.T) {
	for _, version := range hookVersions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			h := newHookHome(t, version)
			h.fake.Then = replay.Turn{Text: "the answer of the fake"}
			if err := os.Mkdir(filepath.Join(h.home.Dir, "sessions"), 0o755); err != nil {
				t.Fatal(err)
			}
			name := h.session("sessions/s.jsonl", orphanSession)
			s := show(t, h.pi("--session-dir", filepath.Dir(name)))
			s.await("[Extensions]") // from here on pi takes commands
			s.press("/resume\r")
			s.await("hello") // the first words of the session
			s.press("\r")
			s.await("(pair-orphan-result)")
			s.await("Repair it first")
			s.press("\r")
			s.await("another way")
			h.sound(name)
			s.press("go on\r")
			s.await("the answer of the fake")
			h.accepted(1)
			s.leave()
		})
	}
}
