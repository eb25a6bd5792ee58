package mapper

// bodyAfter looks for the body of a declaration whose name ends before token i. It
// returns its opening brace, or 0, and the last token of the declaration.
func (d *declScan) bodyAfter(key, i, end int, kind Kind) (body, last int) {
	assigned := false
	end = d.ahead(i, end)
	if d.lines && function(kind) { // parameters may begin a line
		if j := d.angle(i); d.first(j) && d.kind(j) == '(' {
			i = d.next(j)
		}
	}
	for j := i; j < end; {
		switch k := d.kind(j); {
		case k == '{' && !assigned:
			if d.mate(j) < 0 {
				return 0, j
			}
			return j, d.mate(j)
		case k == ';':
			return 0, j
		case k == '}', k == ')', k == ']', k == ',' && value(kind) && j > i:
			return 0, max(j-1, i-1)
		case k == '=' && !d.compares(j):
			assigned = true
		case d.lines && d.first(j) && d.breaks(j) && (!d.sound || d.indent(j) <= d.indent(key)):
			return 0, j - 1
		case k == '<' && !assigned:
			j = max(d.angle(j), j+1)
			continue
		}
		j = d.next(j)
	}
	return 0, max(end-1, i-1)
}

// compares tells whether the = at token i is a part of an operator that does not assign.
func (c *code) compares(i int) bool {
	return c.pair2(i, '=', '=') || c.pair2(i-1, '=', '=') || c.pair2(i, '=', '>') || c.pair2(i-1, '!', '=') || c.pair2(i-1, '<', '=') || c.pair2(i-1, '>', '=')
}

// breaks tells whether the line that begins with token i is a statement of its own.
func (c *code) breaks(i int) bool {
	switch c.kind(i) {
	case word:
		switch c.str(i) {
		case "in", "is", "as", "where", "throws", "extends", "with", "else", "implements", "by", "derives":
			return false
		}
	case quoted, number, '{', '(', '@', '#', '[', '`', '~', '!':
		if c.kind(i) == '{' || c.kind(i) == '(' && c.kind(i-1) == '=' {
			return c.kind(i-1) == ';'
		}
	default:
		return false
	}
	switch c.kind(i - 1) {
	case word:
		switch c.str(i - 1) {
		case "in", "is", "as", "where", "else", "return", "extends", "with", "new", "throw":
			return false
		}
		return true
	case number, quoted, ')', ']', '}', '`', '!', '?', '_':
		return true
	case '>':
		return c.kind(i-2) != '-' && c.kind(i-2) != '='
	}
	return false
}
