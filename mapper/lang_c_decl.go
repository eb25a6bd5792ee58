package mapper

import "slices"

// record reads a class, struct, union or enum that has a body, or returns i.
func (s cScan) record(head, i, end, depth int, class string) int {
	at := i
	if next := s.macro(at); next > at {
		at = next // one that exports the class
	}
	for s.kind(at) == word && (s.is(at, "static") || s.is(at, "const") || s.is(at, "extern") || s.is(at, "constexpr") || s.is(at, "export") || s.is(at, "volatile") || s.is(at, "friend")) {
		at++
	}
	kind := Kind(s.str(at))
	if kind != Class && kind != Struct && kind != Union && kind != Enum {
		return i
	}
	name, nameEnd, open := s.recordHead(at, end)
	if open < 0 || s.mate(open) < 0 {
		return i
	}
	n := s.symbol(depth, kind, s.between(name, nameEnd-1), at, s.mate(open))
	s.nodes[n].Signature, s.nodes[n].Doc, s.nodes[n].Exported = s.written(at, open-1), s.doc(head), true
	if s.lineOf(head) < s.nodes[n].First {
		s.nodes[n].Head = s.lineOf(head)
	}
	if head < i {
		s.nodes[n].Signature = s.written(head, open-1)
	}
	s.inner(kind, open, depth+1, s.str(name))
	return s.variablesAfter(s.mate(open)+1, end)
}

// recordHead finds the name of a record and the brace that opens its body, -1 where
// there is none.
func (s cScan) recordHead(at, end int) (name, nameEnd, open int) {
	j := at + 1
	if s.is(at, "enum") && (s.is(j, "class") || s.is(j, "struct")) {
		j++
	}
	name, nameEnd = j, j
	for j < end {
		switch k := s.kind(j); {
		case k == '{':
			return name, nameEnd, j
		case k == ':' && !s.pair2(j, ':', ':'):
			return name, nameEnd, s.bases(j+1, end)
		case k == ':':
			j += 2
			continue
		case k == word && s.kind(j+1) == '(':
			if after := s.next(j + 1); s.mate(j+1) < 0 || !attribute(s.str(j)) && (s.kind(after) == '{' || !s.upperWord(j)) || s.kind(after) == ';' {
				return name, nameEnd, -1
			}
			j = s.next(j + 1)
			continue
		case k == word && !s.is(j, "final") && !s.is(j, "sealed"):
			if !s.pair2(j-2, ':', ':') || nameEnd == at+1 {
				name = j
			}
			nameEnd = max(s.angle(j+1), j+1)
			j = nameEnd
			continue
		case k == word, k == '[', k == directive:
		default:
			return name, nameEnd, -1
		}
		j = s.next(j)
	}
	return name, nameEnd, -1
}

// bases returns the brace after the list of base classes that begins at token i.
func (s cScan) bases(i, end int) int {
	for i < end {
		switch s.kind(i) {
		case '{':
			return i
		case ';', '=', '}', ')':
			return -1
		case '<':
			i = max(s.angle(i), i+1)
			continue
		}
		i = s.next(i)
	}
	return -1
}

// attribute tells whether a word with parentheses says something about a declaration.
func attribute(w string) bool {
	switch w {
	case "__attribute__", "__attribute", "alignas", "_Alignas", "__declspec", "decltype", "noexcept", "throw", "explicit", "requires", "asm", "__asm__", "__asm", "typeof", "__typeof__", "_Static_assert":
		return true
	}
	return false
}

// inner lists what the body of a record holds.
func (s cScan) inner(kind Kind, open, depth int, class string) {
	if kind != Enum {
		s.declarations(open+1, s.mate(open), depth, class)
		return
	}
	for j := open + 1; j < s.mate(open); j++ {
		last := j
		for k := s.next(last); k < s.mate(open) && s.kind(k) != ','; k = s.next(last) {
			last = k
		}
		if s.kind(j) == word {
			at := s.symbol(depth, Member, s.str(j), j, last)
			s.nodes[at].Signature, s.nodes[at].Doc = s.written(j, last), s.doc(j)
		}
		j = max(j, s.next(last))
	}
}

