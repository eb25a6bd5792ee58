package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
)

// app is what all commands share: the streams, the global flags and the exit
// status so far.
type app struct {
	in     io.Reader
	out    *bufio.Writer // its first error of writing stays
	err    io.Writer
	status int
	// writing is set by commands that write sessions; they do not end in silence.
	writing bool

	color          string
	quiet, verbose bool
	jobs           int

	// ownPi is the pi that started this and wants its session repaired; 0 is none.
	ownPi int

	bar *progress
}

func newApp() *app {
	return &app{in: os.Stdin, out: bufio.NewWriterSize(standardOutput{os.Stdout}, 1<<16), err: os.Stderr}
}

// standardOutput names itself in its errors, so that they can be told from
// those of sessions.
type standardOutput struct{ w io.Writer }

func (s standardOutput) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil {
		err = &outputError{err}
	}
	return n, err
}

// An outputError reports that standard output takes nothing any more.
type outputError struct{ Err error }

func (e *outputError) Error() string {
	err := e.Err
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		err = p.Err
	}
	return "standard output: " + err.Error()
}

func (e *outputError) Unwrap() error { return e.Err }

// raise sets the exit status unless it is higher already.
func (a *app) raise(status int) { a.status = max(a.status, status) }

// exit turns the outcome of a command into the exit status. Output that cannot
// be written is a failure: somebody relies on it.
func (a *app) exit(err error) int {
	a.bar.hide()
	if flush := a.out.Flush(); !errors.As(err, new(*outputError)) {
		err = errors.Join(err, flush)
	}
	switch {
	case err == nil:
		return a.status
	case errors.Is(err, context.Canceled):
		a.say("interrupted")
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE) && !a.writing:
		// The reader has seen enough. That is the end of the output and needs
		// no words, but it is no success either.
		return exitTrouble
	}
	a.complain("", err)
	return exitTrouble
}

// say writes a message for people to standard error, each line behind the prefix.
func (a *app) say(format string, args ...any) {
	a.bar.hide()
	for line := range strings.Lines(fmt.Sprintf(format, args...)) {
		// There is nobody left to tell when standard error fails.
		_, _ = fmt.Fprintf(a.err, "pi-fix: %s\n", report.Visible(strings.TrimSuffix(line, "\n")))
	}
}

// complain reports trouble with a session, or with the command when name is "",
// and what to do about it.
func (a *app) complain(name string, err error) {
	e := explain(name, err)
	a.say("%s", e)
	switch {
	case strings.HasSuffix(e.next, "?"):
		a.say("%s", e.next)
	case e.next != "":
		a.say("next: %s", e.next)
	}
}

// flush brings the output so far to its reader. A repair calls it before it
// writes, so that nothing is changed that nobody could be told of.
func (a *app) flush() error {
	a.bar.hide()
	return a.out.Flush()
}

func (a *app) workers() int {
	if a.jobs > 0 {
		return a.jobs
	}
	return runtime.GOMAXPROCS(0)
}

// colored reports whether output to f is to have colours.
func (a *app) colored(f *os.File) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(f)
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
