package mapper

// body lists the members of the class or interface at the brace.
func (s jsScan) body(open, depth int) {
	end := s.mate(open)
	if !s.within(depth - 1) {
		return
	}
	for i := open + 1; i < end; {
		if k := s.kind(i); k == ';' || k == ',' || k == '}' {
			i++
			continue
		}
		i = max(s.method(i, end, depth, false), i+1)
	}
}

// method reads the member of a class that begins at token i and returns the index
// after it. Where only a method is looked for, anything else gives i.
func (s jsScan) method(i, end, depth int, only bool) int {
	from := s.pastDecorators(i, end)
	name := s.pastModifiers(from, end)
	if s.is(from, "static") && s.kind(from+1) == '{' {
		s.walk(from+1, s.next(from+1), depth)
		return s.next(from + 1)
	}
	after := s.nameEnd(name)
	if after == name {
		return i
	}
	for s.kind(after) == '?' || s.kind(after) == '!' {
		after++
	}
	open := s.angle(after)
	if s.kind(open) == '(' && s.mate(open) > 0 {
		return s.called(i, from, name, open, depth, only)
	}
	if only {
		return i
	}
	return s.property(i, from, name, after, end, depth)
}

// pastDecorators returns the index after the decorators at token i.
func (s jsScan) pastDecorators(i, end int) int {
	for s.kind(i) == '@' && i < end {
		i += 2
		for s.kind(i) == '.' {
			i += 2
		}
		if s.kind(i) == '(' {
			i = s.next(i)
		}
	}
	return i
}

// pastModifiers returns the index of the name after the modifiers at token i.
func (s jsScan) pastModifiers(i, end int) int {
	for ; i < end && s.kind(i) == word; i++ {
		switch s.str(i) {
		case "public", "private", "protected", "static", "readonly", "abstract", "override", "async", "get", "set", "declare", "accessor", "export":
		default:
			return i
		}
		switch k := s.kind(i + 1); k {
		case word, quoted, number, '[', '#', '*':
		default:
			return i
		}
	}
	return i
}

// nameEnd returns the index after the name of a member at token i, or i.
func (s jsScan) nameEnd(i int) int {
	if s.kind(i) == '*' {
		i++
	}
	switch s.kind(i) {
	case '#':
		if s.kind(i+1) == word {
			return i + 2
		}
	case word, quoted, number:
		return i + 1
	case '[', '(':
		if s.mate(i) > 0 && s.kind(i) == '[' {
			return s.next(i)
		}
	}
	return i
}

// called reads a method, whose parameters begin at token open.
func (s jsScan) called(i, from, name, open, depth int, only bool) int {
	sig, body := s.result(s.mate(open) + 1)
	if only && (body == 0 || statementWord(s.str(name)) || s.is(name, "function")) {
		return i
	}
	end := sig
	if body > 0 {
		end = s.mate(body)
	}
	first := name
	if s.kind(name) == '*' {
		first++
	}
	at := s.symbol(depth, Method, s.between(first, s.nameEnd(name)-1), from, end)
	s.head(at, from, sig)
	n := &s.nodes[at]
	n.Doc = s.doc(i)
	n.Exported = !s.hidden(from, name)
	if i < from && s.lineOf(i) < n.First {
		n.Head = s.lineOf(i)
	}
	s.walk(open, end, depth+1)
	return end + 1
}

// statementWord tells whether a word before parentheses and a brace begins a
// statement.
func statementWord(w string) bool {
	switch w {
	case "if", "for", "while", "switch", "catch", "with", "await":
		return true
	}
	return false
}

// hidden tells whether the modifiers from token from on keep a member to its class.
func (s jsScan) hidden(from, name int) bool {
	for j := from; j < name; j++ {
		if s.is(j, "private") || s.is(j, "protected") {
			return true
		}
	}
	return s.kind(name) == '#'
}

// property reads a member that is no method.
func (s jsScan) property(i, from, name, after, end, depth int) int {
	equal := after
	if s.kind(equal) == ':' {
		equal = s.typeEnd(equal + 1)
	}
	stop := equal - 1
	sig, kind := stop, Field
	if s.kind(equal) == '=' {
		stop = min(s.valueEnd(equal+1), end-1)
		sig, kind = s.value(equal + 1)
		if kind == Variable {
			sig, kind = s.short(name, equal, stop), Field
		}
	}
	if kind == Function {
		kind = Method
	}
	if stop < name {
		return i
	}
	at := s.symbol(depth, kind, s.between(name, s.nameEnd(name)-1), from, stop)
	s.head(at, from, sig)
	s.nodes[at].Doc, s.nodes[at].Exported = s.doc(i), !s.hidden(from, name)
	if i < from && s.lineOf(i) < s.nodes[at].First {
		s.nodes[at].Head = s.lineOf(i)
	}
	if s.kind(equal) == '=' {
		s.inside(equal+1, stop, depth+1)
	}
	return stop + 1
}

// object lists the properties of the object at the brace that hold functions.
func (s jsScan) object(open, depth int) {
	end := s.mate(open)
	for i := open + 1; i < end; {
		name := s.pastModifiers(i, end)
		after := s.nameEnd(name)
		if s.kind(after) == '(' && after > name && s.mate(after) > 0 {
			if next := s.called(i, i, name, after, depth, true); next > i {
				i = next
				continue
			}
		}
		stop := s.valueEnd(i)
		if sig, kind := s.value(after + 1); after > name && s.kind(after) == ':' && kind != Variable {
			at := s.symbol(depth, kind, unquote(s.str(name)), i, stop)
			s.head(at, i, sig)
			s.inside(after+1, stop, depth+1)
		} else {
			s.walk(i, stop+1, depth)
		}
		i = max(stop+1, i+1)
	}
}
