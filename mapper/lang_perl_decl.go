package mapper

import "strings"

// A perlScan follows the statements of a Perl file.
type perlScan struct {
	*code
	pack int // the node of the package around what comes, or -1
}

// scanPerl lists packages, subroutines, constants and the attributes of objects.
func scanPerl(f *file) {
	text := f.text
	for _, end := range []string{"\n__END__\n", "\n__DATA__\n"} {
		// A heredoc may hold the mark too.
		if n := strings.LastIndex(f.text, end); n >= 0 && !strings.Contains(f.text[n:], "\nsub ") {
			f.text = text[:n+1]
		}
	}
	p := &perlScan{f.read(perlSyntax), -1}
	p.walk(0, len(p.toks), 0)
	p.leave(len(p.toks))
	f.text = text
}

// leave ends the package that goes on to before token i.
func (p *perlScan) leave(i int) {
	if p.pack >= 0 && i > 0 {
		p.nodes[p.pack].Last = p.endLine(i - 1)
	}
	p.pack = -1
}

func (p *perlScan) walk(i, end, depth int) {
	if !p.within(depth - 1) {
		return
	}
	for i < end {
		if p.kind(i) == word && p.begins(i) {
			if next := p.statement(i, end, depth); next > i {
				i = next
				continue
			}
		}
		i++
	}
}

// begins tells whether token i begins a statement.
func (p *perlScan) begins(i int) bool {
	switch p.kind(i - 1) {
	case 0, ';', '{', '}':
		return true
	case word: // my sub, async sub
		return p.first(i) || p.is(i-1, "my") || p.is(i-1, "our") || p.is(i-1, "async")
	}
	return p.first(i) && !p.sound
}

func (p *perlScan) statement(i, end, depth int) int {
	if p.pack >= 0 && depth == 0 {
		depth = 1
	}
	switch p.str(i) {
	case "package", "class", "role":
		return p.packaged(i, end, depth)
	case "sub", "method":
		return p.sub(i, end, depth)
	case "use", "require":
		return p.used(i, end, depth)
	case "has", "field":
		if name := i + 1; (p.kind(name) == word || p.kind(name) == quoted) && depth <= 1 {
			return p.listed(i, name, end, depth, Field)
		}
	}
	return i
}

// nameEnd returns the index after the name at token i, whose parts :: joins.
func (p *perlScan) nameEnd(i int) int {
	if p.kind(i) != word {
		return i
	}
	for i++; p.pair2(i, ':', ':') && p.kind(i+2) == word; i += 3 {
	}
	return i
}

func (p *perlScan) packaged(i, end, depth int) int {
	after := p.nameEnd(i + 1)
	open := after
	for open < end && open < after+12 && p.kind(open) != '{' && p.kind(open) != ';' && p.kind(open) != '}' && p.kind(open) != 0 {
		open = p.next(open)
	}
	if after == i+1 || open >= end || p.kind(open) != '{' && p.kind(open) != ';' {
		return i
	}
	kind := Module
	if !p.is(i, "package") {
		kind = Class
	}
	if p.kind(open) == ';' {
		p.leave(i)
		p.pack = p.symbol(0, kind, p.between(i+1, after-1), i, open)
		p.nodes[p.pack].Signature, p.nodes[p.pack].Doc, p.nodes[p.pack].Exported = p.written(i, open-1), p.doc(i), true
		return open + 1
	}
	if p.mate(open) < 0 {
		return i
	}
	at := p.symbol(depth, kind, p.between(i+1, after-1), i, p.mate(open))
	p.nodes[at].Signature, p.nodes[at].Doc, p.nodes[at].Exported = p.written(i, open-1), p.doc(i), true
	p.walk(open+1, p.mate(open), depth+1)
	return p.mate(open) + 1
}

// sub reads a subroutine with its body; one that is only announced is left out.
func (p *perlScan) sub(i, end, depth int) int {
	after := p.nameEnd(i + 1)
	open := after
	for open < end && open < after+60 && p.kind(open) != '{' && p.kind(open) != ';' && p.kind(open) != '}' {
		open = p.next(open)
	}
	if after == i+1 || open >= end || p.kind(open) != '{' || p.mate(open) < 0 {
		return i
	}
	at := p.symbol(depth, Function, p.between(i+1, after-1), i, p.mate(open))
	n := &p.nodes[at]
	n.Signature, n.Doc, n.Exported = p.written(i, open-1), p.doc(i), p.str(i + 1)[0] != '_'
	p.walk(open+1, p.mate(open), depth+1)
	return p.mate(open) + 1
}

// used reads what is imported, and constants.
func (p *perlScan) used(i, end, depth int) int {
	after := p.nameEnd(i + 1)
	if after == i+1 {
		return i
	}
	switch name := p.between(i+1, after-1); {
	case name == "constant" && p.kind(after) == word:
		return p.listed(i, after, end, depth, Constant)
	case name == "parent" || name == "base":
		stop := after
		for stop+1 < end && p.kind(stop+1) != ';' {
			stop = p.next(stop+1) - 1
		}
		p.use(p.between(after, stop))
	case name[0] >= 'A' && name[0] <= 'Z':
		p.use(name)
	}
	return after
}

// listed lists the name at a token whose statement begins at token i.
func (p *perlScan) listed(i, name, end, depth int, kind Kind) int {
	last := name
	for last+1 < end && p.kind(last+1) != ';' && p.kind(last+1) != '}' {
		last = p.next(last+1) - 1
	}
	at := p.symbol(depth, kind, unquote(p.str(name)), i, last)
	n := &p.nodes[at]
	n.Doc, n.Exported, n.Signature = p.doc(i), true, p.written(i, name)
	if p.lineOf(i) == p.endLine(last) && p.tok(last).end()-p.tok(i).at < 80 {
		n.Signature = p.between(i, last)
	}
	return last + 1
}
