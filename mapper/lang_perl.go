package mapper

import "strings"

var perlSyntax = &syntax{long: "\"'`", words: "@", hooks: "$#/<={([|!'\"~^:,%", hook: perlHook}

// perlHook reads variables with odd names, comments, documentation between the lines of
// code, heredocs, and the many ways to quote.
func perlHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	if end := l.perlQuote(rest); end > 0 {
		return end, quoted
	}
	switch c := rest[0]; c {
	case '"', '\'':
		return 0, 0
	case '$':
		return l.perlVariable(rest)
	case '#':
		return l.at + len(lineOf(rest)), 0
	case '<':
		if len(rest) > 3 && rest[1] == '<' && (rest[2] == '~' || rest[2] == '"' || rest[2] == '\'' || rest[2] >= 'A' && rest[2] <= 'Z') {
			return l.heredoc(2)
		}
		return l.at + 1, c
	case '=':
		if l.first && len(rest) > 1 && rest[1] >= 'a' && rest[1] <= 'z' && (l.at == 0 || l.text[l.at-1] == '\n') {
			if n := strings.Index(rest, "\n=cut"); n >= 0 {
				return l.at + n + 5, 0
			}
			return len(l.text), 0
		}
		return l.at + 1, c
	case '/':
		if l.perlOperand() {
			if end := l.regexp(); end > 0 {
				return end, quoted
			}
		} else if strings.HasPrefix(rest, "//") { // or, where the first is not defined
			return l.at + 2, c
		}
	}
	return l.at + 1, rest[0]
}

// perlVariable reads a $ with the name behind it, which may be one of punctuation.
func (l *lexer) perlVariable(rest string) (int, byte) {
	n := 1
	for n < len(rest) && (rest[n] == '$' || rest[n] == '#') {
		n++
	}
	if n < len(rest) && wordByte(rest[n]) {
		for n < len(rest) && wordByte(rest[n]) {
			n++
		}
		return l.at + n, word
	}
	if n == 1 && n < len(rest) && strings.IndexByte("\"'`/&,;.\\!@0+-|<>?", rest[n]) >= 0 {
		n++
	}
	return l.at + n, word
}

// perlOperand tells whether an operand comes next, so that a slash begins a pattern.
func (l *lexer) perlOperand() bool {
	if n := len(l.toks); n > 0 && l.toks[n-1].kind == word {
		switch l.str(n - 1) {
		case "if", "unless", "and", "or", "not", "return", "split", "grep", "map", "join", "push", "while", "until", "when", "x", "xor":
			return true
		}
		return false
	}
	return l.beforeOperand()
}

// perlQuote returns the end of the quotation whose first delimiter is here, behind a
// word such as q, qw, m or s, or 0.
func (l *lexer) perlQuote(rest string) int {
	n := len(l.toks) - 1
	if n < 0 || l.toks[n].kind != word || l.toks[n].to-l.toks[n].at > 2 {
		return 0
	}
	t := l.toks[n]
	name, twice := l.text[t.at:t.end()], false
	switch name {
	case "q", "qq", "qw", "qr", "qx", "m":
	case "s", "tr", "y":
		twice = true
	default:
		return 0
	}
	if gap := l.text[t.end():l.at]; gap != "" && (strings.Trim(gap, " \n") != "" || strings.IndexByte("([{<|!'\"", rest[0]) < 0) || !l.mayQuote(n) {
		return 0
	}
	mark := rest[:1]
	if l.hopeless(mark) || l.vain > len(l.text) {
		return 0
	}
	end := delimited(rest, 0)
	if twice && end > 0 {
		next := end - 1
		for rest[0] != rest[end-1] && next+1 < len(rest) && (next < end || rest[next] <= ' ') {
			next++
		}
		end = delimited(rest, next)
	}
	if end == 0 {
		l.miss(mark)
	}
	if end == 0 || rest[0] == ',' && !twice || l.strict && strings.IndexByte(rest[:end], '\n') >= 0 && name != "qw" {
		l.vain += end
		return 0
	}
	for end < len(rest) && rest[end] >= 'a' && rest[end] <= 'z' && name[0] != 'q' {
		end++
	}
	return l.at + end
}

// mayQuote tells whether the word n may quote what follows: it is no name.
func (l *lexer) mayQuote(n int) bool {
	if n == 0 {
		return true
	}
	t := l.toks[n-1]
	switch t.kind {
	case word:
		before := l.text[t.at:t.end()]
		return before != "sub" && before != "method"
	case '%', '&', '*', '-':
		return t.end() != l.toks[n].at
	case '>':
		return n < 2 || l.toks[n-2].kind != '-'
	}
	return true
}

// delimited returns the end of the text between the delimiter at i and its partner, or 0.
func delimited(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	open, end := text[i], text[i]
	switch open {
	case '(':
		end = ')'
	case '[', '{', '<':
		end = open + 2
	}
	depth := 1
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == end:
			if depth--; depth == 0 {
				return i + 1
			}
		case c == open:
			depth++
		}
	}
	return 0
}
