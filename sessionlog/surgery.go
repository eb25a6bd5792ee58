package sessionlog

import (
	"errors"
	"fmt"
	"slices"
)

// ErrTouched is the error of an operation on an entry, or on bytes, that an
// earlier operation took away, moved or changed. It can be tried again on the
// outcome.
var ErrTouched = errors.New("an earlier operation touched the same place")

// Surgery carries out operations on a log, one after the other, and turns the
// outcome into edits. Entries are nodes by line; new ones follow behind.
type Surgery struct {
	log    *Log
	parent map[int]int   // nodes whose parent changed
	joined map[int][]int // nodes that became children of a node, some for a time only
	index  Family        // children in the log, made when first asked for
	gone   map[int]bool  // dropped
	twin   map[int]int   // of dropped ones, the entries that say the same
	moved  map[int]bool  // no longer at their own place
	ids    map[int]string
	fresh  []Fresh
	behind map[int][]int // nodes placed behind a line, in order
	home   map[int]int   // the line behind which a node was placed
	tail   map[int]int   // the last node appended to an entry without adopting
	top    []int
	erased map[int]bool
	inside map[int][]Edit
	counts map[int]int // by how many records a line's edits change the count
	active int
}

// NewSurgery starts on a log that stays as it is.
func NewSurgery(l *Log) *Surgery {
	return &Surgery{
		log: l, parent: map[int]int{}, joined: map[int][]int{}, gone: map[int]bool{}, twin: map[int]int{},
		moved: map[int]bool{}, ids: map[int]string{}, behind: map[int][]int{},
		home: map[int]int{}, tail: map[int]int{}, erased: map[int]bool{}, inside: map[int][]Edit{},
		counts: map[int]int{}, active: l.last,
	}
}

// Do carries out the operations of one fix, all or none.
func (s *Surgery) Do(ops []Op) error {
	for i := range ops {
		if line := s.touchedBy(&ops[i]); line >= 0 {
			return fmt.Errorf("line %d: %w", line+1, ErrTouched)
		}
	}
	for _, op := range ops {
		s.do(op)
	}
	return nil
}

// touchedBy returns a line that the operation needs as it was and that is not
// so any more, or -1.
func (s *Surgery) touchedBy(op *Op) int {
	for _, line := range append([]int{op.Line}, op.Adopt...) {
		if s.lost(line) {
			return line
		}
	}
	switch op.Act {
	case Move:
		if s.lost(op.Behind) {
			return op.Behind
		}
	case Relink:
		if op.Parent >= 0 && s.gone[op.Parent] {
			return op.Parent
		}
	case Replace:
		for _, e := range s.inside[op.Line] {
			if e.Span == op.Edit.Span || e.Span.Start < op.Edit.Span.End && op.Edit.Span.Start < e.Span.End {
				return op.Line
			}
		}
	}
	return -1
}

func (s *Surgery) lost(line int) bool { return s.gone[line] || s.moved[line] || s.erased[line] }

func (s *Surgery) do(op Op) {
	switch op.Act {
	case Drop:
		s.detach(op.Line, op.Twin-1)
		s.gone[op.Line] = true
		if op.Twin > 0 {
			s.twin[op.Line] = op.Twin - 1
		}
	case Move:
		s.detach(op.Line, -1)
		s.moved[op.Line] = true
		s.attach(op.Line, op.Behind, op.Adopt)
	case Insert:
		s.fresh = append(s.fresh, op.New)
		s.attach(s.log.Len()+len(s.fresh)-1, op.Line, op.Adopt)
	case Relink:
		s.setParent(op.Line, op.Parent)
	case Rename:
		s.ids[op.Line] = op.ID
	case Replace:
		s.inside[op.Line] = append(s.inside[op.Line], op.Edit)
		s.counts[op.Line] += op.Records
	case Erase:
		s.erased[op.Line] = true
	case Lift:
		s.erased[op.Line] = true
		s.top = append(s.top, op.Line)
	case Resume:
		s.active = op.Line
	default:
		panic(fmt.Sprintf("sessionlog: unknown act %d", op.Act))
	}
}

// detach gives the node's children to its parent. When the node was the leaf
// that pi resumes, its twin or its parent is from now on.
func (s *Surgery) detach(node, twin int) {
	p := s.Parent(node)
	for _, c := range s.children(node) {
		s.setParent(c, p)
	}
	if node != s.active {
		return
	}
	s.active = p
	if twin >= 0 {
		s.active = twin
	}
}

// attach puts a node behind another one, in the tree and in the file.
func (s *Surgery) attach(node, behind int, adopt []int) {
	p := behind
	if t, ok := s.tail[behind]; ok && len(adopt) == 0 {
		p = t
	}
	if len(adopt) > 0 {
		p = s.Parent(adopt[0])
	} else {
		s.tail[behind] = node
	}
	s.setParent(node, p)
	for _, a := range adopt {
		s.setParent(a, node)
	}
	at := s.place(p, behind)
	s.home[node] = at
	s.behind[at] = append(s.behind[at], node)
}

// place returns the line behind which a child of p goes: that of p or, when p
// has no place of its own, the one p was put behind.
func (s *Surgery) place(p, otherwise int) int {
	if p >= 0 && p < s.log.Len() && !s.moved[p] {
		return p
	}
	if at, ok := s.home[p]; ok {
		return at
	}
	return otherwise
}

// Parent returns the node's parent as things stand.
func (s *Surgery) Parent(node int) int {
	if p, ok := s.parent[node]; ok {
		return p
	}
	if node >= s.log.Len() {
		return Root
	}
	return s.log.Parent(node)
}

// children returns the node's children as things stand. Lists are only ever
// added to, and what left is passed over here: taking nodes out of long lists
// one by one would cost the square of their length.
func (s *Surgery) children(node int) []int {
	if s.index.from == nil {
		s.index = s.log.Family()
	}
	var all []int
	if node >= 0 && node < s.log.Len() {
		for _, c := range s.index.Children(node) {
			all = append(all, int(c))
		}
	}
	return slices.DeleteFunc(append(all, s.joined[node]...), func(c int) bool { return s.Parent(c) != node || s.gone[c] })
}

func (s *Surgery) setParent(node, p int) {
	s.parent[node] = p
	if p >= 0 {
		s.joined[p] = append(s.joined[p], node)
	}
}
