package mapper

import "strings"

// maxHead is how many bytes the head of a function may take to be read at once.
const maxHead = 4 << 10

// pyHead reads the head of the function that a line begins with. Of what its brackets hold,
// and of its result, nothing is asked but where they end. It returns where the next token
// may begin, which is the begin of the line where the head is not a plain one.
func (l *lexer) pyHead(at int, toks []token) (int, []token) {
	h := pyHeadScan{text: l.text, line: at}
	for at < len(l.text) && l.text[at] == ' ' {
		at++
	}
	if h.indent = at - h.line; at == len(l.text) || l.text[at] != 'd' && l.text[at] != 'a' {
		return h.line, toks
	}
	if h.begin(at); h.open == 0 || !h.find(l) {
		return h.line, toks
	}
	n := int32(len(toks))
	if h.async > 0 {
		toks = append(toks, token{int32(h.async), int32(h.async + len("async")), word, true})
		n++
	}
	toks = append(toks, token{int32(h.def), int32(h.def + len("def")), word, h.async == 0}, token{int32(h.name), int32(h.open), word, false},
		token{int32(h.open), n + 3, '(', false}, token{int32(h.close), n + 2, ')', h.first})
	if h.to > 0 {
		toks = append(toks, token{int32(h.from), int32(h.to), word, false})
	}
	toks = append(toks, token{int32(h.colon), int32(h.colon + 1), ':', false})
	return h.colon + 1, toks
}

// A pyHeadScan is where the parts of a head stand.
type pyHeadScan struct {
	text                   string
	line                   int
	async, def, name, open int
	close, from, to, colon int // from and to are those of the result, or 0
	first                  bool
	indent                 int
}

// begin finds the words before the parameters, and sets open if they are those of a function.
func (h *pyHeadScan) begin(i int) {
	text := h.text
	if strings.HasPrefix(text[i:], "async def ") {
		h.async = i
		i += len("async ")
	}
	h.def = i
	if !strings.HasPrefix(text[i:], "def ") {
		return
	}
	h.name = i + len("def ")
	end := h.name
	for end < len(text) && wordByte(text[end]) {
		end++
	}
	if end > h.name && end < len(text) && text[end] == '(' && !isDigit(text[h.name]) {
		h.open = end
	}
}

// find goes from the bracket of the parameters to the colon, and tells whether nothing lies
// between them that is to be looked at more closely.
func (h *pyHeadScan) find(l *lexer) bool {
	text := h.text[:min(len(h.text), h.open+maxHead)]
	var open [16]byte // the brackets that are open
	depth := 0
	for i := h.open; i < len(text); i++ {
		switch c := text[i]; pyClass[c] {
		case 0:
			if c == ':' && depth == 0 {
				h.colon = i
				return h.ends()
			}
		case opening:
			if depth == len(open) {
				return false
			}
			open[depth] = c
			depth++
		case closing:
			if depth--; depth < 0 || open[depth] != opener(c) {
				return false
			}
			if depth == 0 && h.close == 0 {
				h.close = i
			}
		case quote:
			end := l.pyString(i)
			if end == 0 || strings.IndexByte(h.text[i:end], '\n') >= 0 {
				return false
			}
			i = end - 1
		case newline:
			if depth == 0 || !h.inside(i+1) {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// inside tells whether a line is indented deeper than the head, or goes on with its end.
func (h *pyHeadScan) inside(line int) bool {
	i := line
	for i < len(h.text) && h.text[i] == ' ' {
		i++
	}
	if i == len(h.text) || h.text[i] == '\t' {
		return false
	}
	return i-line > h.indent || h.text[i] == ')' || h.text[i] == '\n' || h.text[i] == '\r'
}

// ends tells whether nothing stands behind the head, and finds the result before its colon.
// A comment within the head is to be taken out of it.
func (h *pyHeadScan) ends() bool {
	rest := h.text[h.colon+1:]
	for rest != "" && rest[0] == ' ' {
		rest = rest[1:]
	}
	if rest != "" && rest[0] != '\n' && rest[0] != '#' && !strings.HasPrefix(rest, "\r\n") || strings.IndexByte(h.text[h.open:h.colon], '#') >= 0 {
		return false
	}
	before := h.close
	for h.text[before-1] == ' ' {
		before--
	}
	h.first = h.text[before-1] == '\n'
	if result := h.text[h.close+1 : h.colon]; !blankLine(result) {
		h.to = h.close + 1 + len(unpadded(result))
		h.from = h.to - len(unindent(unpadded(result)))
	}
	return true
}
