package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
)

// recoverOptions are the flags of recover.
type recoverOptions struct {
	repairOptions
	report, followUp, fill bool
	leaf                   string
	files                  workspaceFlags
}

func newRecover(a *app) *cobra.Command {
	var o recoverOptions
	cmd := &cobra.Command{
		Use:   "recover TARGET...",
		Short: "List reads that were skipped, ask for them again, or fill them in",
		Long: `Deal with reads that did not run: a message that came amid a turn made old versions
of pi skip the rest of its calls. Without a flag they are listed, with what is known
of each file, and nothing is written.

--fill puts what the read would have shown into the result that says it was skipped.
The content comes from the session itself, which has shown, written and edited files;
else from the last commit in git before that time; else from the disk, when the
session tells that the file has not changed, or with --from disk as it is now. The
result's details say where it came from. Of a file that is known in part, a map of
that part is given, which says so.

--follow-up appends a message to the branch that pi resumes, or to that of --leaf,
which asks the agent to read again.

What a session names is not trusted: only files in the session's folder are read, and
in those of --root, no link out of them, and none that looks like a secret unless
--secret names it. What else is wrong with a session is repaired on the way.`,
		Example: `  pi-fix recover session.jsonl
  pi-fix recover --fill --dry-run session.jsonl
  pi-fix recover --follow-up session.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.recover(cmd.Context(), args, o) },
	}
	fs := cmd.Flags()
	o.addWriting(fs)
	fs.BoolVar(&o.report, "report", false, "list them and write nothing (the default)")
	fs.BoolVar(&o.followUp, "follow-up", false, "append a message that asks the agent to read again")
	fs.BoolVar(&o.fill, "fill", false, "put the content of the files into the results")
	fs.StringVar(&o.leaf, "leaf", "", "with --follow-up: the `id` of the entry to append to (default: what pi resumes)")
	o.files.add(fs)
	cmd.MarkFlagsMutuallyExclusive("report", "follow-up", "fill")
	return cmd
}

func (a *app) recover(ctx context.Context, args []string, o recoverOptions) error {
	o.branch = "all"
	if err := errors.Join(o.check(), o.files.check()); err != nil {
		return err
	}
	switch {
	case o.leaf != "" && !o.followUp:
		return usage("add --follow-up, or leave --leaf away", "--leaf says where --follow-up appends")
	case len(args) == 0 && !o.latest:
		return usage("name a session or a folder, or let pi-fix find the latest of this folder: pi-fix recover --continue",
			"nothing to recover")
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return err
	}
	o.as, o.instead = "recover --follow-up ", recovery.FollowUp(o.leaf)
	if !o.followUp {
		o.as, o.instead = "recover --fill "+o.files.args(), recovery.FillReads(o.files.sources(ctx))
	}
	if !o.followUp && !o.fill {
		return a.listReads(ctx, targets, args, o)
	}
	o.wanted = o.fill
	r, err := a.newRepairer(targets, o.repairOptions)
	if err != nil {
		return err
	}
	return r.out.run(ctx, targets, r.prepare, r.finish)
}

// listReads is a check that says what filling in would do.
func (a *app) listReads(ctx context.Context, targets []target, args []string, o recoverOptions) error {
	policy, err := a.policy(o.rules, o.policy, len(targets))
	if err != nil {
		return err
	}
	policy.Rules = with(nil, o.instead)
	out, err := a.start(report.TaskCheck, o.format, false)
	if err != nil {
		return err
	}
	c := &checker{a: a, out: out, policy: policy, detail: o.format.detail(a), failing: severities[:1]}
	if !slices.Contains(args, standardInput) {
		c.next, c.reads = o.again("")+quoteAll(args), "pi-fix recover --follow-up "+quoteAll(args)
	}
	return out.run(ctx, targets, c.examine, c.finish)
}

// with returns the rules, nil for all, with some in the place of those of the same id
// and the others behind.
func with(rules, instead []*integrity.Rule) []*integrity.Rule {
	if len(instead) == 0 {
		return rules
	}
	if rules == nil {
		rules = integrity.Rules
	}
	out := slices.DeleteFunc(slices.Clone(rules), func(r *integrity.Rule) bool {
		return slices.ContainsFunc(instead, func(i *integrity.Rule) bool { return i.ID == r.ID })
	})
	return append(out, instead...)
}
