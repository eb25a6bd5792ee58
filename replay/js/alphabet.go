package js

import "sync/atomic"

// An Alphabet is a set of bytes.
type Alphabet struct {
	letters string
	// marks are made on first use.
	marks atomic.Pointer[[256]byte]
}

// AlphabetOf returns the alphabet of the bytes of a text.
func AlphabetOf(letters string) *Alphabet { return &Alphabet{letters: letters} }

func (a *Alphabet) mark() *[256]byte {
	var marks [256]byte
	for _, c := range []byte(a.letters) {
		marks[c] = 1
	}
	a.marks.Store(&marks)
	return &marks
}

// Only reports whether a text has bytes of the alphabet only. It asks for eight at
// a time: pictures are long.
func (a *Alphabet) Only(text string) bool {
	in := a.marks.Load()
	if in == nil {
		in = a.mark()
	}
	for ; len(text) >= 8; text = text[8:] {
		if in[text[0]]&in[text[1]]&in[text[2]]&in[text[3]]&in[text[4]]&in[text[5]]&in[text[6]]&in[text[7]] == 0 {
			return false
		}
	}
	for i := range len(text) {
		if in[text[i]] == 0 {
			return false
		}
	}
	return true
}
