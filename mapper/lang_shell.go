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
		if end := l.shellQuote(); end > 0 {
			return end, quoted
		}
		return l.at + 1, c
	case '\'':
		n := strings.IndexByte(rest[1:], '\'')
		if n < 0 || l.strict && strings.IndexByte(rest[:n], '\n') >= 0 {
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
		if len(rest) > 1 && (rest[1] == '\'' || rest[1] == '#') {
			return l.at + 2, '$'
		}
	}
	return l.at + 1, rest[0]
}

// lineOf returns text up to its first line end.
func lineOf(text string) string {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return text[:n]
	}
	return text
}

// shellQuote returns the end of the string in double quotes that begins here, or 0 where
// it ends in another line and the lexer is strict.
func (l *lexer) shellQuote() int {
	if !l.strict {
		return shellString(l.text, len(l.text), l.at+1, 0)
	}
	stop := len(l.text)
	if n := l.row(int32(l.at)); n < len(l.starts) {
		stop = int(l.starts[n]) - 1
	}
	if l.vain > len(l.text) {
		return 0
	}
	end := shellString(l.text, stop, l.at+1, 0)
	if end > stop {
		l.vain += stop - l.at
		l.file.vain += stop - l.at
		return 0
	}
	return end
}

// shellString returns the end of the string in double quotes whose inside begins at i. One
// that does not end before stop ends behind it, or with the text. Commands in it have
// strings of their own.
func shellString(text string, stop, i, depth int) int {
	for ; i < stop; i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			return i + 1
		case c == '$' && i+1 < stop && text[i+1] == '(' && depth < 50:
			i = shellCommand(text, stop, i+2, depth+1, '(', ')') - 1
		case c == '$' && i+1 < stop && text[i+1] == '{' && depth < 50:
			i = shellCommand(text, stop, i+2, depth+1, '{', '}') - 1
		}
	}
	return min(stop+1, len(text))
}

// shellCommand returns the end of the command or parameter whose inside begins at i, as
// shellString does.
func shellCommand(text string, stop, i, depth int, begin, end byte) int {
	for open := 1; i < stop; i++ {
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
			if begin == '(' {
				if n := strings.IndexByte(text[i+1:], '\''); n >= 0 {
					i += n + 1
				}
			}
		case '"':
			i = shellString(text, stop, i+1, depth) - 1
		}
	}
	return min(stop+1, len(text))
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
