package recovery

import (
	"context"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// markType is the customType of the entry that begins an appended branch. It says
// nothing to a model. What stands before it in the file and is not on its branch
// was seen when it was written, and left as it is.
const markType = "pi-fix.append"

// sinceMark judges a session that was appended to before: of the part before the
// latest mark on the branch only the branch counts. Else what is left there on
// purpose, such as a line of two records, would be repaired over and over.
func (r *repair) sinceMark(ctx context.Context, a *appender) (*appender, error) {
	o := r.out
	mark, err := a.mark()
	if err != nil || mark < 0 {
		return a, err
	}
	p, err := sessionlog.NewPatch(r.src, a.leftBefore(mark))
	if err != nil {
		return nil, err
	}
	log, err := r.out.Before.Patched(p, r.workers)
	if err != nil {
		return nil, err
	}
	part := &repair{src: r.src, name: r.name, rules: r.rules, policy: r.policy, workers: r.workers}
	part.out = &Plan{Before: o.Before, After: log, Patch: p}
	if err := part.rounds(ctx); err != nil {
		return nil, err
	}
	again := &appender{before: o.Before, after: part.out.After}
	if err := again.plan(); err != nil {
		return nil, err
	}
	if again.lines > 0 {
		o.Found, o.After, o.Patch = part.out.Found, part.out.After, part.out.Patch
	}
	return again, nil
}

// mark returns the line of the latest mark on the branch that pi resumes, or -1.
func (a *appender) mark() (int, error) {
	for i, steps := a.before.Active(), 0; i >= 0 && steps < a.before.Len(); i = a.before.Parent(i) {
		steps++
		if a.before.Kind(i) != sessionlog.KindCustom {
			continue
		}
		e, err := a.before.Entry(i)
		if err != nil || e.Get("customType").String() == markType {
			return i, err
		}
	}
	return -1, nil
}

// leftBefore returns the edits that take out what stands before a line, but for
// the header and the branch.
func (a *appender) leftBefore(line int) []sessionlog.Edit {
	on := make([]bool, a.before.Len())
	on[a.before.Header()] = true
	for _, i := range a.before.Branch(a.before.Active()) {
		on[i] = true
	}
	var out []sessionlog.Edit
	for i := range line {
		if !on[i] {
			out = append(out, sessionlog.Edit{Span: a.before.Span(i)})
		}
	}
	return out
}
