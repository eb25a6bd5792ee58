package mapper

import (
	"slices"
	"strings"
)

// pair finds the mate of a closing bracket, which is the last token, or keeps an opening
// one in mind.
func (l *lexer) pair(toks []token) {
	i := len(toks) - 1
	switch kind := toks[i].kind; kind {
	case '(', '[', '{':
		if len(l.stack) == cap(l.stack) {
			l.stack = slices.Grow(l.stack, len(l.stack)+16)
		}
		l.stack = append(l.stack, nested{int32(i), l.top})
		l.top = int32(len(l.stack))
	default:
		if l.top == 0 || toks[l.stack[l.top-1].tok].kind != opener(kind) {
			l.misfits++
			return
		}
		mate := l.stack[l.top-1]
		toks[i].to, toks[mate.tok].to = mate.tok, int32(i)
		if len(l.ifs) == 0 && int(l.top) == len(l.stack) {
			l.stack = l.stack[:l.top-1]
		}
		l.top = mate.below
	}
}

// branch follows a preprocessor: each branch of a condition begins with the brackets
// that were open where the condition began.
func (l *lexer) branch(line string) {
	name := strings.TrimLeft(line[1:], " \t")
	switch n := len(l.ifs); {
	case strings.HasPrefix(name, "if"):
		l.ifs = append(l.ifs, l.top)
	case strings.HasPrefix(name, "el") && n > 0:
		l.top = l.ifs[n-1]
	case strings.HasPrefix(name, "endif") && n > 0:
		l.ifs = l.ifs[:n-1]
	}
}

// str returns the text of token i.
func (l *lexer) str(i int) string {
	t := &l.toks[i]
	return l.text[t.at:t.end()]
}

func opener(c byte) byte {
	if c == ')' {
		return '('
	}
	return c - 2
}

// An open bracket of a damaged file: how far its line is indented, and what it holds.
// When a line is indented no deeper than that, the bracket may have ended before the
// token at mark.
type open struct {
	tok, mark  int32
	head, body int
	last       [3]int32 // where the last open bracket of each kind is on the stack, itself included; -1 for none
}

// kindOf numbers the kinds of brackets: (, [ and {.
func kindOf(opener byte) int { return int(opener>>5 - 1) }

// mend finds mates in a file whose brackets do not fit. It trusts the indentation: a
// closing brace belongs to the brace whose line is indented like its own, and a bracket
// that no such brace closes ends before the first line that is not inside of it.
type mend struct {
	*file
	toks  []token
	stack []open
	line  int // whose columns were counted last
	in    int // these
	cut   map[int32]int32
}

// repair also returns the last tokens of what braces hold that nothing closes, with the
// innermost of these.
func repair(f *file, toks []token) map[int32]int32 {
	m := &mend{file: f, toks: toks, cut: map[int32]int32{}}
	for i := range toks {
		if bracket[toks[i].kind] {
			toks[i].to = -1
		}
	}
	for i := range toks {
		t := &toks[i]
		closes := t.kind == ')' || t.kind == ']' || t.kind == '}'
		if t.first && !closes && t.kind != '{' && t.kind != directive && !m.label(i) {
			m.outdent(i)
		}
		switch {
		case closes:
			m.close(i)
		case t.kind == '(' || t.kind == '[' || t.kind == '{':
			m.open(i)
		}
	}
	for k, o := range m.stack {
		// What holds the rest of the file without being indented may be stray.
		if o.mark > 0 || o.body > o.head || o.tok > 0 && toks[o.tok-1].kind == word {
			m.end(k, len(toks))
		}
	}
	return m.cut
}

// indent returns the columns before token i on its line.
func (m *mend) indent(i int) int {
	at := m.toks[i].at
	if line := m.row(at); line != m.line {
		m.line, m.in = line, columns(m.text[m.starts[line-1]:at], 4)
	}
	return m.in
}

// columns counts the columns of the white space that a line begins with; a tab goes
// to the next multiple of tab.
func columns(line string, tab int) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += tab - n%tab
		default:
			return n
		}
	}
	return n
}

// label tells whether token i is a word before a colon, which may stand further out
// than the statements around it.
func (m *mend) label(i int) bool {
	return m.toks[i].kind == word && i+2 < len(m.toks) && m.toks[i+1].kind == ':' && m.toks[i+2].kind != ':'
}

