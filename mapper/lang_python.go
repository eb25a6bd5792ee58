package mapper

import "strings"

// A block is a def or class of Python whose lines are being read.
type block struct {
	indent, body, node int
	kind               Kind
}

// A pyScan follows the logical lines of a Python file; the indentation says where a
// block ends.
type pyScan struct {
	*code
	open []block
	head int // the first decorator of what comes, or -1
	seen map[string]bool
}

// scanPython lists classes, functions and what a module or class assigns by name.
func scanPython(f *file) {
	text := f.text
	f.text = insideOut(text)
	p := &pyScan{code: f.read(pythonSyntax), head: -1, seen: map[string]bool{}}
	f.text, p.text = text, text
	for i := 0; i < len(p.toks); {
		p.statement(i)
		i = p.lineEnd(i)
	}
	p.leave(0, len(p.toks))
}

// lineEnd returns the token that begins the logical line after token i.
func (p *pyScan) lineEnd(i int) int {
	toks := p.toks
	for i < len(toks) {
		if mate := int(toks[i].mate()); mate > i {
			i = mate
		}
		if i++; i < len(toks) && toks[i].first && toks[i-1].kind != '\\' {
			break
		}
	}
	return i
}

// leave ends the blocks that token i, which begins a line, is not part of.
func (p *pyScan) leave(indent, i int) {
	last := 0
	for n := len(p.open) - 1; n >= 0 && p.open[n].indent >= indent; n-- {
		last = max(last, p.remarks(i, p.open[n].body))
		p.nodes[p.open[n].node].Last = last
		p.open = p.open[:n]
	}
}

// remarks returns the last line before token i that belongs to a block: the one of
// the token before, or of the comments after it that are indented like the block.
func (p *pyScan) remarks(i, body int) int {
	last := p.endLine(i - 1)
	end := len(p.text)
	if i < len(p.toks) {
		end = int(p.toks[i].at)
	}
	gap := p.text[p.toks[i-1].end():end]
	if strings.IndexByte(gap, '#') < 0 {
		return last
	}
	n := last
	for line := range strings.Lines(gap) {
		text := strings.TrimSpace(line)
		if n > last || n > p.endLine(i-1) {
			if text != "" && (text[0] != '#' || columns(line, 8) < body) {
				break
			}
			if text != "" {
				last = n
			}
		}
		n++
	}
	return last
}

func (p *pyScan) statement(i int) {
	indent := p.indent(i)
	p.leave(indent, i)
	if n := len(p.open); n > 0 && p.open[n-1].kind != Class && !pyBegins[p.text[p.toks[i].at]] {
		p.head = -1
		return // in a function no other statement matters
	}
	at := i
	if p.is(i, "async") {
		at++
	}
	switch p.str(at) {
	case "@":
		if p.head < 0 {
			p.head = i
		}
		return
	case "def", "class":
		if p.kind(at+1) == word {
			p.define(i, at, indent)
		}
	case "import", "from":
		p.imported(i)
	default:
		p.assigned(i)
	}
	p.head = -1
}

// pyBegins are the first bytes of the statements that matter everywhere.
var pyBegins = [256]bool{'@': true, 'a': true, 'c': true, 'd': true, 'f': true, 'i': true}

// define lists the def or class at token at, of which i is the first.
func (p *pyScan) define(i, at, indent int) {
	colon, depth := p.colon(at+2), len(p.open)
	node := len(p.nodes)
	s := p.put(depth)
	s.Name, s.Kind, s.First = p.str(at+1), Function, p.lineOf(i)
	s.Last, s.Exported, s.Doc = s.First, s.Name[0] != '_', p.docstring(colon+1)
	from := at + 1
	switch {
	case p.is(at, "class"):
		s.Kind, from = Class, at
	case depth > 0 && p.open[depth-1].kind == Class:
		s.Kind = Method
	}
	if at > i {
		p.modify(s, "async")
	}
	if p.head >= 0 {
		s.Head = p.lineOf(p.head)
		for j := p.head; j < i; j = p.lineEnd(j) {
			p.modify(s, p.decorator(j))
		}
	}
	if s.Signature = p.written(from, colon-1); len(s.Modifiers) > 0 {
		s.Signature = cut(strings.Join(s.Modifiers, " ")+" "+headText(s.Signature), maxText)
	}
	body := indent + 1
	if colon+1 < len(p.toks) && p.first(colon+1) {
		body = max(body, p.indent(colon+1))
	}
	p.open = append(p.open, block{indent, body, node, s.Kind})
}

