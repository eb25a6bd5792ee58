package sessionlog

import "iter"

// survey is what there is at all in a session. Most rules look for something rare, and
// do not go through the lines of one that has none of it.
type survey struct {
	flags Flags
	kinds uint16
	roles uint16
}

func (l *Log) look() {
	for i := range l.recs {
		l.there.flags |= l.recs[i].flags
		l.there.kinds |= 1 << l.recs[i].kind
		l.there.roles |= 1 << l.Role(i)
	}
}

// With returns the lines that have all of some flags, in order; without a flag, all lines.
func (l *Log) With(f Flags) iter.Seq[int] {
	return l.each(l.there.flags&f == f, func(line int) bool { return l.Has(line, f) })
}

// Of returns the lines of some kinds, in order.
func (l *Log) Of(kinds ...Kind) iter.Seq[int] {
	var asked uint16
	for _, k := range kinds {
		asked |= 1 << k
	}
	return l.each(l.there.kinds&asked != 0, func(line int) bool { return asked>>l.Kind(line)&1 != 0 })
}

// By returns the lines of some roles, in order.
func (l *Log) By(roles ...Role) iter.Seq[int] {
	var asked uint16
	for _, r := range roles {
		asked |= 1 << r
	}
	return l.each(l.there.roles&asked != 0, func(line int) bool { return asked>>l.Role(line)&1 != 0 })
}

func (l *Log) each(any bool, is func(line int) bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		if !any {
			return
		}
		for line := range l.recs {
			if is(line) && !yield(line) {
				return
			}
		}
	}
}
