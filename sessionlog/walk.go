package sessionlog

// Walk visits every entry that a root leads to, parents before children. With
// several children, seen is told to go back: back is called with the entry that
// the walk returns to before it enters the next child of that entry, and with
// Root before it enters another root.
//
// It is the way to judge all branches in time linear in the entries, however
// many leaves share a prefix. Entries on a cycle have no root and are not visited.
func (l *Log) Walk(enter, back func(line int)) {
	if l.linear {
		for i := range l.recs {
			if l.IsEntry(i) {
				enter(i)
			}
		}
		return
	}
	first, next := l.links()
	var pending []int32
	push := func(child int32) { // children in reverse, so that the first is visited first
		from := len(pending)
		for c := child; c > 0; c = next[c-1] {
			pending = append(pending, c-1)
		}
		for a, b := from, len(pending)-1; a < b; a, b = a+1, b-1 {
			pending[a], pending[b] = pending[b], pending[a]
		}
	}
	cur := Root
	for i := range l.recs {
		if !l.IsEntry(i) || l.Parent(i) >= 0 {
			continue
		}
		for pending = append(pending[:0], int32(i)); len(pending) > 0; {
			line := int(pending[len(pending)-1])
			pending = pending[:len(pending)-1]
			p := max(l.Parent(line), Root)
			if p != cur {
				back(p)
			}
			enter(line)
			cur = line
			push(first[line])
		}
	}
}

// links returns the children of all entries as lists: the first child and the
// next sibling of each line, plus 1, in file order.
func (l *Log) links() (first, next []int32) {
	first, next = make([]int32, len(l.recs)), make([]int32, len(l.recs))
	for i := len(l.recs) - 1; i >= 0; i-- {
		if p := l.Parent(i); p >= 0 && l.IsEntry(i) {
			next[i] = first[p]
			first[p] = int32(i + 1)
		}
	}
	return first, next
}
