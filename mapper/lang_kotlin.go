package mapper

var kotlinSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, nested: true, quotes: `"'`, hooks: "\"`", hook: namedHook, splice: "${",
}

// namedHook reads strings in three quotes, and names in backquotes.
func namedHook(l *lexer) (int, byte) {
	if l.text[l.at] == '"' {
		return tripleString(l)
	}
	for i := l.at + 1; i < len(l.text) && l.text[i] != '\n'; i++ {
		if l.text[i] == '`' {
			return i + 1, word
		}
	}
	return l.at + 1, '`'
}

var kotlinGrammar = &grammar{
	kinds: &table{kinds: []kinded{{"class", Class}, {"interface", Interface}, {"object", Object}, {"fun", Function}, {"val", Constant}, {"var", Variable}, {"typealias", Type}}},
	modifiers: &table{words: []string{"public", "private", "protected", "internal", "open", "abstract", "final", "sealed", "data", "enum", "inner", "annotation", "value", "inline",
		"suspend", "operator", "infix", "tailrec", "external", "override", "const", "lateinit", "companion", "expect", "actual", "fun", "vararg", "noinline", "crossinline"}},
	private: &table{words: []string{"private", "protected"}}, lines: true, named: kotlinName, special: kotlinSpecial, more: kotlinAccessors,
}

func scanKotlin(f *file) {
	d := &declScan{f.read(kotlinSyntax), kotlinGrammar}
	d.walk(0, len(d.toks), 0, "")
}

// kotlinName finds a name behind type parameters and the type that is extended.
func kotlinName(d *declScan, i int) (name, after int) {
	key := d.str(i - 1)
	if key == "object" && d.is(i-2, "companion") && d.kind(i) != word {
		return i - 1, i
	}
	if key != "fun" && key != "val" && key != "var" {
		if d.kind(i) != word {
			return i, i
		}
		return i, i + 1
	}
	for i = d.angle(i); i < len(d.toks); {
		switch k := d.kind(i); {
		case k == word && !d.is(i, "interface"):
			j := i + 1
			if d.kind(j) == '<' {
				j = d.angle(j)
			}
			for d.kind(j) == '?' {
				j++
			}
			if d.kind(j) != '.' {
				return i, i + 1
			}
			i = j + 1
		case k == '(' && key == "fun" && d.kind(d.next(i)) == '.':
			i = d.next(i) + 1
		case k == '@':
			i += 2
		default:
			return i, i
		}
	}
	return i, i
}

// kotlinSight are the modifiers of getters and setters.
var kotlinSight = set("public", "private", "protected", "internal", "inline", "external")

// kotlinAccessors goes past the getter and setter of a property that ends with token last
// without them.
func kotlinAccessors(d *declScan, last, end int) int {
	for n := 0; n < 2; n++ {
		i := last + 1
		for n := 0; i < end && n < mostModifiers && (d.kind(i) == '@' || kotlinSight.has(d.str(i))); n++ {
			if i++; d.kind(i-1) == '@' {
				if i++; d.kind(i) == '(' {
					i = d.next(i)
				}
			}
		}
		if i >= end || !d.is(i, "get") && !d.is(i, "set") || d.kind(i+1) != '(' && i == last+1 {
			return last
		}
		_, last = d.bodyAfter(i, i+1, end, Method)
	}
	return last
}

// kotlinSpecial reads imports, secondary constructors and the entries of enums.
func kotlinSpecial(d *declScan, i, end, depth int, in Kind) int {
	switch {
	case d.is(i, "import") && d.first(i):
		return d.importLine(i)
	case d.is(i, "constructor") && in == Class && d.kind(i+1) == '(':
		body, last := d.bodyAfter(i, i+1, end, Method)
		return d.plainMethod(i, body, last, depth)
	case d.is(i, "class") && d.is(i-1, "enum") && d.kind(i+1) == word:
		next := d.declare(i, i+1, i+2, end, depth, Enum, in)
		return next
	case in == Enum && d.kind(i) == word && (d.kind(i-1) == '{' || d.kind(i-1) == ','):
		if _, keyword := d.kinds.find(d.str(i)); !keyword && !d.modifiers.has(d.str(i)) {
			last := i
			for k := d.kind(last + 1); k == '(' || k == '{'; k = d.kind(last + 1) {
				last = d.next(last+1) - 1
			}
			at := d.symbol(depth, Member, d.str(i), i, last)
			d.nodes[at].Signature, d.nodes[at].Doc, d.nodes[at].Exported = d.written(i, min(last, d.next(i+1)-1)), d.doc(i), true
			if last == i {
				d.nodes[at].Signature = d.str(i)
			}
			if d.kind(last) == '}' {
				d.walk(d.mate(last)+1, last, depth+1, Class)
			}
			return last + 1
		}
	}
	return i
}

// importLine reads an import that ends with its line.
func (d *declScan) importLine(i int) int {
	stop := i
	for stop+1 < len(d.toks) && !d.first(stop+1) && d.kind(stop+1) != ';' {
		stop++
	}
	if stop > i {
		d.use(d.between(i+1, stop))
	}
	return stop + 1
}

// plainMethod lists a method whose name is the keyword at token i.
func (d *declScan) plainMethod(i, body, last, depth int) int {
	from := d.modified(i)
	first := d.attributed(from)
	at := d.symbol(depth, Method, d.str(i), first, last)
	d.describe(at, first, from, i, body, last)
	if body > 0 {
		d.walk(body+1, last, depth+1, Method)
	}
	return last + 1
}
