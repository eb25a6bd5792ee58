package mapper

import "strings"

// function reads a function declaration, or a function expression that has a name.
func (s jsScan) function(i, depth int) int {
	name := i + 1
	if s.kind(name) == '*' {
		name++
	}
	if s.kind(name) != word || s.kind(s.angle(name+1)) != '(' {
		return i + 1
	}
	close := s.mate(s.angle(name + 1))
	if close < 0 {
		return name + 1
	}
	sig, body := s.result(close + 1)
	from := s.modified(i)
	end := sig
	if body > 0 {
		end = s.mate(body)
	}
	at := s.symbol(depth, Function, s.str(name), s.async(i), end)
	s.head(at, from, sig)
	if body > 0 {
		s.walk(close, end, depth+1)
	}
	return end + 1
}

// async returns i, or the token before where that says async.
func (s jsScan) async(i int) int {
	if s.is(i-1, "async") {
		return i - 1
	}
	return i
}

// head gives symbol at its signature from token from to token sig.
func (s jsScan) head(at, from, sig int) {
	n := &s.nodes[at]
	n.Signature = s.written(from, sig)
	n.Doc = s.doc(s.decorated(from))
	if first := s.lineOf(s.decorated(from)); first < n.First {
		n.Head = first
	}
	for j := from; s.kind(j) == word && j < from+8; j++ {
		switch w := s.str(j); w {
		case "export":
			n.Exported = true
			s.modify(n, w)
		case "default", "declare", "abstract", "async", "static", "readonly", "private", "protected", "public", "override", "get", "set":
			s.modify(n, w)
		default:
			return
		}
	}
}

// result goes past the type after the parameters of a function. It returns the last
// token of the head and the brace of the body, 0 where there is none.
func (s jsScan) result(i int) (sig, body int) {
	if s.kind(i) == ':' {
		i = s.typeEnd(i + 1)
	}
	if s.kind(i) == '{' && s.mate(i) > i {
		return i - 1, i
	}
	return i - 1, 0
}

// typeEnd returns the index after the type that begins at token i.
func (s jsScan) typeEnd(i int) int {
	operand := true // one is expected
	for end := s.ahead(i, len(s.toks)); i < end; {
		k := s.kind(i)
		switch {
		case k == '{' && !operand, k == ';', k == ',', k == ')', k == ']', k == '}':
			return i
		case k == '=':
			if !s.pair2(i, '=', '>') {
				return i
			}
			i, operand = i+2, true
			continue
		case k == '|', k == '&', k == '?', k == ':', k == '.', k == '-', k == '+':
			operand = true
		case k == '<':
			if after := s.angle(i); after > i {
				i, operand = after, false
				continue
			}
			return i
		case s.first(i) && !operand && !s.is(i, "extends") && !s.is(i, "is"):
			return i
		case k == word && typeWord(s.str(i)):
			operand = true
		default:
			operand = false
		}
		i = s.next(i)
	}
	return i
}

// typeWord tells whether a type must follow a word.
func typeWord(w string) bool {
	switch w {
	case "keyof", "typeof", "readonly", "infer", "is", "asserts", "unique", "extends", "new", "abstract":
		return true
	}
	return false
}

// class reads a class; name stands for the one that it has not.
func (s jsScan) class(i, depth int, name string) int {
	open := i + 1
	if k := s.kind(open); k != word && k != '{' && k != '<' {
		return i + 1
	}
	if s.kind(open) == word && !s.is(open, "extends") && !s.is(open, "implements") {
		name = s.str(open)
	}
	for end := s.ahead(i, len(s.toks)); open < end && s.kind(open) != '{'; {
		switch s.kind(open) {
		case ';', ')', '}', '=':
			return i + 1
		case '<':
			open = max(s.angle(open), open+1)
			continue
		}
		open = s.next(open)
	}
	close := s.mate(open)
	if close < 0 || name == "" {
		return i + 1
	}
	from := s.modified(i)
	first := from
	if d := s.decorated(from); d < from && !s.is(from, "export") {
		first = d
	} else if s.is(i-1, "abstract") {
		first = i - 1
	} else {
		first = i
	}
	at := s.symbol(depth, Class, name, first, close)
	s.head(at, from, open-1)
	s.body(open, depth+1)
	return close + 1
}

