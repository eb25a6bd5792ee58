package mapper

import "strings"

var shellSyntax = &syntax{words: "-.:", hooks: "#\"'()[]<\\`$", hook: shellHook}

// The kinds of brackets that need no partner in a shell.
const (
	shellOpen  = 'P'
	shellClose = 'Q'
)

// shellHook takes comments, strings without escapes, heredocs, and brackets, which
// need no partner in a shell.
func shellHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	switch c := rest[0]; c {
	case '#':
		if l.at > 0 && strings.IndexByte(" \t\n;(\r", l.text[l.at-1]) < 0 {
			return l.at + 1, c
		}
		return l.at + len(lineOf(rest)), 0
	case '"':
		return l.shellQuoted()
	case '\'':
		n := strings.IndexByte(rest[1:], '\'')
		if n < 0 || l.strict && shellBetween(l.text, l.at, l.at+n+2) {
			return l.at + 1, c
		}
		return l.at + n + 2, quoted
	case '(', '[':
		return l.at + 1, shellOpen
	case ')', ']':
		return l.at + 1, shellClose
	case '\\':
		return min(l.at+2, len(l.text)), '\\'
	case '<':
		if len(rest) > 2 && rest[1] == '<' && rest[2] != '<' && (l.at == 0 || l.text[l.at-1] != '<') {
			n := 2
			for n < len(rest) && (rest[n] == ' ' || rest[n] == '-') {
				n++
			}
			return l.heredoc(n)
		}
	case '$':
		if len(rest) > 1 && rest[1] == '\'' {
			return l.shellEscaped()
		}
		if len(rest) > 1 && rest[1] == '#' {
			return l.at + 2, '$'
		}
	}
	return l.at + 1, rest[0]
}

// shellQuoted reads the string in double quotes that begins here. One without an end is a
// stray quote, and where there were several a string ends with its line.
func (l *lexer) shellQuoted() (int, byte) {
	const mark = "\""
	if l.hopeless(mark) || l.vain > len(l.text) {
		if n := strings.Index(lineOf(l.text[l.at+1:]), mark); n >= 0 {
			return l.at + n + 2, quoted
		}
		return l.at + 1, mark[0]
	}
	end := shellString(l.text, l.at+1, 0)
	if end == len(l.text) && l.text[end-1] != mark[0] {
		l.miss(mark)
		l.flips = true
	}
	if l.strict && shellBetween(l.text, l.at, end) {
		l.vain += end - l.at
		return l.at + 1, mark[0]
	}
	return end, quoted
}

// shellEscaped reads a string that begins with $' here, and in which a backslash counts.
func (l *lexer) shellEscaped() (int, byte) {
	for i := l.at + 2; i < len(l.text) && (l.text[i] != '\n' || !l.strict); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '\'':
			return i + 1, quoted
		}
	}
	return l.at + 2, '$'
}

// shellBetween tells whether what seems to be a string, from i to end, is more likely what
// stands between two: it runs over lines, and what surrounds it is no end of a word, or it
// holds a function.
func shellBetween(text string, i, end int) bool {
	inside := text[i+1 : end]
	line := strings.IndexByte(inside, '\n')
	if line < 0 {
		return false
	}
	if end == len(text) || strings.IndexByte(" \t\r\n;)|&]}>`'\"*", text[end]) < 0 {
		return true
	}
	if begin := strings.TrimLeft(inside[:line], " \t"); begin != "" && strings.IndexByte(");]|&", begin[0]) >= 0 {
		return true
	}
	for n := line; n >= 0; n = strings.IndexByte(inside, '\n') {
		inside = inside[n+1:]
		name := strings.TrimRight(lineOf(inside), " \t\r{")
		if len(name) > 2 && strings.HasSuffix(name, "()") && wordByte(name[0]) && !strings.Contains(name, "\"") {
			return true
		}
	}
	return false
}

// lineOf returns text up to its first line end.
func lineOf(text string) string {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return text[:n]
	}
	return text
}

// shellString returns the end of the string in double quotes whose inside begins at i.
// Commands in it have strings of their own.
func shellString(text string, i, depth int) int {
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			return i + 1
		case c == '$' && i+1 < len(text) && text[i+1] == '(' && depth < 50:
			i = shellCommand(text, i+2, depth+1, '(', ')') - 1
		case c == '$' && i+1 < len(text) && text[i+1] == '{' && depth < 50:
			i = shellCommand(text, i+2, depth+1, '{', '}') - 1
		}
	}
	return len(text)
}

// shellCommand returns the end of the command or parameter whose inside begins at i.
func shellCommand(text string, i, depth int, begin, end byte) int {
	for open := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case begin:
			open++
		case end:
			if open--; open == 0 {
				return i + 1
			}
		case '\'':
			if n := strings.IndexByte(text[i+1:], '\''); n >= 0 && begin == '(' {
				i += n + 1
			}
		case '"':
			i = shellString(text, i+1, depth) - 1
		}
	}
	return len(text)
}

// scanShell lists functions, and what a script sources.
func scanShell(f *file) {
	c := f.read(shellSyntax)
	c.shell(0, len(c.toks), 0)
}

func (c *code) shell(i, end, depth int) {
	for ; i < end; i++ {
		if c.kind(i) != word {
			continue
		}
		if (c.is(i, "source") || c.is(i, ".")) && c.first(i) && i+1 < end && !c.first(i+1) {
			name, _, _ := strings.Cut(lineOf(c.text[c.toks[i+1].at:]), " ")
			c.use(unquote(name))
		}
		name, open := i, i+1
		if c.is(i, "function") && c.kind(i+1) == word && !c.first(i+1) {
			name, open = i+1, i+2
		}
		if c.kind(open) == shellOpen && c.kind(open+1) == shellClose {
			open += 2
		} else if name == i {
			continue
		}
		last := c.shellBody(i, open, end)
		if last < 0 {
			continue
		}
		at := c.symbol(depth, Function, c.str(name), i, last)
		c.nodes[at].Signature, c.nodes[at].Doc, c.nodes[at].Exported = c.written(i, open-1), c.doc(i), c.str(name)[0] != '_'
		if c.within(depth) {
			c.shell(open+1, last, depth+1)
		}
		i = last
	}
}

// shellBody returns the last token of the body at token open of the function that begins
// at token i, or -1. Parentheses around a body end with its line, or with one that is
// indented like the function: those of cases have no partner.
func (c *code) shellBody(i, open, end int) int {
	if c.kind(open) == '{' {
		return c.mate(open)
	}
	if c.kind(open) != shellOpen {
		return -1
	}
	last := -1
	end = min(end, c.ahead(open, open+5000))
	for j := open + 1; j < end && (last < 0 || !c.first(j)); j++ {
		c.steps++
		if c.kind(j) == shellClose && (c.lineOf(j) == c.lineOf(open) || c.first(j) && c.indent(j) <= c.indent(i)) {
			last = j
		}
	}
	return last
}
