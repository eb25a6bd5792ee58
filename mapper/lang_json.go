package mapper

import (
	"slices"
	"strconv"
	"strings"
)

// A jsonScan walks JSON, with the comments, trailing commas and bare keys that JSONC
// and JSON5 allow.
type jsonScan struct {
	*file
	at   int
	nr   int     // the line
	last int     // the line of the last token
	key  jsonKey // whose value comes next; its end is 0 when there is none
	open []jsonOpen
	// fit tells that all brackets fitted. Where they do not, a second walk trusts
	// the indentation.
	fit, indented bool
	wide          bool
	deeper        int // brackets that are open too deep to be kept
	// leaves is the depth to which values of one line are listed.
	leaves int
}

// A jsonKey is a key of an object, whose value comes next: its bytes and its line.
type jsonKey struct{ at, end, line int }

// A jsonOpen is an object or array that is open.
type jsonOpen struct {
	kind   byte
	at     int // of its symbol, -1 when it has none
	indent int
	line   int
	depth  int // of what it holds
	count  int
	keys   []string // of an object, or of the first elements of an array
	more   bool     // there are more keys
	name   string   // what tells it from its siblings: a key
	value  string   // and the value of that
	rank   int
}

const (
	jsonKeys   = 6         // keys that are shown of an object
	jsonDeep   = 128 << 10 // bytes up to which every value is listed: no map holds more
	jsonSample = 3         // elements whose keys stand for those of all
	jsonLoose  = 10_000    // symbols after which arrays of one line that are in none, and have no key, are not listed
)

// jsonNames are the keys whose values name an element, the best first.
var jsonNames = []string{"name", "title", "id", "key", "path", "type", "kind"}

func scanJSON(f *file) {
	s := jsonScan{file: f, nr: 1, fit: true, wide: f.sparse(), leaves: maxDepth}
	if len(f.text) > jsonDeep {
		s.leaves = 1
	}
	s.walk()
	if !s.fit && !s.wide {
		f.nodes = f.nodes[:0]
		s = jsonScan{file: f, nr: 1, indented: true, leaves: s.leaves}
		s.walk()
	}
}

func (s *jsonScan) walk() {
	for s.at < len(s.text) {
		c := s.text[s.at]
		if c <= ' ' {
			if c == '\n' {
				s.nr++
			}
			s.at++
			continue
		}
		s.token(c)
	}
	s.fit = s.fit && len(s.open) == 0
	for len(s.open) > 0 {
		s.close(s.last)
	}
}

func (s *jsonScan) token(c byte) {
	from, line := s.at, s.nr
	switch c {
	case '{', '[':
		s.at++
		s.begin(c, from)
	case '}', ']':
		s.at++
		s.ends(c, from)
	case ',', ':':
		s.at++
	case '/', '#':
		s.comment()
		return
	case '"', '\'':
		s.at = jsonString(s.text, s.at)
		s.value(from, line)
	default:
		for s.at++; s.at < len(s.text) && strings.IndexByte(" \t\r\n,:{}[]\"", s.text[s.at]) < 0; s.at++ {
		}
		s.value(from, line)
	}
	s.last = s.nr
}

// jsonString returns the end of the string that begins at i; its line ends it.
func jsonString(text string, i int) int {
	q := text[i]
	for i++; i < len(text); i++ {
		switch text[i] {
		case q:
			return i + 1
		case '\\':
			i++
		case '\n':
			return i
		}
	}
	return len(text)
}

func (s *jsonScan) comment() {
	rest := s.text[s.at:]
	n := 1
	switch {
	case strings.HasPrefix(rest, "/*"):
		if n = strings.Index(rest, "*/") + 2; n < 2 {
			n = len(rest)
		}
	case strings.HasPrefix(rest, "//"), rest[0] == '#':
		if n = strings.IndexByte(rest, '\n'); n < 0 {
			n = len(rest)
		}
	}
	s.nr += strings.Count(rest[:n], "\n")
	s.at += n
}

