package mapper

var javaSyntax = &syntax{line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`, words: "$", hooks: `"`, hook: tripleString}

var javaGrammar = &grammar{
	kinds: &table{kinds: []kinded{{"class", Class}, {"interface", Interface}, {"enum", Enum}, {"record", Class}}},
	modifiers: &table{words: []string{"public", "private", "protected", "static", "abstract", "final", "sealed", "strictfp", "default", "synchronized", "native",
		"transient", "volatile", "non"}},
	public: &table{words: []string{"public", "protected"}}, named: javaName, special: javaSpecial,
}

func scanJava(f *file) {
	d := &declScan{f.read(javaSyntax), javaGrammar}
	d.walk(0, len(d.toks), 0, "")
}

func javaName(d *declScan, i int) (name, after int) {
	if d.kind(i) != word || d.is(i-1, "record") && d.kind(d.angle(i+1)) != '(' {
		return i, i
	}
	return i, i + 1
}

func javaSpecial(d *declScan, i, end, depth int, in Kind) int {
	switch d.str(i) {
	case "import":
		if d.begins(i) {
			stop := i + 1
			for stop < end && d.kind(stop) != ';' {
				stop++
			}
			d.use(d.between(i+1, stop-1))
			return stop
		}
	case "new":
		return d.created(i, end, depth)
	}
	if function(in) {
		return i
	}
	return d.typed(i, end, depth, in)
}
