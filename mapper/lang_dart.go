package mapper

import "strings"

var dartSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, nested: true, quotes: `"'`, words: "$", hooks: `"'`, hook: tripleString, splice: "${",
}

var dartGrammar = &grammar{
	kinds: &table{kinds: []kinded{{"class", Class}, {"mixin", Class}, {"extension", Impl}, {"enum", Enum}, {"typedef", Type}}},
	modifiers: &table{words: []string{"abstract", "base", "final", "sealed", "interface", "static", "const", "late", "external", "factory", "covariant", "required", "get", "set", "async",
		"mixin"}},
	named: dartName, special: dartSpecial,
}

func scanDart(f *file) {
	d := &declScan{f.read(dartSyntax), dartGrammar}
	d.walk(0, len(d.toks), 0, "")
	for i := range d.nodes {
		d.nodes[i].Exported = !strings.HasPrefix(d.nodes[i].Name, "_")
	}
}

func dartName(d *declScan, i int) (name, after int) {
	if d.is(i-1, "extension") && d.is(i, "type") {
		i++
	}
	if d.kind(i) != word || d.is(i, "class") || d.kind(i+1) == '.' {
		return i, i
	}
	return i, i + 1
}

func dartSpecial(d *declScan, i, end, depth int, in Kind) int {
	if (d.is(i, "import") || d.is(i, "export")) && d.kind(i+1) == quoted {
		d.use(unquote(d.str(i + 1)))
		return i + 2
	}
	if in == Type {
		return i
	}
	return d.typed(i, end, depth, in)
}
