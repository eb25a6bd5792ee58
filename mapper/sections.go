package mapper

import "strings"

// maxDepth is how deep symbols of data and markup are nested; what lies deeper is
// listed at that depth.
const maxDepth = 40

// sections lists what ends where something of its level or of an outer one begins,
// such as chapters, or keys by their indentation.
type sections struct {
	*file
	open []section
}

type section struct{ at, level int }

// begin lists a symbol that lasts until the next of its level, and ends those before
// it at line last. It returns the symbol's index.
func (s *sections) begin(level, last int, sym Symbol) int {
	s.end(level, last)
	at := s.leaf(sym)
	s.open = append(s.open, section{at, level})
	return at
}

// leaf lists a symbol that knows its end, inside of what is open.
func (s *sections) leaf(sym Symbol) int {
	return s.add(min(len(s.open), maxDepth), sym)
}

// end ends what is open from a level on at line last.
func (s *sections) end(level, last int) {
	for n := len(s.open); n > 0 && s.open[n-1].level >= level; n-- {
		n := &s.nodes[s.open[n-1].at]
		n.Last = max(last, n.First)
		s.open = s.open[:len(s.open)-1]
	}
}

// heading lists a chapter of a document that begins at a line, by its title and the
// way in which that is written.
func (s *sections) heading(level, line int, title, written string) int {
	title = oneLine(title)
	if title == "" {
		written, title = oneLine(written), "untitled"
	}
	return s.begin(level, line-1, Symbol{Name: title, Kind: Section, Signature: written, First: line})
}

// maxLost is how often the end of something, such as a quote, is looked for in vain:
// then a file is so damaged that looking on would only cost time.
const maxLost = 100

// missed counts an end that was looked for in vain in so many lines. Eight times all lines
// are enough.
func (f *file) missed(lines int) {
	if !f.hopeless() {
		f.lost += 1 + lines*maxLost/(8*f.count())
	}
}

// hopeless tells that it is no use to look for ends in other lines.
func (f *file) hopeless() bool { return f.lost > maxLost }

// blankLine tells whether a line holds nothing.
func blankLine(s string) bool { return strings.TrimSpace(s) == "" }

// sparse tells whether lines are too long to tell symbols apart by them.
func (f *file) sparse() bool { return len(f.text) > 400*f.lines+2000 }

// indentOf returns the columns that a line is indented.
func (f *file) indentOf(line int) int { return columns(f.lineText(line), 8) }
