package hook

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What is put into a file comes out of it again to the last byte, whatever stood
// there before and comes after.
func TestBlockLeavesNothing(t *testing.T) {
	for _, s := range Shells {
		for _, before := range []string{"", "\n", "x", "x\n", "x\n\n", "x\r\n"} {
			with, err := s.With([]byte(before), true)
			if err != nil {
				t.Fatal(err)
			}
			again, err := s.With(with, true)
			if err != nil || string(again) != string(with) {
				t.Errorf("%s, %q: a second time gives %q, %v", s.Name, before, again, err)
			}
			for _, after := range []string{"", "alias x=y\n"} {
				rest, gone, err := s.Without(append(append([]byte{}, with...), after...))
				if err != nil || gone || string(rest) != before+after {
					t.Errorf("%s, %q: left %q, %v", s.Name, before+after, rest, err)
				}
			}
		}
	}
}

func TestBlockOfMadeFile(t *testing.T) {
	s := Shells[0]
	with, _ := s.With(nil, false)
	with, _ = s.With(with, true) // installed again
	if _, gone, err := s.Without(with); err != nil || !gone {
		t.Errorf("the file is to stay: %v", err)
	}
	if _, gone, _ := s.Without(append([]byte("mine\n"), with...)); gone {
		t.Error("a file with something of the user in it is to go")
	}
}

func TestBlockOfAnotherVersion(t *testing.T) {
	s := Shells[0]
	old := "a\n\n" + blockBegin + "function pi { false; }\n" + blockEnd + "b\n"
	if present, same, err := s.Present([]byte(old)); !present || same || err != nil {
		t.Errorf("got %v, %v, %v", present, same, err)
	}
	with, err := s.With([]byte(old), true)
	if err != nil || strings.Contains(string(with), "false") {
		t.Errorf("got %q, %v", with, err)
	}
	if rest, _, err := s.Without(with); err != nil || string(rest) != "a\nb\n" {
		t.Errorf("left %q, %v", rest, err)
	}
}

func TestHalfBlock(t *testing.T) {
	for _, content := range []string{"a\n" + blockBegin + "b\n", "a\n" + blockEnd, blockEnd + blockBegin} {
		if _, err := Shells[0].With([]byte(content), true); !errors.Is(err, ErrHalfBlock) {
			t.Errorf("%q: got %v", content, err)
		}
	}
}

// TestShellFunction runs the functions in the shells that are here: pi is started
// unless the check says no, with all its arguments, and its status is the function's.
func TestShellFunction(t *testing.T) {
	for _, s := range Shells {
		t.Run(s.Name, func(t *testing.T) {
			shell := lookShell(t, s.Name)
			for _, tt := range []struct {
				fix, setting, want string
				status             int
			}{
				{"exit 0", "", "[-c][a b][]", 7}, {"exit 1", "", "", 1}, {"exit 130", "", "", 130},
				{"exit 2", "", "[-c][a b][]", 7}, {"kill -SEGV $$", "", "[-c][a b][]", 7}, {"", "", "[-c][a b][]", 7},
				{"exit 2", "fix,strict", "", 1}, {"", "strict", "", 1},
			} {
				if got, status := started(t, shell, s, tt.fix, tt.setting); got != tt.want || status != tt.status {
					t.Errorf("pi-fix does %q, %q: pi got %q, status %d, want %q, %d", tt.fix, tt.setting, got, status, tt.want, tt.status)
				}
			}
		})
	}
}

// lookShell finds a shell. CI has them all.
func lookShell(t *testing.T, name string) string {
	t.Helper()
	shell, err := exec.LookPath(name)
	if err != nil && os.Getenv("PI_FIX_REQUIRE_SHELLS") == "1" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	return shell
}

// started returns the arguments with which pi was started, and the status.
func started(t *testing.T, shell string, s *Shell, fix, setting string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	program(t, dir, "pi", `printf '[%s]' "$@"; exit 7`)
	if fix != "" {
		program(t, dir, "pi-fix", fix)
	}
	careful := "set -eu\n"
	if s.text == fish {
		careful = ""
	}
	cmd := exec.Command(shell, "-c", careful+s.text+`pi -c 'a b' ''`)
	cmd.Env = []string{"PATH=" + dir, "HOME=" + dir}
	if setting != "" {
		cmd.Env = append(cmd.Env, Variable+"="+setting)
	}
	out, _ := cmd.Output() // the status tells
	return string(out), cmd.ProcessState.ExitCode()
}

func program(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}
