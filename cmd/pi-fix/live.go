package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/pi-fix/pi-fix/recovery"
)

// A session that was written a moment ago may be about to be written again. pi
// leaves no other trace of its writing, and writes an entry at a time, so a
// short silence is enough to see that nobody is amid it; that no pi is there at
// all is for its process to tell.
const (
	restFor   = 300 * time.Millisecond
	restLimit = 3 * time.Second
	pollEvery = 500 * time.Millisecond
)

// rest returns when a session may be replaced. It waits for one that was just
// written to come to rest; for a pi that runs it waits when it is told to, and
// else refuses with an *inUseError, which names the command that waits. For the pi
// that started this very command it never waits: each would wait for the other.
func (a *app) rest(ctx context.Context, name, cwd string, wait bool, waiting string) error {
	begun := time.Now()
	told := false
	for {
		use, err := a.use(name, cwd)
		if err != nil {
			return err
		}
		var pause time.Duration
		switch use.Reason {
		case recovery.Idle:
			return nil
		case recovery.Recent:
			pause = restFor - use.Age.Abs() + time.Millisecond
			if !wait && time.Since(begun) > restLimit {
				return &inUseError{&recovery.LiveError{Name: name, Use: use}, waiting}
			}
		case recovery.Running, recovery.Inside:
			if !wait || use.Reason == recovery.Inside {
				return &inUseError{&recovery.LiveError{Name: name, Use: use}, waiting}
			}
			if !told {
				a.say("%s: waiting, %v", name, use)
			}
			told, pause = true, pollEvery
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// An inUseError is about a session that the command in waiting waits for, when the
// session's name stands behind it.
type inUseError struct {
	*recovery.LiveError
	waiting string
}

func (e *inUseError) Unwrap() error { return e.LiveError }

// use says who may be at work on a session, other than the pi that asks for its
// repair and opens it again afterwards.
func (a *app) use(name, cwd string) (recovery.Use, error) {
	w := recovery.Witness{Now: time.Now(), Cwd: cwd, SessionFile: os.Getenv("PI_SESSION_FILE"), MinAge: restFor}
	use, err := recovery.Live(name, w)
	if err == nil && a.ownPi != 0 && slices.Equal(use.PIDs, []int{a.ownPi}) {
		w.Cwd = ""
		return recovery.Live(name, w)
	}
	return use, err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(max(d, time.Millisecond)):
		return nil
	}
}

// maxReadAgain is how often a session that changes while it is repaired is read
// again.
const maxReadAgain = 10

// settle makes sure that a session which is to be replaced is at rest and still
// what was read; one that changed is prepared again.
func (r *repairer) settle(ctx context.Context, w *work) {
	for range maxReadAgain {
		if !r.replaces(w) {
			return
		}
		if w.err = r.mayReplace(ctx, w); w.err != nil {
			return
		}
		if info, err := os.Stat(w.target.name); err == nil && os.SameFile(info, w.in.info) &&
			info.Size() == w.in.info.Size() && info.ModTime().Equal(w.in.info.ModTime()) {
			return
		}
		w.in.close()
		*w = *r.prepare(ctx, w.target)
	}
}

// mayReplace refuses what must not be replaced, and waits for what may not yet be.
// An appended branch takes nothing from a running pi, which goes on with its own:
// there it is enough to say so.
func (r *repairer) mayReplace(ctx context.Context, w *work) error {
	switch {
	case w.in.packed:
		return errPacked
	case isBackup(w.target.name):
		return errBackup
	}
	cwd, err := cwdOf(w)
	if err != nil {
		return err
	}
	err = r.a.rest(ctx, w.target.name, cwd, r.o.wait, r.o.again("--wait "))
	if live := (*recovery.LiveError)(nil); errors.As(err, &live) && r.policy.Strategy == recovery.Append {
		if live.Use.Reason != recovery.Recent {
			r.a.say("%s: %v: it goes on with its own branch until it opens the session again", w.target.name, live.Use)
		}
		return nil
	}
	return err
}

// isBackup tells a backup by its name, which promises what is in it: NAME.HASH.bak.
func isBackup(name string) bool {
	name, ok := strings.CutSuffix(name, ".bak")
	at := strings.LastIndexByte(name, '.')
	return ok && at > 0 && len(name)-at == 13 && strings.Trim(name[at+1:], "0123456789abcdef") == ""
}

// replaces reports whether the session's file is going to be replaced.
func (r *repairer) replaces(w *work) bool {
	return w.err == nil && !r.o.dryRun && r.o.output == "" && w.plan.Patch != nil && w.mended()
}

var (
	errPacked = errors.New("a packed session cannot be repaired in place; the file is untouched")
	errBackup = errors.New("it is a backup, which has to stay as it is; the file is untouched")
)

func cwdOf(w *work) (string, error) {
	header := w.plan.After.Header()
	if header < 0 {
		return "", nil
	}
	e, err := w.plan.After.Entry(header)
	if err != nil {
		return "", err
	}
	return e.Get("cwd").String(), nil
}
