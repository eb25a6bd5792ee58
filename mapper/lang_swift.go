package mapper

import "strings"

var swiftSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, nested: true, quotes: `"`, hooks: "\"`#", hook: swiftHook, splice: `\(`,
}

// swiftHook also reads strings and regular expressions between number signs, in which a
// backslash is but a backslash.
func swiftHook(l *lexer) (int, byte) {
	if l.text[l.at] != '#' {
		return namedHook(l)
	}
	open := l.at + 1
	for open < len(l.text) && l.text[open] == '#' {
		open++
	}
	if open == len(l.text) || l.text[open] != '"' && l.text[open] != '/' {
		return l.at + 1, '#'
	}
	mark, rest := l.text[open:open+1], l.text[open+1:]
	if strings.HasPrefix(rest, `""`) {
		mark, rest = `"""`, rest[2:]
	} else {
		rest = lineOf(rest)
	}
	end := l.find(rest, mark+l.text[l.at:open])
	if end < 0 {
		return l.at + 1, '#'
	}
	return open + 2*len(mark) + end + open - l.at, quoted
}

var swiftGrammar = &grammar{
	kinds: &table{kinds: []kinded{{"class", Class}, {"struct", Struct}, {"enum", Enum}, {"protocol", Interface}, {"extension", Impl}, {"actor", Class}, {"func", Function},
		{"var", Variable}, {"let", Constant}, {"typealias", Type}, {"associatedtype", Type}, {"case", Member}, {"macro", Macro}, {"init", Method}, {"deinit", Method}, {"subscript", Method}}},
	modifiers: &table{words: []string{"public", "private", "fileprivate", "internal", "open", "package", "static", "class", "final", "override", "mutating", "nonmutating",
		"required", "convenience", "lazy", "weak", "unowned", "dynamic", "optional", "indirect", "prefix", "postfix", "infix", "async", "nonisolated", "isolated", "distributed", "consuming", "borrowing"}},
	private: &table{words: []string{"private", "fileprivate"}}, lines: true, named: swiftName, special: swiftSpecial,
}

func scanSwift(f *file) {
	d := &declScan{f.read(swiftSyntax), swiftGrammar}
	d.walk(0, len(d.toks), 0, "")
}

func swiftName(d *declScan, i int) (name, after int) {
	switch key := d.str(i - 1); {
	case key == "init" || key == "subscript" || key == "deinit":
		k := d.kind(i)
		if d.kind(i-2) == '.' || key != "deinit" && k != '(' && k != '<' && k != '?' && k != '!' || key == "deinit" && k != '{' {
			return i, i
		}
		return i - 1, i
	case key == "extension":
		if d.kind(i) == '[' {
			return i, d.next(i)
		}
		for d.kind(i) == word && d.kind(i+1) == '.' {
			i += 2
		}
		if d.kind(i) != word {
			return i, i
		}
		name = i
		for d.kind(name-1) == '.' {
			name -= 2
		}
		return name, max(d.angle(i+1), i+1)
	case key == "func" && d.kind(i) != word:
		for after = i; after < i+6 && d.kind(after) != '(' && d.kind(after) != word; after++ {
		}
		return i, after
	case key == "class" && (d.is(i, "func") || d.is(i, "var") || d.is(i, "let") || d.is(i, "subscript")), d.kind(i) != word:
		return i, i
	}
	return i, i + 1
}

// swiftSpecial reads imports and leaves out the cases of a switch.
func swiftSpecial(d *declScan, i, end, depth int, in Kind) int {
	switch {
	case d.is(i, "import") && d.first(d.attributed(i)):
		return d.importLine(i)
	case d.is(i, "case") && in != Enum:
		return i + 1
	case d.is(i, "case"):
		_, last := d.bodyAfter(i, i+1, end, Member)
		for j := i + 1; j <= last; j++ {
			if d.kind(j) == word && (d.kind(j-1) == ',' || j == i+1) {
				at := d.symbol(depth, Member, d.str(j), j, d.next(j+1)-1)
				if d.kind(j+1) != '(' {
					d.nodes[at].Last = d.lineOf(j)
				}
				d.nodes[at].Doc, d.nodes[at].Exported = d.doc(i), true
			}
			j = d.next(j) - 1
		}
		return last + 1
	}
	return i
}
