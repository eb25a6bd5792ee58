package mapper

import "strings"

// Most symbols of a large file are never shown with all that belongs to them. So their
// heads and comments are kept as they stand in the file, and put in order when they are
// asked for.

// Tidy puts the signature and the documentation of every symbol of a map that OutlineText
// made on one line, each of the length that is shown. Format does not need it.
func (m *Map) Tidy() {
	if !m.rough {
		return
	}
	m.rough = false
	for _, s := range m.All {
		s.Signature, s.Doc, s.raw = s.head(), docText(s.Doc), asWritten
	}
}

// A raw says how the signature of a symbol is made of what is kept of it.
type raw byte

const (
	asWritten    raw = iota // it is that, on one line
	sqlStatement            // the begin of a statement
	sqlColumns              // what follows the label: the columns of a table
	sqlParams               // the parameters of a routine
	sqlOn                   // the table of a trigger
	sqlIndex                // what follows the name of an index
)

// head returns the signature of a symbol as it is shown.
func (s *Symbol) head() string {
	switch s.raw {
	case sqlStatement:
		text, _, _ := strings.Cut(s.Signature, ";")
		return headOf(text, 100)
	case sqlColumns:
		return headText(columnNames(strings.TrimSpace(s.Label), s.Signature))
	case sqlParams:
		return headText(strings.TrimSpace(s.Label) + paramsOf(s.Signature))
	case sqlIndex:
		if on := tableOf(s.Signature); on != "" {
			return headText(strings.TrimSpace(s.Label) + " ON " + on)
		}
		return headText(strings.TrimSpace(s.Label))
	case sqlOn:
		return headText(strings.TrimSpace(s.Label) + " ON " + s.Signature)
	}
	return headText(s.Signature)
}

// headText puts a head on one line, of the length that is shown.
func headText(s string) string {
	return cut(tidy(s, strings.IndexByte(s, '\n') >= 0), maxText)
}

// docText returns the documentation of a symbol. That with a line end in it is the comment
// as it stands.
func docText(s string) string {
	if strings.IndexByte(s, '\n') >= 0 {
		return docLine(s)
	}
	return oneLine(s)
}

// written returns the text from token i to the end of token j, which is put on one line when
// it is shown.
func (c *code) written(i, j int) string {
	if i < 0 || j < i || j >= len(c.toks) {
		return c.between(i, j)
	}
	s := c.text[c.toks[i].at:c.toks[j].end()]
	if len(s) > 3*maxText || c.commented(s) {
		return c.between(i, j)
	}
	return s
}

// doc returns the comment that stands right above token i, or the one that a block comment
// before it has. What it says is looked for when it is shown.
func (c *code) doc(i int) string {
	if i <= 0 {
		return c.docFirst()
	}
	from := int(c.tok(i - 1).end())
	gap := c.text[from:max(from, int(c.tok(i).at))]
	if len(gap) < 4 || !c.first(i) {
		return ""
	}
	n := strings.IndexByte(gap, '\n')
	if n < 0 {
		return ""
	}
	// The rest of the line before the first line end belongs to what stood there.
	gap = gap[n+1:]
	for k := range len(gap) {
		if c := gap[k]; c > ' ' || c < '\t' {
			if strings.IndexByte(gap[k:], '\n') < 0 {
				return ""
			}
			return gap
		}
	}
	return ""
}

// docFirst returns what the comment says that the file begins with.
func (c *code) docFirst() string {
	gap := c.text[:c.tok(0).at]
	if len(gap) < 4 {
		return ""
	}
	if strings.HasPrefix(gap, "#!") {
		gap = gap[len(lineOf(gap)):] // the program, not what it does
	}
	return docLine(gap)
}
