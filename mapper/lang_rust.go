package mapper

import (
	"strings"
	"unicode/utf8"
)

var rustSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, nested: true, long: `"`, hooks: `'"#`, hook: rustHook,
}

// rustHook reads raw strings, characters, and the quote of a lifetime.
func rustHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	if rest[0] == '\'' {
		return l.at + rustChar(rest), quoted
	}
	if n := len(l.toks); n > 0 && int(l.toks[n-1].end()) == l.at {
		switch l.str(n - 1) {
		case "r", "br", "cr":
			hashes := 0
			for hashes < min(len(rest), 255) && rest[hashes] == '#' {
				hashes++
			}
			if len(rest) == hashes || rest[hashes] != '"' {
				break
			}
			if end := l.find(rest[hashes+1:], `"`+rest[:hashes]); end >= 0 {
				return l.at + hashes + 1 + end + 1 + hashes, quoted
			}
		}
	}
	if rest[0] == '"' {
		if end := l.longString('"'); end > 0 {
			return end, quoted
		}
		return l.at + 1, '"' + 1
	}
	return l.at + 1, '#'
}

// rustChar returns how long the character or lifetime is that text begins with.
func rustChar(text string) int {
	if len(text) > 2 && text[1] == '\\' {
		if n := strings.IndexByte(text[3:min(len(text), 16)], '\''); n >= 0 {
			return n + 4
		}
		return 1
	}
	if len(text) > 1 {
		if _, n := utf8.DecodeRuneInString(text[1:]); len(text) > n+1 && text[n+1] == '\'' && text[1] != '\n' {
			return n + 2
		}
	}
	n := 1
	for n < len(text) && wordByte(text[n]) {
		n++
	}
	return n
}

var rustGrammar = &grammar{
	kinds:     &table{kinds: []kinded{{"fn", Function}, {"struct", Struct}, {"enum", Enum}, {"trait", Trait}, {"union", Union}, {"mod", Module}, {"type", Type}, {"const", Constant}, {"static", Variable}}},
	modifiers: &table{words: []string{"pub", "async", "unsafe", "const", "extern", "default", "crate", "safe"}}, public: &table{words: []string{"pub"}},
	aside: true, special: rustSpecial, named: rustName,
}

func scanRust(f *file) {
	d := &declScan{f.read(rustSyntax), rustGrammar}
	d.walk(0, len(d.toks), 0, "")
}

func rustName(d *declScan, i int) (name, after int) {
	if d.kind(i) != word || d.is(i, "fn") || d.is(i, "unsafe") || d.is(i, "async") || d.is(i, "extern") {
		return i, i
	}
	switch d.str(i - 1) {
	case "const", "static":
		if d.kind(i-2) == '*' || d.kind(i-2) == '\'' {
			return i, i
		}
		if d.is(i, "mut") {
			i++
		}
		if d.kind(i+1) != ':' {
			return i, i
		}
	case "union":
		if k := d.kind(i + 1); k != '{' && k != '<' {
			return i, i
		}
	case "type", "mod", "struct", "enum", "trait":
		if d.kind(i-2) == '#' && d.kind(i+1) == '#' {
			return i, i
		}
	case "fn":
		if k := d.kind(i + 1); k != '(' && k != '<' {
			return i, i
		}
	}
	return i, i + 1
}

// rustSpecial reads impl blocks, macros, uses, and the members of types.
func rustSpecial(d *declScan, i, end, depth int, in Kind) int {
	if in == Enum || in == Struct || in == Union {
		return d.rustMember(i, end, depth, in)
	}
	if d.kind(i) != word || d.kind(i-1) == '.' {
		return i
	}
	switch d.str(i) {
	case "use":
		stop := i
		for stop < end && d.kind(stop) != ';' && (stop == i || !d.first(stop) || d.kind(stop) == '}') {
			stop = d.next(stop)
		}
		d.use(cut(d.between(i+1, stop-1), maxDoc))
		return stop
	case "impl":
		return d.rustImpl(i, end, depth)
	case "macro_rules":
		if d.kind(i+1) == '!' && d.kind(i+2) == word && d.mate(i+3) > 0 {
			last := d.mate(i + 3)
			if d.kind(last+1) == ';' {
				last++
			}
			at := d.symbol(depth, Macro, d.str(i+2), i, last)
			d.describe(at, i, i, i, i+3, last)
			return last + 1
		}
	}
	return i
}

// rustImpl reads an impl block. One that stands for a type has no body.
func (d *declScan) rustImpl(i, end, depth int) int {
	name := d.angle(i + 1)
	body, last := d.bodyAfter(i, name, end, Impl)
	if body == 0 || d.kind(i-1) == '>' || d.kind(i-1) == ':' || d.kind(i-1) == '(' || d.kind(i-1) == '&' {
		return i
	}
	stop := name
	for stop < body && !d.is(stop, "where") {
		stop = d.next(stop)
	}
	from := d.modified(i)
	at := d.symbol(depth, Impl, d.between(name, stop-1), from, last)
	d.describe(at, from, from, i, body, last)
	d.nodes[at].Signature = d.written(from, stop-1)
	d.walk(body+1, last, depth+1, Impl)
	return last + 1
}

// rustMember lists a field or a variant and returns the index after it.
func (d *declScan) rustMember(i, end, depth int, in Kind) int {
	from := i
	for d.kind(i) == '#' && d.kind(i+1) == '[' {
		i = d.next(i + 1)
	}
	name := i
	if d.is(name, "pub") {
		if name++; d.kind(name) == '(' {
			name = d.next(name)
		}
	}
	last := i
	for j := i; j < end && d.kind(j) != ','; {
		last = d.next(j) - 1
		if d.kind(j) == '<' {
			last = max(d.angle(j), j+1) - 1
		}
		j = last + 1
	}
	if d.kind(name) == word && (in == Enum || d.kind(name+1) == ':') {
		kind := Field
		if in == Enum {
			kind = Member
		}
		at := d.symbol(depth, kind, d.str(name), i, last)
		n := &d.nodes[at]
		n.Signature, n.Doc, n.Exported = d.written(i, last), d.doc(from), name > i || in == Enum
		if line := d.lineOf(from); line < n.First {
			n.Head = line
		}
	}
	return last + 2
}
