package mapper

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A file is what a scan function reads and fills. The strings that it keeps are
// parts of the text; nothing is copied that can be pointed at.
type file struct {
	name string
	text string // without a byte order mark
	// language, when a scan function sets it, is shown in place of the table's name.
	language string
	note     string
	// lost counts how often the end of something was looked for in vain.
	lost  int
	lines int // how many there are
	near  int // the one that was asked for last, counted from 0
	// steps counts the tokens that were passed, over and over where one looks ahead, and
	// vain the bytes in which an end was looked for that is not there.
	steps, vain int
	// rough tells that heads and comments are kept as they stand, for Tidy.
	rough    bool
	imports  []string
	imported map[string]bool
	nodes    []Symbol
	room     *[]Symbol // whose memory nodes took
	words    []string  // the modifiers of symbols, one after the other
	most     int       // symbols that are listed
	*scratch
}

// A scratch is the memory that one file leaves to the next: clean memory for every file
// costs as much as reading it.
type scratch struct {
	starts []int32
	kin    []kin
	loose  reading
	strict reading // the second one of a damaged file
}

var scratches pool[scratch]

// release gives the memory back; the file is not used any more. What it holds on to is
// overwritten by the next file, or dropped with the memory.
func (f *file) release() {
	if f.room != nil {
		*f.room = f.nodes
		symbolLists.put(f.room)
	}
	scratches.put(f.scratch)
}

// newFile returns a file whose lines are known.
func newFile(name, text string) *file {
	f := openFile(name, text)
	f.findLines()
	return f
}

// openFile returns a file of whose lines nothing is known.
func openFile(name, text string) *file {
	text = strings.TrimPrefix(text, "\uFEFF")
	f := &file{name: name, text: text, scratch: scratches.get(), room: symbolLists.get()}
	f.nodes, f.starts = (*f.room)[:0], f.starts[:0]
	f.most = max(mostSymbols, len(text)/64)
	return f
}

// countLines counts the lines.
func (f *file) countLines() {
	if f.lines = strings.Count(f.text, "\n"); f.text != "" && f.text[len(f.text)-1] != '\n' {
		f.lines++
	}
}

// findLines finds where the lines begin, if that was not done before.
func (f *file) findLines() {
	if len(f.starts) > 0 {
		return
	}
	if f.starts = lineStarts(append(f.starts, 0), f.text); f.text != "" {
		f.lines = len(f.starts)
	}
}

// lineStarts adds where the lines of a text begin but for the first. It looks at 64 bytes
// at once, and notes three places in each, whether there are as many or not: most lines are
// short, and whether one ends is what a processor guesses wrong.
func lineStarts(starts []int32, text string) []int32 {
	n, at := len(starts), 0
	for ; at+64 <= len(text); at += 64 {
		if n+64 > len(starts) {
			starts = slices.Grow(starts, max(len(starts), len(text)/32+64))
			starts = starts[:cap(starts)]
		}
		ends := lineEnds(text[at : at+64])
		next := starts[n : n+64]
		n += bits.OnesCount64(ends)
		for i := range 3 {
			next[i] = int32(at + bits.TrailingZeros64(ends) + 1)
			ends &= ends - 1
		}
		for i := 3; ends != 0; i++ {
			next[i] = int32(at + bits.TrailingZeros64(ends) + 1)
			ends &= ends - 1
		}
	}
	starts = starts[:n]
	for ; at < len(text); at++ {
		if text[at] == '\n' {
			starts = append(starts, int32(at+1))
		}
	}
	if last := len(starts) - 1; int(starts[last]) == len(text) && last > 0 {
		starts = starts[:last]
	}
	return starts
}

// lineEnds returns a bit for each of 64 bytes that ends a line.
func lineEnds(s string) uint64 {
	_ = s[63]
	return ^(endsNot(eight(s, 0)) | endsNot(eight(s, 8))<<8 | endsNot(eight(s, 16))<<16 | endsNot(eight(s, 24))<<24 |
		endsNot(eight(s, 32))<<32 | endsNot(eight(s, 40))<<40 | endsNot(eight(s, 48))<<48 | endsNot(eight(s, 56))<<56)
}

