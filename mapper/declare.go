package mapper

// A grammar says how the declarations of a language look in which a keyword tells what
// is declared: modifiers, keyword, name, and a body in braces or none.
type grammar struct {
	kinds     *table // by keyword
	modifiers *table
	private   *table // the modifiers that hide; nil: hidden without public
	public    *table
	// lines tells that the end of a line ends a declaration without a body.
	lines bool
	// aside tells that attributes stand before a declaration, not in it.
	aside bool
	// special reads what begins at token i in a way of its own and returns the index
	// after it, or i.
	special func(d *declScan, i, end, depth int, in Kind) int
	// named finds the name after the keyword at token i-1: its first token, and the
	// index after it, which is the same when there is none.
	named func(d *declScan, i int) (name, after int)
	// more returns the last token of what goes on with a value that seems to end with
	// token last, or last; nil: nothing does.
	more func(d *declScan, last, end int) int
}

// A declScan walks the tokens of a file by a grammar.
type declScan struct {
	*code
	*grammar
}

// walk lists what the tokens from i to end declare; in is the kind of symbol around.
func (d *declScan) walk(i, end, depth int, in Kind) {
	members := in == Enum || in == Struct || in == Union // which may begin with anything in Rust
	if d.nested++; d.nested > maxNested {
		d.tooDeep()
		i = end
	}
	for i < end {
		if inert[d.kind(i)] && !members {
			i++
			continue
		}
		i = max(d.step(i, end, depth, in), i+1)
	}
	d.nested--
}

// inert are the tokens that no declaration begins with.
var inert = [256]bool{';': true, ',': true, '.': true, ')': true, ']': true, '}': true, '=': true, ':': true, '+': true, '-': true, '*': true, '/': true,
	'%': true, '!': true, '&': true, '|': true, '>': true, quoted: true, number: true}

func (d *declScan) step(i, end, depth int, in Kind) int {
	if d.special != nil {
		if next := d.special(d, i, end, depth, in); next > i {
			return next
		}
	}
	if d.kind(i) != word {
		return i + 1
	}
	kind, ok := d.kinds.find(d.str(i))
	if !ok || d.kind(i-1) == '.' || d.kind(i-1) == ':' && d.kind(i-2) == ':' {
		return i + 1
	}
	if value(kind) && function(in) {
		return i + 1
	}
	name, after := d.nameAfter(i + 1)
	if after == name {
		return i + 1
	}
	return d.declare(i, name, after, end, depth, kind, in)
}

func value(k Kind) bool { return k == Variable || k == Constant || k == Field }

func function(k Kind) bool { return k == Function || k == Method }

func (d *declScan) nameAfter(i int) (name, after int) {
	if d.named != nil {
		return d.named(d, i)
	}
	if d.kind(i) == word {
		return i, i + 1
	}
	return i, i
}

// declare lists the declaration with the keyword at token key and the name from token
// name to before after.
func (d *declScan) declare(key, name, after, end, depth int, kind, in Kind) int {
	body, last := d.bodyAfter(key, after, end, kind)
	if d.more != nil && value(kind) {
		last = d.more(d, last, end)
	}
	from := d.modified(key)
	first := from
	if !d.aside {
		first = d.attributed(from)
	}
	if kind == Function && in != "" && !function(in) && in != Module && in != Namespace {
		kind = Method
	}
	at := d.symbol(depth, kind, d.between(name, after-1), first, last)
	d.describe(at, first, from, key, body, last)
	switch {
	case value(kind):
		d.nodes[at].Signature = d.short(from, name, after, last)
		d.walk(after, last+1, depth+1, Function)
	case body > 0:
		d.walk(body+1, d.mate(body), depth+1, kind)
	case function(kind):
		d.walk(after, last+1, depth+1, kind)
	}
	return last + 1
}

// describe fills in what the head of the symbol listed at says.
func (d *declScan) describe(at, first, from, key, body, last int) {
	n := &d.nodes[at]
	stop := last
	if body > 0 {
		stop = body - 1
	} else if d.kind(stop) == ';' {
		stop--
	}
	if body == 0 && function(n.Kind) && d.endLine(stop) > d.lineOf(from) {
		for j := key; j < stop; j = d.next(j) {
			if d.kind(j) == '=' && !d.compares(j) {
				stop = j - 1
			}
		}
	}
	n.Signature = d.written(from, stop)
	head := d.attributed(from)
	n.Doc = d.doc(head)
	if line := d.lineOf(head); line < n.First {
		n.Head = line
	}
	n.Exported = d.private != nil
	for j := from; j < key; j++ {
		w := d.str(j)
		switch {
		case d.private.has(w):
			n.Exported = false
		case d.public.has(w):
			n.Exported = true
		}
		if d.modifiers.has(w) {
			d.modify(n, w)
		}
	}
}

// short words a variable: up to its value, or with it where it is short.
func (d *declScan) short(from, name, after, last int) string {
	stop := last
	for j := after; j <= last; j = d.next(j) {
		if d.kind(j) == '{' {
			stop = j - 1
			break
		}
		if d.kind(j) == '=' && (d.endLine(last) > d.lineOf(from) || d.tok(last).end()-d.tok(from).at > 90) {
			stop = j - 1
			break
		}
	}
	if d.kind(stop) == ';' {
		stop--
	}
	return d.written(from, max(stop, name))
}

// modified returns the first of the modifiers before token i.
func (d *declScan) modified(i int) int {
	for n := 0; i > 0 && n < mostModifiers; n++ {
		j := i - 1
		if d.kind(j) == '@' && d.is(i, "interface") { // of Java
			i = j
			continue
		}
		if (d.kind(j) == ')' || d.kind(j) == ']') && d.mate(j) > 0 && scoped.has(d.str(d.mate(j)-1)) {
			j = d.mate(j) - 1
		}
		if d.kind(j) == quoted && d.is(j-1, "extern") {
			j--
		}
		if d.kind(j) != word || d.str(j) == d.str(i) || !d.modifiers.has(d.str(j)) || d.operand(j) || d.kind(j-1) == '@' {
			return i
		}
		i = j
	}
	return i
}

// mostModifiers is how many a declaration may have.
const mostModifiers = 12

// scoped are the modifiers that may have parentheses.
var scoped = set("pub", "private", "public", "internal", "fileprivate", "unowned", "open", "package", "protected")

// operand tells whether the word at token j, which may be a modifier, is the end of an
// expression before.
func (d *declScan) operand(j int) bool {
	switch d.kind(j - 1) {
	case '=', ':', '.', '?', '+', '-', '*', '/', '&', '|', '!', '>':
		return !d.first(j)
	}
	return false
}

// glued tells whether the @ at token i belongs to the word before it, as in this@name.
func (d *declScan) glued(i int) bool {
	return d.kind(i-1) == word && d.toks[i-1].end() == d.toks[i].at
}
