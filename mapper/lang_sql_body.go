package mapper

import (
	"math/bits"
	"strings"
)

// A sqlBody looks for the end of a statement.
type sqlBody struct {
	*sqlScan
	routine bool
	need    bool // declarations come before BEGIN, as in Oracle
	rows    bool // its parentheses are counted
	i       int
	depth   int // of BEGIN and CASE
	parens  int
	groups  int // in parentheses
}

// sqlPlain are the bytes that mean nothing outside of routines, if they end no statement.
var sqlPlain = func() (plain [256]bool) {
	for c := range plain {
		plain[c] = strings.IndexByte("\n'\"`-/#$()", byte(c)) < 0
	}
	return plain
}()

// sqlPlainTo are those where a byte ends a statement. Only what lists rows is asked for its
// parentheses.
func sqlPlainTo(term byte, parens bool) *[256]bool {
	plain := sqlPlain
	plain['('], plain[')'] = !parens, !parens
	plain[term] = false
	return &plain
}

// find returns where what ends the statement begins.
func (b *sqlBody) find() int {
	text, start := b.text, b.i
	for b.i < len(text) {
		if !b.routine {
			if b.plain(); b.i == len(text) {
				break
			}
		}
		c := text[b.i]
		switch {
		case c == b.term[0] && b.depth <= 0 && !b.need && strings.HasPrefix(text[b.i:], b.term):
			return b.i
		case c == '\n' && b.i > start && b.lineEnds():
			return b.i
		}
		b.pass(c)
	}
	return len(text)
}

// plain goes on to the next byte that may mean something.
func (b *sqlBody) plain() {
	text, i, plain := b.text, b.i, b.other
	if b.rows {
		plain = b.inRows
	}
	for !b.rows && b.term[0] == ';' && i+8 <= len(text) {
		odd := sqlOdd(eight(text, i))
		if odd == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(odd) / 8
		if c := text[i]; !plain[c] && (c != '\n' || i+1 < len(text) && sqlLine[text[i+1]]) {
			b.i = i
			return
		}
		i++
	}
	for i < len(text) && plain[text[i]] {
		i++
	}
	b.i = i
}

// sqlOdd returns a bit for each of eight bytes that may mean something: those below an
// opening parenthesis but for blanks, dashes and slashes, semicolons and backquotes.
func sqlOdd(x uint64) uint64 {
	x |= highs
	above := x - lows*'(' | ^(x ^ lows*' ' - lows)
	return ^(above & ((x | lows*2) ^ lows*'/' - lows) & (x ^ lows*';' - lows) & (x ^ lows*'`' - lows)) & highs
}

// sqlLine are the bytes that a line may begin with which ends a statement.
var sqlLine = [256]bool{'/': true, 'G': true, 'g': true, 'C': true, 'A': true, 'I': true}

// pass goes past what begins with the byte c, which ends nothing.
func (b *sqlBody) pass(c byte) {
	switch {
	case c == '\'' || c == '"' || c == '`':
		b.i = b.quoted(c)
	case c == '-' || c == '/' || c == '#':
		b.i = max(b.comment(b.i), b.i+1)
	case c == '$':
		b.i = b.dollar()
	case b.routine && wordByte(c):
		b.word()
	case c == '(':
		if b.parens == 0 {
			b.groups++
		}
		b.parens++
		b.i++
	case c == ')':
		b.parens = max(b.parens-1, 0)
		b.i++
	default:
		b.i++
	}
}

// lineEnds tells whether the next line ends the statement: it tells SQL Server or
// Oracle to run it, or begins another where this one has lost its end.
func (b *sqlBody) lineEnds() bool {
	rest := b.text[b.i+1:]
	if rest == "" {
		return false
	}
	switch c := rest[0]; {
	case c == '/' || c == 'G' || c == 'g':
		line, _, _ := strings.Cut(rest[:min(len(rest), 8)], "\n")
		line = strings.TrimSpace(line)
		return line == "/" || strings.EqualFold(line, "go")
	case c == 'C' || c == 'A' || c == 'I':
		return b.depth <= 0 && begins(rest) || b.strict && strings.HasPrefix(rest, "CREATE ")
	}
	return false
}

