package mapper

import "strings"

var hclSyntax = &syntax{line: []string{"#", "//"}, blocks: [][2]string{{"/*", "*/"}}, words: "-", hooks: `<"`, hook: hclHook}

// hclHook reads strings, whose ${…} may hold strings, and heredocs.
func hclHook(l *lexer) (int, byte) {
	if l.text[l.at] == '"' {
		return l.hclString(), quoted
	}
	rest := l.text[l.at:]
	if !strings.HasPrefix(rest, "<<") {
		return l.at + 1, '<'
	}
	tag := strings.TrimPrefix(rest[2:min(len(rest), 80)], "-")
	n := 0
	for n < len(tag) && wordByte(tag[n]) {
		n++
	}
	if tag = tag[:n]; tag == "" || l.hopeless(tag) {
		return l.at + 2, '<'
	}
	if n, line := lineThatIs(rest, tag); n > 0 {
		return l.at + n + len(line), quoted
	}
	l.miss(tag)
	return l.at + 2, '<'
}

// lineThatIs returns the line after the first that holds nothing but a word, and where it
// begins, or 0.
func lineThatIs(text, word string) (at int, line string) {
	at = len(lineOf(text)) + 1
	for at < len(text) {
		n := strings.Index(text[at:], word)
		if n < 0 {
			return 0, ""
		}
		at += strings.LastIndexByte(text[at:at+n], '\n') + 1
		if line = lineOf(text[at:]); strings.TrimSpace(line) == word {
			return at, line
		}
		at += len(line) + 1
	}
	return 0, ""
}

func (l *lexer) hclString() int {
	depth := 0
	for i := l.at + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\\':
			i++
		case c == '\n':
			return i
		case (c == '$' || c == '%') && i+1 < len(l.text) && l.text[i+1] == '{':
			depth++
			i++
		case c == '}' && depth > 0:
			depth--
		case c == '"' && depth == 0:
			return i + 1
		}
	}
	return len(l.text)
}

// scanHCL lists blocks, such as resources, and the attributes of the outer ones.
func scanHCL(f *file) {
	c := f.read(hclSyntax)
	c.hcl(0, len(c.toks), 0)
}

func (c *code) hcl(i, end, depth int) {
	for i < end {
		if c.kind(i) != word || !c.first(i) && depth == 0 {
			i = c.next(i)
			continue
		}
		j := i + 1
		for j < end && (c.kind(j) == word || c.kind(j) == quoted) && !c.first(j) {
			j++
		}
		switch {
		case c.kind(j) == '{' && c.mate(j) > j:
			last := min(c.mate(j), end-1)
			at := c.symbol(depth, "block", unquote(c.str(j-1)), i, last)
			c.nodes[at].Signature, c.nodes[at].Doc = c.between(i, j-1), c.doc(i)
			c.nodes[at].Label = c.nodes[at].Signature
			if depth < 6 {
				c.hcl(j+1, last, depth+1)
			}
			i = last + 1
		case c.kind(j) == '=' && j == i+1 && c.kind(j+1) != '=':
			next := c.hclEnd(j+1, end)
			at := c.symbol(depth, "attribute", c.str(i), i, next-1)
			c.nodes[at].Signature = cut(c.between(i, next-1), maxDoc)
			i = next
		default:
			i = c.next(i)
		}
	}
}

// hclEnd returns the index after the value that begins at i, which ends with its line
// unless a bracket is open.
func (c *code) hclEnd(i, end int) int {
	for i = c.next(i); i < end && !(c.first(i) && strings.IndexByte("?:&|+*/", c.kind(i)) < 0); {
		i = c.next(i)
	}
	return min(i, end)
}

// scanCMake lists functions, macros and the commands that define targets, options and
// variables of a CMake file.
func scanCMake(f *file) {
	c := f.read(cmakeSyntax)
	s := sections{file: f}
	for i := 0; i < len(c.toks); {
		if c.kind(i) != word || !c.first(i) || c.kind(i+1) != '(' {
			i = c.next(i)
			continue
		}
		last := c.mate(i + 1)
		if last < 0 {
			i += 2
			continue
		}
		c.cmake(&s, i, last)
		i = last + 1
	}
	s.end(0, f.count())
}

var cmakeSyntax = &syntax{line: []string{"#"}, blocks: [][2]string{{"#[[", "]]"}}, long: `"`, words: "-.:/$+@<>=!%&|,;'~?*^"}

func (c *code) cmake(s *sections, i, last int) {
	name, arg := strings.ToLower(c.str(i)), unquote(c.str(i+2))
	sym := Symbol{Name: cut(oneLine(arg), maxDoc), Signature: c.between(i, last), Doc: c.doc(i), First: c.lineOf(i), Last: c.endLine(last)}
	switch name {
	case "function", "macro":
		if sym.Kind = Function; name == "macro" {
			sym.Kind = Macro
		}
		s.begin(1, sym.First-1, sym)
		return
	case "endfunction", "endmacro":
		s.end(1, sym.Last)
		return
	case "include", "find_package", "add_subdirectory":
		c.use(arg)
		return
	case "project", "add_executable", "add_library", "add_custom_target", "add_test", "option", "set", "install", "target_link_libraries":
	default:
		if !strings.HasPrefix(name, "add_") && !strings.HasPrefix(name, "ext") {
			return
		}
	}
	if len(s.open) > 0 || arg == "" {
		return
	}
	sym.Kind, sym.Label = Kind(name), name+" "+sym.Name
	s.leaf(sym)
}