// outdent ends, in a damaged file, what a line cannot be part of.
func (s *jsonScan) outdent(from, line int) int {
	start := int(s.starts[line-1])
	ind := columns(s.text[start:min(from+1, len(s.text))], 8)
	if s.indented && blankLine(s.text[start:from]) {
		for n := len(s.open) - 1; n >= 0 && s.open[n].line < line && s.open[n].indent >= ind; n-- {
			s.close(s.last)
		}
	}
	return ind
}

// value reads a string or a bare word: a key, or a value.
func (s *jsonScan) value(from, line int) {
	at := s.at
	for at < len(s.text) && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	if at < len(s.text) && s.text[at] == ':' {
		if s.indented {
			s.outdent(from, line)
		}
		s.key = jsonKey{at: from, end: s.at, line: line}
		s.at = at + 1
		return
	}
	in := s.top()
	key := s.key
	s.key = jsonKey{}
	if in != nil {
		in.count++
	}
	if key.end == 0 || in != nil && in.kind == '[' {
		return
	}
	name := s.keyName(key)
	if in != nil {
		in.note(name, s.text[from:s.at])
	}
	if depth := s.depth(); depth <= s.leaves && (!s.wide || depth < 2) {
		s.leaf(depth, key, name, s.text[from:s.at])
	}
}

// leaf lists a value that ends here.
func (s *jsonScan) leaf(depth int, key jsonKey, name, value string) {
	sym := Symbol{Name: name, Kind: "key", Signature: name + ": " + cut(value, maxDoc), First: key.line, Last: s.nr}
	if s.wide {
		sym.From, sym.To = key.at, s.at
	}
	s.add(depth, sym)
}

func (s *jsonScan) top() *jsonOpen {
	if len(s.open) == 0 {
		return nil
	}
	return &s.open[len(s.open)-1]
}

func (s *jsonScan) depth() int {
	if in := s.top(); in != nil {
		return in.depth
	}
	return 0
}

func (s *jsonScan) keyName(key jsonKey) string {
	return cut(oneLine(strings.Trim(s.text[key.at:key.end], "\"'")), maxDoc)
}

// note remembers a key of an object, and a value that names the object.
func (o *jsonOpen) note(key, value string) {
	if len(o.keys) == jsonKeys {
		o.more = true
	} else {
		o.keys = append(o.keys, key)
	}
	if i := slices.Index(jsonNames, key); i >= 0 && (o.name == "" || i < o.rank) && len(value) > 2 {
		o.name, o.value, o.rank = key, value, i
	}
}

// begin opens an object or array.
func (s *jsonScan) begin(kind byte, from int) {
	key := s.key
	s.key = jsonKey{}
	o := jsonOpen{kind: kind, at: -1, line: s.nr}
	if s.indented {
		if o.indent = s.outdent(from, s.nr); key.end > 0 {
			o.indent = s.indentOf(key.line)
		}
	}
	in := s.top()
	if in != nil {
		in.count++
	}
	if len(s.open) == maxNested {
		s.deeper++
		s.tooDeep()
		return
	}
	o.depth = s.depth()
	if (in != nil || key.end > 0 || kind == '[') && o.depth < maxDepth {
		sym := Symbol{Kind: "key", First: s.nr}
		switch {
		case key.end > 0:
			sym.Name, sym.First, from = s.keyName(key), key.line, key.at
			if in != nil {
				in.note(sym.Name, "")
			}
		case in != nil:
			sym.Name, sym.Kind = "["+strconv.Itoa(in.count-1)+"]", "element"
		}
		if s.wide {
			sym.From = from
		}
		o.at = s.add(o.depth, sym)
		o.depth++
	}
	if n := len(s.open); n < cap(s.open) {
		o.keys = s.open[:n+1][n].keys[:0] // the memory of one that is closed
	}
	s.open = append(s.open, o)
}