// endsNot returns a bit for each of eight bytes that ends no line.
func endsNot(x uint64) uint64 {
	x ^= lows * '\n'
	return ((x&^highs + (highs - lows)) | x) & highs * 0x0002040810204081 >> 56
}

// count returns the number of lines.
func (f *file) count() int { return f.lines }

// row returns the line, counted from 1, in which a byte stands. It looks from the line
// that was asked for last, with growing steps: the next is mostly near.
func (f *file) row(at int32) int {
	starts, low, step := f.starts, f.near, 1
	if starts[low] <= at {
		for ; low+step < len(starts) && starts[low+step] <= at; step *= 2 {
			low += step
		}
	} else {
		for low -= step; low > 0 && starts[low] > at; low -= step {
			step *= 2
		}
		low = max(low, 0)
	}
	for step /= 2; step > 0; step /= 2 { // the line is below low+2*step
		if low+step < len(starts) && starts[low+step] <= at {
			low += step
		}
	}
	f.near = low
	return low + 1
}

// lineText returns line n, counted from 1, without its line end.
func (f *file) lineText(n int) string {
	end := len(f.text)
	if n < len(f.starts) {
		end = int(f.starts[n])
	}
	line := f.text[f.starts[n-1]:end]
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
}

// add lists a symbol at a depth, 0 for the outermost, and returns its index in
// f.nodes: its Last may be set later. Parents are added before their children.
func (f *file) add(depth int, s Symbol) int {
	s.depth = int32(depth)
	*f.put(depth) = s
	return len(f.nodes) - 1
}

// mostSymbols is how many symbols of a file are listed, of a large one as many as it has 64
// bytes. What people write has fewer by far; of a file that was made to have many, a
// symbol takes a hundred times the memory of its two bytes.
const mostSymbols = 1 << 17

// full is what ends the scan of a file that has more symbols.
type full struct{}

// fill lets a language fill the file. What is open when there are too many symbols is left
// out, and what it holds moves up.
func (f *file) fill(scan func(*file)) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case full:
			f.note = fmt.Sprintf("Only the first %d symbols are listed.", f.most)
		default:
			panic(r)
		}
	}()
	scan(f)
}

// put lists an empty symbol at a depth and returns it, to be filled in before the next.
func (f *file) put(depth int) *Symbol {
	if len(f.nodes) >= f.most {
		panic(full{})
	}
	if len(f.nodes) == cap(f.nodes) {
		// Room that is never used costs nothing, that for copies does.
		f.nodes = slices.Grow(f.nodes, max(len(f.nodes), min(f.lines/3, 1<<14)+16))
	}
	f.nodes = f.nodes[:len(f.nodes)+1]
	n := &f.nodes[len(f.nodes)-1]
	*n = Symbol{depth: int32(depth)}
	return n
}

// modify adds a modifier to the symbol that is being filled in. The lists of many lie in one.
func (f *file) modify(s *Symbol, w string) {
	n := len(s.Modifiers)
	if len(f.words) == cap(f.words) {
		f.words = append(make([]string, 0, 32), s.Modifiers...)
	}
	f.words = append(f.words, w)
	end := len(f.words)
	s.Modifiers = f.words[end-n-1 : end : end]
}

// tooDeep notes that something lies too deep to be listed.
func (f *file) tooDeep() {
	f.note = "Nested more than 1,000 deep: what lies deeper is not listed."
}

// within tells whether what stands so deep is still listed.
func (f *file) within(depth int) bool {
	if depth >= maxNested {
		f.tooDeep()
	}
	return depth < maxNested
}

// use lists an import, once.
func (f *file) use(name string) {
	name = strings.TrimSpace(name)
	if name == "" || f.imported[name] {
		return
	}
	if f.imported == nil {
		f.imported = map[string]bool{}
	}
	f.imported[name] = true
	f.imports = append(f.imports, name)
}
