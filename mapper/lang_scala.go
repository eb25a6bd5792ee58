package mapper

var scalaSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, nested: true, quotes: `"`, words: "$", hooks: "\"`'", hook: scalaHook, splice: "${",
}

// scalaHook also tells a character from the quote of a symbol or a type.
func scalaHook(l *lexer) (int, byte) {
	if l.text[l.at] == '\'' {
		return l.at + rustChar(l.text[l.at:]), quoted
	}
	return namedHook(l)
}

var scalaGrammar = &grammar{
	kinds:     &table{kinds: []kinded{{"class", Class}, {"object", Object}, {"trait", Trait}, {"enum", Enum}, {"def", Function}, {"val", Constant}, {"var", Variable}, {"type", Type}, {"given", Object}}},
	modifiers: &table{words: []string{"private", "protected", "abstract", "final", "sealed", "case", "implicit", "lazy", "override", "inline", "opaque", "open", "transparent", "infix", "package"}},
	private:   &table{words: []string{"private", "protected"}}, lines: true, named: scalaName, special: scalaSpecial,
}

func scanScala(f *file) {
	d := &declScan{f.read(scalaSyntax), scalaGrammar}
	d.walk(0, len(d.toks), 0, "")
}

// scalaName takes a name of letters, or of the signs of an operator.
func scalaName(d *declScan, i int) (name, after int) {
	if d.kind(i) == word {
		return i, i + 1
	}
	if !d.is(i-1, "def") {
		return i, i
	}
	for after = i; after < i+5 && after < len(d.toks); after++ {
		switch d.kind(after) {
		case '(', '[', '{', word, quoted, number, ';':
			return i, after
		}
		if after > i && d.toks[after].at != d.toks[after-1].end() {
			return i, after
		}
	}
	return i, after
}

func scalaSpecial(d *declScan, i, end, depth int, in Kind) int {
	if d.is(i, "import") && d.first(i) {
		stop := i
		for stop+1 < end && !d.first(stop+1) {
			stop = d.next(stop+1) - 1
		}
		d.use(cut(d.between(i+1, stop), maxDoc))
		return stop + 1
	}
	return i
}
