package mapper

import "strings"

// Languages in braces whose declarations begin with a keyword: Solidity, PowerShell and
// Groovy.

var solidityGrammar = &grammar{
	kinds: &table{kinds: []kinded{{"contract", Class}, {"interface", Interface}, {"library", Module}, {"struct", Struct}, {"enum", Enum}, {"function", Function},
		{"modifier", Method}, {"event", Type}, {"error", Type}, {"constructor", Method}, {"receive", Method}, {"fallback", Method}}},
	modifiers: &table{words: []string{"abstract"}}, private: &table{words: []string{}}, special: solidityImport, named: solidityName,
}

var soliditySyntax = &syntax{line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`, words: "$"}

func scanSolidity(f *file) {
	d := &declScan{f.read(soliditySyntax), solidityGrammar}
	d.walk(0, len(d.toks), 0, "")
}

// solidityName takes the keyword of a function without a name for one.
func solidityName(d *declScan, i int) (name, after int) {
	switch {
	case d.kind(i) == word && !function(Kind(d.str(i))):
		return i, i + 1
	case d.kind(i) == '(' && (d.is(i-1, "constructor") || d.is(i-1, "receive") || d.is(i-1, "fallback")):
		return i - 1, i
	}
	return i, i
}

func solidityImport(d *declScan, i, end, _ int, _ Kind) int {
	if !d.is(i, "import") || !d.first(i) {
		return i
	}
	for ; i < end && d.kind(i) != ';'; i++ {
		if d.kind(i) == quoted {
			d.use(unquote(d.str(i)))
		}
	}
	return i
}

var powershellSyntax = &syntax{
	line: []string{"#"}, blocks: [][2]string{{"<#", "#>"}}, long: `"'`, words: "$-:", hooks: "`@\"'", hook: powershellHook,
}

// powershellHook reads strings, in which a backquote escapes, and here-strings.
func powershellHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	switch c := rest[0]; {
	case c == '`':
		return min(l.at+2, len(l.text)), word
	case c == '@' && len(rest) > 1 && (rest[1] == '"' || rest[1] == '\''):
		if n := l.find(rest, "\n"+rest[1:2]+"@"); n >= 0 {
			return l.at + n + 3, quoted
		}
		return l.at + 1, c
	case c == '@':
		return l.at + 1, c
	case c == '"':
		if l.hopeless(`"`) {
			return l.at + 1, '`'
		}
		for i := 1; i < len(rest) && (rest[i] != '\n' || !l.strict); i++ {
			switch rest[i] {
			case '`':
				i++
			case '"':
				return l.at + i + 1, quoted
			}
		}
		if !l.strict {
			l.miss(`"`)
		}
		return l.at + 1, '`'
	}
	if n := strings.IndexByte(rest[1:], '\''); n >= 0 && !(l.strict && strings.IndexByte(rest[:n+1], '\n') >= 0) {
		return l.at + n + 2, quoted
	}
	return l.at + 1, '`'
}

// scanPowerShell lists functions, and classes with their methods. Words have no case.
func scanPowerShell(f *file) {
	c := f.read(powershellSyntax)
	c.powershell(0, len(c.toks), 0, "")
}

var powershellKinds = &table{kinds: []kinded{{"function", Function}, {"filter", Function}, {"workflow", Function}, {"configuration", Function}, {"class", Class}, {"enum", Enum}}}

func (c *code) powershell(i, end, depth int, in Kind) {
	for ; i < end; i++ {
		if c.kind(i) != word || c.kind(i-1) == '.' {
			continue
		}
		kind, name, open := powershellKinds.get(strings.ToLower(c.str(i))), i+1, i+2
		if in == Class && c.kind(i+1) == '(' {
			kind, name, open = Method, i, i+1
		}
		if kind == "" || c.kind(name) != word || kind != Method && !c.first(i) && c.kind(i-1) != '{' && c.kind(i-1) != '}' && c.kind(i-1) != ';' {
			continue
		}
		for open < min(end, i+60) && c.kind(open) != '{' && (c.kind(open) != word || kind != Function) && c.kind(open) != ';' && c.kind(open) != '}' {
			open = c.next(open)
		}
		if c.kind(open) != '{' || c.mate(open) < 0 {
			continue
		}
		from := i
		for kind == Method && !c.first(from) && c.kind(from-1) != ';' && c.kind(from-1) != '{' && c.kind(from-1) != '}' && from > i-9 && from > 0 {
			from--
		}
		at := c.symbol(depth, kind, c.str(name), from, c.mate(open))
		n := &c.nodes[at]
		n.Signature, n.Doc, n.Exported = c.written(from, open-1), c.doc(from), true
		if c.within(depth) {
			c.powershell(open+1, c.mate(open), depth+1, kind)
		}
		i = c.mate(open)
	}
}

var groovySyntax = &syntax{line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`, hooks: `"'`, hook: tripleString, splice: "${"}

var groovyGrammar = &grammar{
	kinds:     &table{kinds: []kinded{{"class", Class}, {"interface", Interface}, {"enum", Enum}, {"trait", Trait}}},
	modifiers: javaGrammar.modifiers, private: &table{words: []string{"private", "protected"}}, lines: true, named: javaName, special: groovySpecial,
}

func scanGroovy(f *file) {
	d := &declScan{f.read(groovySyntax), groovyGrammar}
	d.walk(0, len(d.toks), 0, "")
}

// groovySpecial reads members, and functions whose name is a sentence.
func groovySpecial(d *declScan, i, end, depth int, in Kind) int {
	switch {
	case d.is(i, "import") && d.first(i):
		return d.importLine(i)
	case d.is(i, "def") && d.kind(i+1) == quoted && d.kind(i+2) == '(':
		body, last := d.bodyAfter(i, d.next(i+2), end, Method)
		at := d.symbol(depth, Method, unquote(d.str(i+1)), i, last)
		d.describe(at, i, i, i, body, last)
		return last + 1
	case d.is(i, "new"):
		return d.created(i, end, depth)
	case function(in) || notNames.has(d.str(i)) || in == "" && !d.is(i, "def"):
		return i
	}
	return d.typed(i, end, depth, in)
}
