package mapper

import "strings"

// Languages whose files are blocks of words before braces: Protobuf, GraphQL and HCL.

var protoSyntax = &syntax{line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`, words: "."}

// scanProto lists messages, enumerations and services with what they hold.
func scanProto(f *file) {
	c := f.read(protoSyntax)
	c.proto(0, len(c.toks), 0)
}

func (c *code) proto(i, end, depth int) {
	for i < end {
		last := c.until(i, end)
		body := i
		for body < last && c.kind(body) != '{' {
			body = c.next(body)
		}
		c.protoLine(i, last, body, depth)
		i = last + 1
	}
}

// until returns the token that ends the statement at i: a semicolon, or the brace that
// closes its block.
func (c *code) until(i, end int) int {
	for j := i; j < end; {
		switch c.kind(j) {
		case ';', '}':
			return j
		case '{':
			if m := c.mate(j); m > j && c.kind(m+1) != ';' {
				return min(m, end-1)
			}
		}
		if j > i && c.first(j) && !c.sound && c.kind(j) == word && c.indent(j) <= c.indent(i) {
			return j - 1
		}
		j = c.next(j)
	}
	return end - 1
}

var protoKinds = &table{kinds: []kinded{{"message", Struct}, {"enum", Enum}, {"service", Interface}, {"oneof", "oneof"}, {"extend", "extend"}, {"group", Struct}, {"rpc", Method}}}

// protoLine lists one statement that goes from token i to last, with its block at body.
func (c *code) protoLine(i, last, body, depth int) {
	kind := protoKinds.get(c.str(i))
	head := last
	if body < last || c.kind(body) == '{' {
		head = body
	}
	switch name := c.str(i); {
	case name == "import":
		for j := i + 1; j < last; j++ {
			if c.kind(j) == quoted {
				c.use(unquote(c.str(j)))
			}
		}
	case name == "package" && depth == 0:
		at := c.symbol(0, "package", c.str(i+1), i, last)
		c.nodes[at].Signature = c.between(i, i+1)
	case kind != "" && c.kind(i+1) == word:
		at := c.symbol(depth, kind, c.str(i+1), i, last)
		n := &c.nodes[at]
		n.Signature, n.Doc, n.Exported = c.written(i, head-1), c.doc(i), true
		if name == "rpc" {
			return
		}
		if c.within(depth) {
			c.proto(body+1, last, depth+1)
		}
	case depth > 0 && name != "option" && name != "reserved" && name != "extensions":
		for j := i + 1; j < last; j++ {
			if c.kind(j) == '=' && c.kind(j-1) == word {
				at := c.symbol(depth, Field, c.str(j-1), i, last)
				c.nodes[at].Signature, c.nodes[at].Doc = c.written(i, j+1), c.doc(i)
				return
			}
		}
	}
}

var graphSyntax = &syntax{line: []string{"#"}, quotes: `"`, words: "$@!", hooks: `"`, hook: tripleQuote}

// tripleQuote is a string in three quotes, which may run over lines.
func tripleQuote(l *lexer) (int, byte) {
	if !strings.HasPrefix(l.text[l.at:], `"""`) {
		return 0, 0
	}
	n := strings.Index(l.text[l.at+3:], `"""`)
	if n < 0 || l.strict {
		return l.at + 3, '"'
	}
	return l.at + n + 6, quoted
}

// scanGraphQL lists types with their fields, and operations.
func scanGraphQL(f *file) {
	c := f.read(graphSyntax)
	for i := 0; i < len(c.toks); {
		if c.kind(i) != word || !c.first(i) {
			i = c.next(i)
			continue
		}
		i = c.graphType(i)
	}
}

var graphKinds = &table{kinds: []kinded{{"type", Type}, {"input", "input"}, {"interface", Interface}, {"enum", Enum}, {"union", Union}, {"scalar", "scalar"}, {"directive", "directive"},
	{"schema", "schema"}, {"query", "query"}, {"mutation", "mutation"}, {"subscription", "subscription"}, {"fragment", "fragment"}}}

func (c *code) graphType(i int) int {
	from, doc := i, ""
	if c.kind(i-1) == quoted {
		doc = oneLine(unquote(c.str(i - 1)))
	}
	if c.is(i, "extend") {
		i++
	}
	kind := graphKinds.get(c.str(i))
	if kind == "" {
		return c.next(from)
	}
	end := i + 1
	for end < len(c.toks) && c.kind(end) != '{' && (!c.first(end) || c.kind(end) == '|' || c.kind(end-1) == '=' || c.kind(end-1) == '|') {
		end = c.next(end)
	}
	name, last := c.str(i+1), end-1
	if c.kind(i+1) == '@' {
		name = c.str(i + 2)
	} else if c.kind(i+1) != word {
		name = string(kind)
	}
	body := c.kind(end) == '{' && c.mate(end) > end
	if body {
		last = c.mate(end)
	}
	at := c.symbol(0, kind, strings.TrimPrefix(name, "@"), from, last)
	c.nodes[at].Signature, c.nodes[at].Label, c.nodes[at].Doc = c.written(from, end-1), c.between(from, min(i+1, end-1)), doc
	if c.kind(i+1) == '@' {
		c.nodes[at].Label = c.between(from, min(i+2, end-1))
	}
	if body && kind != "query" && kind != "mutation" && kind != "subscription" && kind != "fragment" {
		c.graphFields(end+1, last, kind)
	}
	return last + 1
}

func (c *code) graphFields(i, end int, kind Kind) {
	for i < end {
		next := i + 1
		for next < end && !(c.first(next) && (c.kind(next) == word || c.kind(next) == quoted)) {
			next = c.next(next)
		}
		if c.kind(i) == word && (kind == Enum || c.kind(i+1) == ':' || c.kind(i+1) == '(') {
			what := Field
			if kind == Enum {
				what = Member
			}
			at := c.symbol(1, what, c.str(i), i, min(next, end)-1)
			c.nodes[at].Signature = c.between(i, min(next, end)-1)
		}
		i = max(next, i+1)
	}
}
