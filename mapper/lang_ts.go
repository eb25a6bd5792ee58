package mapper

import "strings"

var jsSyntax = &syntax{
	line: []string{"//"}, blocks: [][2]string{{"/*", "*/"}}, quotes: `"`, words: "$",
	hooks: "`/'", hook: jsHook,
}

// jsHook reads templates, regular expressions, and the quote that in the text of a
// JSX element may be an apostrophe.
func jsHook(l *lexer) (int, byte) {
	switch c := l.text[l.at]; {
	case c == '`':
		return l.template(l.at), quoted
	case c == '\'':
		if l.at > 0 && wordByte(l.text[l.at-1]) && !l.beforeOperand() {
			return l.at + 1, '\''
		}
		return l.shortString('\''), quoted
	}
	if next := l.at + 1; next < len(l.text) && (l.text[next] == '/' || l.text[next] == '*') {
		return 0, 0
	}
	if l.beforeOperand() {
		if end := l.regexp(); end > 0 {
			return end, quoted
		}
	}
	return l.at + 1, '/'
}

// template returns the end of the template string that begins at i.
func (l *lexer) template(i int) int {
	if l.strict && l.endless > 3 {
		return i + 1
	}
	start, depth := i, []int{0} // open braces in each template that is open
	for i++; i < len(l.text); i++ {
		in := len(depth) - 1
		switch c := l.text[i]; {
		case c == '\\':
			i++
		case c == '`' && depth[in] > 0:
			depth = append(depth, 0)
		case c == '`':
			if in == 0 {
				return i + 1
			}
			depth = depth[:in]
		case c == '$' && depth[in] == 0 && i+1 < len(l.text) && l.text[i+1] == '{':
			depth[in] = 1
			i++
		case c == '/' && depth[in] > 0:
			i = l.regexpWithin(i)
		case (c == '"' || c == '\'') && depth[in] > 0:
			if n := strings.IndexByte(lineOf(l.text[i+1:min(len(l.text), i+200)]), c); n >= 0 {
				i += n + 1
			}
		case c == '{' && depth[in] > 0:
			depth[in]++
		case c == '}' && depth[in] > 0:
			depth[in]--
		}
	}
	if l.endless++; l.strict {
		return start + 1
	}
	return len(l.text)
}

// beforeOperand tells whether an operand comes next, so that a slash begins a
// regular expression.
func (l *lexer) beforeOperand() bool {
	n := len(l.toks) - 1
	if n < 0 {
		return true
	}
	switch t := l.toks[n]; t.kind {
	case word:
		switch l.text[t.at:t.to] {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await", "instanceof":
			return true
		}
		return false
	case number, quoted, ']', '}':
		return false
	case '<':
		return int(t.to) != l.at
	case ')':
		return l.condition(n)
	}
	return true
}

// condition tells whether the closing parenthesis n ends the head of a statement.
func (l *lexer) condition(n int) bool {
	depth := 0
	for i := n; i > 0 && i > n-200; i-- {
		switch l.toks[i].kind {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				s := l.str(i - 1)
				return s == "if" || s == "while" || s == "for"
			}
		}
	}
	return false
}

// A jsScan walks the tokens of a TypeScript or JavaScript file.
type jsScan struct{ *code }

func scanScript(f *file) {
	s := jsScan{f.read(jsSyntax)}
	s.walk(0, len(s.toks), 0)
}

// walk lists what the tokens from i to end declare, however deep in expressions.
func (s jsScan) walk(i, end, depth int) {
	if s.nested++; s.nested > maxNested {
		s.tooDeep()
		i = end
	}
	for i < end {
		i = max(s.step(i, end, depth), i+1)
	}
	s.nested--
}

// step reads one declaration at i, or one token.
func (s jsScan) step(i, end, depth int) int {
	switch s.kind(i) {
	case '=':
		return s.assigned(i, depth)
	case word, quoted, '[', '*':
		if k := s.kind(i - 1); (k == '{' || k == ',') && (s.kind(i) != word || jsMember[s.kind(i+1)]) {
			if at := s.method(i, end, depth, true); at > i {
				return at // of an object
			}
		}
	}
	if s.kind(i) != word || s.kind(i-1) == '.' && !s.pair2(i-2, '.', '.') {
		return i + 1
	}
	if s.first(i) && (!s.sound || depth == 0 && s.indent(i) > 0) {
		if at := s.method(i, end, depth, true); at > i {
			return at
		}
	}
	return s.keyword(i, end, depth)
}

