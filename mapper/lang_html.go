package mapper

import (
	"strconv"
	"strings"
)

// A tagScan walks the tags of HTML, XML and what is built on them.
type tagScan struct {
	*file
	xml  bool
	at   int
	nr   int
	seen int // up to where lines are counted
	open []tagOpen
	// deep counts the open tags by their names, so that an end without a beginning
	// costs nothing.
	deep   map[string]int
	deeper int // tags that are open too deep to be kept
	wide   bool
}

// A tagOpen is a tag that is open.
type tagOpen struct {
	name  string
	at    int // of its symbol, -1 when it has none
	depth int // of what it holds
	// times counts what it holds by name, in XML.
	times map[string]int
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
	s := tagScan{file: f, xml: xml, nr: 1, deep: map[string]int{}, wide: f.sparse()}
	s.open = []tagOpen{{at: -1, times: map[string]int{}}}
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
	if at > s.seen {
		s.nr += strings.Count(s.text[s.seen:at], "\n")
		s.seen = at
	}
	return s.nr
}

// asides begin and end what stands in the place of a tag.
var asides = [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}, {"<%", "%>"}}

// tag reads the tag at s.at, or goes past what is none.
func (s *tagScan) tag() (tag, bool) {
	rest := s.text[s.at:]
	for _, skip := range asides {
		if len(rest) < 2 || rest[1] != skip[0][1] {
			continue
		}
		if strings.HasPrefix(rest, skip[0]) {
			n := strings.Index(rest, skip[1])
			if n < 0 {
				n = len(rest) - len(skip[1])
			}
			s.at += max(n+len(skip[1]), 1)
			return tag{}, false
		}
	}
	t := tag{from: s.at}
	i := s.at + 1
	if i < len(s.text) && s.text[i] == '/' {
		t.closes = true
		i++
	}
	name := i
	for i < len(s.text) && (wordByte(s.text[i]) || strings.IndexByte("-:.", s.text[i]) >= 0) {
		i++
	}
	if t.name = s.text[name:i]; t.name == "" || t.name[0] >= '0' && t.name[0] <= '9' {
		s.at++
		return tag{}, false
	}
	if t.end = s.tagEnd(i); t.end < 0 {
		s.at++
		return tag{}, false
	}
	t.attrs = s.text[i : t.end-1]
	t.empty = strings.HasSuffix(t.attrs, "/")
	s.at = t.end
	return t, true
}

// tagEnd returns the end of the tag whose attributes begin at i, or -1. Another tag at
// the beginning of a line tells that this one has lost its end.
func (s *tagScan) tagEnd(i int) int {
	for ; i < len(s.text); i++ {
		switch c := s.text[i]; c {
		case '>':
			if s.text[i-1] != '=' {
				return i + 1
			}
		case '<':
			return -1
		case '"', '\'', '{':
			if c == '{' {
				c = '}'
			} else if s.text[i-1] != '=' && s.text[i-1] > ' ' {
				continue
			}
			n := -1
			if !s.hopeless() {
				n = strings.IndexByte(s.text[i+1:], c)
			}
			if n < 0 {
				s.lost++
				return -1
			}
			i += n + 1
		}
	}
	return -1
}

// attr returns the value of an attribute.
func (t *tag) attr(name string) string {
	for rest := t.attrs; len(rest) > len(name); {
		n := strings.Index(rest, name)
		if n < 0 {
			return ""
		}
		before := n == 0 || rest[n-1] <= ' '
		rest = rest[n+len(name):]
		if v := strings.TrimLeft(rest, " \t\r\n"); before && v != "" && v[0] == '=' {
			return attrValue(strings.TrimLeft(v[1:], " \t\r\n"))
		}
	}
	return ""
}

func attrValue(v string) string {
	if v == "" {
		return ""
	}
	if v[0] == '"' || v[0] == '\'' {
		v, _, _ = strings.Cut(v[1:], v[:1])
		return v
	}
	if n := strings.IndexAny(v, " \t\r\n/"); n >= 0 {
		return v[:n]
	}
	return v
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
		} else if s.deep[t.name] > 0 {
			k := len(s.open) - 1
			for s.open[k].name != t.name {
				k--
			}
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
	at := s.list(t)
	if t.empty && (s.xml || at >= 0) || !s.xml && voidTags.has(t.name) {
		if at >= 0 {
			s.finish(at, t.end)
		}
		return
	}
	if !s.xml && (t.name == "script" || t.name == "style" || t.name == "textarea" || t.name == "title") {
		s.raw(t, at)
		return
	}
	in := &s.open[len(s.open)-1]
	o := tagOpen{name: t.name, at: at, depth: in.depth}
	if at >= 0 {
		o.depth = min(in.depth+1, maxDepth)
	}
	s.open = append(s.open, o)
	s.deep[t.name]++
}

// close ends the open elements from k on at a place.
func (s *tagScan) close(k, end int) {
	for i := len(s.open) - 1; i >= k; i-- {
		s.deep[s.open[i].name]--
		if at := s.open[i].at; at >= 0 {
			s.finish(at, end)
		}
	}
	s.open = s.open[:k]
	if k == 0 || len(s.open) == 0 {
		s.open = append(s.open, tagOpen{at: -1})
	}
}

// finish ends a symbol, and forgets an XML element that says nothing.
func (s *tagScan) finish(at, end int) {
	n := &s.nodes[at]
	n.Last = s.lineAt(max(n.From, end-1))
	if s.wide {
		n.To = end
	} else {
		n.From = 0
	}
	if s.xml && n.Last == n.First && !s.wide && n.Kind == "element" && n.depth > 1 {
		s.nodes = s.nodes[:at]
	}
}

// list lists an element that is worth a line, and returns its symbol or -1.
func (s *tagScan) list(t tag) int {
	in := &s.open[len(s.open)-1]
	if !s.xml && !landmark(&t, in.depth) {
		return -1
	}
	sym := Symbol{Name: t.name, Kind: "element", First: s.lineAt(t.from), From: t.from}
	if sym.Signature = s.text[t.from:t.end]; len(sym.Signature) != len(t.name)+2 || sym.Signature[1:len(t.name)+1] != t.name {
		sym.Signature = "<" + t.name + ">"
	}
	id := t.attr("id")
	for _, name := range []string{"name", "key", "class"} {
		if id == "" && (s.xml && name != "class" || name == "class" && !s.xml) {
			id = t.attr(name)
		}
	}
	if id != "" {
		sym.Signature = "<" + t.name + " " + cut(oneLine(id), 60) + ">"
	}
	if s.xml {
		if in.times == nil {
			in.times = map[string]int{}
		}
		if n := in.times[t.name]; n > 0 {
			sym.Name += "[" + strconv.Itoa(n) + "]"
		}
		in.times[t.name]++
		return s.add(in.depth, sym)
	}
	return s.listHTML(t, sym, in.depth)
}
