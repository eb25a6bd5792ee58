package mapper

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var goSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`,
	hooks: "`", hook: rawString, bodies: goBodies,
}

// rawString is a string in backquotes, without escapes. No name follows one: that is what
// stands between two.
func rawString(l *lexer) (int, byte) {
	n := strings.IndexByte(l.text[l.at+1:], '`')
	if n < 0 {
		return l.at + 1, '`'
	}
	end := l.at + n + 2
	if name := end < len(l.text) && wordByte(l.text[end]); name || l.strict {
		if strings.IndexByte(l.text[l.at:end], '\n') >= 0 {
			if l.flips = l.flips || name; l.strict {
				return l.at + 1, '`'
			}
		}
	}
	return end, quoted
}

// scanGo lists what stands at the top of a Go file. A keyword that begins a line
// without indentation begins a declaration, whatever stood before it.
func scanGo(f *file) {
	c := f.read(goSyntax)
	for i := 0; i < len(c.toks); {
		if !c.toks[i].first || c.kind(i) != word || !c.sound && c.indent(i) > 0 {
			i = c.next(i)
			continue
		}
		switch c.str(i) {
		case "func":
			i = c.goFunc(i)
		case "type", "var", "const":
			i = c.goGroup(i, 0)
		case "import":
			i = c.goImport(i)
		default:
			i = c.next(i)
		}
	}
}

func (c *code) goFunc(i int) int {
	name, kind, label := i+1, Function, ""
	if c.kind(name) == '(' {
		recv := name
		if name = c.next(name); c.mate(recv) > 0 {
			kind, label = Method, c.goReceiver(recv)
		}
	}
	if c.kind(name) != word || c.kind(name+1) != '(' && c.kind(name+1) != '[' {
		return i + 1
	}
	end := c.goEnd(name)
	body := c.goBody(name, end)
	s := Symbol{Name: c.str(name), Kind: kind, Signature: c.written(i, body-1), Doc: c.doc(i),
		Exported: exportedGo(c.str(name)), First: c.lineOf(i), Last: c.endLine(end - 1)}
	if label != "" {
		s.Label = label + "." + s.Name
	}
	c.add(0, s)
	for j := body + 1; j < end; j++ {
		if c.toks[j].first && c.kind(j) == word && c.is(j, "type") && c.kind(j+1) != '.' {
			j = c.goGroup(j, 1) - 1
		}
	}
	return end
}

// goReceiver returns the type of the receiver in the parentheses at i.
func (c *code) goReceiver(i int) string {
	for j := i + 1; j < c.mate(i); j++ {
		if c.kind(j) == word && (c.kind(j+1) == ')' || c.kind(j+1) == '[') {
			return c.str(j)
		}
	}
	return ""
}

// goEnd returns the index after the statement that holds token i: a line begins that
// the token before does not want to go on with.
func (c *code) goEnd(i int) int {
	for i = c.next(i); i < len(c.toks); i = c.next(i) {
		switch k := c.kind(i); {
		case k == ';':
			return i
		case k == ')' || k == '}':
			return i
		case c.toks[i].first && !continues(c.kind(i-1), c.str(i-1)):
			return i
		}
	}
	return len(c.toks)
}

// continues tells whether Go puts no semicolon after a token at the end of a line.
func continues(k byte, s string) bool {
	switch k {
	case word:
		switch s {
		case "func", "type", "var", "const", "struct", "interface", "map", "chan":
			return true
		}
		return false
	case number, quoted, ')', ']', '}', '`':
		return false
	case '+', '-':
		return true
	}
	return true
}

// goBody returns the index of the brace that opens the body, or end.
func (c *code) goBody(i, end int) int {
	for ; i < end; i = c.next(i) {
		if c.kind(i) == '{' && c.kind(i-1) != '[' && !c.is(i-1, "struct") && !c.is(i-1, "interface") {
			return i
		}
	}
	return end
}

func (c *code) goImport(i int) int {
	end := c.goEnd(i)
	for j := i + 1; j < end; j++ {
		if c.kind(j) != quoted {
			continue
		}
		name := strings.Trim(c.str(j), "\"`")
		if c.lineOf(j-1) == c.lineOf(j) && (c.kind(j-1) == word || c.kind(j-1) == '.') && j-1 > i {
			name = c.str(j-1) + " " + name
		}
		c.use(name)
	}
	return end
}

func exportedGo(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}
