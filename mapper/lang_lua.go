package mapper

import "strings"

var luaSyntax = &syntax{quotes: `"'`, hooks: "-[", hook: luaHook}

// luaHook reads comments, and strings and comments in long brackets.
func luaHook(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	n := 0
	if strings.HasPrefix(rest, "--") {
		n = 2
	} else if rest[0] == '-' {
		return l.at + 1, '-'
	}
	kind := byte(quoted)
	if n > 0 {
		kind = 0
	}
	if long := rest[n:]; len(long) > 1 && long[0] == '[' {
		signs := len(long[1:]) - len(strings.TrimLeft(long[1:], "="))
		if signs+1 < len(long) && long[signs+1] == '[' {
			if end := l.find(long, "]"+long[1:signs+1]+"]"); end >= 0 {
				return l.at + n + end + signs + 2, kind
			}
		}
	}
	if n == 0 {
		return l.at + 1, '['
	}
	if nl := strings.IndexByte(rest, '\n'); nl >= 0 {
		return l.at + nl, 0
	}
	return len(l.text), 0
}

func scanLua(f *file) {
	e := &endScan{code: f.read(luaSyntax), heads: luaHead}
	if !e.luaBlocks() {
		e.nodes, e.open = e.nodes[:0], e.open[:0]
		e.run()
	}
}

// luaBlocks lists what a file declares whose blocks all have their end, or tells that some
// have not: then the indentation has to say what ends where.
func (e *endScan) luaBlocks() bool {
	var open []byte // what ends the blocks around: 'f' is the end of a function that is listed
	for i := 0; i < len(e.toks); {
		if e.kind(i) != word {
			i++
			continue
		}
		next := i + 1
		switch e.str(i) {
		case "require":
			next, _ = luaHead(e, i)
		case "function":
			end, listed := byte('e'), false
			if e.within(e.depth()) {
				next, listed = luaHead(e, i)
			}
			if listed {
				e.open, end = append(e.open, blockFrame{node: len(e.nodes) - 1}), 'f'
			}
			open = append(open, end)
		case "if", "do":
			open = append(open, 'e')
		case "repeat":
			open = append(open, 'u')
		case "end", "until":
			n := len(open) - 1
			if n < 0 || (open[n] == 'u') != e.is(i, "until") {
				return false
			}
			if open[n] == 'f' {
				e.close(e.depth()-1, i)
			}
			open = open[:n]
		}
		i = next
	}
	return len(open) == 0
}

// luaHead reads functions, by their own name or by that of what they are assigned to.
func luaHead(e *endScan, i int) (int, bool) {
	if e.is(i, "require") {
		if j := i + 1; e.kind(j) == quoted {
			e.use(unquote(e.str(j)))
		} else if e.kind(j) == '(' && e.kind(j+1) == quoted {
			e.use(unquote(e.str(j + 1)))
		}
	}
	if !e.is(i, "function") {
		return i + 1, false
	}
	from, name, end := i, i+1, i+1
	if e.is(i-1, "local") {
		from = i - 1
	}
	for end < i+60 && (e.kind(end) == word || e.kind(end) == '.' || e.kind(end) == ':') {
		end++
	}
	open := end
	if name == end { // function (…): what is before the = is the name
		if e.kind(i-1) != '=' {
			return i + 1, false
		}
		for name, end = i-2, i-1; e.kind(name-1) == '.' || e.kind(name-1) == ':'; name -= 2 {
		}
		if from = name; e.is(name-1, "local") {
			from = name - 1
		}
	}
	if e.kind(open) != '(' || e.mate(open) < 0 || e.kind(name) != word {
		return i + 1, false
	}
	at := e.symbol(e.depth(), Function, e.between(name, end-1), from, e.mate(open))
	n := &e.nodes[at]
	n.Signature, n.Doc, n.Exported = e.written(from, e.mate(open)), e.doc(from), !e.is(from, "local")
	return e.mate(open) + 1, true
}