// jsMember are the kinds of what may stand behind the first word of a method.
var jsMember = [256]bool{word: true, quoted: true, number: true, '[': true, '#': true, '*': true, '(': true, '<': true, '?': true, '!': true, '{': true}

// jsOperand are the kinds of what stands behind names, and never behind a keyword that
// declares something.
var jsOperand = [256]bool{',': true, ')': true, ']': true, '}': true, ';': true, ':': true, '=': true, '+': true, '-': true, '?': true, '&': true, '|': true, '>': true, '!': true}

// keyword reads what the word at token i declares.
func (s jsScan) keyword(i, end, depth int) int {
	next := s.kind(i + 1)
	if jsOperand[next] && !s.is(i, "import") {
		return i + 1
	}
	switch s.str(i) {
	case "function":
		return s.function(i, depth)
	case "class":
		return s.class(i, depth, "")
	case "interface", "enum":
		if next == word {
			return s.members(i, depth)
		}
	case "namespace", "module":
		if next == word || next == quoted {
			return s.namespace(i, depth)
		}
	case "type":
		if next == word && s.statement(i) {
			return s.alias(i, depth)
		}
	case "const", "let", "var":
		if next == word || next == '{' || next == '[' {
			return s.variables(i, end, depth)
		}
	case "import":
		return s.imported(i)
	case "export":
		return s.reexported(i, depth)
	case "describe", "it", "test", "suite", "context":
		return s.test(i, depth)
	}
	return i + 1
}

// statement tells whether token i begins a statement, modifiers aside.
func (s jsScan) statement(i int) bool {
	i = s.modified(i)
	switch s.kind(i - 1) {
	case 0, ';', '}', '{', ')':
		return true
	case word:
		return s.first(i) || s.is(i-1, "else") || s.is(i-1, "do")
	case ':', '=', '(', ',', '[', '?', '&', '|', '!', '+', '-', '*', '/', '%', '^', '~', '.', '<':
		return false
	case '>':
		return s.first(i)
	}
	return s.first(i)
}

// modified returns the first of the modifiers before token i.
func (s jsScan) modified(i int) int {
	for n := 0; i > 0 && n < mostModifiers && s.kind(i-1) == word && s.kind(i-2) != '.'; n++ {
		switch s.str(i - 1) {
		case "export", "default", "declare", "abstract", "async", "const":
			i--
			continue
		}
		break
	}
	return i
}

// decorated returns the first token of the decorators before token i, or i.
func (s jsScan) decorated(i int) int {
	for {
		j := i - 1
		if s.kind(j) == ')' {
			if j = s.mate(j) - 1; j < 0 {
				return i
			}
		}
		for s.kind(j) == word && s.kind(j-1) == '.' {
			j -= 2
		}
		if s.kind(j) != word || s.kind(j-1) != '@' {
			return i
		}
		i = j - 1
	}
}

// quote returns the text of a string token.
func unquote(s string) string { return strings.Trim(s, "\"'`") }

func (s jsScan) imported(i int) int {
	j := i + 1
	if s.kind(j) == '(' || s.kind(j) == '.' {
		return j
	}
	for end := s.ahead(i, i+400); j < end && s.kind(j) != ';' && (j == i+1 || !s.first(j) || s.kind(j) != word || s.kind(j-1) != quoted); {
		if s.kind(j) == quoted {
			s.use(unquote(s.str(j)))
			return j + 1
		}
		j = s.next(j)
	}
	return i + 1
}

// reexported reads what an export without a declaration names, and default objects.
func (s jsScan) reexported(i, depth int) int {
	if s.is(i+1, "default") && s.kind(i+2) == '{' && s.mate(i+2) > 0 {
		end := s.mate(i + 2)
		at := s.symbol(depth, Object, "default", i, end)
		s.nodes[at].Signature, s.nodes[at].Exported = "export default", true
		s.object(i+2, depth+1)
		return end + 1
	}
	return i + 1
}

// symbol lists a declaration that goes from token from to token last.
func (c *code) symbol(depth int, kind Kind, name string, from, last int) int {
	if last >= len(c.toks) {
		last = len(c.toks) - 1
	}
	n := c.put(depth)
	n.Name, n.Kind, n.First, n.Last = oneLine(name), kind, c.lineOf(from), c.missed(from, last)
	if c.wide {
		n.From, n.To = int(c.tok(from).at), int(c.tok(last).end())
	}
	return len(c.nodes) - 1
}
