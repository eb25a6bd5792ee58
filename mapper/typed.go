package mapper

// typed reads the members of a class where no keyword but a type and a name begin
// them: methods, constructors, properties and fields. It returns the index after the
// one that begins at token i, or i when none does.
func (d *declScan) typed(i, end, depth int, in Kind) int {
	if d.kind(i) == '{' && d.mate(i) > i && !function(in) && in != "" {
		if d.sound {
			in = Method // an initialiser, and no stray brace
		}
		d.walk(i+1, d.mate(i), depth, in)
		return d.mate(i) + 1
	}
	if !d.begins(i) {
		return i
	}
	from := d.pastAttributes(i, end)
	key := from
	for key < end && d.kind(key) == word && d.modifiers.has(d.str(key)) && (d.kind(key+1) != '(' || d.tuple(key+1)) && d.kind(key+1) != '=' && d.kind(key+1) != ';' {
		key++
		key = d.pastAnnotations(key, end)
	}
	if _, keyword := d.kinds.find(d.str(key)); keyword && d.kind(key+1) == word || d.kind(key) != word && d.kind(key) != '<' && d.kind(key) != '(' && d.kind(key) != '~' {
		return i
	}
	if in == Enum && d.constants(i, key) {
		return d.constant(i, from, end, depth)
	}
	return d.member(i, from, key, end, depth, in)
}

// tuple tells whether the parentheses at token i are a type, before a name.
func (d *declScan) tuple(i int) bool {
	after := d.next(i)
	for after > i+1 && (d.kind(after) == '?' || d.kind(after) == '[' && d.kind(after+1) == ']') {
		after = d.next(after)
	}
	return after > i+1 && d.kind(after) == word && !d.first(after) && (d.kind(after+1) == '(' || d.kind(after+1) == '<' || d.kind(after+1) == '{' || d.kind(after+1) == ';' || d.kind(after+1) == '=')
}

// begins tells whether token i begins a statement.
func (d *declScan) begins(i int) bool {
	switch d.kind(i - 1) {
	case 0, ';', '{', '}', directive:
		return d.kind(i) == word || d.kind(i) == '@' || d.kind(i) == '[' || d.kind(i) == '<' || d.kind(i) == '(' || d.kind(i) == '~'
	case ',':
		return d.kind(i) == word || d.kind(i) == '@' || d.kind(i) == '['
	}
	return (!d.sound || d.lines && d.breaks(i)) && d.first(i) && d.kind(i) == word
}

// attributed returns the first token of the attributes before token i: @name(…),
// #[…] or [<…>].
func (d *declScan) attributed(i int) int {
	for n := 0; i > 0 && n < 100; n++ {
		j := i - 1
		if d.kind(j) == ']' && d.mate(j) > 0 {
			if j = d.mate(j); d.is(j-1, "#") {
				i = j - 1
				continue
			}
			switch d.kind(j - 1) {
			case 0, ';', '{', '}', ']', directive:
				i = j
				continue
			}
			return i
		}
		if d.kind(j) == ')' && d.mate(j) > 0 {
			j = d.mate(j) - 1
		}
		for d.kind(j) == word && (d.kind(j-1) == '.' || d.kind(j-1) == ':' && d.kind(j-2) == word) {
			j -= 2
		}
		if d.kind(j) == word && d.kind(j-1) == '@' && !d.glued(j-1) {
			i = j - 1
			continue
		}
		if next := d.modified(i); next < i {
			i = next
			continue
		}
		return i
	}
	return i
}

// pastAttributes returns the index after the annotations at token i: @name(…) or […].
func (d *declScan) pastAttributes(i, end int) int {
	for end = d.ahead(i, end); i < end; {
		switch {
		case d.kind(i) == '[' && d.mate(i) > 0:
			i = d.next(i)
		case d.kind(i) == '@' && d.kind(i+1) == word && !d.is(i+1, "interface"):
			i += 2
			for d.kind(i) == '.' {
				i += 2
			}
			if d.kind(i) == '(' {
				i = d.next(i)
			}
		default:
			return i
		}
	}
	return i
}

// pastAnnotations returns the index after the annotations at token i, which begin with @.
func (d *declScan) pastAnnotations(i, end int) int {
	for d.kind(i) == '@' {
		after := d.pastAttributes(i, end)
		if after == i {
			break // @interface declares an annotation
		}
		i = after
	}
	return i
}

// constants tells whether token key may be one of an enumeration.
func (d *declScan) constants(i, key int) bool {
	if k := d.kind(i - 1); k != '{' && k != ',' || key > i && d.kind(i) == word {
		return false
	}
	k := d.kind(key + 1)
	return k == ',' || k == ';' || k == '}' || k == '(' || k == '{' || k == '='
}

// constant lists one of an enumeration, which may have arguments and a body.
func (d *declScan) constant(i, from, end, depth int) int {
	last := from
	for j := from; j < end && d.kind(j) != ',' && d.kind(j) != ';'; j = d.next(j) {
		last = d.next(j) - 1
	}
	at := d.symbol(depth, Member, d.str(from), i, last)
	n := &d.nodes[at]
	n.Doc, n.Exported, n.Signature = d.doc(i), true, d.written(from, last)
	if d.kind(last) == '}' && d.mate(last) > 0 {
		n.Signature = d.written(from, d.mate(last)-1)
		d.walk(d.mate(last)+1, last, depth+1, Class)
	}
	return min(last+2, end)
}

