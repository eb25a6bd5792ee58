package recovery

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// Policy is what a repair may do. The zero value uses all rules.
type Policy struct {
	// Rules are the rules that are checked; nil means [integrity.Rules].
	Rules []*integrity.Rule
	// Strategy is how the repair gets into the file.
	Strategy Strategy
	// Ways are preferred to the best fix of a finding where it has them.
	Ways []integrity.Way
	// Workers is how many goroutines parse a large session.
	Workers sessionlog.Workers
}

// choose picks a fix of a finding that has some.
func (p Policy) choose(fixes []integrity.Fix) integrity.Fix {
	for _, f := range fixes {
		if slices.Contains(p.Ways, f.Way) {
			return f
		}
	}
	return fixes[0]
}

// Found is one finding and what became of it.
type Found struct {
	integrity.Finding
	At    int    // the line in the original session, from 0
	Round int    // in which round it was found, from 1
	Fix   string // what was done, "" when nothing was
	Lossy bool   // content left the session
}

// Plan is a repair: the repaired session that is not written yet.
type Plan struct {
	Before, After *sessionlog.Log
	// Patch is the repaired session, laid over the original; nil when nothing changes.
	Patch *sessionlog.Patch
	Found []Found
	// Form is what a plan that appends adds, and Refused why nothing that could be
	// appended would do; "" for others.
	Form    Form
	Refused string

	Rounds, Added, Removed, Moved, Relinked, Edited int
}

// ErrNoFixedPoint is the error of rounds that do not end. It is a bug in a rule.
var ErrNoFixedPoint = errors.New("the repair does not come to an end")

// maxRounds is far above what any session needs: a layer takes two or three.
const maxRounds = 200

// Prepare checks a session and repairs it as far as it goes. name is the file's
// name without folders. Nothing is written. The error is one of reading, a
// cancelled context, or wraps [sessionlog.ErrNotSession].
func Prepare(ctx context.Context, src sessionlog.Source, name string, policy Policy) (*Plan, error) {
	r := &repair{src: src, name: name, rules: policy.Rules, policy: policy, workers: policy.Workers}
	if r.rules == nil {
		r.rules = integrity.Rules
	}
	log, err := sessionlog.Read(src, r.workers)
	if err != nil {
		return nil, err
	}
	if err := log.Foreign(); err != nil {
		return nil, err
	}
	r.out = &Plan{Before: log, After: log}
	if err := r.rounds(ctx); err != nil {
		return nil, err
	}
	return r.finish(ctx)
}

// rounds goes on until a round finds nothing to fix.
func (r *repair) rounds(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		again, err := r.round()
		if err != nil || !again {
			return err
		}
		if r.out.Rounds > maxRounds {
			return fmt.Errorf("%w after %d rounds", ErrNoFixedPoint, maxRounds)
		}
	}
}

type repair struct {
	src     sessionlog.Source
	name    string
	rules   []*integrity.Rule
	policy  Policy
	workers sessionlog.Workers
	out     *Plan
}

// round checks the session as it stands and applies what can be fixed.
func (r *repair) round() (again bool, err error) {
	o := r.out
	found, err := integrity.CheckSince(o.Before, r.origin, o.After, r.name, r.rules)
	if err != nil {
		return false, err
	}
	s := sessionlog.NewSurgery(o.After)
	var left []Found
	applied := 0
	for _, f := range found {
		step := Found{Finding: f, At: r.origin(f.Line), Round: o.Rounds + 1}
		step.Related = make([]int, len(f.Related))
		for i, line := range f.Related {
			step.Related[i] = r.origin(line)
		}
		if len(f.Fixes) == 0 {
			left = append(left, step)
			continue
		}
		fix := r.policy.choose(f.Fixes)
		switch err := s.Do(fix.Ops); {
		case errors.Is(err, sessionlog.ErrTouched):
			continue // another fix of this round touched the same entry: the next round will tell
		case err != nil:
			return false, err
		}
		step.Fix, step.Lossy = fix.Message, fix.Lossy
		o.Found = append(o.Found, step)
		applied++
	}
	if applied == 0 {
		o.Found = append(o.Found, left...)
		return false, nil
	}
	return true, r.apply(s)
}

// apply lays what was done over the session and reads it again.
func (r *repair) apply(s *sessionlog.Surgery) error {
	o := r.out
	done, err := s.Outcome()
	if err != nil {
		return err
	}
	var below = r.src
	if o.Patch != nil {
		below = o.Patch
	}
	p, err := sessionlog.NewPatch(below, done.Edits)
	if err != nil {
		return fmt.Errorf("round %d: %w", o.Rounds+1, err)
	}
	log, err := o.Before.Patched(p, r.workers)
	if err != nil {
		return err
	}
	o.Patch, o.After = p, log
	o.Rounds++
	o.Added += done.Added
	o.Removed += done.Removed
	o.Moved += done.Moved
	o.Relinked += done.Relinked
	o.Edited += done.Edited
	return nil
}

// origin returns the line of the original session that a line now stands for.
func (r *repair) origin(line int) int {
	if r.out.Patch == nil || line < 0 {
		return line
	}
	return r.out.Before.LineAt(r.out.Patch.Origin(r.out.After.Span(line).Start))
}

func (r *repair) finish(ctx context.Context) (*Plan, error) {
	o := r.out
	if o.After.Header() < 0 && o.After.Active() < 0 {
		return nil, fmt.Errorf("%w: nothing in it can be read as an entry", sessionlog.ErrNotSession)
	}
	if r.policy.Strategy == Append {
		if err := r.append(ctx); err != nil {
			return nil, err
		}
	}
	findings := make([]integrity.Finding, len(o.Found))
	for i, s := range o.Found {
		findings[i] = s.Finding
		findings[i].Line = s.At
	}
	integrity.Blame(findings)
	for i := range findings {
		o.Found[i].Finding = findings[i]
	}
	return o, nil
}

// Left returns the worst severity of what was found and not repaired. What another
// command deals with is no part of a repair.
func (o *Plan) Left() integrity.Severity {
	worst := integrity.Info
	for _, s := range o.Found {
		if s.Fix == "" && s.Rule.Next == "" {
			worst = max(worst, s.Severity)
		}
	}
	return worst
}
