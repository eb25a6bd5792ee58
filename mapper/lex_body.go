package mapper

import "strings"

// A bodies tells which bodies of a language need not be cut into tokens: nothing is
// asked of them but where they end.
type bodies struct {
	// head returns the token that begins what the brace belongs to that is the last
	// token, or -1 where more is asked of what it holds.
	head func(l *lexer, toks []token) int
	// asked returns where the first thing stands within a body that is asked for, or 0.
	asked func(l *lexer, b body) int
}

// A body is what stands between two braces, and the lines where they stand.
type body struct{ open, end, row, last int }

// bracket pairs the bracket that is the last token, and returns where the next token may
// begin, and whether that begins a line.
func (l *lexer) bracket(toks []token) (at int, first bool) {
	l.pair(toks)
	t := &toks[len(toks)-1]
	if t.kind == '{' && l.bodies != nil && int(t.at) >= l.unsure {
		if at = l.passBody(toks); at > 0 {
			return at, true
		}
	}
	return int(t.at) + 1, false
}

// passBody returns where the closing brace stands whose opening one is the last token,
// when nothing is asked of what is in between, or 0.
//
// It looks at the begins of lines alone: the first line that is not indented deeper than
// the head must begin with the brace, and as many braces must be closed in between as are
// opened. A brace in a string or comment makes the numbers differ, text that runs over
// lines mostly stands at the begin of one. What was read in vain is not tried again.
func (l *lexer) passBody(toks []token) int {
	open := int(toks[len(toks)-1].at)
	head := l.bodies.head(l, toks)
	if head < 0 {
		return 0
	}
	line := l.text[l.starts[l.row(toks[head].at)-1]:]
	margin := line[:len(line)-len(unindent(line))]
	b := body{open: open, row: l.row(int32(open))}
	l.unsure = open + 1
	if !l.outdented(&b, margin) {
		l.unsure = max(l.unsure, b.end)
		return 0
	}
	if at := l.bodies.asked(l, b); at > 0 {
		l.unsure = max(l.unsure, at+1)
		return 0
	}
	inside := l.text[b.open+1 : b.end]
	if strings.Count(inside, "{") != strings.Count(inside, "}") {
		l.unsure = b.end
		return 0
	}
	return b.end
}

// outdented finds the first line after the brace that is indented no deeper than margin,
// and tells whether a brace is closed there.
func (l *lexer) outdented(b *body, margin string) bool {
	in := len(margin)
	for b.last = b.row; b.last < len(l.starts); b.last++ {
		b.end = int(l.starts[b.last])
		line := l.text[b.end:]
		if len(line) > in && line[:in] == margin {
			switch c := line[in]; {
			case c == ' ', c == '\t', c == '\n', c == '\r', c == '/' && strings.HasPrefix(line[in:], "//"):
				continue
			case c == '}':
				b.end += in
				return true
			}
			return false
		}
		if !blankLine(lineOf(line)) {
			return false
		}
	}
	return false
}
