package mapper

import (
	"strings"
	"unicode/utf8"
)

// A code is a file as tokens, with the brackets paired. Index arguments may lie
// outside of the tokens: there is nothing there.
type code struct {
	*file
	*reading
	syn *syntax
	// sound tells that all brackets of the file fit.
	sound bool
	// wide tells that lines are too long to tell symbols apart by them.
	wide bool
	// cut are the last tokens of what braces hold that nothing closes, with the innermost of
	// these.
	cut map[int32]int32
	// nested is how many declarations around are being read.
	nested int
}

// maxNested is how deep declarations are read within each other; what lies deeper is not
// listed.
const maxNested = 1000

// read cuts the file into tokens. When the brackets do not fit, strings are held to
// their lines, if that is better, and the indentation decides what belongs together.
func (f *file) read(s *syntax) *code {
	f.rough = true
	whole := f.text
	defer func() { f.text = whole }()
	f.text = outOfComment(whole, s)
	c := &code{file: f, syn: s, reading: &f.loose, wide: len(f.text) > 400*len(f.starts)+2000}
	s.lex(f, false, c.reading)
	c.sound = c.misfits == 0
	if c.sound && !c.flips && !c.flipped() {
		return c
	}
	if c.spans() {
		s.lex(f, true, &f.strict)
		switch n := f.strict.misfits; {
		case n == 0:
			c.reading = &f.strict
			return c
		case n <= c.misfits+2, c.flips:
			c.reading, c.sound = &f.strict, false
		}
	}
	if c.sound {
		return c
	}
	c.cut = repair(f, c.toks)
	return c
}

// spans tells whether a string, or a directive, runs over lines or to the end of the file:
// only then is it another text that is read where strings end with their lines.
func (c *code) spans() bool {
	for i := range c.toks {
		t := &c.toks[i]
		if (t.kind == quoted || t.kind == directive) && (int(t.to) == len(c.text) || strings.IndexByte(c.text[t.at:t.to], '\n') >= 0) {
			return true
		}
	}
	return false
}

// flipped tells whether a string seems to be what stands between two: it runs over
// lines, and a name follows its end, or the end of a call its begin.
func (c *code) flipped() bool {
	if c.syn.long == "" && c.syn != shellSyntax {
		return false
	}
	for i := range c.toks {
		t := &c.toks[i]
		if t.kind != quoted || int(t.to) >= len(c.text) || t.to-t.at < 4 || c.text[t.at] != c.text[t.to-1] {
			continue
		}
		begin, after := c.text[t.at+1], c.text[t.to]
		if (wordByte(after) || begin == ')' || begin == ';') && strings.IndexByte(c.text[t.at:t.to], '\n') > 0 {
			return true
		}
	}
	return false
}

// outOfComment blanks out the comment within which a part of a file may begin.
func outOfComment(text string, s *syntax) string {
	if len(s.blocks) == 0 || s.blocks[0][0] != "/*" {
		return text
	}
	end := strings.Index(text, "*/")
	if end < 0 || strings.Contains(text[:end], "/*") {
		return text
	}
	line := strings.TrimSpace(text[strings.LastIndexByte(text[:end], '\n')+1 : end+2])
	if line[0] != '*' {
		return text
	}
	return blankOut(text[:end+2]) + text[end+2:]
}

func (c *code) kind(i int) byte {
	if i < 0 || i >= len(c.toks) {
		return 0
	}
	return c.toks[i].kind
}

// str returns the text of token i.
func (c *code) str(i int) string {
	if i < 0 || i >= len(c.toks) {
		return ""
	}
	t := &c.toks[i]
	return c.text[t.at:t.end()]
}

// is tells whether token i is this word or these bytes.
func (c *code) is(i int, s string) bool { return c.str(i) == s }

// pair2 tells whether tokens i and i+1 are these two bytes, with nothing between.
func (c *code) pair2(i int, a, b byte) bool {
	return c.kind(i) == a && c.kind(i+1) == b && c.toks[i].end() == c.toks[i+1].at
}

// first tells whether token i begins a line.
func (c *code) first(i int) bool { return i >= 0 && i < len(c.toks) && c.toks[i].first }

// mate returns the token that ends the bracket i, or -1.
func (c *code) mate(i int) int {
	if i < 0 || i >= len(c.toks) {
		return -1
	}
	return int(c.toks[i].mate())
}

