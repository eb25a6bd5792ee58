package mapper

import "strings"

var zigGrammar = &grammar{
	kinds:     &table{kinds: []kinded{{"fn", Function}, {"const", Constant}, {"var", Variable}, {"test", Test}}},
	modifiers: &table{words: []string{"pub", "export", "extern", "inline", "noinline", "comptime", "threadlocal"}}, public: &table{words: []string{"pub", "export"}},
	aside: true, named: zigName, special: zigSpecial,
}

var zigSyntax = &syntax{line: []string{"//", `\\`}, quotes: `"'`}

func scanZig(f *file) {
	d := &declScan{f.read(zigSyntax), zigGrammar}
	d.walk(0, len(d.toks), 0, "")
}

func zigName(d *declScan, i int) (name, after int) {
	if d.is(i-1, "test") && d.kind(i) == quoted || d.kind(i) == word && (!d.is(i-1, "fn") || d.kind(i+1) == '(') {
		return i, i + 1
	}
	return i, i
}

// zigSpecial reads a type that is the value of a constant, and imports.
func zigSpecial(d *declScan, i, end, depth int, in Kind) int {
	if d.is(i, "import") && d.kind(i-1) == '@' && d.kind(i+2) == quoted {
		d.use(unquote(d.str(i + 2)))
	}
	if !d.is(i, "const") || d.kind(i+2) != '=' || function(in) {
		return i
	}
	open := i + 3
	for open < end && (d.is(open, "packed") || d.is(open, "extern")) {
		open++
	}
	kind := Kind(d.str(open))
	if kind != Struct && kind != Enum && kind != Union && kind != "opaque" && kind != "error" {
		return i
	}
	if open++; d.kind(open) == '(' {
		open = d.next(open)
	}
	if d.kind(open) != '{' || d.mate(open) < 0 {
		return i
	}
	from := d.modified(i)
	at := d.symbol(depth, kind, d.str(i+1), from, d.mate(open))
	d.describe(at, from, from, i, open, d.mate(open))
	d.walk(open+1, d.mate(open), depth+1, kind)
	return d.mate(open) + 1
}

var elixirSyntax = &syntax{line: []string{"#"}, long: `"`, words: "@?!", hooks: `"~`, hook: elixirHook}

// elixirHook reads texts in three quotes, and sigils.
func elixirHook(l *lexer) (int, byte) {
	if l.text[l.at] == '"' {
		if end, kind := tripleString(l); end > 0 {
			return end, kind
		}
		if end := l.longString('"'); end > 0 {
			return end, quoted
		}
		return l.at + 1, '"' + 1
	}
	rest := l.text[l.at:]
	if len(rest) > 3 && wordByte(rest[1]) && strings.IndexByte("([{<|/\"", rest[2]) >= 0 && !strings.HasPrefix(rest[2:], `"""`) {
		if end := l.percent(rest[1:]); end > 0 {
			return l.at + end + 1, quoted
		}
	}
	return l.at + 1, '~'
}

func scanElixir(f *file) {
	e := &endScan{code: f.read(elixirSyntax), heads: elixirHead}
	e.run()
}

var elixirKinds = &table{kinds: []kinded{{"defmodule", Module}, {"defprotocol", Interface}, {"defimpl", Impl}, {"def", Function}, {"defp", Function},
	{"defmacro", Macro}, {"defmacrop", Macro}, {"defdelegate", Function}, {"defguard", Macro}, {"defguardp", Macro}, {"describe", Test}, {"test", Test}}}

// elixirHead reads a definition, with a body between do and end or none.
func elixirHead(e *endScan, i int) (int, bool) {
	if e.first(i) && (e.is(i, "import") || e.is(i, "alias") || e.is(i, "use") || e.is(i, "require")) && e.kind(i+1) == word {
		last := i + 1
		for e.kind(last+1) == '.' && e.kind(last+2) == word {
			last += 2
		}
		e.use(e.between(i+1, last))
	}
	kind, ok := elixirKinds.find(e.str(i))
	if !ok || !e.first(i) || i+1 >= len(e.toks) || e.first(i+1) || e.kind(i+1) != word && e.kind(i+1) != quoted && e.kind(i+1) != ':' {
		return i + 1, false
	}
	name := e.elixirName(i + 1)
	last, do := name, false
	for j := name + 1; j < len(e.toks) && j < i+400; j = last + 1 {
		if do = e.is(j, "do") && !e.pair2(j, word, ':'); do || e.first(j) && (e.breaks(j) || e.is(j, "else")) && e.indent(j) <= e.indent(i) {
			break
		}
		if last = j; e.sound {
			last = e.next(j) - 1
		}
	}
	at := e.symbol(e.depth(), kind, unquote(e.between(i+1, name)), i, last)
	n := &e.nodes[at]
	n.Doc, n.Exported = e.doc(i), !strings.HasSuffix(e.str(i), "p")
	n.Signature = e.between(i, last)
	for j := name; j < last; j++ {
		if e.kind(j) == ',' && e.is(j+1, "do") {
			n.Signature = e.between(i, j-1)
		}
		j = e.next(j) - 1
	}
	return last + 1, do
}

var rSyntax = &syntax{line: []string{"#"}, long: `"'`, words: "."}

// scanR lists functions by the names that they are assigned to.
func scanR(f *file) {
	c := f.read(rSyntax)
	c.assignedFunctions(0, len(c.toks), 0)
}

func (c *code) assignedFunctions(i, end, depth int) {
	for ; i < end; i++ {
		if (c.is(i, "library") || c.is(i, "require")) && c.kind(i+1) == '(' {
			c.use(unquote(c.str(i + 2)))
		}
		if !c.is(i, "function") || c.kind(i+1) != '(' || c.mate(i+1) < 0 {
			continue
		}
		name := i - 2
		if c.kind(i-1) == '-' {
			name = i - 3
		}
		body := c.mate(i+1) + 1
		if c.kind(name) != word && c.kind(name) != quoted || c.kind(i-1) != '=' && !c.pair2(i-2, '<', '-') || c.kind(body) != '{' || c.mate(body) < 0 {
			continue
		}
		at := c.symbol(depth, Function, unquote(c.str(name)), name, c.mate(body))
		c.nodes[at].Signature, c.nodes[at].Doc, c.nodes[at].Exported = c.written(name, body-1), c.doc(name), c.str(name)[0] != '.'
		c.assignedFunctions(body+1, c.mate(body), depth+1)
		i = c.mate(body)
	}
}

// elixirName returns the last token of the name at token i, which may be computed.
func (e *endScan) elixirName(i int) int {
	if e.kind(i) == ':' {
		i++
	}
	if e.is(i, "unquote") && e.kind(i+1) == '(' {
		return e.next(i+1) - 1
	}
	for e.kind(i+1) == '.' && e.kind(i+2) == word {
		i += 2
	}
	return i
}
