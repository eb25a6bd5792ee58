package mapper

import (
	"strings"
)

var cSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, hooks: `#"'`, hook: cHook, branches: true,
	marks: cRecords, bodies: cBodies,
}

// cHook reads directives, raw strings, and the quote that parts the digits of a number.
func cHook(l *lexer) (int, byte) {
	switch c := l.text[l.at]; {
	case c == '#' && l.first:
		return l.directive(), directive
	case c == '#':
		return l.at + 1, '#'
	case c == '"' && l.at > 0 && l.text[l.at-1] == 'R':
		if end := l.rawC(); end > 0 {
			return end, quoted
		}
	case c == '\'' && len(l.toks) > 0:
		if t := l.toks[len(l.toks)-1]; t.kind == number && int(t.to) == l.at {
			return l.at + 1, '\''
		}
	}
	return l.shortString(l.text[l.at]), quoted
}

// directive returns the end of a line of the preprocessor.
func (l *lexer) directive() int {
	for i := l.at; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\n':
			return i
		case c == '\\' && i+1 < len(l.text):
			if i++; l.text[i] == '\r' && i+1 < len(l.text) {
				i++
			}
		case c == '/' && strings.HasPrefix(l.text[i:], "//"):
			if n := strings.IndexByte(l.text[i:], '\n'); n > 0 && l.text[i+n-1] != '\\' {
				return i
			}
		case c == '/' && strings.HasPrefix(l.text[i:], "/*"):
			n := strings.Index(l.text[i+2:], "*/")
			if n < 0 || l.strict {
				return i
			}
			i += n + 3
		}
	}
	return len(l.text)
}

// rawC returns the end of the raw string whose prefix was the last token, or 0.
func (l *lexer) rawC() int {
	rest := l.text[l.at+1:]
	n := strings.IndexAny(rest[:min(len(rest), 20)], "( )\\\n")
	if n < 0 || rest[n] != '(' {
		return 0
	}
	end := l.find(rest, ")"+rest[:n]+`"`)
	if end < 0 {
		return 0
	}
	return l.at + 1 + end + n + 2
}

// A cScan reads the declarations of a C or C++ file. It does not look into functions.
type cScan struct {
	*code
	header bool
}

func scanC(f *file) {
	if objective(f.text) {
		f.language = "Objective-C"
		scanObjC(f)
		return
	}
	ext := f.name[strings.LastIndexByte(f.name, '.')+1:]
	s := cScan{f.read(cSyntax), strings.HasPrefix(ext, "h") || strings.HasPrefix(ext, "H")}
	s.declarations(0, len(s.toks), 0, "")
}

// objective tells whether a line begins a declaration of Objective-C.
func objective(text string) bool {
	for at := 0; ; at++ {
		n := strings.IndexByte(text[at:], '@')
		if n < 0 {
			return false
		}
		if at += n; at > 0 && text[at-1] == '\n' && (strings.HasPrefix(text[at:], "@interface ") || strings.HasPrefix(text[at:], "@protocol ")) {
			return true
		}
	}
}

// declarations reads the tokens from i to end, which stand in a class of the name, or
// in none.
func (s cScan) declarations(i, end, depth int, class string) {
	if s.nested++; s.nested > maxNested {
		s.tooDeep()
		i = end
	}
	for i < end {
		switch s.kind(i) {
		case ';', '}', ')', ']', ',':
			i++
		case directive:
			i = s.preprocessed(i, depth)
		case '{':
			s.declarations(i+1, max(s.next(i)-1, i+1), depth, class)
			i = max(s.next(i), i+1)
		default:
			i = max(s.declaration(i, i, end, depth, class), i+1)
		}
	}
	s.nested--
}

// declaration reads the one that begins at token i, after the template parameters
// that may stand at head, and returns the index after it.
func (s cScan) declaration(head, i, end, depth int, class string) int {
	switch s.str(i) {
	case "template":
		if after := s.angle(i + 1); after > i+1 {
			if s.is(after, "requires") {
				after = s.required(after)
			}
			return s.further(head, after, end, depth, class)
		}
		return i + 1
	case "public", "private", "protected", "signals", "slots":
		if s.kind(i+1) == ':' || s.kind(i+2) == ':' {
			for s.kind(i) != ':' {
				i++
			}
			return i + 1
		}
	case "namespace", "inline":
		if next := s.namespace(i, depth); next > i {
			return next
		}
	case "extern":
		if s.kind(i+1) == quoted && s.kind(i+2) == '{' && s.mate(i+2) > 0 {
			s.declarations(i+3, s.mate(i+2), depth, class)
			return s.mate(i+2) + 1
		}
	case "using", "typedef":
		return s.alias(i, end, depth)
	case "if", "for", "while", "switch", "else", "do", "return", "case", "goto", "break", "delete", "throw", "default", "try", "catch":
		return s.statement(i, end)
	}
	if after, whole := s.pastMacro(i, end, class); after > i && whole && after < end {
		return s.further(head, after, end, depth, class)
	} else if after > i {
		return after
	}
	if next := s.record(head, i, end, depth, class); next > i {
		return next
	}
	return s.declared(head, i, end, depth, class)
}

