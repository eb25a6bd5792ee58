package mapper

// A table holds what belongs to a word. Most words of a file are in none: their first
// byte and their length tell so before anything is looked up.
type table[T any] struct {
	lengths [32]uint32 // a bit for each, of the words whose first byte ends with these bits
	of      map[string]T
}

func tableOf[T any](of map[string]T) *table[T] {
	t := &table[T]{of: of}
	for w := range of {
		t.lengths[w[0]&31] |= 1 << (len(w) & 31)
	}
	return t
}

// set makes a table of words that are true.
func set(words ...string) *table[bool] {
	of := make(map[string]bool, len(words))
	for _, w := range words {
		of[w] = true
	}
	return tableOf(of)
}

// may tells whether a word may be in the table. There may be no table.
func (t *table[T]) may(w string) bool {
	return t != nil && w != "" && t.fits(w[0], len(w))
}

// fits tells whether a word with that first byte and of that length may be in the table.
func (t *table[T]) fits(first byte, length int) bool {
	return t.lengths[first&31]>>(length&31)&1 != 0
}

// find returns what belongs to a word, and whether there is anything.
func (t *table[T]) find(w string) (v T, ok bool) {
	if t.may(w) {
		v, ok = t.of[w]
	}
	return v, ok
}

// get returns what belongs to a word, or nothing.
func (t *table[T]) get(w string) T {
	v, _ := t.find(w)
	return v
}