// begins tells whether a line begins a statement that never stands within another.
func begins(line string) bool {
	return strings.HasPrefix(line, "CREATE ") || strings.HasPrefix(line, "ALTER TABLE ") || strings.HasPrefix(line, "INSERT INTO ") ||
		strings.HasPrefix(line, "COMMENT ON ")
}

// quoted returns the end of the string or quoted name at b.i.
func (b *sqlBody) quoted(q byte) int {
	for i := b.i + 1; i < len(b.text); i++ {
		switch c := b.text[i]; {
		case c == q:
			if i+1 < len(b.text) && b.text[i+1] == q {
				i++
				continue
			}
			return i + 1
		case c == '\\' && (b.escapes() || b.i > 0 && (b.text[b.i-1] == 'E' || b.text[b.i-1] == 'e')):
			i++
		case c == '\n' && b.strict && i+1 < len(b.text) && begins(b.text[i+1:]):
			return b.i + 1
		}
	}
	b.unended = true
	if n := strings.IndexByte(b.text[b.i:], '\n'); b.strict && n >= 0 {
		return b.i + n
	}
	return len(b.text)
}

// dollar returns the end of the text between two tags such as $$ at b.i.
func (b *sqlBody) dollar() int {
	end := b.i + 1
	for end < len(b.text) && wordByte(b.text[end]) {
		end++
	}
	if end == len(b.text) || b.text[end] != '$' || end > b.i+1 && b.text[b.i+1] <= '9' || b.i > 0 && wordByte(b.text[b.i-1]) {
		return b.i + 1
	}
	tag := b.text[b.i : end+1]
	n := -1
	if !b.hopeless() {
		n = strings.Index(b.text[end+1:], tag)
	}
	if n < 0 {
		b.unended = true
		b.lost++
		return end + 1
	}
	b.routine, b.need = false, false
	return end + 1 + n + len(tag)
}

// word follows BEGIN and END through the body of a routine.
func (b *sqlBody) word() {
	from := b.i
	for b.i < len(b.text) && wordByte(b.text[b.i]) {
		b.i++
	}
	word := b.text[from:b.i]
	if c := word[0] | 0x20; len(word) < 3 || len(word) > 5 || c != 'b' && c != 'c' && c != 'e' {
		return
	}
	switch strings.ToUpper(word) {
	case "BEGIN", "CASE":
		if next := sqlWord(b.text, b.i); !strings.HasPrefix(next, "TRAN") {
			b.depth++
			b.need = false
		}
	case "END":
		switch sqlWord(b.text, b.i) {
		case "IF", "LOOP", "WHILE", "REPEAT", "FOR":
		case "CASE":
			b.i += len(b.text[b.i:]) - len(strings.TrimLeft(b.text[b.i:], " \t\r\n")) + len("CASE")
			b.depth--
		default:
			b.depth--
		}
	}
}

// sqlWord returns the word at i, after white space, in capitals.
func sqlWord(text string, i int) string {
	for i < len(text) && text[i] <= ' ' {
		i++
	}
	end := i
	for end < len(text) && end < i+16 && wordByte(text[end]) {
		end++
	}
	return upper(text[i:end])
}

// sqlWordIn tells whether the word at i, after white space, is one of a set of words in
// capitals. Most are none: no copy is made to see that.
func sqlWordIn(text string, i int, words *table) bool {
	for i < len(text) && text[i] <= ' ' {
		i++
	}
	if i == len(text) {
		return false
	}
	x, n := words.indexed(), 0
	most := min(bits.Len32(x.lengths[text[i]&31]), 16, len(text)-i) // of either case
	for n < most && wordByte(text[i+n]) {
		n++
	}
	if n == 0 || n == most && i+n < len(text) || !x.fits(text[i], n) {
		return false
	}
	var word [16]byte
	for k, c := range []byte(text[i : i+n]) {
		if word[k] = c; c >= 'a' && c <= 'z' {
			word[k] -= 'a' - 'A'
		}
	}
	_, ok := x.of[string(word[:n])]
	return ok
}