// member reads a method, property or field, whose type or name is token key.
func (d *declScan) member(i, from, key, end, depth int, in Kind) int {
	words := 0
	for j, stop := key, d.ahead(key, end); j < stop; {
		switch k := d.kind(j); {
		case d.lines && words > 1 && d.first(j) && d.breaks(j):
			return d.field(i, from, j-1, end, depth, in)
		case k == word:
			if d.is(j, "operator") {
				return d.operator(i, from, j, end, depth)
			}
			words++
		case k == '<':
			if after := d.angle(j); after > j {
				j = after
				continue
			}
			return i
		case k == '(' && j == key: // a type in parentheses
			words++
		case k == '(' && d.kind(j-1) == word || k == '(' && d.kind(j-1) == '>':
			return d.method(i, from, j, end, depth, in)
		case k == '{' && words > 1, k == '[' && d.is(j-1, "this"):
			return d.field(i, from, j-1, end, depth, in)
		case k == '=' || k == ';' || k == ',':
			if words < 2 {
				return i
			}
			return d.field(i, from, j-1, end, depth, in)
		case k == '[', k == ']', k == '.', k == '?', k == '*', k == ':', k == '@', k == '&', k == '~':
		default:
			return i
		}
		j = d.next(j)
	}
	return i
}

// method lists the method whose parameters begin at token open.
func (d *declScan) method(i, from, open, end, depth int, in Kind) int {
	name := open - 1
	if d.kind(name) == '>' {
		for name > from && d.angle(name) != open {
			name--
		}
		name--
	}
	if d.kind(name) != word || d.mate(open) < 0 || notNames.has(d.str(name)) && !(d.sound && name > from && in != "" && !function(in) && someNames.has(d.str(name))) {
		return i
	}
	body, last := d.bodyAfter(from, open, end, Method)
	if d.likeStatement(from, name, body == 0 && d.kind(d.mate(open)+1) != '=' && d.kind(d.mate(open)+1) != ':', in) {
		return i
	}
	kind := Method
	if in == "" || function(in) {
		kind = Function
	}
	at := d.symbol(depth, kind, d.str(name), i, last)
	d.describe(at, i, from, name, body, last)
	d.nodes[at].Doc = d.doc(i)
	if body == 0 {
		d.nodes[at].Signature = d.written(from, d.mate(open))
	}
	if line := d.lineOf(i); line < d.nodes[at].First {
		d.nodes[at].Head = line
	}
	if d.public != nil && in == Interface {
		d.nodes[at].Exported = true
	}
	d.walk(d.mate(open), last, depth+1, Method)
	return last + 1
}

// likeStatement tells whether what looks like a method may be a statement: it has no
// modifiers, and no type or no body.
func (d *declScan) likeStatement(from, name int, none bool, in Kind) bool {
	bare := !d.modifiers.has(d.str(from)) || d.is(from, "new")
	inside := in == "" || function(in)
	switch {
	case notNames.has(d.str(from)) && (inside || !d.sound):
		return true
	case inside:
		return bare && (name == from || none) || d.kind(name-1) == '.'
	}
	return !d.sound && bare && name == from && none
}

// notNames are words before parentheses that begin a statement.
var notNames = set("if", "for", "while", "switch", "catch", "return", "new", "else", "throw", "await", "yield", "synchronized", "lock", "using", "fixed",
	"do", "try", "case", "assert", "super", "this", "when", "foreach", "sizeof", "typeof", "nameof", "default", "checked", "unchecked", "in", "is", "as", "package", "part", "library")

// someNames are those of them that are names of methods in other languages.
var someNames = set("await", "yield", "lock", "using", "fixed", "when", "foreach", "nameof", "checked", "unchecked", "in", "is", "as", "package", "part", "library")

// operator lists an operator that is defined for a class.
func (d *declScan) operator(i, from, key, end, depth int) int {
	open := key + 1
	for open < key+6 && d.kind(open) != '(' {
		open++
	}
	body, last := d.bodyAfter(from, open, end, Method)
	at := d.symbol(depth, Method, d.between(key, open-1), i, last)
	d.describe(at, i, from, key, body, last)
	return last + 1
}

// field lists a field or a property whose name is token name.
func (d *declScan) field(i, from, name, end, depth int, in Kind) int {
	for d.kind(name) == ']' && d.mate(name) > from {
		name = d.mate(name) - 1
	}
	if d.kind(name) != word || in == "" && d.private != nil || function(in) || notNames.has(d.str(from)) || d.is(from, "return") {
		return i
	}
	body, last := d.bodyAfter(from, name+1, end, Method)
	if body > 0 && d.kind(last+1) == '=' {
		_, last = d.bodyAfter(from, last+2, end, Method)
	}
	at := d.symbol(depth, Field, d.str(name), i, last)
	d.describe(at, i, from, name, body, last)
	d.nodes[at].Doc = d.doc(i)
	if body == 0 {
		d.nodes[at].Signature = d.short(from, name, name+1, last)
	}
	d.walk(name+1, last+1, depth+1, Function)
	return last + 1
}

// created reads an object of a class without a name, which begins with new at token i.
func (d *declScan) created(i, end, depth int) int {
	open := i + 1
	for open < end && (d.kind(open) == word && (d.kind(open-1) != word || open == i+1) || d.kind(open) == '.' || d.kind(open) == '<') {
		open = max(d.angle(open), open+1)
	}
	body := d.next(open)
	if d.kind(open) != '(' || d.kind(body) != '{' || d.mate(body) < 0 {
		return i
	}
	d.walk(open+1, body, depth, Function)
	d.walk(body+1, d.mate(body), depth, Class)
	return d.mate(body) + 1
}
