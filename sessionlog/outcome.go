package sessionlog

import "sort"

// Outcome is what operations come to.
type Outcome struct {
	Edits    []Edit // ordered by place, none overlapping
	Added    int    // new entries
	Removed  int    // lines taken out
	Moved    int    // entries put elsewhere
	Relinked int    // entries that stay in place under another parent
	Edited   int    // lines changed inside
}

// Outcome turns what was done into edits. The error is one of reading.
//
// The leaf that pi resumes is the last entry of the file. When the operations
// would make that an entry of another branch, a custom entry that says nothing
// is added behind the right leaf: pi has no other pointer to it.
func (s *Surgery) Outcome() (Outcome, error) {
	if last := s.lastNode(); s.log.version > 1 && s.active >= 0 && !s.leadsTo(last, s.active) {
		s.markLeaf()
	}
	if err := s.keepCuts(); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Added: len(s.fresh), Removed: len(s.gone) + len(s.erased) - len(s.top), Moved: len(s.moved)}
	for _, line := range s.touched() {
		if err := s.editLine(line, &o); err != nil {
			return o, err
		}
	}
	return o, nil
}

// lastNode returns the node that will be the last entry of the file.
func (s *Surgery) lastNode() int {
	for i := s.log.Len() - 1; i >= 0; i-- {
		if b := s.behind[i]; len(b) > 0 {
			return b[len(b)-1]
		}
		if s.log.IsEntry(i) && !s.lost(i) {
			return i
		}
	}
	return -1
}

// leadsTo reports whether the branch of a node that was placed anew leads to
// the leaf, so that resuming it resumes the leaf's branch.
func (s *Surgery) leadsTo(node, leaf int) bool {
	for node >= 0 && node != leaf && (node >= s.log.Len() || s.moved[node]) {
		node = s.Parent(node)
	}
	return node == leaf
}

// markLeaf appends an entry that contributes nothing behind the active leaf.
func (s *Surgery) markLeaf() {
	id := s.id(s.active)
	taken := func(id string) bool {
		for _, f := range s.fresh {
			if f.ID == id {
				return true
			}
		}
		return false
	}
	rest := `"customType":"pi-fix.leaf"`
	if e, err := s.log.Entry(min(s.active, s.log.Len()-1)); err == nil {
		rest = `"timestamp":` + Quote(e.Time()) + `,` + rest
	}
	s.fresh = append(s.fresh, Fresh{Type: "custom", ID: s.log.FreshID(taken, "leaf", id), Rest: rest})
	node := s.log.Len() + len(s.fresh) - 1
	s.setParent(node, s.active)
	at := s.log.Len() - 1
	s.behind[at] = append(s.behind[at], node)
}

// touched returns the lines that something happened to, in order.
func (s *Surgery) touched() []int {
	set := map[int]bool{}
	for _, m := range []map[int]bool{s.gone, s.moved, s.erased} {
		for line := range m {
			set[line] = true
		}
	}
	for line := range s.inside {
		set[line] = true
	}
	for line := range s.behind {
		set[line] = true
	}
	for node := range s.parent {
		if node < s.log.Len() {
			set[node] = true
		}
	}
	for line := range s.ids {
		set[line] = true
		for _, c := range s.children(line) {
			if c < s.log.Len() {
				set[c] = true
			}
		}
	}
	if len(s.top) > 0 {
		set[0] = true
	}
	lines := make([]int, 0, len(set))
	for line := range set {
		lines = append(lines, line)
	}
	sort.Ints(lines)
	return lines
}

// editLine adds the edits of one line to the outcome.
func (s *Surgery) editLine(line int, o *Outcome) error {
	span := s.log.Span(line)
	if line == 0 {
		for _, t := range s.top {
			b, err := s.log.Bytes(s.log.Span(t))
			if err != nil {
				return err
			}
			o.Edits = append(o.Edits, Edit{Span{}, ended(b)})
		}
	}
	if s.lost(line) {
		o.Edits = append(o.Edits, Edit{Span: span})
	} else {
		inner, relinked, err := s.lineEdits(line)
		if err != nil {
			return err
		}
		o.Edits = append(o.Edits, inner...)
		switch {
		case relinked:
			o.Relinked++
		case len(inner) > 0:
			o.Edited++
		}
	}
	return s.placeBehind(line, o)
}

// placeBehind adds the text of the nodes that were placed behind a line.
func (s *Surgery) placeBehind(line int, o *Outcome) error {
	if len(s.behind[line]) == 0 {
		return nil
	}
	var text []byte
	if !s.log.Ended(line) && !s.lost(line) {
		text = append(text, '\n')
	}
	for _, node := range s.behind[line] {
		b, err := s.nodeText(node)
		if err != nil {
			return err
		}
		text = append(text, b...)
	}
	end := s.log.Span(line).End
	o.Edits = append(o.Edits, Edit{Span{end, end}, text})
	return nil
}
