package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
)

// repairOptions are the flags of repair and of pi-fix itself.
type repairOptions struct {
	targetFlags
	rules     ruleFlags
	policy    policyFlags
	format    formatFlag
	dryRun    bool
	output    string
	backupDir string
	noVerify  bool
	branch    string
	wait      bool
	as        string            // the words of another command that repairs, with a blank behind
	instead   []*integrity.Rule // take the place of the rules of the same ids, or are added
	wanted    bool              // doing nothing of what there is to do is a failure
}

func (o *repairOptions) addTo(cmd *cobra.Command) {
	o.rules.add(cmd)
	o.policy.add(cmd)
	o.addWriting(cmd.Flags())
	cmd.Flags().StringVar(&o.branch, "branch", "all", "branches to repair and replay: active, all")
}

// addWriting adds the flags of every command that changes sessions.
func (o *repairOptions) addWriting(fs *pflag.FlagSet) {
	o.add(fs)
	o.format.add(fs, formats)
	fs.BoolVarP(&o.dryRun, "dry-run", "n", false, "print the plan and a diff, write nothing")
	fs.StringVarP(&o.output, "output", "o", "", "write the repaired session to this `file`, - for standard output")
	fs.StringVar(&o.backupDir, "backup-dir", "", "`folder` for the backup (default: that of the session)")
	fs.BoolVar(&o.noVerify, "no-verify", false, "do not replay the repaired session before it is written")
	fs.BoolVar(&o.wait, "wait", false, "wait until no pi uses the session")
}