// variablesAfter goes past what is declared with the type whose body ends before i.
func (s cScan) variablesAfter(i, end int) int {
	for j, n := i, 0; j < end && n < 200; j, n = s.next(j), n+1 {
		switch s.kind(j) {
		case ';':
			return j + 1
		case '}', directive, ')':
			return i
		}
		if s.first(j) && s.kind(j) == word && j > i {
			return i
		}
	}
	return i
}

// declared reads a function or a variable.
func (s cScan) declared(head, i, end, depth int, class string) int {
	open, after := s.parameters(i, end)
	if open < 0 {
		return s.variable(i, after, depth, class)
	}
	body, stop := s.functionEnd(s.next(open), end)
	if body < 0 {
		return s.prototype(head, i, open, stop, depth, class)
	}
	last := stop
	if body > 0 {
		last = s.mate(body)
		for s.is(last+1, "catch") && s.kind(last+2) == '(' && s.kind(s.next(last+2)) == '{' {
			last = max(s.mate(s.next(last+2)), last+1)
		}
	}
	at := s.symbol(depth, Function, s.nameOf(i, open), i, last)
	s.function(at, head, i, open, body, class)
	if body > 0 {
		s.locals(body+1, last, depth+1)
	}
	return last + 1
}

// locals lists the types that the body of a function declares.
func (s cScan) locals(i, end, depth int) {
	at, _ := slices.BinarySearch(s.marked, int32(i))
	for at < len(s.marked) && int(s.marked[at]) < end {
		i = s.record(int(s.marked[at]), int(s.marked[at]), end, depth, "")
		behind, _ := slices.BinarySearch(s.marked, int32(i))
		at = max(at+1, behind)
	}
}

func (s cScan) upperWord(i int) bool {
	w := s.str(i)
	for j := range len(w) {
		if w[j] >= 'a' && w[j] <= 'z' {
			return false
		}
	}
	return true
}

// function fills in what is known of the function listed at.
func (s cScan) function(at, head, i, open, body int, class string) {
	n := &s.nodes[at]
	sig := s.next(open) - 1
	for k := sig + 1; body > 0 && k < body && s.kind(k) != ':' && !s.first(k) || s.is(k, "const") || s.is(k, "noexcept") || s.is(k, "override"); k = s.next(k) {
		sig = s.next(k) - 1
	}
	n.Signature, n.Doc = s.written(i, sig), s.doc(head)
	if class != "" {
		n.Kind = Method
	}
	n.Exported = true
	for j := i; j < open; j++ {
		if s.is(j, "static") && class == "" {
			n.Exported = false
		}
	}
	if head < i {
		n.Signature = s.written(head, sig)
		if s.lineOf(head) < n.First {
			n.Head = s.lineOf(head)
		}
	}
	if i+1 == open && s.upperWord(i) && class == "" {
		n.Label = s.between(i, s.next(open)-1)
	}
}

// prototype lists a function without a body, in headers and classes only.
func (s cScan) prototype(head, i, open, stop, depth int, class string) int {
	if !s.header && class == "" || open == i+1 && s.str(i) != class || s.is(i, "friend") {
		return stop + 1
	}
	at := s.symbol(depth, Function, s.nameOf(i, open), i, stop)
	s.function(at, head, i, open, stop, class)
	return stop + 1
}

// beforeAttributes returns the last token of what is declared before the lengths of arrays and
// the attributes that end with token i.
func (s cScan) beforeAttributes(i int) int {
	for open := s.mate(i); open > 0; open = s.mate(i) {
		switch {
		case s.kind(i) == ']':
			i = open - 1
		case s.kind(i) == ')' && attribute(s.str(open-1)):
			i = open - 2
		default:
			return i
		}
	}
	return i
}

// pointed returns the name of a pointer to a function, whose parentheses end at i.
func (s cScan) pointed(i int) int {
	if s.kind(i) != ')' {
		return i
	}
	for j := i; j > s.mate(i) && j >= 0; j-- {
		if s.kind(j) == word {
			return j
		}
	}
	return i
}
