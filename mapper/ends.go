package mapper

// A frame is a block that ends with a word, and is open.
type blockFrame struct {
	node, indent int
	kind         Kind
	end          int // the last token that may end it, in a flat block
}

// An endScan follows blocks that end with the word end. The end of a block is indented
// like the line where it begins; so a block whose end is missing ends where a line
// stands no deeper than its own.
type endScan struct {
	*code
	open []blockFrame
	// heads reads the declaration at token i and returns the index after its head, and
	// whether a block begins there. It lists the symbol.
	heads func(e *endScan, i int) (next int, block bool)
	// flat tells that what a module holds may be indented like the module.
	flat bool
}

func (e *endScan) run() {
	inside := 0 // up to where brackets hold what comes, however it is indented
	for i := 0; i < len(e.toks); {
		if k := e.kind(i); e.sound && (k == '(' || k == '[') {
			inside = max(inside, e.mate(i))
		}
		if e.first(i) && (i >= inside || e.is(i, "end")) {
			e.outdent(i)
		}
		next, block := e.heads(e, i)
		if block {
			at := len(e.nodes) - 1
			if last := e.sameLine(i); last > 0 {
				e.nodes[at].Last = e.lineOf(last)
			} else {
				e.open = append(e.open, blockFrame{at, e.indent(i), e.nodes[at].Kind, 0})
			}
		}
		i = max(next, i+1)
	}
	e.close(0, len(e.toks)-1)
}

// depth returns how deep a symbol stands that begins now.
func (e *endScan) depth() int { return len(e.open) }

// in returns the kind of the block around.
func (e *endScan) in() Kind {
	if len(e.open) == 0 {
		return ""
	}
	return e.open[len(e.open)-1].kind
}

// lineStart returns the first token of the line of token i, or one of the many before
// it.
func (e *endScan) lineStart(i int) int {
	for n := 0; i > 0 && !e.toks[i].first && n < 50; n++ {
		i--
	}
	return i
}

// outdent ends the blocks that the line beginning with token i ends or is no part of.
func (e *endScan) outdent(i int) {
	if len(e.open) == 0 {
		return
	}
	indent, n := e.indent(i), len(e.open)
	if e.is(i, "end") {
		for n > 0 && e.open[n-1].indent > indent {
			n--
		}
		if n > 0 && n < len(e.open) && e.open[n-1].indent < indent {
			e.close(n+1, i-1)
			e.close(n, i) // which stands further out than it should
			return
		}
		e.close(n, i-1)
		if n > 0 && e.open[n-1].indent == indent {
			if e.flat && e.open[n-1].kind == Module {
				e.open[n-1].end = i
				return
			}
			e.close(n-1, i)
		}
		return
	}
	if e.kind(i) != word || e.is(i, "rescue") || e.is(i, "ensure") || e.is(i, "else") || e.is(i, "after") || e.is(i, "catch") {
		return
	}
	for n > 0 && e.open[n-1].indent >= indent && !(e.open[n-1].indent == indent && e.divides(i, e.open[n-1].kind)) {
		n--
	}
	e.close(n, i-1)
}

// divides tells whether token i goes on with a class or module that is indented like it:
// a line of its own that says who sees what comes next, or anything in a flat module.
func (e *endScan) divides(i int, in Kind) bool {
	if e.flat && in == Module {
		return !e.is(i, "module") || e.open[len(e.open)-1].end == 0
	}
	if in != Class && in != Module || i+1 < len(e.toks) && !e.first(i+1) {
		return false
	}
	return e.is(i, "private") || e.is(i, "protected") || e.is(i, "public")
}

// close ends the blocks from n on at token last.
func (e *endScan) close(n, last int) {
	for _, f := range e.open[n:] {
		if f.end > 0 {
			e.nodes[f.node].Last = e.endLine(f.end)
			continue
		}
		e.nodes[f.node].Last = e.endLine(max(last, 0))
	}
	e.open = e.open[:n]
}

// sameLine returns the last token of the line of token i when it ends the block that
// begins in that line, or 0.
func (e *endScan) sameLine(i int) int {
	depth, j := 0, i
	for end := e.ahead(i, i+500); j < end && (j == i || !e.toks[j].first); j++ {
		e.steps++
		if e.kind(j) != word || e.kind(j-1) == '.' || e.kind(j-1) == ':' {
			continue
		}
		switch e.str(j) {
		case "def", "class", "module", "function", "do", "if", "begin", "case", "repeat", "fn", "defmodule":
			depth++
		case "end", "until":
			if depth--; depth <= 0 {
				return j
			}
		}
	}
	return 0
}
