package mapper

import "strings"

var goKinds = &table{kinds: []kinded{{"type", Type}, {"var", Variable}, {"const", Constant}}}

// goGroup reads type, var and const, alone or in parentheses. In a function only
// types are asked for.
func (c *code) goGroup(i, depth int) int {
	kind := goKinds.get(c.str(i))
	end := c.goEnd(i)
	if c.kind(i+1) != '(' {
		c.goSpec(depth, i, i+1, end, kind)
		return end
	}
	if kind == Type {
		c.goSpecs(depth, i+1, kind)
		return end
	}
	group := c.goHead(i+1, c.str(i), kind)
	group.Doc, group.First, group.Last = c.doc(i), c.lineOf(i), c.endLine(end-1)
	at := c.add(0, group)
	n := c.goSpecs(1, i+1, kind)
	if n < 2 {
		c.single(at, n)
	}
	return end
}

// single puts the only symbol of a group in the group's place, or drops the group.
func (c *code) single(at, n int) {
	if n == 0 {
		c.nodes = c.nodes[:at]
		return
	}
	only := c.nodes[at+1]
	only.depth = 0
	if docText(only.Doc) == "" {
		only.Doc = c.nodes[at].Doc
	}
	c.nodes = append(c.nodes[:at], only)
}

// goHead words a group: its keyword, how many names it has and the first of them.
func (c *code) goHead(i int, keyword string, kind Kind) Symbol {
	var names []string
	n := 0
	for j := i + 1; j < c.mate(i); j = c.goEnd(j) {
		if c.kind(j) != word {
			if c.kind(j) == ')' {
				break
			}
			continue
		}
		if n++; n <= 3 {
			names = append(names, c.str(j))
		}
	}
	s := Symbol{Kind: kind, Label: keyword + " (" + strings.Join(names, ", ")}
	if n > 3 {
		s.Label += ", … " + group(n) + " in all"
	}
	s.Label += ")"
	return s
}

// goSpecs lists what is declared in the parentheses at i.
func (c *code) goSpecs(depth, i int, kind Kind) int {
	n := 0
	for j := i + 1; j < c.mate(i); {
		end := c.goEnd(j)
		if c.kind(j) == word {
			n += c.goSpec(depth, j, j, end, kind)
		}
		if end <= j || c.kind(end) == ';' {
			end++
		}
		j = end
	}
	return n
}

// goSpec lists the declaration of the tokens from name to end, of which from is the
// first that belongs to it.
func (c *code) goSpec(depth, from, name, end int, kind Kind) int {
	if c.kind(name) != word {
		return 0
	}
	s := Symbol{Kind: kind, Doc: c.doc(from), First: c.lineOf(name), Last: c.endLine(end - 1)}
	if kind != Type {
		return c.goNames(depth, from, name, end, s)
	}
	s.Name, s.Exported = c.str(name), exportedGo(c.str(name))
	last := end
	for j := name + 1; j < end; j = c.next(j) {
		if c.is(j, "struct") || c.is(j, "interface") {
			if c.kind(j+1) == '{' {
				s.Kind, last = Kind(c.str(j)), j+1
			}
			break
		}
	}
	if s.Signature = c.written(from, last-1); from == name {
		s.Signature = "type " + c.between(name, last-1)
	}
	c.add(depth, s)
	if s.Kind != Type {
		c.goFields(depth+1, last, s.Kind)
	}
	return 1
}

// goNames lists each name of a var or const.
func (c *code) goNames(depth, from, name, end int, s Symbol) int {
	n := 0
	rest := name
	for c.kind(rest) == word && c.kind(rest+1) == ',' {
		rest += 2
	}
	for j := name; j <= rest && c.kind(j) == word; j += 2 {
		if s.Name = c.str(j); s.Name == "_" {
			continue
		}
		s.Exported = exportedGo(s.Name)
		s.Signature = c.goValue(from, j, rest, end)
		c.add(depth, s)
		n++
	}
	return n
}

// goValue words a var or const: keyword, name, and type or value as far as it is on
// one line.
func (c *code) goValue(from, name, last, end int) string {
	stop := last
	for j := last + 1; j < end && c.lineOf(j) == c.lineOf(last) && c.kind(j) != '{'; j = c.next(j) {
		stop = j
	}
	text := c.str(name)
	alone := c.kind(name+1) != ',' && c.kind(name-1) != ','
	if alone && from >= name-1 {
		return c.written(from, stop)
	}
	if stop > last && (alone || c.kind(last+1) != '=') {
		text += " " + c.between(last+1, stop)
	}
	if c.is(from, "var") || c.is(from, "const") {
		text = c.str(from) + " " + text
	}
	return cut(text, maxText)
}

// goFields lists the fields of a struct or the methods of an interface.
func (c *code) goFields(depth, brace int, of Kind) {
	for j := brace + 1; j < c.mate(brace); {
		end := c.goEnd(j)
		if c.kind(j) == word || c.kind(j) == '*' {
			s := Symbol{Kind: Field, Doc: c.doc(j), First: c.lineOf(j), Last: c.endLine(end - 1)}
			stop := end - 1
			if c.kind(stop) == quoted && of == Struct && stop > j {
				stop--
			}
			s.Signature, s.Name = c.written(j, stop), c.str(j)
			if of == Interface && c.kind(j+1) == '(' {
				s.Kind = Method
			}
			if s.Name == "*" {
				s.Name = c.str(j + 1)
			}
			s.Exported = exportedGo(s.Name)
			c.add(depth, s)
		}
		if end <= j || c.kind(end) == ';' {
			end++
		}
		j = end
	}
}
