package mapper

import (
	"strconv"
	"strings"
)

// A yamlScan walks YAML by its indentation.
type yamlScan struct {
	sections
	nr   int
	last int // the last line that held anything but a comment
	// seq are the lists that are open: the key that holds each, and how many items
	// it has.
	seq    []yamlSeq
	leaves int
	docs   bool
	doc    int // the document that is open, or -1
	kind   string
}

type yamlSeq struct{ at, indent, count int }

// A document of several is a symbol above its keys, whose levels begin at 1.
const yamlDoc = 0

func scanYAML(f *file) {
	s := yamlScan{sections: sections{file: f}, leaves: maxDepth, doc: -1}
	if len(f.text) > jsonDeep {
		s.leaves = 2
	}
	s.docs = strings.Contains(strings.TrimLeft(strings.TrimPrefix(f.text, "---"), " \r\n"), "\n---")
	last := f.count()
	for s.nr = 1; s.nr <= last; s.nr++ {
		s.line(f.lineText(s.nr))
	}
	s.lists(0)
	s.end(0, s.last)
}

func (s *yamlScan) line(line string) {
	text := unindent(line)
	if text == "" || text[0] == '#' || text[0] == '%' && len(text) == len(line) || strings.HasPrefix(text, "{{") {
		return
	}
	if mark := strings.TrimRight(line, " \t"); mark == "---" || mark == "..." || strings.HasPrefix(line, "--- ") {
		s.lists(0)
		s.end(0, s.last)
		s.doc, s.kind = -1, ""
		return
	}
	if s.docs && s.doc < 0 {
		s.doc = s.begin(yamlDoc, s.last, Symbol{Name: "document", Kind: "document", First: s.nr})
	}
	ind := len(line) - len(text)
	for n := 0; n < 1000 && strings.HasPrefix(text, "- ") || text == "-"; n++ {
		s.lists(ind + 1)
		s.end(2*ind+3, s.last)
		s.item(ind)
		rest := strings.TrimLeft(text[1:], " ")
		if rest == "" || rest[0] == '#' {
			s.last = s.nr
			return
		}
		if keyEnd(rest) > 0 {
			s.element(ind, rest)
		}
		ind += len(text) - len(rest)
		text = rest
	}
	s.lists(ind)
	s.entry(ind, text)
}

// lists ends the lists whose items are indented at least so far.
func (s *yamlScan) lists(ind int) {
	for n := len(s.seq); n > 0 && s.seq[n-1].indent >= ind; n-- {
		if q := s.seq[n-1]; q.at >= 0 {
			sym := &s.nodes[q.at]
			sym.Label = sym.Name + " [" + strconv.Itoa(q.count) + "]"
			if sym.Kind == "key" {
				sym.Signature = sym.Label
			}
		}
		s.seq = s.seq[:n-1]
	}
}

// item counts an item of the list at an indentation.
func (s *yamlScan) item(ind int) {
	if n := len(s.seq); n == 0 || s.seq[n-1].indent < ind {
		holder := -1
		if n := len(s.open); n > 0 && s.open[n-1].level > yamlDoc && s.nodes[s.open[n-1].at].Kind == "key" {
			holder = s.open[n-1].at
		}
		s.seq = append(s.seq, yamlSeq{holder, ind, 0})
	}
	s.seq[len(s.seq)-1].count++
}

// element begins an item that has keys. Its level lies between that of the key that
// holds the list, which may be indented no less than the dash, and those of its own keys.
func (s *yamlScan) element(dash int, text string) {
	end := keyEnd(text)
	name := "[" + strconv.Itoa(s.seq[len(s.seq)-1].count-1) + "]"
	sign := name + " " + strings.TrimSpace(text[:end]) + ": " + yamlValue(text[end+1:])
	s.begin(2*dash+3, s.last, Symbol{Name: name, Kind: "element", Signature: sign, First: s.nr})
}

// entry reads what stands at an indentation: a key with its value, or a value alone.
func (s *yamlScan) entry(ind int, text string) {
	end := keyEnd(text)
	if end <= 0 {
		s.skip(ind, text)
		s.last = s.nr
		return
	}
	before, first := s.last, s.nr
	value := unindent(text[end+1:])
	name := cut(oneLine(strings.Trim(strings.TrimSpace(text[:end]), `"'`)), maxDoc)
	s.label(ind, name, value)
	value = yamlValue(value)
	holds := value == "" || value[0] == '&' || value[0] == '!'
	s.end(2*ind+2, before)
	at := -1
	if holds || len(s.open) <= s.leaves {
		sym := Symbol{Name: name, Kind: "key", First: first}
		if !holds {
			sym.Signature = yamlPair(text, name, cut(value, maxDoc))
		}
		at = s.begin(2*ind+2, before, sym)
	}
	s.skip(ind, strings.TrimSpace(text[end+1:]))
	s.last = s.nr
	if at >= 0 && !holds {
		s.end(2*ind+2, s.nr)
	}
}

// yamlPair words a key and its value, as they stand in the text if they do.
func yamlPair(text, name, value string) string {
	if n := len(name) + len(": "); len(text) >= n+len(value) && text[:len(name)] == name && text[len(name):n] == ": " && text[n:n+len(value)] == value {
		return text[:n+len(value)]
	}
	return name + ": " + value
}

// yamlValue returns a value without the comment behind it.
func yamlValue(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "#") {
		return ""
	}
	from := 0
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		from = max(yamlQuoted(s, 0), 0)
	}
	if n := strings.Index(s[from:], " #"); n >= 0 && (from > 0 || s[0] != '"' && s[0] != '\'') {
		s = s[:from+n]
	}
	return cut(strings.TrimSpace(s), maxDoc)
}

// label names a document by what a Kubernetes object says that it is.
func (s *yamlScan) label(ind int, name, value string) {
	if s.doc < 0 || value == "" {
		return
	}
	doc := &s.nodes[s.doc]
	switch {
	case ind == 0 && name == "kind":
		s.kind = yamlValue(value)
		doc.Name = s.kind
	case name == "name" && ind > 0 && s.kind != "" && doc.Name == s.kind && len(s.open) == 2 && s.nodes[s.open[1].at].Name == "metadata":
		doc.Name = s.kind + "/" + strings.Trim(yamlValue(value), `"'`)
	}
}
