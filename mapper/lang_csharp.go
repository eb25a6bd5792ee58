package mapper

import "strings"

var csharpSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"'`, hooks: `"#`, hook: csharpHook, branches: true,
}

// csharpHook reads directives, and the strings in which a backslash is a backslash.
func csharpHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	if rest[0] == '#' {
		if l.first {
			return l.directive(), directive
		}
		return l.at + 1, '#'
	}
	before := l.text[max(0, l.at-2):l.at]
	switch {
	case strings.HasSuffix(before, "@"), before == "@$":
		return l.verbatim(rest)
	case strings.HasPrefix(rest, `"""`):
		n := len(rest) - len(strings.TrimLeft(rest, `"`))
		if end := l.find(rest[n:], rest[:n]); end >= 0 {
			return l.at + n + end + n, quoted
		}
		return l.at + n, quoted
	}
	return 0, 0
}

// verbatim reads a string in which a quote is written twice.
func (l *lexer) verbatim(rest string) (int, byte) {
	for i := 1; i < len(rest) && !l.hopeless(`@"`); i++ {
		if rest[i] == '\n' && l.strict {
			return 0, 0
		}
		if rest[i] == '"' {
			if i+1 == len(rest) || rest[i+1] != '"' {
				return l.at + i + 1, quoted
			}
			i++
		}
	}
	l.miss(`@"`)
	return 0, 0
}

var csharpGrammar = &grammar{
	kinds: &table{kinds: []kinded{{"class", Class}, {"interface", Interface}, {"enum", Enum}, {"record", Class}, {"struct", Struct}, {"namespace", Namespace}, {"delegate", Type}}},
	modifiers: &table{words: []string{"public", "private", "protected", "internal", "static", "abstract", "sealed", "virtual", "override", "readonly", "const", "extern", "unsafe",
		"async", "partial", "volatile", "new", "event", "required", "file", "ref", "implicit", "explicit", "fixed", "scoped"}},
	public: &table{words: []string{"public", "protected"}}, named: csharpName, special: csharpSpecial,
}

func scanCSharp(f *file) {
	d := &declScan{f.read(csharpSyntax), csharpGrammar}
	d.walk(0, len(d.toks), 0, "")
}

func csharpName(d *declScan, i int) (name, after int) {
	key := d.str(i - 1)
	if d.kind(i-2) == ':' || d.kind(i-2) == ',' && key != "record" {
		return i, i // a constraint
	}
	switch key {
	case "record":
		if d.is(i, "struct") || d.is(i, "class") {
			i++
		}
		if k := d.kind(i + 1); k != '(' && k != '{' && k != ':' && k != '<' && k != ';' {
			return i, i
		}
	case "struct", "class":
		if d.is(i-2, "record") {
			return i, i
		}
	case "namespace":
		for after = i; d.kind(after) == word || d.kind(after) == '.'; after++ {
		}
		return i, after
	case "delegate":
		for j := i; j < i+60 && d.kind(j) != ';' && d.kind(j) != '{' && d.kind(j) != 0; j = max(d.angle(j), j+1) {
			if d.kind(j) == word && d.kind(d.angle(j+1)) == '(' {
				return j, j + 1
			}
		}
		return i, i
	}
	if d.kind(i) != word {
		return i, i
	}
	return i, i + 1
}

// csharpSpecial also reads functions within functions.
func csharpSpecial(d *declScan, i, end, depth int, in Kind) int {
	if d.is(i, "using") && d.begins(i) && (in == "" || in == Namespace) {
		stop := i + 1
		for stop < end && d.kind(stop) != ';' {
			stop++
		}
		d.use(d.between(i+1, stop-1))
		return stop
	}
	if in == Namespace || in == Type {
		return i
	}
	return d.typed(i, end, depth, in)
}
