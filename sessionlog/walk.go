package sessionlog

import "slices"

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
	family := l.Family()
	var pending []int32
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
			for _, c := range slices.Backward(family.Children(line)) { // so that the first is visited first
				pending = append(pending, c)
			}
		}
	}
}
