package mapper

import (
	"strconv"
	"strings"
)

// A tagTimes counts the elements of a name.
type tagTimes struct {
	name  string
	times int
}

// fewNames is how many names are looked through one after the other.
const fewNames = 8

// count counts an element that stands in this one and returns how many of its name stand
// before it.
func (o *tagOpen) count(name string) int {
	for i := range o.few {
		if n := &o.few[i]; n.name == name {
			n.times++
			return n.times - 1
		}
	}
	if len(o.few) < fewNames {
		o.few = append(o.few, tagTimes{name, 1})
		return 0
	}
	if o.many == nil {
		o.many = map[string]int{}
	}
	n := o.many[name]
	o.many[name] = n + 1
	return n
}

// elementXML opens an element of XML, or lists one that is empty.
func (s *tagScan) elementXML(t tag) {
	in := &s.open[len(s.open)-1]
	nth := in.count(t.name)
	if t.empty {
		if in.depth <= 1 || s.wide || strings.IndexByte(s.text[t.from:t.end], '\n') >= 0 {
			at := s.add(in.depth, Symbol{Name: t.name, Kind: "element", First: s.lineAt(t.from), From: t.from})
			s.finishXML(&tagOpen{name: t.name, at: at, nth: nth, end: t.end}, t.end)
		}
		return
	}
	at := s.add(in.depth, Symbol{Name: t.name, Kind: "element", First: s.lineAt(t.from), From: t.from})
	o := s.begin(t.name, at)
	o.nth, o.end = nth, t.end
}

// finishXML ends an element, and words it; one that says nothing, as most of one line do,
// is forgotten.
func (s *tagScan) finishXML(o *tagOpen, end int) {
	n := &s.nodes[o.at]
	from := n.From
	if s.finish(o.at, end); n.Last == n.First && !s.wide && n.depth > 1 {
		s.nodes = s.nodes[:o.at]
		return
	}
	t := tag{attrs: s.text[from+1+len(o.name) : o.end-1]}
	id := t.attr("id")
	for _, name := range []string{"name", "key"} {
		if id == "" {
			id = t.attr(name)
		}
	}
	n.Signature = tagText(s.text[from:o.end], o.name, id)
	if o.nth > 0 {
		n.Name += "[" + strconv.Itoa(o.nth) + "]"
	}
}
