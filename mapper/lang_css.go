package mapper

import "strings"

// A cssScan walks CSS, SCSS and Less by their braces.
type cssScan struct {
	*file
	slashes bool // comments begin with // too
	wide    bool
	fit     bool
	// indented ends a block at a line that is indented no deeper than its own, where
	// braces do not fit.
	indented bool
	at, nr   int
	from     int // where the text before the next brace begins, or -1
	line     int
	last     int
	open     []cssOpen
	deeper   int // blocks that are open too deep to be kept
}

type cssOpen struct{ at, indent, line int }

func scanCSS(f *file) {
	name := strings.ToLower(f.name)
	s := cssScan{file: f, nr: 1, fit: true, wide: f.sparse(), slashes: !strings.HasSuffix(name, ".css")}
	s.walk()
	if !s.fit && !s.wide {
		f.nodes = f.nodes[:0]
		s = cssScan{file: f, nr: 1, fit: true, slashes: s.slashes, indented: true}
		s.walk()
	}
}

func (s *cssScan) walk() {
	s.from = -1
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '\n':
			s.nr++
			s.at++
		case c <= ' ':
			s.at++
		case c == '/' && s.comment():
		case c == '}':
			s.statement()
			s.last = s.nr
			s.at++
			s.end()
		default:
			s.text1(c)
		}
	}
	s.fit = s.fit && len(s.open) == 0
	for len(s.open) > 0 {
		s.close(s.last)
	}
}

// text1 reads one byte, or string, of a rule or declaration.
func (s *cssScan) text1(c byte) {
	if s.from < 0 {
		s.from, s.line = s.at, s.nr
		s.outdent()
	}
	s.last = s.nr
	switch c {
	case '"', '\'':
		s.at = jsonString(s.text, s.at)
		return
	case ';':
		s.statement()
	case '{':
		if s.at > s.from && (s.text[s.at-1] == '#' || s.text[s.at-1] == '@') {
			if n := strings.IndexAny(s.text[s.at:min(len(s.text), s.at+maxText)], "}\n"); n >= 0 && s.text[s.at+n] == '}' {
				s.at += n
			}
			break
		}
		s.begin()
	case '(':
		if strings.HasSuffix(s.text[s.from:s.at], "url") {
			n := strings.IndexAny(s.text[s.at:], ")\n")
			if n < 0 {
				n = len(s.text) - s.at
			}
			s.at += n - 1
		}
	}
	s.at++
}

func (s *cssScan) comment() bool {
	rest := s.text[s.at:]
	switch {
	case strings.HasPrefix(rest, "/*"):
		n := -1
		if !s.hopeless() {
			n = strings.Index(rest[2:], "*/")
		}
		if n < 0 {
			s.lost++
			s.fit = false
			if n = strings.IndexByte(rest, '\n') - 4; n < 0 || !s.indented {
				n = len(rest) - 4
			}
		}
		s.nr += strings.Count(rest[:n+4], "\n")
		s.at += n + 4
		return true
	case s.slashes && strings.HasPrefix(rest, "//") && (s.at == 0 || s.text[s.at-1] != ':'):
		n := strings.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		s.at += n
		return true
	}
	return false
}

// outdent ends, in a damaged file, the blocks that a line cannot be part of.
func (s *cssScan) outdent() {
	if !s.indented {
		return
	}
	ind := s.indentOf(s.line)
	for n := len(s.open) - 1; n >= 0 && s.open[n].line < s.line && s.open[n].indent >= ind; n-- {
		s.close(s.last)
	}
}

// statement reads what ends without a block: an import, or a variable.
func (s *cssScan) statement() {
	if s.from < 0 {
		return
	}
	text := s.text[s.from:s.at]
	line := s.line
	s.from = -1
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case word == "@import" || word == "@use" || word == "@forward":
		rest = strings.TrimPrefix(strings.TrimSpace(rest), "url(")
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			rest, _, _ = strings.Cut(rest[1:], rest[:1])
		}
		s.use(strings.TrimRight(rest, ")"))
	case len(s.open) == 0 && (strings.HasPrefix(text, "$") || strings.HasPrefix(text, "@")) || strings.HasPrefix(text, "--"):
		if name, _, ok := strings.Cut(text, ":"); ok && strings.IndexByte(name, ' ') < 0 {
			s.add(s.depth(), Symbol{Name: oneLine(name), Kind: Variable, Signature: cut(text, maxDoc), First: line, Last: s.nr})
		}
	}
}

func (s *cssScan) depth() int { return min(len(s.open), maxDepth) }

// begin opens the block of what stands before a brace.
func (s *cssScan) begin() {
	if len(s.open) == maxNested {
		s.deeper++
		s.from = -1
		s.tooDeep()
		return
	}
	text := oneLine(s.text[s.from:min(s.at, s.from+8*maxText)])
	sym := Symbol{Name: cut(text, maxText), Kind: "rule", First: s.line}
	if s.wide {
		sym.From = s.from
	}
	if sym.Name == "" {
		sym.Name = "block"
	}
	s.open = append(s.open, cssOpen{s.add(s.depth(), sym), s.indentOf(s.line), s.line})
	s.from = -1
}

// end closes what a closing brace belongs to.
func (s *cssScan) end() {
	switch {
	case s.deeper > 0:
		s.deeper--
		return
	case len(s.open) == 0:
		s.fit = false
		return
	}
	start := int(s.starts[s.nr-1])
	if s.indented && blankLine(s.text[start:s.at-1]) {
		ind := s.indentOf(s.nr)
		for n := len(s.open) - 1; n > 0 && s.open[n].indent > ind; n-- {
			s.close(s.last)
		}
		if s.open[len(s.open)-1].indent != ind {
			return
		}
	}
	s.close(s.nr)
}

func (s *cssScan) close(line int) {
	o := s.open[len(s.open)-1]
	s.open, s.deeper = s.open[:len(s.open)-1], 0
	n := &s.nodes[o.at]
	n.Last = max(line, n.First)
	if s.wide {
		n.To = s.at
	}
}
