package realpi

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

// How long a pi that is to end may take: from the request to do so until it is
// killed with all that it started, and from then until it is given up.
const (
	graceful = 2 * time.Second
	forced   = 5 * time.Second
)

// stderrKept is how much of the end of standard error goes into a diagnosis.
const stderrKept = 16 << 10

// runMark is the variable by which the processes of a run are known, also those
// that left its process group.
const runMark = "PI_FIX_RUN"

// Follow starts a pi that prints in JSON mode, hands on what it tells while it
// runs, and returns when nothing of it is left. There is one attempt. The last
// event, which is returned too, is [events.Completed] or [events.Failed], also for
// a pi that cannot be started.
//
// The end of the context stops pi in three steps: it is asked to end, with the
// signal on which it stops its tools and stores what they brought; after two
// seconds it is killed with its whole process group and what its tools left
// behind; after five more it is given up. The steps do not depend on the context.
//
// The command must not be started yet nor have a standard output; what is written
// to its standard error goes there and into the diagnosis. The normalizer may
// know whether the session is new; nil is the zero one. An error is the first one
// of each: pi is stopped then, and each is not called again.
func Follow(ctx context.Context, cmd *exec.Cmd, n *events.Normalizer, each func(events.Event) error) (events.Event, error) {
	if n == nil {
		n = &events.Normalizer{}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	f := &follower{norm: n, each: each, stop: stop}
	if err := ctx.Err(); err != nil {
		return f.end(events.Ending{Cancelled: true, Why: context.Cause(ctx).Error()})
	}
	mark := runMark + "=" + rand.Text()
	cmd.Env = append(slices.Clone(cmd.Environ()), mark)
	ownGroup(cmd)
	said, err := listen(cmd, f)
	if err != nil {
		return f.end(events.Ending{NotStarted: err})
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	var ending events.Ending
	select {
	case err := <-done:
		ending.Exit, _ = exitStatus(err)
	case <-ctx.Done():
		ending = events.Ending{Cancelled: true, Why: context.Cause(ctx).Error()}
		halt(cmd, mark, done, &ending)
	}
	if ending.Exit != 0 || ending.Cancelled {
		sweep(cmd, mark) // what is left may hold the pipes open
	}
	ending.Stderr = said()
	last, err := f.end(ending)
	if last.Type == events.Failed {
		sweep(cmd, mark)
	}
	return last, err
}

// listen starts a command with pipes of its own, so that the end of its process
// shows even while one of its tools holds them. The function that it returns
// waits for what is still to come from the pipes, for some time, and returns the
// end of standard error.
func listen(cmd *exec.Cmd, stdout io.Writer) (func() string, error) {
	var stderr tail
	sinks := [2]io.Writer{stdout, &stderr}
	if cmd.Stderr != nil {
		sinks[1] = io.MultiWriter(&stderr, cmd.Stderr)
	}
	var readers, writers [2]*os.File
	closeAll := func(files [2]*os.File) {
		for _, file := range files {
			_ = file.Close() // pipes hold nothing that could be lost by it
		}
	}
	for i := range sinks {
		var err error
		if readers[i], writers[i], err = os.Pipe(); err != nil {
			closeAll(readers)
			closeAll(writers)
			return nil, err
		}
	}
	cmd.Stdout, cmd.Stderr = writers[0], writers[1]
	err := cmd.Start()
	closeAll(writers)
	if err != nil {
		closeAll(readers)
		return nil, err
	}
	var all sync.WaitGroup
	for i, to := range sinks {
		all.Go(func() { _, _ = io.Copy(to, readers[i]) }) // its end is all that matters
	}
	return func() string {
		late := time.AfterFunc(graceful, func() { closeAll(readers) })
		all.Wait()
		if late.Stop() {
			closeAll(readers)
		}
		return stderr.String()
	}, nil
}

// halt ends pi and all that it started.
func halt(cmd *exec.Cmd, mark string, done <-chan error, e *events.Ending) {
	askToEnd(cmd)
	select {
	case err := <-done:
		e.Exit, _ = exitStatus(err)
		return
	case <-time.After(graceful):
	}
	sweep(cmd, mark)
	select {
	case err := <-done:
		e.Exit, _ = exitStatus(err)
	case <-time.After(forced):
		e.Why += "; pi could not be killed"
	}
}

// sweep kills the group of a run, and what carries its mark until there is nothing
// that does.
func sweep(cmd *exec.Cmd, mark string) {
	limit, cancel := context.WithTimeout(context.Background(), forced)
	defer cancel()
	endGroup(cmd)
	// A process that is being replaced by another program shows no mark for a
	// moment, so one look is not enough.
	for clean := 0; clean < 2; {
		clean++
		if endMarked(mark) > 0 {
			clean = 0
		}
		select {
		case <-limit.Done():
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// follower hands on what pi prints.
type follower struct {
	norm *events.Normalizer
	each func(events.Event) error
	stop context.CancelFunc
	line []byte // the beginning of the present one
	err  error
}

// Write takes standard output in pieces.
func (f *follower) Write(p []byte) (int, error) {
	n := len(p)
	for {
		before, after, ok := bytes.Cut(p, []byte("\n"))
		f.line = append(f.line, before...)
		if !ok {
			return n, nil
		}
		f.tell(f.norm.Line(f.line))
		f.line, p = f.line[:0], after
	}
}

// tell hands events on, until that fails.
func (f *follower) tell(all []events.Event) {
	for _, e := range all {
		if f.err != nil {
			return
		}
		if f.err = f.each(e); f.err != nil {
			f.stop()
		}
	}
}

// end hands on what is left and returns the last event.
func (f *follower) end(e events.Ending) (events.Event, error) {
	if len(f.line) > 0 {
		f.tell(f.norm.Line(f.line))
	}
	left := f.norm.End(e)
	f.tell(left)
	return left[len(left)-1], f.err
}

// A tail keeps the end of what is written to it.
type tail struct{ b []byte }

// Write adds to the tail.
func (t *tail) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	if len(t.b) > 2*stderrKept {
		t.b = append(t.b[:0], t.b[len(t.b)-stderrKept:]...)
	}
	return len(p), nil
}

// String returns the end of what was written.
func (t *tail) String() string {
	return string(bytes.ToValidUTF8(t.b[max(0, len(t.b)-stderrKept):], []byte("\uFFFD")))
}
