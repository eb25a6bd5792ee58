package mapper

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// A Map is the structure of one file.
type Map struct {
	Name     string // of the file, its last element only
	Language string // as it is shown; "Unknown" where it was not recognised
	Bytes    int
	// Lines is counted as a reader counts: a line end at the end of the file begins
	// no further line.
	Lines   int
	Imports []string
	Symbols []Symbol
	// Note says what is unusual about the file, such as that it is minified.
	Note string

	list  *[]Symbol // all of them, to be used again
	rough bool      // nobody called Tidy
}

var (
	// ErrBinary reports a file that is no text.
	ErrBinary = errors.New("no text, so there is nothing to map")
	// ErrNothing reports a file in which nothing was found to list.
	ErrNothing = errors.New("nothing in it to map")
)

// An Options chooses how a file is read. The zero value recognises everything.
type Options struct {
	// Language is the name, an alias or an extension of the language; "" means that
	// it is recognised.
	Language string

	most int // symbols that are listed, for tests
}

// Outline maps a file by its name, of which only the last element counts, and its
// bytes. A damaged file, or a part of one, is mapped as far as it can be read. The
// error is ErrBinary, ErrNothing, or one about the options.
func Outline(name string, src []byte, o Options) (*Map, error) {
	m, err := OutlineText(name, string(src), o)
	if err == nil {
		m.Tidy()
		m.own()
	}
	return m, err
}

// OutlineText maps a text that is a string already, of which no copy is made. What it
// says of the symbols is as it stands in the text, until Tidy is called. The symbols lie in
// more memory than they need, which Release gives back.
func OutlineText(name, text string, o Options) (*Map, error) {
	if IsBinary(name, []byte(text[:min(len(text), binaryHead)])) && o.Language == "" {
		return nil, ErrBinary
	}
	lang := Detect(name, text)
	if o.Language != "" {
		if lang = FindLanguage(o.Language); lang == nil {
			return nil, fmt.Errorf("unknown language %q", o.Language)
		}
	}
	f := openFile(baseName(name), text)
	defer f.release()
	f.most = cmp.Or(o.most, f.most)
	if lang != nil && lang.counts {
		f.countLines()
	} else {
		f.findLines()
	}
	m := &Map{Name: f.name, Language: "Unknown", Bytes: len(text), Lines: f.count()}
	if lang != nil {
		m.Language = lang.Name
		f.fill(lang.scan)
	}
	if f.language != "" {
		m.Language = f.language
	}
	if len(f.nodes) == 0 {
		f.findLines()
		f.fill(scanPlain)
	}
	m.Note, m.Imports, m.rough = f.note, f.imports, f.rough
	m.nest(f)
	if len(m.Symbols) == 0 {
		m.Release()
		return nil, ErrNothing
	}
	return m, nil
}

// symbolLists is the memory where symbols are listed.
var symbolLists pool[[]Symbol]

// Release gives the memory of the symbols to the maps that are made next. Nothing of the
// map is used any more then. It need not be called; it spares work where one map after
// the other is made.
func (m *Map) Release() {
	if m.list == nil {
		return
	}
	symbolLists.put(m.list)
	m.list, m.Symbols = nil, nil
}

// baseName returns the last element of a name, whichever slashes it has.
func baseName(name string) string {
	return name[strings.LastIndexAny(name, `/\`)+1:]
}

// All calls yield for each symbol, parents before their children, with its depth,
// until yield returns false.
func (m *Map) All(yield func(depth int, s *Symbol) bool) {
	each(m.Symbols, 0, yield)
}

func each(list []Symbol, depth int, yield func(int, *Symbol) bool) bool {
	for i := range list {
		if !yield(depth, &list[i]) || !each(list[i].Children, depth+1, yield) {
			return false
		}
	}
	return true
}

// Count returns the number of symbols, nested ones included.
func (m *Map) Count() int { return countAll(m.Symbols) }

func countAll(list []Symbol) int {
	n := len(list)
	for i := range list {
		n += countAll(list[i].Children)
	}
	return n
}
