package mapper

var erlangSyntax = &syntax{line: []string{"%"}, long: `"'`, words: "@", hooks: "$", hook: func(l *lexer) (int, byte) {
	n := 2 // a character
	if l.at+1 < len(l.text) && l.text[l.at+1] == '\\' {
		n++
	}
	return min(l.at+n, len(l.text)), number
}}

var erlangKinds = &table{kinds: []kinded{{"record", Struct}, {"type", Type}, {"opaque", Type}, {"callback", Method}, {"define", Macro}}}

// scanErlang lists functions, with all their clauses, and records, types and macros. A
// form begins at the margin and ends with a full stop.
func scanErlang(f *file) {
	c := f.read(erlangSyntax)
	for i := 0; i < len(c.toks); {
		last := c.fullStop(i)
		switch {
		case c.kind(i) == '-' && c.kind(i+1) == word:
			c.erlangAttribute(i, last)
		case (c.kind(i) == word || c.kind(i) == quoted) && c.kind(i+1) == '(' && c.first(i):
			c.erlangForm(i, i, last, Function)
		}
		i = last + 1
	}
}

// fullStop returns the token that ends the form at token i.
func (c *code) fullStop(i int) int {
	for j := i; j < len(c.toks); {
		if c.kind(j) == '.' && (j+1 == len(c.toks) || c.first(j+1)) {
			return j
		}
		next := c.next(j)
		if !c.sound && next < len(c.toks) && c.first(next) && c.indent(next) == 0 && (c.kind(next) == '-' || c.kind(j) == '.') {
			return j
		}
		j = next
	}
	return len(c.toks) - 1
}

func (c *code) erlangAttribute(i, last int) {
	name := i + 2
	if c.kind(name) == '(' {
		name++
	}
	switch w := c.str(i + 1); {
	case w == "include" || w == "include_lib" || w == "behaviour" || w == "behavior" || w == "import":
		c.use(unquote(c.str(name)))
	case erlangKinds.get(w) != "" && c.kind(name) == word:
		c.erlangForm(i, name, last, erlangKinds.get(w))
	}
}

func (c *code) erlangForm(i, name, last int, kind Kind) {
	at := c.symbol(0, kind, unquote(c.str(name)), i, last)
	n := &c.nodes[at]
	n.Doc, n.Exported, n.Signature = c.doc(i), true, c.written(i, last-1)
	if kind == Function {
		n.Signature = c.between(i, c.next(i+1)-1)
	} else if c.lineOf(i) != c.endLine(last) || kind == Macro {
		n.Signature = c.between(i, name) + ")"
	}
}
