package mapper

// variables reads const, let and var. Inside of functions only those that hold a
// function or a class are listed.
func (s jsScan) variables(i, end, depth int) int {
	if s.is(i+1, "enum") {
		return i + 1
	}
	for name := i + 1; name < end; {
		if s.kind(name) != word {
			return name
		}
		equal := name + 1
		if s.kind(equal) == '!' {
			equal++
		}
		if s.kind(equal) == ':' {
			equal = s.typeEnd(equal + 1)
		}
		stop := equal - 1
		if s.kind(equal) == '=' && !s.pair2(equal, '=', '=') {
			stop = min(s.valueEnd(equal+1), end-1)
		}
		s.variable(i, name, equal, stop, depth)
		if s.kind(stop+1) != ',' {
			return stop + 1
		}
		name = stop + 2
	}
	return end
}

// variable lists one name; its value ends at token stop.
func (s jsScan) variable(i, name, equal, stop, depth int) {
	sig, kind := s.value(equal + 1)
	from := s.modified(i)
	first := from
	if name > i+1 {
		from, first = name, name
	} else if s.is(from, "export") {
		first = i
	}
	if stop <= equal {
		kind = Variable
	}
	if depth > 0 && kind == Variable && !s.inNamespace(depth) {
		s.walk(equal+1, stop+1, depth)
		return
	}
	at := s.symbol(depth, kind, s.str(name), first, stop)
	if kind == Variable {
		if s.is(i, "const") {
			s.nodes[at].Kind = Constant
		}
		sig = s.short(name, equal, stop)
	}
	s.head(at, from, sig)
	s.inside(equal+1, stop, depth+1)
}

// inNamespace tells whether what is listed now stands directly in a namespace.
func (s jsScan) inNamespace(depth int) bool {
	for i := len(s.nodes) - 1; i >= 0; i-- {
		if int(s.nodes[i].depth) < depth {
			return s.nodes[i].Kind == Namespace
		}
	}
	return false
}

// inside lists what a value holds: the properties of an object that are functions, or
// what an expression declares.
func (s jsScan) inside(from, stop, depth int) {
	s.nested++
	defer func() { s.nested-- }()
	switch {
	case s.nested > maxNested:
		s.tooDeep()
	case s.kind(from) == '{' && s.mate(from) <= stop:
		s.object(from, depth)
	case s.is(from, "class"):
		if open := s.classBody(from); open > 0 {
			s.body(open, depth)
		}
	default:
		s.walk(from, stop+1, depth)
	}
}

func (s jsScan) classBody(i int) int {
	for end := s.ahead(i, len(s.toks)); i < end && s.kind(i) != '{'; i = s.next(i) {
		if s.kind(i) == ';' {
			return 0
		}
	}
	if s.mate(i) < 0 {
		return 0
	}
	return i
}

// short returns the last token that is shown of a variable: its type, or its value
// where that is short.
func (s jsScan) short(name, equal, stop int) int {
	if s.kind(name+1) == ':' {
		return equal - 1
	}
	if stop > equal && s.endLine(stop) == s.lineOf(name) && s.tok(stop).end()-s.tok(name).at < 80 {
		return stop
	}
	return name
}

// value tells what kind of value begins at token i, and for a function or a class the
// last token of its head.
func (s jsScan) value(i int) (sig int, kind Kind) {
	j := i
	if s.is(j, "async") {
		j++
	}
	switch {
	case s.is(j, "function"):
		if s.kind(j+1) == '*' {
			j++
		}
		if s.kind(j+1) == word {
			j++
		}
		if open := s.angle(j + 1); s.kind(open) == '(' && s.mate(open) > 0 {
			sig, _ = s.result(s.mate(open) + 1)
			return sig, Function
		}
	case s.is(j, "class"):
		if open := s.classBody(j); open > 0 {
			return open - 1, Class
		}
	case s.kind(j) == word && s.pair2(j+1, '=', '>'):
		return j, Function
	}
	if open := s.angle(j); s.kind(open) == '(' && s.mate(open) > 0 {
		arrow := s.mate(open) + 1
		if s.kind(arrow) == ':' {
			arrow = s.arrowType(arrow + 1)
		}
		if s.pair2(arrow, '=', '>') {
			return arrow - 1, Function
		}
	}
	return i, Variable
}

// arrowType returns the index of the arrow after the result type of a function.
func (s jsScan) arrowType(i int) int {
	for j, end := i, s.ahead(i, i+200); j < end; {
		switch s.kind(j) {
		case '=':
			return j
		case ';', ')', '}', ']', ',':
			return i
		case '<':
			j = max(s.angle(j), j+1)
			continue
		}
		j = s.next(j)
	}
	return i
}

// valueEnd returns the last token of the expression that begins at token i.
func (s jsScan) valueEnd(i int) int {
	end := s.ahead(i, len(s.toks))
	for j := i; j < end; {
		switch k := s.kind(j); {
		case k == ';':
			return max(j-1, i)
		case k == ',', k == ')', k == ']', k == '}':
			return max(j-1, i)
		case j > i && s.first(j) && s.ends(j):
			return j - 1
		case k == '<':
			if after := s.angle(j); after > j && s.kind(after) == '(' {
				j = after
				continue
			}
		}
		j = s.next(j)
	}
	return end - 1
}

// ends tells whether the line that begins with token i is a statement of its own.
func (s jsScan) ends(i int) bool {
	switch s.kind(i) {
	case word:
		switch s.str(i) {
		case "in", "of", "instanceof", "as", "satisfies":
			return false
		}
	case quoted:
		if s.text[s.tok(i).at] == '`' {
			return false
		}
	case '{':
		return s.kind(i-1) != '>' && s.kind(i-1) != '=' && s.kind(i-1) != '(' && s.kind(i-1) != ')'
	case '@', number, '#', '[':
	default:
		return false
	}
	switch s.kind(i - 1) {
	case word:
		switch s.str(i - 1) {
		case "in", "of", "instanceof", "as", "await", "new", "typeof", "void", "delete", "extends", "function", "class", "async", "yield":
			return false
		}
		return true
	case number, quoted, ')', ']', '}', '>', '!':
		return s.kind(i-1) != '>' || s.kind(i-2) != '='
	}
	return false
}

// assigned lists a member that is given a function: a.b = function () {}.
func (s jsScan) assigned(i, depth int) int {
	sig, kind := s.value(i + 1)
	if kind == Variable || s.kind(i-1) != word || s.kind(i-2) != '.' {
		return i + 1
	}
	from := i - 1
	for s.kind(from-1) == '.' && s.kind(from-2) == word {
		from -= 2
	}
	if !s.statement(from) {
		return i + 1
	}
	stop := s.valueEnd(i + 1)
	at := s.symbol(depth, kind, s.str(i-1), from, stop)
	s.nodes[at].Label = s.between(from, i-1)
	s.nodes[at].Exported = s.is(from, "exports") || s.is(from, "module")
	s.head(at, from, sig)
	s.inside(i+1, stop, depth+1)
	return stop + 1
}
