package mapper

import "strings"

// Further languages whose blocks end with the word end: Julia and fish.

var juliaSyntax = &syntax{line: []string{"#"}, blocks: [][2]string{{"#=", "=#"}}, nested: true, quotes: "", long: "\"`", words: "!@", hooks: `"'`, hook: juliaHook}

// juliaHook reads strings in three quotes, and tells characters from transposition.
func juliaHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	if rest[0] == '"' {
		if end, kind := tripleString(l); end > 0 {
			return end, kind
		}
		if end := l.longString('"'); end > 0 {
			return end, quoted
		}
		return l.at + 1, '!'
	}
	for i := 1; i < min(len(rest), 12) && rest[i] != '\n' && (l.at == 0 || !wordByte(l.text[l.at-1])); i++ {
		if rest[i] == '\\' {
			i++
		} else if rest[i] == '\'' && i > 1 {
			return l.at + i + 1, quoted
		}
	}
	return l.at + 1, '\''
}

var juliaKinds = &table{kinds: []kinded{{"function", Function}, {"macro", Macro}, {"struct", Struct}, {"module", Module}, {"baremodule", Module}}}

func scanJulia(f *file) {
	e := &endScan{code: f.read(juliaSyntax), heads: juliaHead, flat: true}
	e.run()
}

// juliaHead reads modules, types, macros and functions, the short ones included.
func juliaHead(e *endScan, i int) (int, bool) {
	if (e.is(i, "using") || e.is(i, "import")) && e.first(i) {
		return e.juliaUse(i), false
	}
	kind, ok := juliaKinds.find(e.str(i))
	if (e.is(i, "abstract") || e.is(i, "primitive")) && e.is(i+1, "type") && e.kind(i+2) == word {
		at := e.symbol(e.depth(), Type, e.str(i+2), i, e.lineStop(i))
		e.nodes[at].Signature, e.nodes[at].Exported = e.between(i, e.lineStop(i)-1), true
		return e.lineStop(i) + 1, false
	}
	if !ok {
		return e.juliaShort(i)
	}
	if e.kind(i+1) != word || e.first(i+1) || e.kind(i-1) == '.' {
		return i + 1, false
	}
	from, last := i, i+1
	if e.is(i-1, "mutable") {
		from = i - 1
	}
	for e.kind(last+1) == '.' && e.kind(last+2) == word {
		last += 2
	}
	name := e.between(i+1, last)
	for last+1 < len(e.toks) && !e.first(last+1) && e.kind(last+1) != ';' {
		last = e.next(last+1) - 1
		if kind == Function && e.kind(last) == ')' && !e.is(last+1, "where") && e.kind(last+1) != ':' {
			break
		}
	}
	at := e.symbol(e.depth(), kind, name, from, last)
	e.nodes[at].Signature, e.nodes[at].Doc, e.nodes[at].Exported = e.written(from, last), e.doc(from), true
	return last + 1, true
}

// juliaShort reads name(arguments) = value.
func (e *endScan) juliaShort(i int) (int, bool) {
	open := i + 1
	for e.first(i) && e.kind(open) == '.' && e.kind(open+1) == word {
		open += 2
	}
	if e.kind(i) != word || !e.first(i) || e.kind(open) != '(' || e.mate(open) < 0 || function(e.in()) || e.is(i, "if") {
		return i + 1, false
	}
	equal := e.mate(open) + 1
	if e.is(equal, "where") {
		equal = e.next(equal + 1)
	}
	if e.kind(equal) != '=' || e.kind(equal+1) == '=' || e.first(equal) {
		return i + 1, false
	}
	last := e.lineStop(equal)
	at := e.symbol(e.depth(), Function, e.between(i, open-1), i, last)
	e.nodes[at].Signature, e.nodes[at].Doc, e.nodes[at].Exported = e.written(i, equal-1), e.doc(i), true
	return last + 1, e.is(equal+1, "begin") || e.is(equal+1, "let") || e.is(equal+1, "if")
}

// lineStop returns the last token of the line of token i, groups included.
func (e *endScan) lineStop(i int) int {
	for i+1 < len(e.toks) && !e.first(i+1) {
		i = e.next(i+1) - 1
	}
	return i
}

func (e *endScan) juliaUse(i int) int {
	last := e.lineStop(i)
	stop := i + 1
	for stop < last && e.kind(stop+1) != ':' {
		stop++
	}
	if stop <= last {
		for _, name := range strings.Split(e.between(i+1, stop), ",") {
			e.use(name)
		}
	}
	return last + 1
}

var fishSyntax = &syntax{line: []string{"#"}, long: `"'`, words: "$-./"}

func scanFish(f *file) {
	e := &endScan{code: f.read(fishSyntax), heads: fishHead}
	e.run()
}

// fishHead reads functions.
func fishHead(e *endScan, i int) (int, bool) {
	if !e.is(i, "function") || !e.first(i) || e.kind(i+1) != word || e.first(i+1) {
		return i + 1, false
	}
	last := i + 1
	for last+1 < len(e.toks) && !e.first(last+1) && e.kind(last+1) != ';' {
		last++
	}
	at := e.symbol(e.depth(), Function, e.str(i+1), i, last)
	e.nodes[at].Signature, e.nodes[at].Doc, e.nodes[at].Exported = e.written(i, last), e.doc(i), e.str(i + 1)[0] != '_'
	return last + 1, true
}
