package mapper

import "strings"

var rubySyntax = &syntax{line: []string{"#"}, long: "\"'`", words: "@$", hooks: "/%<=$?", hook: rubyHook}

// rubyHook reads regular expressions, % literals, heredocs and comments in blocks.
func rubyHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	one := func(c byte) (int, byte) { return l.at + 1, c }
	spaced := l.at > 0 && l.text[l.at-1] == ' ' && len(rest) > 1 && rest[1] != ' ' && rest[1] != '='
	switch c := rest[0]; c {
	case '=':
		if l.first && strings.HasPrefix(rest, "=begin") {
			if n := l.find(rest, "\n=end"); n >= 0 {
				return l.at + n + 5, 0
			}
		}
		return one(c)
	case '<':
		if len(rest) > 3 && rest[1] == '<' && (rest[2] == '~' || rest[2] == '-' || rest[2] >= 'A' && rest[2] <= 'Z' && l.beforeOperand()) {
			return l.heredoc(2)
		}
		return one(c)
	case '$', '?':
		if len(rest) > 1 && !wordByte(rest[1]) && rest[1] > ' ' && (c == '$' || l.beforeOperand() && (rest[1] == '"' || rest[1] == '\'' || rest[1] == '#')) {
			return l.at + 2, word
		}
		if c == '$' {
			return 0, 0
		}
		return one(c)
	case '/':
		if l.rubyOperand(spaced) {
			if end := l.regexp(); end > 0 {
				return end, quoted
			}
		}
		return one(c)
	}
	if l.rubyOperand(spaced) {
		if end := l.percent(rest); end > 0 {
			return l.at + end, quoted
		}
	}
	return one('%')
}

// rubyOperand tells whether an operand may come next; after a name it comes where
// a blank stands before and none behind.
func (l *lexer) rubyOperand(spaced bool) bool {
	if n := len(l.toks); n > 0 && l.toks[n-1].kind == word {
		switch l.str(n - 1) {
		case "if", "unless", "when", "and", "or", "not", "return", "while", "until", "elsif", "then", "in", "do", "puts":
			return true
		}
		return spaced
	}
	return l.beforeOperand()
}

// percent returns the end of the % literal that text begins with, or 0.
func (l *lexer) percent(text string) int {
	i := 1
	if i < len(text) && strings.IndexByte("wWiIqQrxs", text[i]) >= 0 {
		i++
	}
	if i >= len(text) || strings.IndexByte("([{<|!/^", text[i]) < 0 {
		return 0
	}
	if l.hopeless(text[:i+1]) {
		return 0
	}
	end := delimited(text, i)
	if end == 0 {
		l.miss(text[:i+1])
	}
	return end
}

func scanRuby(f *file) {
	text := f.text
	if n := strings.Index(text, "\n__END__\n"); n >= 0 {
		f.text = text[:n+1]
	}
	e := &endScan{code: f.read(rubySyntax), heads: rubyHead}
	e.run()
	f.text = text
}

func rubyHead(e *endScan, i int) (int, bool) {
	if e.kind(i) != word || e.kind(i-1) == '.' && !e.is(i-2, "RSpec") || e.kind(i-1) == ':' {
		return i + 1, false
	}
	switch e.str(i) {
	case "class", "module":
		return e.rubyClass(i)
	case "def":
		return e.rubyDef(i)
	case "require", "require_relative", "load":
		if e.first(i) && e.kind(i+1) == quoted {
			e.use(unquote(e.str(i + 1)))
		}
	case "describe", "context", "it", "feature", "scenario", "specify":
		return e.rubyTest(i)
	}
	if c := e.str(i)[0]; c >= 'A' && c <= 'Z' && e.first(i) && e.kind(i+1) == '=' && e.kind(i+2) != '=' && !function(e.in()) && e.in() != Test {
		last, end := i+2, e.ahead(i, len(e.toks))
		for last+1 < end && !(e.first(last+1) && e.breaks(last+1)) {
			last = e.next(last+1) - 1
		}
		at := e.symbol(e.depth(), Constant, e.str(i), i, last)
		e.nodes[at].Doc, e.nodes[at].Exported = e.doc(i), true
		if e.endLine(last) == e.lineOf(i) && e.tok(last).end()-e.tok(i).at < 80 {
			e.nodes[at].Signature = e.between(i, last)
		}
	}
	return i + 1, false
}

