package js

import "math/bits"

// Names numbers the words of a vocabulary, such as the members that an API's
// objects may have, so that a reader of many objects compares each of their words
// once and asks for numbers from then on.
type Names struct {
	slots []slot // a table by hash; a word that finds its slot taken has the next one
	shift uint
	count int
}

// slot is one word: its first eight bytes, those behind them, and its length.
type slot struct {
	head   uint64
	tail   string
	length int32
	number int32
}

// Other is the number of what a vocabulary does not have.
const Other = 63

// NewNames returns a vocabulary of at most [Other] words, which have their places
// as numbers.
func NewNames(words ...string) *Names {
	size := bits.Len(uint(4 * len(words)))
	n := &Names{slots: make([]slot, 1<<size), shift: uint(64 - size)}
	for _, word := range words {
		n.Add(word, n.count)
		n.count++
	}
	if n.count > Other {
		panic("js: more names than fit into a set")
	}
	return n
}

// Add adds another word for a number.
func (n *Names) Add(word string, number int) {
	i := n.slot(head(word, 0, len(word)), word)
	n.slots[i] = slot{head(word, 0, len(word)), tail(word), int32(len(word)), int32(number)}
}

// slot returns where a word stands, or would.
func (n *Names) slot(head uint64, word string) int {
	i := int((head + uint64(len(word))) * 0x9E3779B97F4A7C15 >> n.shift)
	for {
		s := &n.slots[i]
		if s.head == head && int(s.length) == len(word) && (len(word) <= 8 || s.tail == word[8:]) || s.length == 0 {
			return i
		}
		i = (i + 1) & (len(n.slots) - 1)
	}
}

// head returns the first eight of the bytes of s from one place to another.
func head(s string, from, to int) uint64 {
	w := eight(s, from)
	if n := to - from; n < 8 {
		w &= 1<<(8*n) - 1
	}
	return w
}

func tail(word string) string {
	if len(word) <= 8 {
		return ""
	}
	return word[8:]
}

// number returns the number of the word that stands in a text.
func (n *Names) number(text string, from, to int) int {
	s := &n.slots[n.slot(head(text, from, to), text[from:to])]
	if s.length == 0 {
		return Other
	}
	return int(s.number)
}

// Number returns the number of a word, [Other] when there is none.
func (n *Names) Number(word string) int { return n.number(word, 0, len(word)) }

// Of returns the number of a string value. What is no string has none.
func (n *Names) Of(v Value) int {
	if v.Kind() != String {
		return Other
	}
	if at := v.node(); at.seen&escaped == 0 {
		return n.number(v.d.src, int(at.start)+1, int(at.end)-1)
	}
	return n.Number(v.Text())
}

// Key returns the number of the key of a member. The elements of a list have none.
func (n *Names) Key(v Value) int {
	at := v.node()
	if at.key == 0 {
		return Other
	}
	if at.seen&keyEscaped == 0 {
		return n.number(v.d.src, int(at.key)+1, v.d.keyEnd(at)-1)
	}
	return n.Number(v.Key())
}

// A Set is a set of words of a vocabulary.
type Set uint64

// Set returns the set of some words of the vocabulary.
func (n *Names) Set(words ...string) Set {
	var s Set
	for _, word := range words {
		i := n.Number(word)
		if i == Other {
			panic("js: " + word + " is not in the vocabulary")
		}
		s = s.With(i)
	}
	return s
}

// With returns the set with one more word.
func (s Set) With(number int) Set { return s | 1<<number }

// Has reports whether a word is in the set. [Other] words are in none.
func (s Set) Has(number int) bool { return s>>number&1 != 0 }

// Outside reports whether a word is not in another set.
func (s Set) Outside(of Set) bool { return s&^of != 0 }

// Read puts the members of a value whose numbers are less than the length of a
// list into that list, the last one where a name is given twice, and returns the
// set of all names that it has.
func (n *Names) Read(v Value, into []Value) Set {
	var all Set
	if v.d == nil {
		return all
	}
	for i, end := v.i+1, v.node().next; i < end; i = v.d.nodes[i].next {
		m := Value{v.d, i}
		number := n.Key(m)
		if all = all.With(number); number < len(into) {
			into[number] = m
		}
	}
	return all
}
