package js

// An Alphabet marks the bytes that it has.
type Alphabet [256]byte

// AlphabetOf returns the alphabet of the bytes of a text.
func AlphabetOf(letters string) *Alphabet {
	var a Alphabet
	for _, c := range []byte(letters) {
		a[c] = 1
	}
	return &a
}

// Only reports whether a text has bytes of the alphabet only. It asks for eight at
// a time: pictures are long.
func (a *Alphabet) Only(text string) bool {
	for ; len(text) >= 8; text = text[8:] {
		if a[text[0]]&a[text[1]]&a[text[2]]&a[text[3]]&a[text[4]]&a[text[5]]&a[text[6]]&a[text[7]] == 0 {
			return false
		}
	}
	for i := range len(text) {
		if a[text[i]] == 0 {
			return false
		}
	}
	return true
}
