package sessionlog

// Family is the children of every entry.
type Family struct {
	from []int32 // where those of an entry begin in all; one more for the end
	all  []int32
}

// Children returns the children of an entry in file order, not to be changed.
func (f Family) Children(line int) []int32 { return f.all[f.from[line]:f.from[line+1]] }

// Family finds the children of every entry, at eight bytes a line.
func (l *Log) Family() Family {
	f := Family{make([]int32, len(l.recs)+2), make([]int32, len(l.recs))}
	each := func(do func(parent, child int)) {
		for i := range l.recs {
			if p := l.Parent(i); p >= 0 && l.IsEntry(i) {
				do(p, i)
			}
		}
	}
	each(func(p, _ int) { f.from[p+2]++ })
	for i := range f.from[1:] {
		f.from[i+1] += f.from[i]
	}
	each(func(p, child int) {
		f.all[f.from[p+1]] = int32(child)
		f.from[p+1]++
	})
	return f
}
