package js

import (
	"slices"
	"sync/atomic"
)

// Names numbers the words of a vocabulary, such as the members that an API's
// objects may have, so that a reader of many objects compares each of their words
// once and asks for numbers from then on.
type Names struct {
	words []string
	also  func(word string) []string
	// table is made on first use, as most vocabularies are of APIs that nobody asks.
	table atomic.Pointer[table]
}

// table holds words by hash, and is large enough to hold them loosely. A word that finds
// its slot taken has the next one.
type table [256]slot

// slot is one word: its first eight bytes, those behind them, and its length.
type slot struct {
	head   uint64
	tail   string
	length int
	number int
}

// Other is the number of what a vocabulary does not have.
const Other = 63

// NewNames returns a vocabulary of at most [Other] words, which have their places
// as numbers. It is so short that the compiler makes vocabularies of constants, and
// a start of the program has nothing to do for them.
func NewNames(words ...string) *Names { return &Names{words: words} }

// NewNamesAlso is [NewNames] of words that may be written otherwise, too.
func NewNamesAlso(also func(word string) []string, words ...string) *Names {
	return &Names{words: words, also: also}
}

// build makes the table. Two that do so at once make the same.
func (n *Names) build() *table {
	if len(n.words) > Other {
		panic("js: more names than fit into a set")
	}
	t := new(table)
	for number, word := range n.words {
		t.add(word, number)
		if n.also != nil {
			for _, other := range n.also(word) {
				t.add(other, number)
			}
		}
	}
	n.table.Store(t)
	return t
}

func (t *table) add(word string, number int) {
	first := head(word, 0, len(word))
	i := hash(first, len(word))
	for t[i].length > 0 {
		i++
	}
	t[i] = slot{first, word[min(8, len(word)):], len(word), number}
}

func hash(head uint64, length int) uint8 {
	return uint8((head + uint64(length)) * 0x9E3779B97F4A7C15 >> 56)
}

// head returns the first eight of the bytes of s from one place to another.
func head(s string, from, to int) uint64 {
	w := eight(s, from)
	if n := to - from; n < 8 {
		w &= 1<<(8*n) - 1
	}
	return w
}

// number returns the number of the word that stands in a text.
func (n *Names) number(text string, from, to int) int {
	t := n.table.Load()
	if t == nil {
		t = n.build()
	}
	first, length := head(text, from, to), to-from
	for i := hash(first, length); ; i++ {
		s := &t[i]
		if s.length == 0 {
			return Other
		}
		if s.head == first && s.length == length && (length <= 8 || text[from+8:to] == s.tail) {
			return s.number
		}
	}
}

// Number returns the number of a word, [Other] when there is none.
func (n *Names) Number(word string) int { return n.number(word, 0, len(word)) }

// Len returns how many numbers there are.
func (n *Names) Len() int { return len(n.words) }

// Has reports whether a word is in the vocabulary.
func (n *Names) Has(word string) bool { return n.Number(word) != Other }

// Words returns the vocabulary.
func (n *Names) Words() []string { return slices.Clone(n.words) }

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

// Key returns the number of the key of a member. What is no member has none.
func (n *Names) Key(v Value) int {
	if v.d == nil || v.node().key == 0 {
		return Other
	}
	at := v.node()
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
	for _, text := range words {
		i := slices.Index(n.words, text)
		if i < 0 {
			panic("js: " + text + " is not in the vocabulary")
		}
		s = s.With(i)
	}
	return s
}

// With returns the set with one more word.
func (s Set) With(number int) Set { return s | 1<<number }

// Without returns the set with one word less.
func (s Set) Without(number int) Set { return s &^ (1 << number) }

// Has reports whether a word is in the set. [Other] words are in none.
func (s Set) Has(number int) bool { return s>>number&1 != 0 }

// Outside reports whether a word is not in another set.
func (s Set) Outside(of Set) bool { return s&^of != 0 }

// A Ref is a value within a text that the reader has at hand. The zero Ref is that
// of no value, which is also the one of the whole text.
type Ref int32

// At returns the value of v's text that a Ref is of.
func (v Value) At(r Ref) Value {
	if r == 0 {
		return Value{}
	}
	return Value{v.d, int32(r)}
}

// Read puts the members of a value whose numbers are less than the length of a
// list into that list, the last one where a name is given twice, and returns the
// set of all names that it has.
func (n *Names) Read(v Value, into []Ref) Set { return n.read(v, into, false) }

// ReadFirst is [Names.Read] that keeps the first one where a name is given twice.
func (n *Names) ReadFirst(v Value, into []Ref) Set { return n.read(v, into, true) }

func (n *Names) read(v Value, into []Ref, first bool) Set {
	var all Set
	if v.d == nil {
		return all
	}
	for i, end := v.i+1, v.node().next; i < end; i = v.d.nodes[i].next {
		number := n.Key(Value{v.d, i})
		if number < len(into) && !(first && all.Has(number)) {
			into[number] = Ref(i)
		}
		all = all.With(number)
	}
	return all
}