// members reads an interface or an enum.
func (s jsScan) members(i, depth int) int {
	open := i + 2
	for end := s.ahead(i, len(s.toks)); open < end && s.kind(open) != '{'; {
		switch s.kind(open) {
		case ';', ')', '}', '=', ':', '(':
			return i + 1
		case '<':
			open = max(s.angle(open), open+1)
			continue
		}
		open = s.next(open)
	}
	close := s.mate(open)
	if close < 0 {
		return i + 1
	}
	from := s.modified(i)
	first := i
	if s.is(i-1, "const") {
		first = i - 1
	}
	at := s.symbol(depth, Kind(s.str(i)), s.str(i+1), first, close)
	s.head(at, from, open-1)
	if s.is(i, "enum") {
		s.constants(open, depth+1)
	} else {
		s.body(open, depth+1)
	}
	return close + 1
}

// constants lists the members of the enum at the brace.
func (s jsScan) constants(open, depth int) {
	for j := open + 1; j < s.mate(open); j++ {
		end := j
		for s.next(end) < s.mate(open) && s.kind(s.next(end)) != ',' {
			end = s.next(end)
		}
		if s.kind(j) == word || s.kind(j) == quoted {
			at := s.symbol(depth, Member, unquote(s.str(j)), j, end)
			s.nodes[at].Signature, s.nodes[at].Doc = s.written(j, end), s.doc(j)
		}
		j = s.next(end)
	}
}

func (s jsScan) namespace(i, depth int) int {
	open := i + 2
	for end := s.ahead(i, len(s.toks)); open < end && (s.kind(open) == '.' || s.kind(open) == word); {
		open = s.next(open)
	}
	if s.kind(open) != '{' || s.mate(open) < 0 || !s.statement(i) {
		return i + 1
	}
	from := s.modified(i)
	name := strings.TrimSpace(s.between(i+1, open-1))
	at := s.symbol(depth, Namespace, name, i, s.mate(open))
	s.head(at, from, open-1)
	s.walk(open+1, s.mate(open), depth+1)
	return s.mate(open) + 1
}

func (s jsScan) alias(i, depth int) int {
	equal := s.angle(i + 2)
	if s.kind(equal) != '=' {
		return i + 1
	}
	end := s.typeEnd(equal + 1)
	if s.kind(end) != ';' {
		end--
	}
	from := s.modified(i)
	at := s.symbol(depth, Type, s.str(i+1), i, end)
	s.head(at, from, end)
	s.nodes[at].Signature = strings.TrimSuffix(s.nodes[at].Signature, ";")
	if open := equal + 1; s.kind(open) == '{' && s.mate(open) > 0 && !s.mapped(open) {
		s.body(open, depth+1)
	}
	return end + 1
}

// mapped tells whether the brace at token i holds no members but a rule for them.
func (s jsScan) mapped(i int) bool {
	for i++; s.is(i, "readonly") || s.kind(i) == '-' || s.kind(i) == '+'; {
		i++
	}
	return s.kind(i) == '[' && s.is(i+2, "in")
}

// test reads a block of a test: a call with a title and a function.
func (s jsScan) test(i, depth int) int {
	open := i + 1
	for s.kind(open) == '.' && s.kind(open+1) == word {
		open += 2
	}
	if s.kind(open) != '(' || s.kind(open+1) != quoted || s.kind(open+2) != ',' || s.mate(open) < 0 || !s.statement(i) {
		return i + 1
	}
	close := s.mate(open)
	at := s.symbol(depth, Test, unquote(s.str(open+1)), i, close)
	s.nodes[at].Signature = s.between(i, open-1) + " " + cut(oneLine(s.str(open+1)), maxText)
	s.walk(open+2, close, depth+1)
	return close + 1
}
