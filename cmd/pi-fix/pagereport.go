package main

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// reportOptions are the flags of report.
type reportOptions struct {
	targetFlags
	output string
}

func newReport(a *app) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report TARGET... -o FILE",
		Short: "Show sessions on one HTML page: timeline, tree, faults, before and after",
		Long: `Write one HTML page about sessions: for each its timeline, its tree with what is wrong
where it stands, what the services answer to it as it is and repaired, and what a
repair would change, in the file and for the model. Of sessions found in folders the
sound ones are only listed.

The page needs no script, no network and no other file. It quotes the session: what
is secret there is on the page, too; pi-fix redact takes it out before.

The exit status is 0 when the page is written, whatever it tells, and 2 when a
target could not be read or is no session; the page says so.`,
		Example: `  pi-fix report session.jsonl -o report.html
  pi-fix report recorded/ -o report.html`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.report(cmd.Context(), args, o) },
	}
	o.add(cmd.Flags())
	o.addSince(cmd.Flags())
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write the page to this `file`, - for standard output")
	return cmd
}

func (a *app) report(ctx context.Context, args []string, o reportOptions) error {
	if len(args) == 0 && !o.latest {
		return usage("name a session or a folder, or let pi-fix find the latest of this folder: pi-fix report --continue -o report.html",
			"nothing to report on")
	}
	if o.output == "" {
		return usage("name a file, or - for standard output: pi-fix report "+quoteAll(args)+" -o report.html", "say where to write the page")
	}
	targets, err := a.targets(args, o.targetFlags)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if o.output != standardInput && identity(t.name) == identity(o.output) {
			return usage("name another file", "the page would take the place of the session %s", t.name)
		}
	}
	policy, err := a.policy(ruleFlags{}, policyFlags{}, len(targets))
	if err != nil {
		return err
	}
	var page bytes.Buffer
	out := &output{a: a, r: &report.HTML{W: &page}, task: report.TaskPlan}
	if err := out.r.Start(report.Run{Version: version(), Task: out.task}); err != nil {
		return err
	}
	p := &pager{a: a, out: out, policy: policy}
	if err := out.run(ctx, targets, p.look, p.finish); err != nil {
		return err
	}
	if o.output == standardInput {
		_, err := a.out.Write(page.Bytes())
		return err
	}
	return writeBytes(o.output, page.Bytes())
}

// pager is one run of report.
type pager struct {
	a      *app
	out    *output
	policy recovery.Policy
}

// look gathers all that the page tells, and keeps nothing else of a session.
func (p *pager) look(ctx context.Context, t target) *work {
	w := p.a.examine(ctx, t, p.policy, detail{sum: true, leaves: true})
	if w.err == nil {
		w.err = p.fill(ctx, w)
	}
	w.in.close()
	w.in, w.plan = nil, nil
	return w
}

func (p *pager) fill(ctx context.Context, w *work) error {
	s := w.session
	s.Page = &report.Page{}
	err := (&tree{log: w.plan.Before}).each(func(r row) error {
		s.Page.Nodes = append(s.Page.Nodes, node(w.plan.Before, r))
		return nil
	})
	if err != nil {
		return err
	}
	q := question{apis: apiNames()}
	p.a.announce(s.File, w.plan.Before, q)
	before, err := verify(ctx, w.plan.Before, q)
	if err != nil {
		return err
	}
	s.Page.Before, s.Replay, w.replayed = before.verdicts, before.verdicts, before
	if w.plan.Patch == nil {
		w.judge()
		return nil
	}
	if w.replayed, err = verify(ctx, w.plan.After, q); err != nil {
		return err
	}
	s.Replay, s.Repair = w.verdicts, changes(w.plan)
	inOriginal(w.plan, w.verdicts)
	if s.Diff, err = unified(w.plan, s.File, false); err != nil {
		return err
	}
	w.judge()
	s.Page.Seen, err = seenChange(w.plan)
	return err
}

// judge says what a repair would make of a session, and how to have it.
func (w *work) judge() {
	if !w.mended() {
		w.session.Status = report.Left
	} else if w.plan.Patch != nil && w.session.File != standardInput {
		w.session.Page.Next = "pi-fix " + quote(w.session.File)
	}
}

// node is a line of the tree as the page takes it.
func node(log *sessionlog.Log, r row) report.Node {
	n := report.Node{Line: r.line + 1, Depth: r.depth, Bytes: log.Span(r.line).Len(), Text: r.text, Mark: r.mark}
	if log.IsEntry(r.line) || r.line == log.Header() {
		n.Time = r.entry.Get("timestamp").String()
		if log.Kind(r.line) == sessionlog.KindMessage {
			n.Who = r.entry.Get("message.role").String()
		}
	}
	return n
}

// seenChange is how a repair changes what the model sees, nil when it does not.
func seenChange(plan *recovery.Plan) ([]byte, error) {
	before, err := seenText(plan.Before)
	if err != nil {
		return nil, err
	}
	after, err := seenText(plan.After)
	if err != nil || before == after {
		return nil, err
	}
	return seenDiff("as it is", before, "repaired", after), nil
}

func (p *pager) finish(_ context.Context, w *work) error {
	if w.err != nil {
		return p.a.trouble(w, p.out)
	}
	return p.out.done(w.session)
}
