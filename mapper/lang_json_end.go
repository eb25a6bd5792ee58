package mapper

import (
	"slices"
	"strconv"
	"strings"
)

// ends closes what a closing bracket belongs to.
func (s *jsonScan) ends(c byte, from int) {
	s.key = jsonKey{}
	if s.deeper > 0 {
		s.deeper--
		return
	}
	n := len(s.open) - 1
	if s.indented {
		start := int(s.starts[s.nr-1])
		if blankLine(s.text[start:from]) {
			n = s.partner(c, columns(s.text[start:from+1], 8))
		}
	}
	if n < 0 || s.open[n].kind != c-2 {
		s.fit = false
		return
	}
	for len(s.open) > n+1 {
		s.close(s.last)
	}
	s.close(s.nr)
}

// partner returns, for a closing bracket that begins its line, which open one it
// belongs to by the indentation, or -1.
func (s *jsonScan) partner(c byte, ind int) int {
	for n := len(s.open) - 1; n >= 0 && s.open[n].indent >= ind; n-- {
		if s.open[n].indent == ind && s.open[n].kind == c-2 {
			return n
		}
	}
	return -1
}

// close ends the innermost object or array at a line.
func (s *jsonScan) close(line int) {
	o := s.open[len(s.open)-1]
	s.open, s.deeper = s.open[:len(s.open)-1], 0
	in := s.top()
	if in != nil && in.kind == '[' && o.kind == '{' && in.count <= jsonSample {
		in.union(&o)
	}
	if o.at < 0 {
		return
	}
	n := &s.nodes[o.at]
	n.Last = line
	if n.First == line && s.small(n, in) {
		s.nodes = s.nodes[:o.at]
		return
	}
	element := n.Kind == "element"
	if n.From > 0 || s.wide {
		n.To = s.at
	} else if n.First == line {
		s.nodes = s.nodes[:o.at+1]
	}
	o.sign(n, element)
}

// small tells whether an object or array of one line is not worth a line of the map.
func (s *jsonScan) small(n *Symbol, in *jsonOpen) bool {
	if loose := in == nil && n.Name == "" || in != nil && in.kind == '{' && n.Kind == "element"; loose && len(s.nodes) > jsonLoose {
		s.note = "Of arrays that stand loose, only the first 10,000 are listed."
		return true
	}
	switch {
	case s.wide:
		return n.depth > 1 && s.at-n.From < 200
	case in != nil && in.kind == '[':
		return true
	}
	return int(n.depth) > s.leaves
}

// union adds the keys of an element to those of its array.
func (o *jsonOpen) union(element *jsonOpen) {
	for _, key := range element.keys {
		if !slices.Contains(o.keys, key) {
			o.note(key, "")
		}
	}
	o.more = o.more || element.more
}

// sign words an object or array: how many elements, which keys, which name.
func (o *jsonOpen) sign(s *Symbol, element bool) {
	if o.kind == '[' {
		s.Label = strings.TrimSpace(s.Name + " [" + strconv.Itoa(o.count) + "]")
	}
	text := s.Name
	if s.Label != "" {
		text = s.Label
	}
	if element && o.name != "" {
		s.Signature = text + " " + o.name + ": " + cut(o.value, maxDoc)
		return
	}
	keys := strings.Join(o.keys, ", ")
	switch {
	case o.more:
		keys += ", …"
	case keys == "" && o.kind == '{':
		keys = strings.Repeat("…", min(o.count, 1))
	case keys == "":
		s.Signature = text
		return
	}
	s.Signature = text + " {" + keys + "}"
}
