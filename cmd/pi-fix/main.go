// Command pi-fix finds, repairs and proves by replay damaged session logs of the
// coding agent pi.
//
// Data goes to standard output, everything else to standard error behind the
// prefix "pi-fix: ". The exit status is 0 for sound or repaired, 1 when
// something is left, 2 for trouble and 130 after an interrupt, whatever the
// output format.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// The exit statuses. With many sessions the highest of any counts.
const (
	exitOK          = 0
	exitLeft        = 1 // findings, or something left that could not be repaired
	exitTrouble     = 2 // usage, unreadable, not a session, changed meanwhile
	exitInterrupted = 130
)

func main() {
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	// Ignored, so that a closed pipe is an error of writing like any other and
	// stops a repair in an orderly way.
	signal.Ignore(syscall.SIGPIPE)
	a := newApp()
	if len(args) == 1 && args[0] == "--version" {
		// The commands and the wait for an interrupt would take longer than the answer.
		return a.exit(a.sayVersion())
	}
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	defer stop()
	// Whoever interrupts twice wants out at once, and no file can be hurt by it.
	context.AfterFunc(ctx, stop)

	root := newRoot(a, args)
	root.SetArgs(args)
	return a.exit(root.ExecuteContext(ctx))
}

// interrupts are the signals that end what pi-fix does in an orderly way. The end of
// the terminal is one, unless nohup had it ignored.
func interrupts() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}
