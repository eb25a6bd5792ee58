package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// detail says how much of a session a format shows. What it leaves away need
// not be worked out.
type detail struct {
	sum    bool // the hash of the whole file
	leaves bool // which leaves a finding reaches
}

// describe starts the report on a session from the session itself.
func describe(in *input, t target, log *sessionlog.Log, d detail) (*report.Session, error) {
	s := &report.Session{
		File: in.name, Named: t.named, Bytes: in.size(), Version: log.Version(),
		Leaves: len(log.Leaves()), Status: report.Sound,
	}
	for i := range log.Len() {
		if log.IsEntry(i) {
			s.Entries++
		}
	}
	if h := log.Header(); h >= 0 {
		e, err := log.Entry(h)
		if err != nil {
			return nil, err
		}
		s.ID = e.ID()
	}
	settings, err := log.Settings(log.Active())
	if err != nil {
		return nil, err
	}
	if settings.Model != "" {
		s.Model = settings.Provider + "/" + settings.Model
	}
	if d.sum {
		s.SHA256, err = in.sum()
	}
	return s, err
}

// addFindings adds what a plan found, by line.
func addFindings(s *report.Session, plan *recovery.Plan, d detail) {
	s.Findings = []report.Finding{}
	var reach map[int][]string
	if d.leaves {
		reach = leavesOf(plan.Before, plan.Found)
	}
	for _, f := range plan.Found {
		one := report.Finding{
			Rule: f.Rule.ID, Severity: f.Severity.String(), Line: f.At + 1, Entry: f.Entry, Call: f.Call,
			Leaves: reach[f.At], Message: f.Message, Fix: f.Fix, Cost: report.CostNone,
		}
		if f.Lossy {
			one.Cost = report.CostLossy
		}
		for _, line := range f.Related {
			one.Related = append(one.Related, line+1)
		}
		if f.Rule.Next != "" && f.Fix == "" {
			one.Next = "pi-fix " + f.Rule.Next + " " + quote(s.File)
			if s.File == standardInput {
				one.Next += " -o FILE"
			}
		}
		if one.Leaves == nil {
			one.Leaves = []string{}
		}
		s.Findings = append(s.Findings, one)
	}
	slices.SortStableFunc(s.Findings, func(a, b report.Finding) int { return a.Line - b.Line })
	if _, all := s.Repairable(); all > 0 || plan.Patch != nil {
		s.Status = report.Findings
	}
}

// changes is what a plan does to the session, in numbers.
func changes(plan *recovery.Plan) *report.Repair {
	return &report.Repair{
		Rounds: plan.Rounds, Added: plan.Added, Removed: plan.Removed,
		Relinked: plan.Relinked + plan.Moved, Edited: plan.Edited, Moved: plan.Moved, Form: string(plan.Form),
	}
}

// unreadable is the report on a target that nothing is known of.
func unreadable(t target, err error) *report.Session {
	return &report.Session{
		File: t.name, Named: t.named, Status: report.Unreadable, Error: explain(t.name, err).what,
		Findings: []report.Finding{},
	}
}

// work is one session on its way through a command.
type work struct {
	target  target
	in      *input // open until the session is done
	plan    *recovery.Plan
	session *report.Session
	replayed
	err  error
	told bool // what was found is in the output
}

// mended reports whether nothing is left that should be repaired, and the replay
// finds no fault with the outcome.
func (w *work) mended() bool {
	return w.plan.Left() <= integrity.Info && w.passable()
}

// tell puts what was found into the output, once.
func (w *work) tell(out *output) error {
	if w.told {
		return nil
	}
	w.told = true
	return out.found(w.session)
}

// examine opens a session, checks it and plans its repair.
func (a *app) examine(ctx context.Context, t target, p recovery.Policy, d detail) *work {
	w := &work{target: t}
	if w.in, w.err = a.open(ctx, t); w.err != nil {
		return w
	}
	if w.plan, w.err = recovery.Prepare(ctx, w.in.src, w.in.base(), p); w.err != nil {
		return w
	}
	if w.session, w.err = describe(w.in, t, w.plan.Before, d); w.err == nil {
		addFindings(w.session, w.plan, d)
		w.session.Error = w.plan.Refused
	}
	return w
}

// trouble reports an error that ends the work on a session and returns it when
// it ends the run as well.
func (a *app) trouble(w *work, out *output) error {
	if isFatal(w.err) {
		return w.err
	}
	a.complain(w.target.name, w.err)
	a.raise(exitTrouble)
	if w.session == nil {
		w.session = unreadable(w.target, w.err)
	} else {
		w.session.Status = report.Refused
		w.session.Error = explain(w.target.name, w.err).what
	}
	if err := w.tell(out); err != nil {
		return err
	}
	return out.done(w.session)
}

// policy is what a command asks of a check. One large session is parsed by all
// workers; of many sessions each has one.
func (a *app) policy(rules ruleFlags, policy policyFlags, sessions int) (recovery.Policy, error) {
	chosen, err := rules.choose()
	if err != nil {
		return recovery.Policy{}, err
	}
	p := recovery.Policy{Rules: chosen, Ways: policy.ways(), Strategy: policy.strategy(), Workers: sessionlog.Workers(a.workers())}
	if sessions > 1 {
		p.Workers = 1
	}
	return p, nil
}

// entryName is how an entry is shown: by id, or by line where there are no ids.
func entryName(log *sessionlog.Log, line int) string {
	if id := log.EntryID(line); id != "" {
		return id
	}
	return fmt.Sprintf("line%d", line+1)
}
