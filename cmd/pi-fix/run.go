package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/events"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// runOptions are the flags of run.
type runOptions struct {
	repair   repairOptions
	pi       string
	format   formatFlag
	noRepair bool
}

var runFormats = []string{"text", "jsonl"}

func newRun(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [SESSION] -- PI-ARGS...",
		Short: "Repair a session, then run the real pi on it",
		Long: `Repair a session, then run your pi on it once, with your own configuration and in
the folder that you are in. What the model says goes to standard output, the rest to
standard error; with --format jsonl it is the stream of "pi-fix events".

Nothing is tried again: a failure has a kind (rate-limited, overloaded, rejected,
crashed, not-started) by which you can decide. An interrupt stops pi in an orderly
way, and no process of it stays behind.

A session that cannot be repaired is not run. The exit status is 1 then, and when
pi's run failed, 2 when pi cannot be started, 130 after an interrupt.`,
		Example: `  pi-fix run session.jsonl -- -p "go on"
  pi-fix run --continue -- --model anthropic/claude-opus-4-5 -p "go on"
  pi-fix run --format jsonl -- -p "say hello"`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			sessions, piArgs := args, []string(nil)
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				sessions, piArgs = args[:dash], args[dash:]
			}
			return a.run(cmd.Context(), sessions, piArgs, o)
		},
	}
	fs := cmd.Flags()
	o.repair.add(fs)
	o.format.add(fs, runFormats)
	fs.StringVar(&o.pi, "pi", "pi", "the `program`")
	fs.BoolVar(&o.noRepair, "no-repair", false, "run the session as it is")
	fs.BoolVar(&o.repair.wait, "wait", false, "wait until no pi uses the session")
	fs.StringVar(&o.repair.backupDir, "backup-dir", "", "`folder` for the backup (default: that of the session)")
	return cmd
}

func (a *app) run(ctx context.Context, sessions, piArgs []string, o runOptions) error {
	if err := o.format.check(runFormats); err != nil {
		return err
	}
	if err := checkPiArgs(sessions, piArgs, o); err != nil {
		return err
	}
	args := []string{"--mode", "json"}
	session := events.Started
	if len(sessions) > 0 || o.repair.latest {
		name, err := a.repairFirst(ctx, sessions, o)
		if err != nil || name == "" {
			return err
		}
		session = events.Resumed
		args = append(args, "--session", name)
	}
	return a.runPi(ctx, exec.Command(o.pi, append(args, piArgs...)...), session, o)
}

// runPi runs pi once and tells what it does.
func (a *app) runPi(ctx context.Context, cmd *exec.Cmd, session events.Type, o runOptions) error {
	// From here on a second interrupt must not cut the clean-up, nor may the end of
	// the terminal.
	held := make(chan os.Signal, 1)
	signal.Notify(held, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(held)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer stop()
	aside := &prefixed{a: a}
	cmd.Stderr = aside
	if !isTerminal(os.Stdin) {
		cmd.Stdin = os.Stdin // pi is in a group of its own, which may not read from a terminal
	}
	t := &teller{a: a, jsonl: o.format.name == "jsonl"}
	last, err := realpi.Follow(ctx, cmd, &events.Normalizer{Session: session}, t.tell)
	if len(aside.rest) > 0 {
		a.say("%s", aside.rest)
	}
	if err != nil {
		return err
	}
	if ctx.Err() != nil && last.Failure == events.Cancelled {
		return context.Canceled
	}
	if last.Failure == events.NotStarted {
		return usage("install pi, or name its program: pi-fix run --pi PATH", "pi cannot be started: %s", last.Text)
	}
	return nil
}

// sessionFlags are those of pi that say which session it works on.
var sessionFlags = []string{"--session", "--continue", "-c", "--resume", "-r", "--no-session", "--fork", "--session-id"}

// checkPiArgs refuses what would have pi print something else, or work on another
// session than the one that was repaired.
func checkPiArgs(sessions, piArgs []string, o runOptions) error {
	switch {
	case len(sessions) > 1:
		return usage("put what is for pi behind --: pi-fix run SESSION -- PI-ARGS", "run takes one session, not %d", len(sessions))
	case len(sessions) == 1 && sessions[0] == standardInput:
		return usage("name a file", "pi cannot go on with a session from standard input")
	case len(piArgs) == 0:
		return usage(`say what it is to do: pi-fix run SESSION -- -p "go on"`, "there is nothing to ask pi")
	}
	for _, arg := range piArgs {
		flag, _, _ := strings.Cut(arg, "=")
		if flag == "--mode" {
			return usage("leave it away", "run sets %s itself", flag)
		}
		if slices.Contains(sessionFlags, flag) && (len(sessions) > 0 || o.repair.latest) {
			return usage("leave one of them away", "%s and the session of run exclude each other", flag)
		}
	}
	return nil
}

// repairFirst repairs the session and returns its file, "" when it must not be run,
// which has been told then.
func (a *app) repairFirst(ctx context.Context, sessions []string, o runOptions) (string, error) {
	targets, err := a.targets(sessions, o.repair.targetFlags)
	if err != nil {
		return "", err
	}
	if len(targets) != 1 {
		return "", usage("name one session", "run takes one session, not %d", len(targets))
	}
	t := targets[0]
	if t.err == nil && strings.HasSuffix(t.name, ".gz") {
		t.err = errors.New("pi cannot go on with a packed session")
	}
	o.repair.format.name, o.repair.branch = "text", "all"
	r, err := a.newRepairer(targets, o.repair)
	if err != nil {
		return "", err
	}
	if r.out, err = a.start(report.TaskRepair, o.repair.format, true); err != nil {
		return "", err
	}
	if t.err != nil || o.noRepair {
		return a.asItIs(ctx, t)
	}
	if err := r.out.run(ctx, targets, r.prepare, r.finish); err != nil {
		return "", err
	}
	if a.status != exitOK {
		a.say("%s: pi was not run", t.name)
		return "", nil
	}
	return filepath.Abs(t.name)
}

// asItIs makes sure that there is a session to be run.
func (a *app) asItIs(ctx context.Context, t target) (string, error) {
	in, err := a.open(ctx, t)
	if err == nil {
		defer in.close()
		var log *sessionlog.Log
		if log, err = sessionlog.Read(in.src, 1); err == nil {
			err = log.Foreign()
		}
	}
	if err != nil {
		a.complain(t.name, err)
		a.raise(exitTrouble)
		return "", nil
	}
	return filepath.Abs(t.name)
}
