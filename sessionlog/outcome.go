package sessionlog

import (
	"bytes"
	"sort"
	"strconv"
)

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
	switch {
	case s.lost(line):
		o.Edits = append(o.Edits, Edit{Span: span})
	default:
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
	o.Edits = append(o.Edits, Edit{Span{span.End, span.End}, text})
	return nil
}

// ended returns a line's text with a newline at its end.
func ended(b []byte) []byte {
	if bytes.HasSuffix(b, []byte{'\n'}) {
		return b
	}
	return append(append([]byte(nil), b...), '\n')
}

// nodeText returns the text of a node that was placed anew.
func (s *Surgery) nodeText(node int) ([]byte, error) {
	if n := s.log.Len(); node >= n {
		return s.fresh[node-n].text(s.log.version, s.parentText(node)), nil
	}
	inner, _, err := s.lineEdits(node)
	if err != nil {
		return nil, err
	}
	span := s.log.Span(node)
	b, err := s.log.Bytes(span)
	if err != nil {
		return nil, err
	}
	for i := range inner {
		inner[i].Span.Start -= span.Start
		inner[i].Span.End -= span.Start
	}
	b, err = Apply(b, inner)
	return ended(b), err
}

// lineEdits returns the edits within a line that stays: what was replaced in
// it, its id, and its parent's id where that is another one now.
func (s *Surgery) lineEdits(line int) (edits []Edit, relinked bool, err error) {
	edits = append(edits, s.inside[line]...)
	if s.log.version == 1 || !s.log.IsEntry(line) {
		return edits, false, nil
	}
	id, renamed := s.ids[line]
	p, moved := s.parent[line]
	_, fresher := s.ids[s.Parent(line)]
	relinked = (moved && p != s.log.Parent(line)) || fresher
	if !renamed && !relinked {
		return edits, false, nil
	}
	e, err := s.log.Entry(line)
	if err != nil {
		return nil, false, err
	}
	if renamed {
		edits = append(edits, e.Set("id", Quote(id)))
	}
	if relinked {
		edits = append(edits, e.Set("parentId", s.parentText(line)))
	}
	return joined(edits), relinked, nil
}

// Set returns the edit that gives a top-level member a value, adding the
// member in front when there is none.
func (e Entry) Set(name, value string) Edit {
	if at, ok := e.ValueSpan(name); ok {
		return Edit{at, []byte(value)}
	}
	brace := e.Span.Start + int64(bytes.IndexByte(e.Raw, '{')) + 1
	return Edit{Span{brace, brace}, []byte(Quote(name) + ":" + value + ",")}
}

// SetIn returns the edit that gives a member of an object inside the entry a
// value; object is a plain name such as "message".
func (e Entry) SetIn(object, name, value string) Edit {
	if at, ok := e.ValueSpan(object + "." + name); ok {
		return Edit{at, []byte(value)}
	}
	at, _ := e.ValueSpan(object)
	brace := at.Start + 1
	return Edit{Span{brace, brace}, []byte(Quote(name) + ":" + value + ",")}
}

// joined makes one edit of several insertions at one place.
func joined(edits []Edit) []Edit {
	out := edits[:0:0]
	for _, e := range edits {
		if k := len(out) - 1; k >= 0 && out[k].Span == e.Span && e.Span.Len() == 0 {
			out[k].New = append(append([]byte(nil), out[k].New...), e.New...)
			continue
		}
		out = append(out, e)
	}
	return out
}

func (s *Surgery) parentText(node int) string {
	p := s.Parent(node)
	if p < 0 {
		return "null"
	}
	return Quote(s.id(p))
}

// id returns the id that a node will have.
func (s *Surgery) id(node int) string {
	if n := s.log.Len(); node >= n {
		return s.fresh[node-n].ID
	}
	if id, ok := s.ids[node]; ok {
		return id
	}
	return s.log.EntryID(node)
}

// keepCuts makes compactions keep what they keep now: one whose first kept entry
// is taken out or moved keeps from the next one on, and a version 1 compaction,
// which names it by number, gets the new number.
func (s *Surgery) keepCuts() error {
	for i := range s.log.recs {
		if s.log.recs[i].kind != KindCompaction || s.lost(i) || len(s.inside[i]) > 0 {
			continue
		}
		first := s.log.Kept(i)
		if first < 0 {
			continue
		}
		name, value := "firstKeptEntryIndex", ""
		if s.log.version > 1 {
			next := s.nextKept(i, first)
			if next == first {
				continue
			}
			name, value = "firstKeptEntryId", Quote(s.id(next))
		} else {
			value = strconv.Itoa(s.ordinal(first))
			if value == strconv.Itoa(int(s.log.Refs(i)[0])) {
				continue
			}
		}
		e, err := s.log.Entry(i)
		if err != nil {
			return err
		}
		s.inside[i] = append(s.inside[i], e.Set(name, value))
	}
	return nil
}

// nextKept returns the first entry, from the one that a compaction keeps from
// on, that still stands in its place; the compaction itself when none does.
func (s *Surgery) nextKept(comp, first int) int {
	if !s.lost(first) {
		return first
	}
	next, steps := comp, 0
	for i := s.log.Parent(comp); i >= 0 && i != first && steps < len(s.log.recs); i = s.log.Parent(i) {
		if !s.lost(i) {
			next = i
		}
		steps++
	}
	return next
}

// ordinal returns the number that pi will count for a record, or for the first
// one behind it that is still there.
func (s *Surgery) ordinal(line int) int {
	n := len(s.top)
	for i := 0; i < line; i++ {
		if s.log.IsRecord(i) && !s.lost(i) {
			n++
		}
		n += s.counts[i] + len(s.behind[i])
	}
	if s.moved[line] {
		n = n - 1 // it went to an earlier place; the count above includes it
	}
	return n
}
