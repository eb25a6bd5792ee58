package mapper

import "strings"

// scanMake lists targets with their recipes, variables and definitions of a Makefile.
func scanMake(f *file) {
	s := makeScan{file: f, target: -1}
	for n := 1; n <= f.count(); n++ {
		line := f.lineText(n)
		first := n
		text := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "\t"):
			n = goesOn(f, n)
			if s.target >= 0 {
				s.last = n
			}
		case text != "" && text[0] != '#':
			n = s.line(text, first, goesOn(f, n))
		}
	}
	s.end()
}

// A makeScan knows the target whose recipe is open.
type makeScan struct {
	*file
	target int // -1 when none is
	last   int // line of the recipe
}

func (s *makeScan) end() {
	if s.target >= 0 {
		s.nodes[s.target].Last = s.last
	}
	s.target = -1
}

// line reads a line that is no part of a recipe, and returns the last line of it.
func (s *makeScan) line(text string, first, n int) int {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "unexport", "vpath", "$(error", "$(info", "$(warning":
		return n
	case "export":
		if !strings.Contains(rest, "=") {
			return n
		}
		text = rest
	case "include", "-include", "sinclude":
		s.end()
		s.use(rest)
		return n
	case "define":
		s.end()
		for n < s.count() && strings.TrimSpace(s.lineText(n)) != "endef" {
			n++
		}
		name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		s.add(0, Symbol{Name: name, Kind: Macro, Signature: text, First: first, Last: n})
		return n
	}
	s.end()
	s.last = n
	s.target = s.makeLine(text, first, n)
	return n
}

// goesOn returns the last line of one that backslashes continue.
func goesOn(f *file, n int) int {
	for n < f.count() && strings.HasSuffix(f.lineText(n), "\\") {
		n++
	}
	return n
}

// makeLine lists a variable or a target, and returns the symbol of the target or -1.
func (f *file) makeLine(text string, first, last int) int {
	colon, equal := outsideCalls(text, ':'), outsideCalls(text, '=')
	if equal >= 0 && (colon < 0 || equal < colon || strings.Trim(text[colon:equal], ":") == "") {
		name := strings.TrimSpace(strings.TrimRight(text[:equal], ":?+! \t"))
		name = strings.TrimPrefix(name, "override ")
		if name != "" {
			f.add(0, Symbol{Name: name, Kind: Variable, Signature: cut(strings.TrimSuffix(text, "\\"), maxDoc), First: first, Last: last})
		}
		return -1
	}
	name := strings.TrimSpace(text[:max(colon, 0)])
	if name == "" || name == ".PHONY" || name == ".SUFFIXES" {
		return -1
	}
	doc := ""
	if _, after, ok := strings.Cut(text, "## "); ok {
		doc, text = after, strings.TrimSpace(text[:strings.Index(text, "## ")])
	}
	return f.add(0, Symbol{Name: cut(oneLine(name), maxDoc), Kind: "target", Signature: strings.TrimRight(text, "\\: \t"), Doc: doc, First: first})
}

// outsideCalls returns where a byte stands that is not in $(…) or ${…}, or -1.
func outsideCalls(text string, c byte) int {
	depth := 0
	for i := range len(text) {
		switch b := text[i]; {
		case b == '(' || b == '{':
			depth++
		case b == ')' || b == '}':
			depth--
		case b == c && depth <= 0:
			return i
		case b == '#' && i > 0 && text[i-1] == ' ':
			return -1
		}
	}
	return -1
}
