package mapper

import "sync/atomic"

// A table holds words: those of a set, or keywords and the kinds of what they declare. Most
// words of a file are in none: their first byte and their length tell so before anything is
// looked up. It is written down as a literal, which costs a start of the program nothing.
type table struct {
	words []string
	kinds []kinded
	// index is made on first use; two that do so at once make the same.
	index atomic.Pointer[index]
}

// kinded is a keyword and the kind of what it declares.
type kinded struct {
	word string
	kind Kind
}

// An index finds the words of a table, and the kind of each.
type index struct {
	lengths [32]uint32 // a bit for each, of the words whose first byte ends with these bits
	of      map[string]Kind
}

// set makes a table of words.
func set(words ...string) *table { return &table{words: words} }

func (t *table) indexed() *index {
	if x := t.index.Load(); x != nil {
		return x
	}
	x := &index{of: make(map[string]Kind, len(t.words)+len(t.kinds))}
	for _, w := range t.words {
		x.add(w, "")
	}
	for _, k := range t.kinds {
		x.add(k.word, k.kind)
	}
	t.index.Store(x)
	return x
}

func (x *index) add(w string, kind Kind) {
	x.of[w] = kind
	x.lengths[w[0]&31] |= 1 << (len(w) & 31)
}

// fits tells whether a word with that first byte and of that length may be in the table.
func (x *index) fits(first byte, length int) bool {
	return x.lengths[first&31]>>(length&31)&1 != 0
}

// find returns the kind of what a keyword declares, and whether the word is in the table.
// There may be no table.
func (t *table) find(w string) (kind Kind, ok bool) {
	if t == nil || w == "" {
		return "", false
	}
	if x := t.indexed(); x.fits(w[0], len(w)) {
		kind, ok = x.of[w]
	}
	return kind, ok
}

// has tells whether a word is in the table.
func (t *table) has(w string) bool {
	_, ok := t.find(w)
	return ok
}

// get returns the kind of what a keyword declares, "" when it is none.
func (t *table) get(w string) Kind {
	kind, _ := t.find(w)
	return kind
}