func newRepair(a *app) *cobra.Command {
	var o repairOptions
	cmd := &cobra.Command{
		Use:   "repair TARGET...",
		Short: "Repair sessions, prove it by replay, keep a backup",
		Long: `Repair sessions: check, plan, repair a copy, send every leaf of it to a strict
fake of the model services, replace the file, keep a backup beside it.

Nothing is written when a session is sound, when something in it cannot be
repaired, or when the replay rejects what the repair made of it. A session that
a running pi may have open is left alone; one that was written a moment ago is
read when it has come to rest.

With --strategy append no byte that is there is touched: a repaired branch is
added behind it, and pi resumes that. Other branches stay as they are. This is the
way for a session that a running pi has open.`,
		Example: `  pi-fix repair session.jsonl
  pi-fix repair -n session.jsonl
  pi-fix repair -o repaired.jsonl session.jsonl.gz
  pi-fix repair - -o - < broken.jsonl > repaired.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.repair(cmd.Context(), args, o) },
	}
	o.addTo(cmd)
	return cmd
}

// again is the command that does the same with these flags.
func (o *repairOptions) again(flags string) string {
	if o.as != "" {
		return "pi-fix " + o.as + flags
	}
	if flags != "" {
		flags = "repair " + flags
	}
	return "pi-fix " + flags + o.rules.args() + o.policy.args()
}

// check refuses what cannot be meant.
func (o *repairOptions) check() error {
	if err := errors.Join(o.format.check(formats), o.policy.check()); err != nil {
		return err
	}
	switch {
	case o.branch != "all" && o.branch != "active":
		return usage("it is active or all", "unknown branch %q", o.branch)
	case o.dryRun && o.output != "":
		return usage("leave one of them away", "--dry-run writes nothing, so it excludes --output")
	case o.backupDir != "" && o.output != "":
		return usage("leave one of them away", "--output leaves the session as it is, so there is nothing to back up in --backup-dir")
	}
	return nil
}

func (a *app) repair(ctx context.Context, args []string, o repairOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	if len(args) == 0 && !o.latest {
		return usage("name a session or a folder, or let pi-fix find the latest of this folder: pi-fix --continue",
			"nothing to repair")
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return err
	}
	r, err := a.newRepairer(targets, o)
	if err != nil {
		return err
	}
	return r.out.run(ctx, targets, r.prepare, r.finish)
}

func (a *app) newRepairer(targets []target, o repairOptions) (*repairer, error) {
	if o.output != "" && len(targets) != 1 {
		return nil, usage("name one session", "--output takes one session, not %d", len(targets))
	}
	if o.output == "" && !o.dryRun && len(targets) == 1 && targets[0].name == standardInput {
		return nil, usage("say where to write: pi-fix repair - -o FILE", "standard input cannot be repaired in place")
	}
	policy, err := a.policy(o.rules, o.policy, len(targets))
	if err != nil {
		return nil, err
	}
	policy.Rules = with(policy.Rules, o.instead)
	if o.branch == "active" {
		policy.Rules = activeOnly(policy.Rules)
	}
	task := report.TaskRepair
	if o.dryRun {
		task = report.TaskPlan
	}
	a.writing = task == report.TaskRepair
	out, err := a.start(task, o.format, o.output == standardInput)
	if err != nil {
		return nil, err
	}
	return &repairer{
		a: a, out: out, policy: policy, detail: o.format.detail(a), o: o, batch: len(targets) > 1,
		// Branches beside the appended one stay as they are.
		question: question{apis: apiNames(), active: o.branch == "active" || policy.Strategy == recovery.Append},
	}, nil
}

// repairer is one run of repair.
type repairer struct {
	a        *app
	out      *output
	policy   recovery.Policy
	detail   detail
	question question
	o        repairOptions
	batch    bool
}

// prepare does all that needs no writing. The session stays open: what is
// written is copied from it.
func (r *repairer) prepare(ctx context.Context, t target) *work {
	w := r.a.examine(ctx, t, r.policy, r.detail)
	if w.session != nil {
		w.session.Policy = r.o.policy.shown()
	}
	if w.err != nil || r.o.noVerify || w.plan.Left() > integrity.Info {
		return w
	}
	r.a.announce(t.name, w.plan.After, r.question)
	w.replayed, w.err = verify(ctx, w.plan.After, r.question)
	if w.err == nil {
		inOriginal(w.plan, w.verdicts)
		w.session.Replay = w.verdicts
	}
	return w
}

// inOriginal gives violations the lines of the file as it is: that of the
// repaired session may never be written.
func inOriginal(plan *recovery.Plan, verdicts []report.Verdict) {
	if plan.Patch == nil {
		return
	}
	for _, v := range verdicts {
		for i, x := range v.Violations {
			if x.Line > 0 {
				at := plan.Patch.Origin(plan.After.Span(x.Line - 1).Start)
				v.Violations[i].Line = plan.Before.LineAt(at) + 1
			}
		}
	}
}

// finish writes a session and reports on it.
func (r *repairer) finish(ctx context.Context, w *work) error {
	r.settle(ctx, w)
	if w.err != nil {
		return r.a.trouble(w, r.out)
	}
	r.judge(w)
	if err := w.tell(r.out); err != nil {
		return err
	}
	if w.err = r.write(ctx, w); w.err != nil {
		return r.a.trouble(w, r.out)
	}
	err := r.out.done(w.session)
	if err != nil && w.session.Status == report.Repaired {
		// Only the good news got lost.
		r.a.say("%s: it is repaired all the same", w.target.name)
	}
	return err
}

// judge says what is to become of a session, before anything is written.
func (r *repairer) judge(w *work) {
	_, open := w.session.Repairable()
	if w.mended() && (!r.o.wanted || open == 0 || w.plan.Patch != nil) {
		return
	}
	w.session.Status = report.Left
	for i := range w.session.Findings {
		f := &w.session.Findings[i]
		f.Fails = f.Severity != "info"
	}
	if w.plan.Refused != "" {
		w.session.Next = "pi-fix repair " + r.o.rules.args() + r.o.policy.args("strategy") + quote(w.target.name)
	}
	if w.plan.Patch != nil && !r.o.dryRun && w.in.file != nil {
		how := "--dry-run "
		if w.rejectedByPi() {
			how = "--no-verify " // the rest can be repaired, by who knows that pi will be refused all the same
		}
		w.session.Next = r.o.again(how) + quote(w.target.name)
	}
	r.a.raise(exitLeft)
}

// write writes what is to be written, and says so in the report.
func (r *repairer) write(ctx context.Context, w *work) error {
	changed := w.plan.Patch != nil
	switch {
	case w.session.Status == report.Left && !r.o.dryRun:
		return nil
	case r.o.dryRun:
		return r.show(w)
	case r.o.output != "":
		return r.writeOutput(ctx, w)
	case changed:
		return r.replace(ctx, w)
	}
	if w.in.file != nil {
		// Litter of a run that died is no reason to fail a sound session.
		_ = recovery.Sweep(w.target.name, r.o.backupDir)
	}
	return nil
}

// show adds the plan and the diff to the report.
func (r *repairer) show(w *work) error {
	if w.plan.Patch == nil {
		return nil
	}
	s := w.session
	s.Repair = changes(w.plan)
	switch {
	case s.Status != report.Findings || w.in.file == nil:
	case w.in.packed:
		s.Next = r.o.again("-o FILE ") + quote(s.File)
	default:
		s.Next = r.o.again("") + quote(s.File)
	}
	var err error
	if r.detail.sum {
		s.Repair.SHA256, err = sumOf(w.plan.Patch)
		return err
	}
	s.Diff, err = unified(w.plan, s.File, r.a.verbose)
	return err
}
