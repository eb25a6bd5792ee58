package mapper

import "strings"

var bazelSyntax = &syntax{line: []string{"#"}, quotes: `"'`}

// scanBazel lists the targets of a Bazel file by their rules and names.
func scanBazel(f *file) {
	c := f.read(bazelSyntax)
	for i := 0; i < len(c.toks); {
		last := c.mate(i + 1)
		if c.kind(i) != word || !c.first(i) || c.kind(i+1) != '(' || last < 0 {
			i = c.next(i)
			continue
		}
		name := ""
		for j := i + 2; j < last && name == ""; j = c.next(j) {
			if c.is(j, "name") && c.kind(j+1) == '=' && c.kind(j+2) == quoted {
				name = unquote(c.str(j + 2))
			}
		}
		switch {
		case c.is(i, "load") && c.kind(i+2) == quoted:
			c.use(unquote(c.str(i + 2)))
		case name != "":
			at := c.symbol(0, Kind(c.str(i)), name, i, last)
			c.nodes[at].Signature = c.str(i) + " " + name
			c.nodes[at].Label, c.nodes[at].Doc = c.nodes[at].Signature, c.doc(i)
		}
		i = last + 1
	}
}

// scanGoMod lists the directives of a go.mod or go.work, and what those in
// parentheses hold.
func scanGoMod(f *file) {
	open := -1
	for n := 1; n <= f.count(); n++ {
		text, _, _ := strings.Cut(f.lineText(n), "//")
		text = strings.TrimSpace(text)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case text == "":
		case text == ")":
			if open >= 0 {
				f.nodes[open].Last = n
			}
			open = -1
		case open >= 0:
			f.add(1, Symbol{Name: word, Kind: "module", Signature: text, First: n, Last: n})
			f.nodes[open].Last = n
		case strings.TrimSpace(rest) == "(":
			open = f.add(0, Symbol{Name: word, Kind: "directive", First: n, Last: n})
		default:
			f.add(0, Symbol{Name: word, Kind: "directive", Signature: text, Label: cut(text, maxDoc), First: n, Last: n})
		}
	}
}
