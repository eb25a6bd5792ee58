package mapper

import "strings"

// preprocessed reads the directives from token i on: includes, and definitions as a
// group.
func (s cScan) preprocessed(i, depth int) int {
	word, rest := directiveWord(s.str(i))
	switch word {
	case "include", "import", "include_next":
		name, _, _ := strings.Cut(rest, "//")
		name, _, _ = strings.Cut(name, "/*")
		s.use(strings.Trim(strings.TrimSpace(name), `"<>`))
	case "define":
		last := i
		for last+1 < len(s.toks) && s.kind(last+1) == directive && strings.HasPrefix(s.str(last+1), "#define") && s.endLine(last)+1 == s.lineOf(last+1) {
			last++
		}
		s.macros(i, last, depth)
		return last + 1
	}
	return i + 1
}

func directiveWord(line string) (name, rest string) {
	line = strings.TrimSpace(line[1:])
	n := strings.IndexAny(line, " \t(\"</\\\r\n")
	if n < 0 {
		return line, ""
	}
	return line[:n], strings.TrimSpace(line[n:])
}

// macros lists the definitions from token i to last.
func (s cScan) macros(i, last, depth int) {
	if last > i {
		g := s.symbol(depth, Macro, "", i, last)
		s.nodes[g].Doc = s.doc(i)
		s.nodes[g].Label = "#define " + macroName(s.str(i)) + " … " + macroName(s.str(last)) + " (" + group(last-i+1) + " macros)"
		depth++
	}
	for ; i <= last; i++ {
		name := macroName(s.str(i))
		if _, rest := directiveWord(s.str(i)); rest == name && strings.HasSuffix(name, "_H") {
			continue
		}
		at := s.symbol(depth, Macro, name, i, i)
		n := &s.nodes[at]
		line, _, _ := strings.Cut(s.str(i), "\n")
		n.Label, n.Signature, n.Doc = "#define "+name, cut(oneLine(strings.TrimRight(line, "\\\r ")), 80), s.doc(i)
	}
}

func macroName(line string) string {
	_, rest := directiveWord(line)
	n := 0
	for n < len(rest) && wordByte(rest[n]) {
		n++
	}
	return rest[:n]
}

// pastMacro returns the index after the macros at token i that stand before a namespace or template,
// on lines of their own before a declaration, or for public and private; i when there are
// none. It tells whether they are one call, which belongs to the declaration.
func (s cScan) pastMacro(i, end int, class string) (after int, whole bool) {
	after = s.macro(i)
	if after == i || s.is(after, "namespace") || s.is(after, "template") {
		return after, false
	}
	if s.first(i) && s.kind(i+1) == ':' && s.kind(i+2) != ':' && class != "" {
		return i + 2, false
	}
	if !s.first(i) || !s.first(after) {
		return i, false
	}
	next := s.pastMacros(i, after, end)
	return next, next == after && s.kind(i+1) == '('
}

// pastMacros goes on from the end of the macro at token i.
func (s cScan) pastMacros(i, after, end int) int {
	typed := s.kind(i+1) != '(' // the first name may be the type of what follows
	for after < end {
		next := s.macro(after)
		switch {
		case s.kind(after) == directive:
			next = after + 1
		case next > after && s.first(next):
			typed = typed && s.kind(after+1) != '('
		default:
			return s.macrosEnd(i, after, typed)
		}
		after = next
	}
	return i
}

func (s cScan) macrosEnd(i, after int, typed bool) int {
	switch s.str(after) {
	case "class", "struct", "union", "enum", "template", "using", "typedef", "extern", "inline", "namespace":
		return after
	}
	if !typed && s.kind(after) == word || s.kind(after) == '}' {
		return after
	}
	return i
}

// macro returns the index after the name in capitals at token i and its arguments, or
// i when there is none.
func (s cScan) macro(i int) int {
	if s.kind(i) != word || len(s.str(i)) < 3 || !s.upperWord(i) || attribute(s.str(i)) {
		return i
	}
	if s.kind(i+1) == '(' && s.mate(i+1) > 0 {
		return s.next(i + 1)
	}
	return i + 1
}
