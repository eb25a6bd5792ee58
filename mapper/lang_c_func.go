package mapper

import "strings"

// parameters finds the parentheses of the function that may begin at token i. When it
// is none, open is -1 and after the index where the declaration ends.
func (s cScan) parameters(i, end int) (open, after int) {
	found, words := -1, 0
	for j := i; j < end; {
		switch k := s.kind(j); {
		case k == ';', k == '}':
			return found, j
		case k == '{':
			if found >= 0 {
				return found, j
			}
			return -1, j
		case k == '=' && !s.operator(j):
			return found, j
		case k == ':' && !s.pair2(j, ':', ':') && !s.pair2(j-1, ':', ':') && found >= 0:
			return found, j
		case k == '(':
			if name := s.callee(i, j); name {
				if found >= 0 {
					return s.better(i, found, j), j
				}
				if found = j; words > 1 {
					return found, j
				}
			}
		case k == word:
			words++
			if s.is(j, "operator") {
				return s.operatorName(j, end)
			}
		case k == '<':
			if next := s.angle(j); next > j {
				j = next
				continue
			}
		}
		j = s.next(j)
	}
	return found, end
}

// better chooses between two words with parentheses: the first is the function, unless
// it is a macro before it.
func (s cScan) better(i, first, second int) int {
	if first > i+1 || s.kind(s.next(first)) != word && s.kind(s.next(first)) != '*' || s.next(first)+1 == second && !s.first(s.next(first)) {
		return first
	}
	return second
}

// callee tells whether the parenthesis at j follows the name of a function.
func (s cScan) callee(i, j int) bool {
	if j == i || s.mate(j) < 0 {
		return false
	}
	switch s.kind(j - 1) {
	case word:
		return !attribute(s.str(j - 1))
	case '>':
		return true
	case ')':
		// int (name)(arguments), as some write against macros
		m := s.mate(j - 1)
		return m == j-3 && s.kind(m-1) == word && m > i
	}
	return false
}

// operator tells whether the token at j belongs to the name of an operator.
func (s cScan) operator(j int) bool {
	for k := j - 1; k >= j-3 && k >= 0; k-- {
		if s.is(k, "operator") {
			return true
		}
	}
	return false
}

// operatorName returns the parentheses after the name of an operator.
func (s cScan) operatorName(i, end int) (open, after int) {
	for j := i + 1; j < end; j = s.next(j) {
		if s.kind(j-1) == word && j-1 > i {
			j = s.angle(j)
		}
		switch k := s.kind(j); {
		case k == '(' && j == i+1 && s.kind(s.next(j)) == '(':
			return s.next(j), j
		case k == '(':
			return j, j
		case k == ';', k == '{':
			return -1, j
		}
	}
	return -1, end
}

// functionEnd looks from token i, after the parameters, for the body. It returns its
// brace; 0 and the last token for "= default"; or -1 and the last token for none.
func (s cScan) functionEnd(i, end int) (body, stop int) {
	for j := i; j < end; {
		switch k := s.kind(j); {
		case k == '{':
			if s.mate(j) < 0 {
				return -1, j
			}
			return j, j
		case k == ';':
			if brace := s.oldStyle(i, j, end); brace > 0 {
				return brace, brace
			}
			return -1, j
		case k == '}', k == ')', k == ',', k == word && s.first(j) && (s.is(j, "typedef") || s.is(j, "extern") || s.is(j, "static")):
			return -1, j - 1
		case k == '=':
			return s.defaulted(j, end)
		case k == ':' && !s.pair2(j, ':', ':') && !s.pair2(j-1, ':', ':'):
			return s.initialised(j+1, end)
		case k == '<':
			j = max(s.angle(j), j+1)
			continue
		}
		j = s.next(j)
	}
	return -1, end - 1
}

// defaulted reads what follows an = after the parameters.
func (s cScan) defaulted(i, end int) (body, stop int) {
	for stop = i; stop < end-1 && s.kind(stop) != ';'; {
		stop = s.next(stop)
	}
	if w := s.str(i + 1); w == "default" || w == "delete" || w == "0" {
		return 0, stop
	}
	return -1, stop
}

// initialised finds the body after the members that a constructor sets.
func (s cScan) initialised(i, end int) (body, stop int) {
	for j := i; j < end; {
		switch k := s.kind(j); {
		case k == '<':
			j = max(s.angle(j), j+1)
			continue
		case k == '{':
			if p := s.kind(j - 1); p != word && p != '>' {
				if s.mate(j) < 0 {
					return -1, j
				}
				return j, j
			}
		case k == ';', k == '}':
			return -1, j
		}
		j = s.next(j)
	}
	return -1, end - 1
}

// oldStyle returns the brace after the types of parameters that stand between the
// parentheses and the body, as C had them at first; semi ends the first of them.
func (s cScan) oldStyle(i, semi, end int) int {
	if s.kind(i) != word || semi-i > 12 || semi == i+1 {
		return 0
	}
	for j := semi; j < end && j < semi+60; j++ {
		switch k := s.kind(j); {
		case k == '{' && s.kind(j-1) == ';' && s.first(j) && s.mate(j) > 0:
			return j
		case k != word && k != ';' && k != '*' && k != ',' && k != '[' && k != ']' && k != number:
			return 0
		}
	}
	return 0
}

// nameOf returns the name before the parentheses at open, with what qualifies it.
func (s cScan) nameOf(i, open int) string {
	for j := open - 1; j >= max(i, open-16); j-- { // a type may be an operator's name
		if s.is(j, "operator") {
			return s.between(s.qualifier(i, j), open-1)
		}
	}
	last := open - 1
	if s.kind(last) == ')' && s.mate(last) > 0 {
		return s.between(s.mate(last)+1, last-1)
	}
	first := last
	if s.kind(last) == '>' {
		for first > i && s.angle(first) != open {
			first--
		}
		first = max(first-1, i)
	}
	if s.kind(first-1) == '~' && first > i {
		first--
	}
	return strings.ReplaceAll(s.between(s.qualifier(i, first), last), " ", "")
}

// qualifier returns the first token of the name whose last part begins at token j.
func (s cScan) qualifier(i, j int) int {
	for j-2 >= i && s.pair2(j-2, ':', ':') {
		k := j - 3
		if s.kind(k) == '>' {
			for k > i && s.angle(k) != j-2 {
				k--
			}
			k--
		}
		if k < i || s.kind(k) != word {
			return j - 2
		}
		j = k
	}
	return j
}

// variable lists a variable or field whose declaration goes on to token stop.
func (s cScan) variable(i, stop, depth int, class string) int {
	last, name, end := stop, stop-1, s.ahead(stop, len(s.toks))
	for last < end && s.kind(last) != ';' && s.kind(last) != '}' {
		last = s.next(last)
	}
	switch {
	case last >= end:
		return last
	case stop > i && s.kind(stop) == '}':
		return stop
	}
	for s.kind(name) == ']' && s.mate(name) > i {
		name = s.mate(name) - 1
	}
	if name <= i || s.kind(name) != word || s.kind(last) != ';' || class == "" && !s.sound && s.indent(i) > 0 {
		return last + 1
	}
	at := s.symbol(depth, Variable, s.str(name), i, last)
	n := &s.nodes[at]
	if class != "" {
		n.Kind = Field
	}
	n.Signature, n.Doc = s.written(i, stop-1), s.doc(i)
	n.Exported = !s.is(i, "static")
	return last + 1
}
