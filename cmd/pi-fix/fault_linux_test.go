//go:build amd64 || arm64

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A fault is what happens to a program at one of its calls.
type fault struct {
	no    unix.Errno // what the call answers instead of being made
	stays bool       // all calls from this one on, until the program ends
	kill  bool       // the program is killed before the call
}

func (f fault) String() string {
	switch {
	case f.kill:
		return "killed at"
	case f.stays:
		return unix.ErrnoName(f.no) + " from"
	}
	return unix.ErrnoName(f.no) + " at"
}

var allFaults = []fault{
	{kill: true}, {no: unix.EIO, stays: true}, {no: unix.EIO}, {no: unix.ENOSPC}, {no: unix.EACCES}, {no: unix.EINTR},
}

// A job is a command on a session in a folder of its own.
type job struct {
	program string
	folder  string
	damaged []byte
	mended  []byte
	// always are calls that fail in every run, to send the program another way.
	always map[int]unix.Errno
}

func (j *job) session() string { return filepath.Join(j.folder, "s.jsonl") }

func (j *job) prepare() error {
	if err := os.WriteFile(j.session(), j.damaged, 0o640); err != nil {
		return err
	}
	rest := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	return os.Chtimes(j.session(), rest, rest)
}

// An end is how a run ended.
type end struct {
	call   sysCall // that the fault met
	fired  bool
	killed bool
	calls  int // on files of the session's folder, and on standard output
	status int
	out    string
	errs   string
}

// run runs the repair with a fault at the n-th call, counted from 1; 0 is none.
func (j *job) run(f fault, n int) (e end, err error) {
	if err := j.prepare(); err != nil {
		return e, err
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(j.program, j.session())
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	err = watch(cmd, func(c sysCall) unix.Errno {
		if !strings.HasPrefix(c.Name, j.folder) && (c.Fd != 1 || c.Nr != unix.SYS_WRITE) {
			return proceed
		}
		e.calls++
		switch {
		case e.calls == n && f.kill:
			e.call, e.fired, e.killed = c, true, true
			_ = cmd.Process.Kill()
			return unix.EINTR
		case e.calls == n:
			e.call, e.fired = c, true
			return f.no
		case e.fired && f.stays:
			return f.no
		}
		return j.always[c.Nr]
	})
	if err == nil {
		e.status = cmd.ProcessState.ExitCode()
	}
	e.out, e.errs = out.String(), errs.String()
	return e, err
}

// judge says what is wrong with the end of a run, "" when nothing is.
func (j *job) judge(e end) string {
	now, err := os.ReadFile(j.session())
	if err != nil {
		return err.Error()
	}
	old, whole := bytes.Equal(now, j.damaged), bytes.Equal(now, j.mended)
	if !old && !whole {
		return fmt.Sprintf("the session is neither the old nor the new one: %d bytes", len(now))
	}
	backup, err := os.ReadFile(j.backup())
	switch {
	case err == nil && !bytes.Equal(backup, j.damaged):
		return fmt.Sprintf("the backup has %d bytes and should have %d", len(backup), len(j.damaged))
	case err != nil && whole:
		return "there is no backup: " + err.Error()
	case e.killed:
		return ""
	}
	return told(e, whole)
}

func (j *job) backup() string { return j.session() + "." + hash12(j.damaged) + ".bak" }

// told says what is wrong with the exit status and the words of a run that ended
// by itself.
func told(e end, repaired bool) string {
	inPlace := strings.Contains(e.errs, "the repaired session is in place") || strings.Contains(e.errs, "it is repaired all the same")
	switch {
	case e.status == exitOK && (!repaired || !strings.Contains(e.out, "repaired 5 of 5 findings")):
		return "it says that it repaired the session"
	case e.status == exitOK:
		return ""
	case e.status != exitTrouble:
		return fmt.Sprintf("it ends with status %d", e.status)
	case !strings.HasPrefix(e.errs, "pi-fix: "):
		return "it does not say what went wrong"
	case repaired != inPlace:
		return "it does not say which of both the session is"
	}
	return ""
}

// again repairs the session without a fault, and says what is wrong then.
func (j *job) again() string {
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: bufio.NewWriter(&out), err: &errs, bar: nil}
	args := []string{"--no-verify", j.session()}
	root := newRoot(a, args)
	root.SetArgs(args)
	if status := a.exit(root.Execute()); status != exitOK {
		return fmt.Sprintf("the next run ends with status %d: %s", status, errs.String())
	}
	if now, err := os.ReadFile(j.session()); err != nil || !bytes.Equal(now, j.mended) {
		return fmt.Sprintf("the next run does not repair it: %v", err)
	}
	var names []string
	list, _ := os.ReadDir(j.folder)
	for _, d := range list {
		names = append(names, d.Name())
	}
	if want := []string{"s.jsonl", filepath.Base(j.backup())}; !slices.Equal(names, want) {
		return fmt.Sprintf("after the next run the folder has %q", names)
	}
	return ""
}

// clear empties the folder for the next run.
func (j *job) clear() error {
	return errors.Join(os.RemoveAll(j.folder), os.Mkdir(j.folder, 0o700))
}
