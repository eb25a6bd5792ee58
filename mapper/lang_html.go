package mapper

import "strings"

// A tagScan walks the tags of HTML, XML and what is built on them.
type tagScan struct {
	*file
	xml  bool
	at   int
	nr   int // the line that was asked for last
	open []tagOpen
	// deep counts the open tags by their names, where ends without a beginning were looked
	// for in vain so often that they must cost nothing; nil before.
	deep   map[string]int
	passed int // open tags that were looked at in vain
	deeper int // tags that are open too deep to be kept
	wide   bool
}

// maxPassed is how many tags are looked at in vain before the open ones are counted.
const maxPassed = 1 << 14

// A tagOpen is a tag that is open.
type tagOpen struct {
	name  string
	at    int // of its symbol, -1 when it has none
	depth int // of what it holds
	// In XML, nth is how many of its name stand before it in what it is in, end where the
	// tag ends, and few and many count what it holds by name.
	nth, end int
	few      []tagTimes
	many     map[string]int
}

// A tag is what stands between < and >.
type tag struct {
	name, attrs string
	from, end   int
	closes      bool // </name>
	empty       bool // <name/>
}

func scanHTML(f *file) { scanTags(f, false) }

func scanXML(f *file) { scanTags(f, true) }

func scanTags(f *file, xml bool) {
	s := tagScan{file: f, xml: xml, nr: 1, wide: f.sparse()}
	s.open = append(make([]tagOpen, 0, 32), tagOpen{at: -1})
	for {
		n := strings.IndexByte(f.text[s.at:], '<')
		if n < 0 {
			break
		}
		s.at += n
		if t, ok := s.tag(); ok {
			s.element(t)
		}
	}
	s.close(1, len(f.text))
}

// lineAt returns the line of a place, which never lies before the last one asked for.
func (s *tagScan) lineAt(at int) int {
	for s.nr < len(s.starts) && int(s.starts[s.nr]) <= at {
		s.nr++
	}
	return s.nr
}

// asides begin and end what stands in the place of a tag.
var asides = [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}, {"<%", "%>"}}

// pastAside goes past what stands in the place of a tag.
func (s *tagScan) pastAside() {
	rest := s.text[s.at:]
	for _, skip := range asides {
		if strings.HasPrefix(rest, skip[0]) {
			n := strings.Index(rest, skip[1])
			if n < 0 {
				n = len(rest) - len(skip[1])
			}
			s.at += max(n+len(skip[1]), 1)
			return
		}
	}
}

// The bytes that names of tags consist of, and those at which one looks in a tag.
const (
	tagName = 1 + iota
	tagStop
)

var tagBytes = func() (of [256]byte) {
	for c := range 256 {
		if wordByte(byte(c)) || strings.IndexByte("-:.", byte(c)) >= 0 {
			of[c] = tagName
		}
	}
	for _, c := range []byte("<>\"'{") {
		of[c] = tagStop
	}
	return of
}()

// tag reads the tag at s.at, or goes past what is none.
func (s *tagScan) tag() (tag, bool) {
	text := s.text
	t, i := tag{from: s.at}, s.at+1
	if i < len(text) {
		switch text[i] {
		case '!', '?', '%':
			s.pastAside()
			return tag{}, false
		case '/':
			t.closes = true
			i++
		}
	}
	name := i
	for i < len(text) && tagBytes[text[i]] == tagName {
		i++
	}
	if t.name = text[name:i]; t.name == "" || t.name[0] >= '0' && t.name[0] <= '9' {
		s.at++
		return tag{}, false
	}
	if t.end = s.tagEnd(i); t.end < 0 {
		s.at++
		return tag{}, false
	}
	t.attrs = text[i : t.end-1]
	t.empty = strings.HasSuffix(t.attrs, "/")
	s.at = t.end
	return t, true
}

// tagEnd returns the end of the tag whose attributes begin at i, or -1. Another tag at
// the beginning of a line tells that this one has lost its end.
func (s *tagScan) tagEnd(i int) int {
	for text := s.text; i < len(text); i++ {
		c := text[i]
		if tagBytes[c] != tagStop {
			continue
		}
		switch c {
		case '>':
			if text[i-1] != '=' {
				return i + 1
			}
			continue
		case '<':
			return -1
		case '{':
			c = '}'
		default:
			if text[i-1] != '=' && text[i-1] > ' ' {
				continue
			}
		}
		n := -1
		if !s.hopeless() {
			n = strings.IndexByte(text[i+1:], c)
		}
		if n < 0 {
			s.lost++
			return -1
		}
		i += n + 1
	}
	return -1
}

var voidTags = set("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")

// element opens or closes an element.
func (s *tagScan) element(t tag) {
	if !s.xml {
		t.name = strings.ToLower(t.name)
	}
	if t.closes {
		if s.deeper > 0 {
			s.deeper--
		} else if k := s.innermost(t.name); k > 0 {
			s.close(k, t.end)
		}
		return
	}
	if len(s.open) > maxNested {
		if !t.empty && (s.xml || !voidTags.has(t.name)) {
			s.deeper++
			s.tooDeep()
		}
		return
	}
	if s.xml {
		s.elementXML(t)
		return
	}
	at := s.list(t)
	if t.empty && at >= 0 || voidTags.has(t.name) {
		if at >= 0 {
			s.finish(at, t.end)
		}
		return
	}
	if t.name == "script" || t.name == "style" || t.name == "textarea" || t.name == "title" {
		s.raw(t, at)
		return
	}
	s.begin(t.name, at)
}

// begin opens an element, which holds what comes until it is closed, and returns it.
func (s *tagScan) begin(name string, at int) *tagOpen {
	n := len(s.open)
	o := tagOpen{name: name, at: at, depth: s.open[n-1].depth}
	if at >= 0 {
		o.depth = min(o.depth+1, maxDepth)
	}
	if n < cap(s.open) {
		o.few = s.open[:n+1][n].few[:0] // the memory of one that is closed
	}
	s.open = append(s.open, o)
	if s.deep != nil {
		s.deep[name]++
	}
	return &s.open[n]
}

// innermost returns which open element of a name is the innermost, or 0.
func (s *tagScan) innermost(name string) int {
	if s.deep != nil && s.deep[name] == 0 {
		return 0
	}
	for k := len(s.open) - 1; k > 0; k-- {
		if s.open[k].name == name {
			return k
		}
	}
	s.steps += len(s.open)
	if s.passed += len(s.open); s.passed > maxPassed {
		s.deep = map[string]int{}
		for _, o := range s.open {
			s.deep[o.name]++
		}
	}
	return 0
}

// close ends the open elements from k on at a place.
func (s *tagScan) close(k, end int) {
	for i := len(s.open) - 1; i >= k; i-- {
		o := &s.open[i]
		if s.deep != nil {
			s.deep[o.name]--
		}
		switch {
		case o.at >= 0 && s.xml:
			s.finishXML(o, end)
		case o.at >= 0:
			s.finish(o.at, end)
		}
	}
	s.open = s.open[:k]
}

// finish ends a symbol.
func (s *tagScan) finish(at, end int) {
	n := &s.nodes[at]
	n.Last = s.lineAt(max(n.From, end-1))
	if s.wide {
		n.To = end
	} else {
		n.From = 0
	}
}
