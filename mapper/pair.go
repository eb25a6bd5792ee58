package mapper

import "strings"

// pair finds the mate of every bracket and returns how many brackets do not fit.
func pair(text string, toks []token, branches bool) int {
	misfits := 0
	var stack []int32
	var ifs [][]int32 // the stack as it was at each #if that is open
	for i := range toks {
		switch t := &toks[i]; t.kind {
		case '(', '[', '{':
			stack = append(stack, int32(i))
		case ')', ']', '}':
			top := len(stack) - 1
			if top < 0 || toks[stack[top]].kind != opener(t.kind) {
				misfits++
				continue
			}
			t.mate, toks[stack[top]].mate = stack[top], int32(i)
			stack = stack[:top]
		case directive:
			if branches {
				stack, ifs = branch(text[t.at:t.end], stack, ifs)
			}
		}
	}
	return misfits + len(stack)
}

// branch follows a preprocessor: each branch of a condition begins with the
// brackets that were open where the condition began.
func branch(line string, stack []int32, ifs [][]int32) ([]int32, [][]int32) {
	name := strings.TrimLeft(line[1:], " \t")
	switch {
	case strings.HasPrefix(name, "if"):
		ifs = append(ifs, append([]int32(nil), stack...))
	case strings.HasPrefix(name, "el") && len(ifs) > 0:
		stack = append(stack[:0:0], ifs[len(ifs)-1]...)
	case strings.HasPrefix(name, "endif") && len(ifs) > 0:
		ifs = ifs[:len(ifs)-1]
	}
	return stack, ifs
}

func opener(c byte) byte {
	if c == ')' {
		return '('
	}
	return c - 2
}

// An open bracket of a damaged file: how far its line is indented, and what it holds.
type open struct {
	tok        int32
	head, body int
}

// mend finds mates in a file whose brackets do not fit. It trusts the indentation: a
// closing brace belongs to the brace whose line is indented like its own, and a line
// that is indented no deeper than the line of an open bracket ends what it holds.
type mend struct {
	text  string
	toks  []token
	stack []open
}

func repair(text string, toks []token) {
	m := &mend{text: text, toks: toks}
	for i := range toks {
		toks[i].mate = -1
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
	for _, o := range m.stack {
		if o.body > o.head && int(o.tok) < len(toks)-1 {
			toks[o.tok].mate = int32(len(toks) - 1)
		}
	}
}

// indent returns the columns before token i on its line.
func (m *mend) indent(i int) int {
	at := int(m.toks[i].at)
	start := strings.LastIndexByte(m.text[:at], '\n') + 1
	return columns(m.text[start:at])
}

// columns counts the columns of the white space that a line begins with; a tab goes
// to the next multiple of 8.
func columns(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
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
	if i > 0 && m.toks[i].kind == '{' && m.toks[i-1].kind == ')' && m.toks[i-1].mate >= 0 && !m.toks[i].first {
		head = int(m.toks[i-1].mate)
	}
	o := open{int32(i), m.indent(head), 0}
	o.body = o.head + 1
	if i+1 < len(m.toks) && m.toks[i+1].line > m.toks[i].line {
		o.body = m.indent(i + 1)
	}
	m.stack = append(m.stack, o)
}

// outdent ends what the line that begins with token i cannot be part of.
func (m *mend) outdent(i int) {
	if len(m.stack) == 0 {
		return
	}
	ind := m.indent(i)
	k := len(m.stack)
	for k > 0 && ind < m.stack[k-1].body && ind <= m.stack[k-1].head {
		k--
	}
	m.drop(k, i)
}

// drop closes the open brackets from k on before token i.
func (m *mend) drop(k, i int) {
	for _, o := range m.stack[k:] {
		if int(o.tok) < i-1 {
			m.toks[o.tok].mate = int32(i - 1)
		}
	}
	m.stack = m.stack[:k]
}

func (m *mend) close(i int) {
	k := m.partner(i)
	if k < 0 {
		return
	}
	m.drop(k+1, i)
	o := m.stack[k].tok
	m.toks[o].mate, m.toks[i].mate = int32(i), o
	m.stack = m.stack[:k]
}

// partner returns which open bracket the closing token i belongs to, or -1.
func (m *mend) partner(i int) int {
	t := m.toks[i]
	if t.kind != '}' || !t.first {
		for k := len(m.stack) - 1; k >= 0; k-- {
			switch c := m.toks[m.stack[k].tok].kind; {
			case c == opener(t.kind):
				return k
			case c == '{':
				return -1
			}
		}
		return -1
	}
	ind, near := m.indent(i), -1
	for k := len(m.stack) - 1; k >= 0; k-- {
		if m.toks[m.stack[k].tok].kind != '{' {
			continue
		}
		if m.stack[k].head == ind {
			return k
		}
		if near < 0 && m.stack[k].head > ind {
			near = k
		}
		if m.stack[k].head < ind {
			break
		}
	}
	return near
}