// decorator returns the name of the decorator at i, with its mark.
func (p *pyScan) decorator(i int) string {
	j := i
	for p.kind(j+1) == word || p.kind(j+1) == '.' {
		j++
		if p.first(j + 1) {
			break
		}
	}
	return p.between(i, j)
}

// colon returns the index of the colon that ends the head of a block.
func (p *pyScan) colon(i int) int {
	for ; i < len(p.toks); i = p.next(i) {
		if p.kind(i) == ':' || p.toks[i].first && p.kind(i-1) != '\\' {
			return i
		}
	}
	return i
}

// docstring returns the first line of the string that token i may be.
func (p *pyScan) docstring(i int) string {
	if p.kind(i) == word && p.kind(i+1) == quoted && p.toks[i].to == p.toks[i+1].at {
		i++
	}
	if p.kind(i) != quoted || !p.first(i) && !p.first(i-1) {
		return ""
	}
	text := p.str(i)
	for text != "" && (text[0] == '"' || text[0] == '\'') {
		text = text[1:]
	}
	for text != "" && (text[len(text)-1] == '"' || text[len(text)-1] == '\'') {
		text = text[:len(text)-1]
	}
	for text != "" {
		first := lineOf(text)
		text = text[min(len(first)+1, len(text)):]
		if first = trim(first); first != "" {
			return first
		}
	}
	return ""
}

func (p *pyScan) imported(i int) {
	end := p.lineEnd(i)
	if p.is(i, "from") {
		j := i + 1
		for j < end && !p.is(j, "import") {
			j++
		}
		p.use(p.between(i+1, j-1))
		return
	}
	for j := i + 1; j < end; j++ {
		from := j
		for j+1 < end && p.kind(j+1) != ',' && !p.is(j+1, "as") {
			j++
		}
		p.use(p.between(from, j))
		for j+1 < end && p.kind(j+1) != ',' {
			j++
		}
		j++
	}
}

// assigned lists a name that a module or class gives a value or a type.
func (p *pyScan) assigned(i int) {
	depth := len(p.open)
	if p.kind(i) != word || depth > 0 && p.open[depth-1].kind != Class || depth == 0 && p.indent(i) > 0 {
		return
	}
	switch p.str(i) {
	case "else", "try", "finally", "lambda", "except":
		return
	}
	typed := p.kind(i+1) == ':'
	if !typed && (p.kind(i+1) != '=' || p.pair2(i+1, '=', '=')) {
		return
	}
	name := p.str(i)
	upper := name == strings.ToUpper(name)
	if depth == 0 && (!typed && !upper && !p.is(i+2, "lambda") || p.seen[name]) || typed && p.first(i+2) {
		return
	}
	if depth == 0 {
		p.seen[name] = true
	}
	end := p.lineEnd(i)
	s := Symbol{Name: name, Kind: Variable, Exported: name[0] != '_', Doc: "", First: p.lineOf(i), Last: p.endLine(end - 1)}
	switch {
	case depth > 0:
		s.Kind = Field
	case upper:
		s.Kind = Constant
	}
	s.Signature = p.written(i, p.valueEnd(i, end, typed))
	p.add(depth, s)
}

// valueEnd returns the last token that is shown of an assignment: the type, or the
// value where it is short.
func (p *pyScan) valueEnd(i, end int, typed bool) int {
	last := i
	for j := i + 1; j < end; j = p.next(j) {
		if typed && p.kind(j) == '=' {
			return j - 1
		}
		last = p.next(j) - 1
	}
	if p.endLine(last) > p.lineOf(i) || int(p.tok(last).end()-p.tok(i).at) > 60 {
		return i
	}
	return last
}
