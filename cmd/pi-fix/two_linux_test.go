//go:build amd64 || arm64

package main

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestTwoRepairsAtOnce starts a second repair when the first one has come to every
// fifth of its calls. One of them repairs the session; the other finds that, or
// that the session changed, and says so.
func TestTwoRepairsAtOnce(t *testing.T) {
	j := newJob(t, buildProgram(t), filepath.Join(t.TempDir(), "s"), nil)
	runs := 0
	for at := 1; !t.Failed(); at += 5 {
		first, second, err := j.runTwo(at)
		if errors.Is(err, errUnwatchable) {
			cannotWatch(t, err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if second == "" {
			break
		}
		runs++
		repaired := 0
		for _, out := range []string{first, second} {
			switch {
			case strings.Contains(out, "\nrepaired 5 of 5 findings"):
				repaired++
			case strings.Contains(out, ": nothing is wrong\n"), strings.Contains(out, "the file changed meanwhile"):
			default:
				t.Errorf("started at call %d:\n%s", at, out)
			}
		}
		wrong := j.judge(end{killed: true})
		if wrong == "" {
			wrong = j.again()
		}
		if repaired != 1 || wrong != "" {
			t.Errorf("started at call %d: %d repaired it; %s\n%s\n%s", at, repaired, wrong, first, second)
		}
	}
	if t.Logf("%d pairs", runs); runs < 20 {
		t.Errorf("only %d pairs", runs)
	}
}

// runTwo runs a repair, and a second one from its call of that number on.
func (j *job) runTwo(at int) (first, second string, err error) {
	if err := errors.Join(j.clear(), j.prepare()); err != nil {
		return "", "", err
	}
	var one, two bytes.Buffer
	cmd, other := exec.Command(j.program, j.session()), exec.Command(j.program, j.session())
	cmd.Stdout, cmd.Stderr, other.Stdout, other.Stderr = &one, &one, &two, &two
	calls, started := 0, error(nil)
	err = watch(cmd, func(c sysCall) unix.Errno {
		if strings.HasPrefix(c.Name, j.folder) {
			if calls++; calls == at {
				started = other.Start()
			}
		}
		return proceed
	})
	if other.Process != nil {
		_ = other.Wait() // its words tell how it ended
	}
	return one.String(), two.String(), errors.Join(err, started)
}
