package recovery

import (
	"context"
	"errors"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// Strategy is how a repair gets into the file.
type Strategy uint8

// Rewrite gives every line its repaired form, on all branches. Append leaves all
// bytes as they are and adds lines behind them, such that pi resumes the context
// that Rewrite would give it; the other branches stay as they are.
const (
	Rewrite Strategy = iota
	Append
)

// Form is what [Append] adds.
type Form string

// The forms, the least first.
const (
	LineEnd Form = "line-end" // the newline that the last line lacks
	Edits   Form = "edits"    // context_edit entries behind the leaf, for pi 0.87 and later
	Branch  Form = "branch"   // a repaired copy of the branch from its first difference on
)

// An appender turns the plan of a rewrite into one that appends.
type appender struct {
	before, after *sessionlog.Log // the session, and what a rewrite makes of it
	want          hearing         // the context that pi is to resume
	tail          []byte          // what is added
	lines         int             // entries in it
	form          Form
	patch         *sessionlog.Patch
	log           *sessionlog.Log // the session with what is added, once it is known to do
}

// append replaces the plan by one that only adds to the file.
func (r *repair) append(ctx context.Context) error {
	o := r.out
	if o.Patch == nil {
		return nil
	}
	if o.Refused = incurable(o.Before, o.Found); o.Refused != "" {
		o.nothing()
		for i := range o.Found {
			o.Found[i].Fix = ""
		}
		return nil
	}
	a := &appender{before: o.Before, after: o.After}
	if err := a.plan(); err != nil {
		return err
	}
	if a.lines > 0 {
		again, err := r.sinceMark(ctx, a)
		if err != nil {
			return err
		}
		a = again
	}
	o.leave(a)
	o.nothing()
	if len(a.tail) == 0 {
		return nil
	}
	o.Form, o.Rounds, o.Added = a.form, 1, a.lines
	var err error
	o.Patch, o.After, err = a.appended()
	return err
}

// nothing takes the rewrite out of the plan.
func (o *Plan) nothing() {
	o.After, o.Patch, o.Rounds = o.Before, nil, 0
	o.Added, o.Removed, o.Moved, o.Relinked, o.Edited = 0, 0, 0, 0, 0
}

// appended returns the session with the tail behind it.
func (a *appender) appended() (p *sessionlog.Patch, log *sessionlog.Log, err error) {
	if a.log != nil {
		return a.patch, a.log, nil
	}
	end := a.before.Source().Size()
	p, err = sessionlog.NewPatch(a.before.Source(), []sessionlog.Edit{{Span: sessionlog.Span{Start: end, End: end}, New: a.tail}})
	if err == nil {
		log, err = a.before.Patched(p, 1)
	}
	return p, log, err
}

// plan finds the least that has to be added, and proves that pi then resumes the
// context of the rewrite.
func (a *appender) plan() error {
	if !a.before.Ended(a.before.Len() - 1) {
		a.tail, a.form = []byte("\n"), LineEnd
	}
	if done, err := a.suffices(a.before); err != nil || done {
		return err
	}
	if a.after.Active() < 0 {
		return nil
	}
	base := a.tail
	for _, try := range []struct {
		form  Form
		lines func() ([][]byte, error)
	}{{Edits, a.edits}, {Branch, a.rest}, {Branch, a.whole}} {
		lines, err := try.lines()
		if err != nil {
			return err
		}
		if done, err := a.try(base, try.form, lines); err != nil || done {
			return err
		}
	}
	return errNotTheContext
}

var errNotTheContext = errors.New("what can be appended does not give the context that a rewrite gives")

// try puts lines behind the session and looks whether they do.
func (a *appender) try(base []byte, form Form, lines [][]byte) (bool, error) {
	if len(lines) == 0 {
		return false, nil
	}
	a.tail, a.form, a.lines = base[:len(base):len(base)], form, len(lines)
	for _, l := range lines {
		a.tail = append(append(a.tail, l...), '\n')
	}
	p, log, err := a.appended()
	if err != nil {
		return false, err
	}
	done, err := a.suffices(log)
	if done {
		a.patch, a.log = p, log
	}
	return done, err
}

// suffices reports whether pi resumes from a log what it would resume from the
// rewritten session: the same messages, with the same model.
func (a *appender) suffices(log *sessionlog.Log) (bool, error) {
	if !resumable(log) {
		return false, nil
	}
	was, err := log.Settings(log.Active())
	if err != nil {
		return false, err
	}
	is, err := a.after.Settings(a.after.Active())
	if err != nil || was != is {
		return false, err
	}
	if a.want.log == nil {
		if a.want, err = hear(a.after, a.before); err != nil {
			return false, err
		}
	}
	have, err := hear(log, a.before)
	if err != nil {
		return false, err
	}
	return have.same(a.want)
}

// leave sorts the findings: those on what pi resumes are repaired, all others are
// notes on what stays.
func (o *Plan) leave(a *appender) {
	on := make([]bool, o.Before.Len())
	if len(a.tail) > 0 {
		for _, line := range o.Before.Context(o.Before.Active()).Lines {
			on[line] = true
		}
		for _, line := range o.After.Context(o.After.Active()).Lines {
			at := o.After.Origin(line)
			if at < 0 {
				at = o.Before.LineAt(o.Patch.Origin(o.After.Span(line).Start))
			}
			on[at] = true
		}
	}
	last := o.Before.Len() - 1
	for i := range o.Found {
		f := &o.Found[i]
		switch {
		case a.form != "" && f.At == last && !o.Before.Ended(last) && f.Rule.Layer == integrity.Lines:
			f.Fix, f.Lossy = "add its line end; pi passes over what it cannot read", false
		case f.Fix == "" || on[f.At] && a.form != LineEnd:
			f.Lossy = false // nothing leaves the file
		default:
			f.Message += "; pi does not resume it, so it stays"
			f.Fix, f.Lossy, f.Severity = "", false, integrity.Info
		}
	}
}
