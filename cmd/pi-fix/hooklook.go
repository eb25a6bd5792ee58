package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/hook"
	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// opened is what the hook found in a session that pi is about to open.
type opened struct {
	hook.State
	name     string
	findings int    // that are worth a repair
	text     string // for people, "" when nothing is damaged
}

// stopping are the rules without which pi does not come as far as a request.
var stopping = []string{"tree-cycle", "header-missing", "header-torn", "header-no-id"}

// look checks a session. A file that is not there is none of the hook's business:
// pi makes it, or has its own words for it.
func (a *app) look(ctx context.Context, name string) (opened, error) {
	l := opened{name: name}
	policy, err := a.policy(ruleFlags{}, policyFlags{}, 1)
	if err != nil {
		return l, err
	}
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() == 0) {
		return l, nil
	}
	w := a.examine(ctx, target{name: name, named: true, err: err}, policy, detail{})
	defer w.in.close()
	switch {
	case errors.Is(w.err, sessionlog.ErrNotSession):
		l.Damaged, l.Fatal = true, true
		l.text = explain(name, w.err).String()
		return l, nil
	case w.err != nil:
		return l, w.err
	}
	return l, l.judge(ctx, w)
}

// judge draws the conclusions from what was found. Only errors count as damage:
// pi makes up for the rest.
func (l *opened) judge(ctx context.Context, w *work) error {
	first := (*recovery.Found)(nil)
	damages := 0
	for i, f := range w.plan.Found {
		if f.Severity == integrity.Info {
			continue
		}
		l.findings++
		if f.Severity != integrity.Error {
			continue
		}
		damages++
		l.Fatal = l.Fatal || slices.Contains(stopping, f.Rule.ID)
		if first == nil || f.At < first.At {
			first = &w.plan.Found[i]
		}
	}
	if first == nil {
		return nil
	}
	l.Damaged = true
	l.Fixable = w.plan.Patch != nil && w.plan.Left() <= integrity.Info
	more := ""
	if damages > 1 {
		more = fmt.Sprintf(", and %d more", damages-1)
	}
	l.text = fmt.Sprintf("%s:%d: %s (%s)%s", l.name, first.At+1, first.Message, first.Rule.ID, more)
	if l.Fatal {
		return nil
	}
	refused, err := refusedBySelf(ctx, w.plan.Before)
	l.Fatal = refused
	return err
}

// refusedBySelf reports whether the session's own service refuses what pi would
// send on a resume.
func refusedBySelf(ctx context.Context, log *sessionlog.Log) (bool, error) {
	leaf := log.Active()
	if leaf < 0 {
		return true, nil
	}
	apis, err := countingAPIs(log, leaf, question{})
	if err != nil {
		return false, err
	}
	r, err := verify(ctx, log, question{apis: apis, active: true})
	return !r.passable(), err
}

// mend repairs a session in place like "pi-fix repair", keeps its time, by which
// pi chooses the latest, and says what was done.
func (a *app) mend(ctx context.Context, name string) (text string, findings int, err error) {
	o := repairOptions{branch: "all"}
	policy, err := a.policy(o.rules, o.policy, 1)
	if err != nil {
		return "", 0, err
	}
	r := &repairer{a: a, policy: policy, o: o, batch: true, question: question{apis: apiNames()}}
	w := r.prepare(ctx, target{name: name, named: true})
	defer func() { w.in.close() }() // settle may have opened it again
	r.settle(ctx, w)
	if w.err != nil {
		return "", 0, w.err
	}
	for _, f := range w.session.Findings {
		if f.Severity != integrity.Info.String() {
			findings++
		}
	}
	if !w.mended() {
		return "", findings, errUnmended
	}
	if err := r.write(ctx, w); err != nil {
		return "", findings, err
	}
	if w.session.Status != report.Repaired {
		return name + ": nothing is wrong", 0, nil
	}
	what := "1 finding"
	if findings != 1 {
		what = fmt.Sprintf("%d findings", findings)
	}
	return fmt.Sprintf("%s: repaired %s; backup %s", name, what, w.session.Repair.Backup), findings, nil
}

var errUnmended = errors.New("it cannot be repaired completely; the file is untouched")

// unmended words a repair that failed.
func unmended(name string, err error) string {
	if errors.Is(err, errUnmended) {
		return name + ": " + err.Error() + "\nnext: see what is left: pi-fix check " + quote(name)
	}
	e := explain(name, err)
	if e.next == "" {
		return e.String()
	}
	return e.String() + "\nnext: " + e.next
}