// further reads a declaration after what stands before it.
func (s cScan) further(head, i, end, depth int, class string) int {
	if s.nested == maxNested {
		s.tooDeep()
		return i
	}
	s.nested++
	i = s.declaration(head, i, end, depth, class)
	s.nested--
	return i
}

// required goes past the requires clause at token i.
func (s cScan) required(i int) int {
	for j := i + 1; j < len(s.toks) && j < i+200; j = s.next(j) {
		if s.first(j) && s.kind(j) == word && s.kind(j-1) != '&' && s.kind(j-1) != '|' {
			return j
		}
		if s.kind(j) == ';' || s.kind(j) == '}' {
			break
		}
	}
	return i + 1
}

// statement goes past what is no declaration: a part of a function whose head is not
// in the file.
func (s cScan) statement(i, end int) int {
	for i++; i < end; i = s.next(i) {
		switch s.kind(i) {
		case ';', '{':
			return s.next(i)
		case '}':
			return i
		}
	}
	return end
}

func (s cScan) namespace(i, depth int) int {
	open := i + 1
	if s.is(i, "inline") {
		if !s.is(i+1, "namespace") {
			return i
		}
		open++
	}
	name, nameEnd := open, 0
	for open < len(s.toks) && (s.kind(open) == word || s.kind(open) == ':' || s.kind(open) == '[' || s.kind(open) == '(' && open > name+1) {
		if s.kind(open) == '(' && nameEnd == 0 {
			nameEnd = open - 1 // a macro with parentheses that says something about it
		}
		open = s.next(open)
	}
	if nameEnd == 0 {
		nameEnd = open
	}
	if s.kind(open) != '{' {
		return i
	}
	last := s.mate(open)
	if last < 0 {
		return open + 1
	}
	at := s.symbol(depth, Namespace, s.between(name, nameEnd-1), i, last)
	n := &s.nodes[at]
	n.Signature, n.Doc, n.Exported = s.written(i, open-1), s.doc(i), true
	s.declarations(open+1, last, depth+1, "")
	return last + 1
}

// alias reads using and typedef.
func (s cScan) alias(i, end, depth int) int {
	stop, body := i+1, 0
	for stop < end && s.kind(stop) != ';' && s.kind(stop) != '}' {
		if s.kind(stop) == '{' {
			body = stop
		}
		stop = s.next(stop)
	}
	name := s.beforeAttributes(stop - 1)
	if s.is(i, "using") {
		if name = i + 1; s.kind(name+1) != '=' && s.kind(name+1) != '[' {
			return stop + 1
		}
	}
	if s.kind(name) == ')' && s.mate(name) > 0 {
		name = s.pointed(s.mate(name) - 1)
	}
	if s.kind(name) != word {
		return stop + 1
	}
	s.aliased(i, name, stop, body, depth)
	return stop + 1
}

func (s cScan) aliased(i, name, stop, body, depth int) {
	kind := Type
	if s.is(i, "typedef") && body > 0 && s.mate(body) > 0 {
		if k := Kind(s.str(i + 1)); k == Struct || k == Enum || k == Union {
			if s.kind(i+2) == word && s.kind(i+3) == '{' {
				s.record(i+1, i+1, stop, depth, "")
			} else {
				kind = k
			}
		}
	}
	at := s.symbol(depth, kind, s.str(name), i, stop)
	n := &s.nodes[at]
	n.Doc, n.Exported, n.Signature = s.doc(i), true, strings.TrimSuffix(s.written(i, stop-1), ";")
	switch {
	case kind != Type:
		n.Signature = "typedef " + string(kind) + " " + s.str(name)
		s.inner(kind, body, depth+1, s.str(name))
	case body > 0:
		n.Signature = "typedef " + s.between(i+1, body-1) + " " + s.str(name)
	}
}