// rubyClass reads a class or module. "class << self" goes on with the class around.
func (e *endScan) rubyClass(i int) (int, bool) {
	name := i + 1
	if e.pair2(name, ':', ':') {
		name += 2
	}
	if e.kind(name) != word || i > 0 && !e.first(i) && e.kind(i-1) != ';' && e.kind(i-1) != '=' {
		return i + 1, false
	}
	for e.kind(name+1) == ':' && e.kind(name+2) == ':' && e.kind(name+3) == word {
		name += 3
	}
	last := name
	if e.kind(last+1) == '<' {
		for last++; last+1 < len(e.toks) && !e.first(last+1) && e.kind(last+1) != ';'; last++ {
		}
	}
	at := e.symbol(e.depth(), Kind(e.str(i)), e.between(i+1, name), i, last)
	e.nodes[at].Signature, e.nodes[at].Doc, e.nodes[at].Exported = e.written(i, last), e.doc(i), true
	return last + 1, true
}

func (e *endScan) rubyDef(i int) (int, bool) {
	name := i + 1
	if (e.is(name, "self") || e.kind(name) == word) && e.kind(name+1) == '.' {
		name += 2
	}
	if name >= len(e.toks) || e.first(name) {
		return i + 1, false
	}
	end := name + 1
	adjacent := func(j int) bool { return j < len(e.toks) && e.toks[j-1].end() == e.toks[j].at }
	if e.kind(name) == word {
		if k := e.kind(end); (k == '?' || k == '!' || k == '=' && (e.kind(end+1) == '(' || e.kind(end+1) == word && !adjacent(end+1) && e.kind(end+1) != '=')) && adjacent(end) {
			end++
		}
	} else {
		for adjacent(end) && (e.kind(end) != '(' || end == name) && e.kind(end) != word && e.kind(end) != ';' {
			end++
		}
	}
	last := end - 1
	if e.kind(end) == '(' && e.mate(end) > 0 {
		last = e.mate(end)
	} else {
		for last+1 < len(e.toks) && !e.first(last+1) && e.kind(last+1) != ';' && e.kind(last+1) != '=' {
			last = e.next(last+1) - 1
		}
	}
	kind := Function
	if in := e.in(); in == Class || in == Module {
		kind = Method
	}
	at := e.symbol(e.depth(), kind, strings.ReplaceAll(e.between(name, end-1), " ", ""), i, last)
	e.nodes[at].Signature, e.nodes[at].Exported = e.between(i, last), e.str(name)[0] != '_'
	e.nodes[at].Doc = e.doc(e.lineStart(i))
	if e.kind(last+1) == '=' && e.kind(last+2) != '=' && !e.first(last+1) {
		return e.endless(at, last+1)
	}
	return last + 1, true
}

// endless ends a method that is one expression.
func (e *endScan) endless(at, i int) (int, bool) {
	for i+1 < len(e.toks) && !(e.first(i+1) && e.breaks(i+1)) {
		i = e.next(i+1) - 1
	}
	e.nodes[at].Last = e.endLine(i)
	return i + 1, false
}

// rubyTest reads a block of a test: its title and what is in do … end.
func (e *endScan) rubyTest(i int) (int, bool) {
	last := e.lineStart(i)
	if last != i && !e.is(i-2, "RSpec") {
		return i + 1, false
	}
	last = i
	for last+1 < len(e.toks) && !e.first(last+1) {
		last++
	}
	do := last
	for do > i && !e.is(do, "do") {
		do--
	}
	if do <= i+1 {
		return i + 1, false
	}
	at := e.symbol(e.depth(), Test, unquote(e.between(i+1, do-1)), i, last)
	e.nodes[at].Signature, e.nodes[at].Exported = e.between(i, do-1), true
	return do + 1, true
}