func (m *mend) open(i int) {
	head := i
	if i > 0 && m.toks[i].kind == '{' && m.toks[i-1].kind == ')' && m.toks[i-1].to >= 0 && !m.toks[i].first {
		head = int(m.toks[i-1].to)
	}
	o := open{tok: int32(i), head: m.indent(head)}
	o.body = o.head + 1
	next := i + 1
	for next < len(m.toks) && m.toks[next].kind == directive {
		next++
	}
	if next < len(m.toks) && m.toks[next].first {
		o.body = m.indent(next)
		if o.body < o.head && m.toks[i].kind != '{' {
			o.body = o.head + 1
		}
	}
	if len(m.stack) == cap(m.stack) {
		m.stack = slices.Grow(m.stack, len(m.stack)+16)
	}
	o.last = m.last()
	o.last[kindOf(m.toks[i].kind)] = int32(len(m.stack))
	m.stack = append(m.stack, o)
}

// last returns where the last open bracket of each kind is on the stack.
func (m *mend) last() [3]int32 {
	if len(m.stack) == 0 {
		return [3]int32{-1, -1, -1}
	}
	return m.stack[len(m.stack)-1].last
}

// outdent marks the brackets that the line beginning with token i is not inside of.
func (m *mend) outdent(i int) {
	if len(m.stack) == 0 {
		return
	}
	ind := m.indent(i)
	for k := len(m.stack) - 1; k >= max(0, len(m.stack)-64); k-- {
		o := &m.stack[k]
		if o.mark == 0 {
			if ind >= o.body || ind > o.head {
				return
			}
			o.mark = int32(i)
		}
	}
}

// end gives the open bracket k its mate: the last token before its mark, or before
// token i.
func (m *mend) end(k, i int) {
	o := m.stack[k]
	if o.mark > 0 {
		i = int(o.mark)
	}
	if int(o.tok) < i-1 {
		m.toks[o.tok].to = int32(i - 1)
		if m.toks[o.tok].kind == '{' {
			m.cut[int32(i-1)] = max(m.cut[int32(i-1)], o.tok)
		}
	}
}

// drop ends the open brackets from k on before token i.
func (m *mend) drop(k, i int) {
	for n := k; n < len(m.stack); n++ {
		m.end(n, i)
	}
	m.stack = m.stack[:k]
}

// missed returns the line where what begins with token from and ends with token last may
// have had its closing brace, in a file that lacks it: an empty one after it, or that of last.
func (c *code) missed(from, last int) int {
	line := c.endLine(last)
	open, ok := c.cut[int32(last)]
	if !ok || int(open) < from || line >= c.count() || c.kind(last) == '}' && c.indent(last) == c.indent(from) || strings.TrimSpace(c.lineText(line+1)) != "" {
		return line
	}
	return line + 1
}

func (m *mend) close(i int) {
	k := m.partner(i)
	if k < 0 {
		return
	}
	m.drop(k+1, i)
	o := m.stack[k].tok
	m.toks[o].to, m.toks[i].to = int32(i), o
	m.stack = m.stack[:k]
}

// partner returns which open bracket the closing token i belongs to, or -1.
func (m *mend) partner(i int) int {
	t := m.toks[i]
	if t.kind != '}' || !t.first {
		last := m.last()
		if k := last[kindOf(opener(t.kind))]; k >= last[kindOf('{')] {
			return int(k)
		}
		return -1
	}
	return m.aligned(m.indent(i))
}

// mostOpen is among how many open braces the one that ends is looked for.
const mostOpen = 256

// aligned returns the open brace whose line is indented like a closing one. One that
// seems to have ended before comes last.
func (m *mend) aligned(ind int) int {
	near, ended := -1, -1
	brace := kindOf('{')
	k := int(m.last()[brace])
	for n := 0; k >= 0 && n < mostOpen; n++ {
		o := m.stack[k]
		switch {
		case o.head == ind && o.mark == 0, o.body < o.head && ind < o.body && o.mark == 0:
			return k // what is inside stands further out than the line only where that goes on from one before
		case o.head == ind && ended < 0:
			ended = k
		case near < 0 && o.head > ind && o.mark == 0:
			near = k
		}
		if o.head < ind || k == 0 {
			break
		}
		k = int(m.stack[k-1].last[brace])
	}
	if ended >= 0 {
		return ended
	}
	return near
}
