package mapper

import "strings"

// An objcScan reads Objective-C: C with classes between @interface, @implementation or
// @protocol and @end.
type objcScan struct{ cScan }

func scanObjC(f *file) {
	s := objcScan{cScan{f.read(cSyntax), strings.HasSuffix(f.name, ".h")}}
	from := 0
	for i := 0; i < len(s.toks); i++ {
		if s.kind(i) != '@' || !s.first(i) {
			continue
		}
		next := i
		switch s.str(i + 1) {
		case "interface", "implementation", "protocol":
			s.declarations(from, i, 0, "")
			next = s.container(i)
		case "import", "class":
			s.declarations(from, i, 0, "")
			if s.is(i+1, "import") {
				s.use(s.str(i + 2))
			}
			for next = i + 2; next < len(s.toks) && s.kind(next) != ';' && !s.first(next); next++ {
			}
		}
		if next > i {
			i, from = next, next+1
		}
	}
	s.declarations(from, len(s.toks), 0, "")
}

var objcKinds = &table{kinds: []kinded{{"interface", Interface}, {"implementation", Class}, {"protocol", Interface}}}

// container reads the class at token i and returns its last token.
func (s objcScan) container(i int) int {
	last := i + 2
	for last < len(s.toks) && !(s.kind(last) == '@' && s.first(last) && (s.is(last+1, "end") || objcKinds.get(s.str(last+1)) != "")) {
		if s.kind(last) == ';' && s.lineOf(last) == s.lineOf(i) {
			return last // announced
		}
		last++
	}
	stop := last
	if s.is(last+1, "end") {
		stop++
	} else {
		stop--
	}
	head := i + 2
	for head+1 < last && !s.first(head+1) && s.kind(head+1) != '{' {
		head++
	}
	at := s.symbol(0, objcKinds.get(s.str(i+1)), s.str(i+2), i, stop)
	n := &s.nodes[at]
	n.Signature, n.Doc, n.Exported = s.written(i, head), s.doc(i), true
	from := head + 1
	for j := from; j < last; j++ {
		switch {
		case (s.kind(j) == '-' || s.kind(j) == '+') && s.first(j) && s.kind(j+1) == '(':
			s.declarations(from, j, 1, "")
			j = s.objcMethod(j, last)
			from = j + 1
		case s.kind(j) == '@' && s.first(j):
			s.declarations(from, j, 1, "")
			j = s.objcProperty(j, last)
			from = j + 1
		}
	}
	s.declarations(from, last, 1, "")
	return stop
}

// objcMethod lists the method at token i, whose name is that of its parts, and returns
// its last token.
func (s objcScan) objcMethod(i, end int) int {
	var name strings.Builder
	open := s.next(i + 1)
	for ; open < end && s.kind(open) != '{' && s.kind(open) != ';'; open = s.next(open) {
		if s.kind(open) == word && (s.kind(open+1) == ':' || name.Len() == 0) {
			name.WriteString(s.str(open))
			if s.kind(open+1) == ':' {
				name.WriteByte(':')
			}
		}
	}
	last := min(open, end-1)
	if s.kind(open) == '{' && s.mate(open) > 0 {
		last = min(s.mate(open), end-1)
	}
	at := s.symbol(1, Method, name.String(), i, last)
	n := &s.nodes[at]
	n.Signature, n.Doc, n.Exported = s.written(i, open-1), s.doc(i), true
	return last
}

// objcProperty lists the property at token i, or goes past a word such as @optional.
func (s objcScan) objcProperty(i, end int) int {
	if !s.is(i+1, "property") {
		return i + 1
	}
	last := i
	for last < end-1 && s.kind(last) != ';' {
		last = s.next(last)
	}
	name := last - 1
	for name > i+2 && s.kind(name) != word {
		name = max(s.mate(name), i+1) - 1
	}
	at := s.symbol(1, Field, s.str(name), i, last)
	s.nodes[at].Signature, s.nodes[at].Doc, s.nodes[at].Exported = s.written(i, last-1), s.doc(i), true
	return last
}
