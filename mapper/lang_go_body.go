package mapper

import "strings"

// goBodies passes over the functions in which no type is declared.
var goBodies = &bodies{head: goFunction, asked: goAsked}

// goFunction takes for a function what stands in a line that begins with func, or with the
// parenthesis after its parameters.
func goFunction(l *lexer, toks []token) int {
	i := len(toks) - 1
	if l.stack[l.top-1].below != 0 || i == 0 {
		return -1
	}
	if t := &toks[i-1]; t.kind == word && (l.text[t.at:t.to] == "struct" || l.text[t.at:t.to] == "interface") {
		return -1
	}
	if line := l.text[l.starts[l.row(toks[i].at)-1]:]; !strings.HasPrefix(line, "func ") && line[0] != ')' {
		return -1
	}
	return i
}

// goAsked finds lines that begin with type, and the quote of a string that may run over
// the end.
func goAsked(l *lexer, b body) int {
	if strings.Count(l.text[b.open:b.end], "`")%2 != 0 {
		return b.end
	}
	for _, start := range l.starts[b.row:b.last] {
		at := int(start)
		for at < b.end && l.text[at] <= ' ' && l.text[at] != '\n' {
			at++
		}
		if l.text[at] == 't' && strings.HasPrefix(l.text[at:], "type") && !wordByte(l.text[at+4]) {
			return at
		}
	}
	return 0
}
