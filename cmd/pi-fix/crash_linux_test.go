//go:build amd64 || arm64

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

func hash12(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])[:12]
}

// newJob makes a job out of the example session, and learns from a run without
// faults what it becomes.
func newJob(t *testing.T, program, folder string, always map[int]unix.Errno) *job {
	t.Helper()
	damaged, err := os.ReadFile("../../testdata/broken.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	// Without a working folder the program has no other processes to look at.
	damaged = bytes.Replace(damaged, []byte(`"cwd":"/tmp"`), []byte(`"cwd":""`), 1)
	j := &job{program: program, folder: folder, damaged: damaged, always: always}
	if err := j.clear(); err != nil {
		t.Fatal(err)
	}
	if err := j.prepare(); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, j.session()).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	j.mended = readFile(t, j.session())
	return j
}

// TestEveryCallCanFail is the law of safe writing, on the program that people
// run: whichever system call fails, and wherever it is killed, the session is
// the whole old or the whole new one, a new one has its backup, the exit status
// and the words are true, and the next run finishes the work and leaves nothing
// behind. Some of the runs may not make links, which sends them over a copy.
func TestEveryCallCanFail(t *testing.T) {
	program := buildProgram(t)
	total := 0
	for _, way := range []struct {
		title  string
		always map[int]unix.Errno
		faults []fault
	}{
		{"backup by link", nil, allFaults},
		{"backup by copy", map[int]unix.Errno{unix.SYS_LINKAT: unix.EPERM}, allFaults[:2]},
	} {
		t.Run(way.title, func(t *testing.T) {
			fired, calls := sweep(t, program, way.always, way.faults)
			total += fired
			t.Logf("%d faults at %d calls", fired, calls)
		})
	}
	if total < 1000 && total > 0 && !testing.Short() {
		t.Errorf("only %d faults happened", total)
	}
}

// sweep tries every fault at every call, on all cores; in short mode a tenth of it.
func sweep(t *testing.T, program string, always map[int]unix.Errno, faults []fault) (fired, calls int) {
	dir := t.TempDir()
	j := newJob(t, program, filepath.Join(dir, "first"), always)
	if err := j.clear(); err != nil {
		t.Fatal(err)
	}
	e, err := j.run(fault{}, 0)
	if errors.Is(err, errUnwatchable) {
		cannotWatch(t, err)
	}
	if err != nil || e.status != exitOK || j.judge(e) != "" {
		t.Fatalf("without a fault: %v, %+v, %s", err, e, j.judge(e))
	}
	step := 1
	if testing.Short() {
		step = 11 // no divisor of the number of faults, so that all kinds come
	}
	var next, count atomic.Int64
	var all sync.WaitGroup
	for worker := range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			mine := *j
			mine.folder = filepath.Join(dir, fmt.Sprint("worker", worker))
			for !t.Failed() {
				i := int(next.Add(1)-1) * step
				if i >= e.calls*len(faults) {
					return
				}
				if mine.try(t, faults[i%len(faults)], i/len(faults)+1) {
					count.Add(1)
				}
			}
		})
	}
	all.Wait()
	return int(count.Load()), e.calls
}

// try runs the repair with one fault and judges what it leaves.
func (j *job) try(t *testing.T, f fault, n int) (fired bool) {
	err := j.clear()
	var e end
	if err == nil {
		e, err = j.run(f, n)
	}
	if err != nil {
		t.Error(err)
		return false
	}
	wrong := j.judge(e)
	if wrong == "" {
		wrong = j.again()
	}
	if wrong != "" {
		t.Errorf("%v call %d, %v: %s\nstatus %d\n%s%s", f, n, e.call, wrong, e.status, e.out, e.errs)
	}
	return e.fired
}