// next returns the index after token i, or after all that a bracket at i holds.
func (c *code) next(i int) int {
	c.steps++
	switch c.kind(i) {
	case '(', '[', '{':
		if m := c.mate(i); m > i {
			return m + 1
		}
	}
	return i + 1
}

// ahead returns how far one may look from token i, at most to end: not far any more when
// most was looked at in vain, as in a file that begins declaration upon declaration.
func (c *code) ahead(i, end int) int {
	end = min(end, len(c.toks))
	switch vain := c.steps - vainSteps*len(c.toks); {
	case vain > 2*len(c.toks)+30000:
		return min(end, i+8)
	case vain > 20000:
		return min(end, i+20)
	}
	return end
}

// vainSteps is how often each token may be passed before one looks ahead no more; in
// files that people wrote it is three or four times at most.
const vainSteps = 5

// angle returns the index after the type arguments that begin with the < at i, or i
// when there are none.
func (c *code) angle(i int) int {
	if c.kind(i) != '<' {
		return i
	}
	depth, end, n := 0, c.ahead(i, len(c.toks)), 0
	for j := i; j < end && n < 500; n++ {
		switch t := &c.toks[j]; t.kind {
		case '<':
			depth++
		case '>':
			if c.toks[j-1].kind == '-' || c.toks[j-1].kind == '=' && c.toks[j-1].to == t.at {
				break
			}
			if depth--; depth == 0 {
				c.steps += n
				return j + 1
			}
		case '(', '[', '{':
			j = max(j, int(t.to))
		case ';', ')', ']', '}':
			c.steps += n
			return i
		}
		j++
	}
	c.steps += n
	return i
}

// tok returns token i, or the nearest there is: a file may break off anywhere.
func (c *code) tok(i int) *token {
	if len(c.toks) == 0 {
		return &token{}
	}
	return &c.toks[max(0, min(i, len(c.toks)-1))]
}

// lineOf returns the line where token i begins, endLine the one where it ends.
func (c *code) lineOf(i int) int { return c.row(c.tok(i).at) }

func (c *code) endLine(i int) int {
	t := c.tok(i)
	row, end := c.row(t.at), t.end()
	switch {
	case row < len(c.starts) && end < c.starts[row]:
		return row
	case end > t.at && int(end) == len(c.text) && c.text[end-1] == '\n':
		return len(c.starts) + 1
	}
	return c.row(end)
}

// indent returns the columns before the line of token i.
func (c *code) indent(i int) int {
	at := c.tok(i).at
	begin := int(at)
	for begin > 0 && c.text[begin-1] == ' ' {
		begin--
	}
	if begin == 0 || c.text[begin-1] == '\n' {
		return int(at) - begin
	}
	return columns(c.text[c.starts[c.row(at)-1]:at], 8)
}

// between returns the text from token i to the end of token j, on one line and cut
// to what a map shows.
func (c *code) between(i, j int) string {
	if j >= len(c.toks) {
		j = len(c.toks) - 1
	}
	if i < 0 || j < i {
		return ""
	}
	s := c.text[c.toks[i].at:c.toks[j].end()]
	if len(s) > 8*maxText {
		s = s[:8*maxText]
	}
	broken := strings.IndexByte(s, '\n') >= 0
	if c.commented(s) {
		s = c.words(i, j)
	}
	if most := 3 * maxText; len(s) > most {
		if head := tidy(s[:most], broken); utf8.RuneCountInString(head) > maxText+8 {
			return cut(head, maxText) // the rest is not looked at
		}
	}
	return cut(tidy(s, broken), maxText)
}

// commented tells whether text may hold a comment.
func (c *code) commented(s string) bool {
	if !holdsAny(s, c.syn.comments) {
		return false
	}
	for _, l := range c.syn.line {
		if strings.Contains(s, l) {
			return true
		}
	}
	for _, b := range c.syn.blocks {
		if strings.Contains(s, b[0]) {
			return true
		}
	}
	return false
}

// holdsAny tells whether text holds one of a few bytes.
func holdsAny(s, bytes string) bool {
	for i := range len(bytes) {
		if strings.IndexByte(s, bytes[i]) >= 0 {
			return true
		}
	}
	return false
}

// words joins tokens, one blank where there was anything between them.
func (c *code) words(i, j int) string {
	var b strings.Builder
	for k := i; k <= j && b.Len() < 8*maxText; k++ {
		if k > i && c.toks[k-1].end() < c.toks[k].at {
			b.WriteByte(' ')
		}
		b.WriteString(c.str(k))
	}
	return b.String()
}
