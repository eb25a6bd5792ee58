package sessionlog

import (
	"iter"
	"slices"
)

// What Parent returns for an entry that has no parent in the file.
const (
	Root     = -1 // parentId is null, empty or absent, or the line is no entry
	Dangling = -2 // parentId names an id that is not in the file
)

// link resolves parents to lines. In version 1 there are no ids: pi chains the
// entries in file order when it migrates the file.
func (l *Log) link() {
	if l.version == 1 {
		l.chain()
		return
	}
	l.ids = newIDTable(len(l.recs))
	for i := range l.recs {
		if !l.IsEntry(i) || l.recs[i].id == 0 {
			continue
		}
		if l.ids.put(l.recs, i) >= 0 {
			l.repeats = append(l.repeats, i)
		}
	}
	l.linear = true
	for i := range l.recs {
		if !l.IsEntry(i) {
			l.setParent(i, Root)
			continue
		}
		p := Root
		if k := l.recs[i].parent; k != 0 {
			p = l.lookup(k)
		}
		l.setParent(i, p)
		l.forward = l.forward || p >= i
		l.linear = l.linear && (p == l.last || p < 0 && l.last < 0)
		l.last = i
	}
}

// lookup finds the parent with key k. Nearly always that is the entry before.
func (l *Log) lookup(k Key) int {
	if l.last >= 0 && l.recs[l.last].id == k && len(l.repeats) == 0 {
		return l.last
	}
	if at := l.ids.get(l.recs, k); at >= 0 {
		return at
	}
	return Dangling
}

func (l *Log) chain() {
	l.linear = true
	for i := range l.recs {
		l.setParent(i, Root)
		if l.IsEntry(i) {
			l.setParent(i, l.last)
			l.last = i
		}
	}
}

func (l *Log) setParent(line, p int) { l.recs[line].parent = Key(int64(p)) }

// Parent returns the line of the entry's parent, [Root] or [Dangling]. With
// repeated ids it is the last entry that has the id, as in pi.
func (l *Log) Parent(line int) int { return int(int64(l.recs[line].parent)) }

// Find returns the last entry with the id, or -1.
func (l *Log) Find(k Key) int { return l.ids.get(l.recs, k) }

// Repeats returns, in file order, the entries whose id an earlier entry has too.
func (l *Log) Repeats() []int { return l.repeats }

// Linear reports whether every entry's parent is the entry before it, so that
// there is one branch: the file.
func (l *Log) Linear() bool { return l.linear }

// Forward reports whether some parent stands later in the file than its child.
// Only then can there be a cycle.
func (l *Log) Forward() bool { return l.forward }

// Active returns the last entry of the file, which is the leaf that pi resumes,
// or -1. It can have children: pi keeps no other pointer to the leaf.
func (l *Log) Active() int { return l.last }

// Leaves returns the entries without children in file order, and the active
// entry last.
func (l *Log) Leaves() []int {
	if l.last < 0 {
		return nil
	}
	if l.linear {
		return []int{l.last}
	}
	inner := make([]uint64, len(l.recs)/64+1)
	for i := range l.recs {
		if p := l.Parent(i); p >= 0 && l.IsEntry(i) {
			inner[p>>6] |= 1 << (p & 63)
		}
	}
	var out []int
	for i := range l.recs {
		if l.IsEntry(i) && inner[i>>6]>>(i&63)&1 == 0 && i != l.last {
			out = append(out, i)
		}
	}
	return append(out, l.last)
}

// Branch returns the entries from the root to leaf. It stops at a missing
// parent, and at an entry it has met before: pi itself would never return.
func (l *Log) Branch(leaf int) []int {
	n := 0
	for i := leaf; i >= 0 && !l.forward; i = l.Parent(i) {
		n++
	}
	out := make([]int, 0, n)
	for i := range l.up(leaf) {
		out = append(out, i)
	}
	slices.Reverse(out)
	return out
}

// up goes the way of [Log.Branch] from the leaf on.
func (l *Log) up(leaf int) iter.Seq[int] {
	return func(yield func(int) bool) {
		var met map[int]bool
		if l.forward {
			met = map[int]bool{}
		}
		for i := leaf; i >= 0 && !met[i] && yield(i); i = l.Parent(i) {
			if met != nil {
				met[i] = true
			}
		}
	}
}

// LeavesBelow returns the leaves whose branch holds the entry.
func (l *Log) LeavesBelow(line int) []int {
	if l.linear {
		return l.Leaves()
	}
	var out []int
	for _, leaf := range l.Leaves() {
		steps := 0
		for i := leaf; i >= 0 && steps <= len(l.recs); i = l.Parent(i) {
			if steps++; i == line {
				out = append(out, leaf)
				break
			}
			if i < line && !l.forward {
				break
			}
		}
	}
	return out
}
