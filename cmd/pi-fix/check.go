package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
)

// checkOptions are the flags of check.
type checkOptions struct {
	targetFlags
	rules  ruleFlags
	ledger ledgerFlags
	policy policyFlags
	format formatFlag
	failOn string
}

var severities = []string{"error", "warning", "info"}

func newCheck(a *app) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [TARGET...]",
		Short: "Find what is wrong with sessions; never writes",
		Long: `Find what is wrong with sessions. Nothing is ever written.

A TARGET is a session file (also .jsonl.gz), a folder, - for standard input, or
the beginning of a session's id. Without any, in a shell that pi started, it is
the session of that pi.

With --orphans, --missing and --strategy the findings say what a repair with the
same flags would do. With --strategy append only what pi resumes is judged; what is
wrong beside it is a note.

The exit status is 1 when something is found that is at least as severe as
--fail-on, 2 when a target cannot be read or is no session.`,
		Example: `  pi-fix check session.jsonl
  pi-fix check --fail-on warning ~/.pi/agent/sessions
  pi-fix check --continue --format json`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd.Context(), args, o) },
	}
	o.add(cmd.Flags())
	o.addSince(cmd.Flags())
	o.rules.add(cmd)
	o.ledger.add(cmd.Flags())
	o.policy.add(cmd)
	o.format.add(cmd.Flags(), formats)
	cmd.Flags().StringVar(&o.failOn, "fail-on", "error", "least severity that makes the exit status 1: error, warning, info")
	return cmd
}

func (a *app) check(ctx context.Context, args []string, o checkOptions) error {
	if err := errors.Join(o.format.check(formats), o.policy.check()); err != nil {
		return err
	}
	failing := slices.Index(severities, o.failOn)
	if failing < 0 {
		return usage("it is one of "+strings.Join(severities, ", "), "unknown severity %q", o.failOn)
	}
	if inside := os.Getenv("PI_SESSION_FILE"); len(args) == 0 && !o.latest && inside != "" {
		args = []string{inside}
	}
	if len(args) == 0 && !o.latest {
		return usage("name a session or a folder, or let pi-fix find the latest of this folder: pi-fix check --continue",
			"nothing to check")
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return err
	}
	policy, err := a.policy(o.rules, o.policy, len(targets))
	if err != nil {
		return err
	}
	out, err := a.start(report.TaskCheck, o.format, false)
	if err != nil {
		return err
	}
	if err := out.hold(o.ledger); err != nil {
		return err
	}
	c := &checker{a: a, out: out, policy: policy, detail: o.format.detail(a), failing: severities[:failing+1]}
	c.shown, c.next = o.policy.shown(), nextCommand(targets, args, o.rules.args()+o.policy.args())
	c.rewrite = nextCommand(targets, args, o.rules.args()+o.policy.args("strategy"))
	if c.next != "" {
		c.reads = "pi-fix recover " + strings.TrimPrefix(nextCommand(targets, args, ""), "pi-fix ")
	}
	return out.run(ctx, targets, c.examine, c.finish)
}

// nextCommand is the repair of what was checked, "" when it cannot be named.
func nextCommand(targets []target, args []string, flags string) string {
	if len(args) == 0 && len(targets) == 1 {
		args = []string{targets[0].name}
	}
	if slices.Contains(args, standardInput) {
		return ""
	}
	return "pi-fix " + flags + quoteAll(args)
}

// checker is one run of check.
type checker struct {
	a       *app
	out     *output
	policy  recovery.Policy
	detail  detail
	failing []string
	shown   *report.Policy
	next    string // the command that repairs
	rewrite string // and the one where appending would not
	reads   string // and the one that tells of lost reads
}

// recover is the command for a session in which nothing is wrong but that calls did
// not run, else "".
func (c *checker) recover(s *report.Session) string {
	next := ""
	for _, f := range s.Findings {
		switch {
		case f.Fix != "" && !f.Known:
			return ""
		case strings.HasPrefix(f.Rule, "read-"):
			next = c.reads
		case f.Severity != "info" && !f.Known && f.Next == "":
			return ""
		}
	}
	return next
}

// examine keeps nothing of a session but the report, so that many of them need
// no more memory than one.
func (c *checker) examine(ctx context.Context, t target) *work {
	w := c.a.examine(ctx, t, c.policy, c.detail)
	w.in.close()
	w.in, w.plan = nil, nil
	if w.session != nil {
		w.session.Policy = c.shown
	}
	return w
}

func (c *checker) finish(_ context.Context, w *work) error {
	if w.err != nil {
		return c.a.trouble(w, c.out)
	}
	c.out.mark(w.session)
	for i := range w.session.Findings {
		f := &w.session.Findings[i]
		if f.Fails = !f.Known && slices.Contains(c.failing, f.Severity); f.Fails {
			c.a.raise(exitLeft)
		}
	}
	if next := c.recover(w.session); next != "" {
		w.session.Next = next
	} else if _, open := w.session.Repairable(); w.session.Status == report.Findings && open > 0 {
		w.session.Next = c.next
		if w.session.Error != "" {
			w.session.Next = c.rewrite
		}
	}
	if err := w.tell(c.out); err != nil {
		return err
	}
	return c.out.done(w.session)
}
