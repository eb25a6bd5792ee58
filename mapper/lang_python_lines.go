package mapper

import "strings"

// A pyBlock is a def or class whose lines are being cut into tokens.
type pyBlock struct {
	indent int
	def    bool
}

// pyLines are what is known where a line of Python begins.
type pyLines struct {
	blocks []pyBlock
	line   int // the first token of the line before
}

// pyLine is called where a line begins. It passes over the statements in a function that
// neither define nor import anything: a stretch of them becomes one token. The first
// statement is read, as it may be a docstring.
func pyLine(l *lexer, at int, toks []token) (int, []token) {
	n := len(toks)
	if n == 0 || toks[n-1].kind == '\\' {
		return at, toks
	}
	p := &l.lines
	if n == p.line {
		return at, toks // an empty line
	}
	begins := p.before(l.text, int(toks[p.line].at))
	p.line = n
	if last := len(p.blocks) - 1; begins || last < 0 || !p.blocks[last].def || at < l.unsure {
		return at, toks
	}
	begin, end, next := l.pyPass(at)
	if end > 0 {
		toks = append(toks, token{int32(begin), int32(end), word, true})
		p.line++
	}
	return next, toks
}

// before looks at the line before, whose first token begins at a place of the text, and
// tells whether it begins a block.
func (p *pyLines) before(text string, at int) bool {
	indent := at
	for indent > 0 && text[indent-1] == ' ' {
		indent--
	}
	tabs := indent > 0 && text[indent-1] == '\t'
	indent = at - indent
	n := len(p.blocks)
	for n > 0 && p.blocks[n-1].indent >= indent {
		n--
	}
	p.blocks = p.blocks[:n]
	switch rest := text[at:]; rest[0] {
	case 'd', 'c', 'a':
		def := strings.HasPrefix(rest, "def") || strings.HasPrefix(rest, "async")
		if def || strings.HasPrefix(rest, "class") {
			p.blocks = append(p.blocks, pyBlock{indent, def && !tabs})
			return true
		}
	}
	return false
}

// pyPass returns where the statements from at on that can be passed begin and end, and
// where what comes next begins: the line of the first that cannot.
func (l *lexer) pyPass(at int) (begin, end, next int) {
	p := &l.lines
	around := p.blocks[len(p.blocks)-1].indent
	for at < len(l.text) {
		first := at
		for first < len(l.text) && l.text[first] == ' ' {
			first++
		}
		rest := l.text[first:]
		if rest == "" {
			break
		}
		if c := rest[0]; c == '\n' {
			at = first + 1
			continue
		} else if c == '#' || c == '\r' {
			at = first + len(lineOf(rest)) + 1
			continue
		}
		if first-at <= around || pyMatters(rest) {
			break
		}
		stop, after := l.pyStatement(first)
		if after == 0 {
			break
		}
		if end == 0 {
			begin = first
		}
		end, at = stop, after
	}
	return begin, end, min(at, len(l.text))
}

// pyMatters tells whether a statement is to be read.
func pyMatters(text string) bool {
	switch text[0] {
	case '@', '\t':
		return true
	case 'd':
		return strings.HasPrefix(text, "def")
	case 'c':
		return strings.HasPrefix(text, "class")
	case 'a':
		return strings.HasPrefix(text, "async")
	case 'f':
		return strings.HasPrefix(text, "from")
	case 'i':
		return strings.HasPrefix(text, "import")
	}
	return false
}

// pyStatement returns the end of the statement that begins at i and where the next line
// begins, which is 0 when it should be cut into tokens.
func (l *lexer) pyStatement(i int) (end, next int) {
	depth, text := 0, l.text
	for ; i < len(text); i++ {
		switch pyClass[text[i]] {
		case 0:
			continue
		case opening:
			depth++
			continue
		case closing:
			if depth--; depth >= 0 {
				continue
			}
		case quote:
			if end := l.pyString(i); end > 0 {
				i = end - 1
				continue
			}
		case comment:
			i += len(lineOf(text[i:])) - 1
			continue
		case newline:
			if depth == 0 {
				return i, i + 1
			}
			continue
		}
		break
	}
	l.unsure = i
	return 0, 0
}

// pyString returns the end of the string at i, or 0 where that is not certain.
func (l *lexer) pyString(i int) int {
	rest := l.text[i:]
	q := rest[0]
	if len(rest) > 3 && rest[1] == q && rest[2] == q {
		n := strings.Index(rest[3:], rest[:3])
		if n < 0 || rest[n+2] == '\\' {
			return 0
		}
		return i + n + 6
	}
	for n := 1; n < len(rest); n++ {
		switch rest[n] {
		case q:
			return i + n + 1
		case '\\', '\n':
			return 0
		}
	}
	return 0
}

var pyClass = func() (of [256]byte) {
	for c, class := range map[byte]byte{'(': opening, '[': opening, '{': opening, ')': closing, ']': closing, '}': closing,
		'"': quote, '\'': quote, '#': comment, '\n': newline, '\\': other} {
		of[c] = class
	}
	return of
}()
