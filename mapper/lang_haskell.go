package mapper

import "strings"

// A hsScan lists what begins without indentation in a Haskell file. The clauses of a
// function, and its type, share a symbol.
type hsScan struct {
	sections
	nr      int
	last    int // the last line that held code
	comment int // how many {- are open
	doc     string
	at      int    // the symbol of the open declaration, or -1
	name    string // as it is written
}

func scanHaskell(f *file) {
	s := hsScan{sections: sections{file: f}, at: -1}
	for s.nr = 1; s.nr <= f.count(); s.nr++ {
		s.line(f.lineText(s.nr))
	}
	s.end(0, s.last)
}

func (s *hsScan) line(line string) {
	open := s.comment > 0
	code := s.code(line)
	text := strings.TrimSpace(code)
	if text == "" || strings.HasPrefix(line, "#") {
		if doc, ok := strings.CutPrefix(strings.TrimSpace(line), "-- |"); ok && !open {
			s.doc = oneLine(doc)
		} else if line == "" {
			s.doc = ""
		}
		return
	}
	if columns(code, 8) > 0 || open {
		s.inner(text)
		s.last = s.nr
		return
	}
	s.top(text)
	s.doc, s.last = "", s.nr
}

// code returns a line without its comments.
func (s *hsScan) code(line string) string {
	plain := 0
	for s.comment == 0 && plain < len(line) && line[plain] != '{' && line[plain] != '-' && line[plain] != '"' {
		plain++
	}
	if plain == len(line) {
		return line
	}
	var b strings.Builder
	b.WriteString(line[:plain])
	for i := plain; i < len(line); i++ {
		switch rest := line[i:]; {
		case strings.HasPrefix(rest, "{-"):
			s.comment++
			i++
		case s.comment > 0:
			if strings.HasPrefix(rest, "-}") {
				s.comment--
				i++
			}
		case strings.HasPrefix(rest, "--"):
			dashes := len(rest) - len(strings.TrimLeft(rest, "-"))
			if hsComment(rest[dashes:]) {
				return b.String()
			}
			b.WriteString(rest[:dashes])
			i += dashes - 1
		case line[i] == '"':
			end := jsonString(line, i)
			b.WriteString(line[i:end])
			i = end - 1
		default:
			b.WriteByte(line[i])
		}
	}
	return b.String()
}

// hsComment tells whether dashes before a text begin a comment, and no operator such as -->.
func hsComment(rest string) bool {
	return rest == "" || strings.IndexByte("!#$%&*+./<=>?@\\^|~:", rest[0]) < 0
}

var hsKinds = &table{kinds: []kinded{{"data", Type}, {"newtype", Type}, {"type", Type}, {"class", Class}, {"instance", Impl}, {"deriving", "deriving"}, {"pattern", "pattern"}, {"foreign", Function}}}

// top reads a line that begins a declaration.
func (s *hsScan) top(text string) {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch kind := hsKinds.get(word); {
	case word == "import":
		name := strings.TrimPrefix(rest, "qualified ")
		name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
		name, _, _ = strings.Cut(name, "(")
		s.use(name)
		s.finish()
	case word == "module":
		name, _, _ := strings.Cut(rest, " ")
		name, _, _ = strings.Cut(name, "(")
		s.declare(name, Module, "module "+name)
	case kind != "":
		head, _, _ := strings.Cut(text, " where")
		if word == "data" || word == "newtype" || word == "type" {
			head, _, _ = strings.Cut(head, " = ")
		}
		s.declare(hsTypeName(strings.TrimSuffix(head, " ="), word), kind, head)
	case word == "infixl" || word == "infixr" || word == "infix" || word[0] == '}' || word[0] == ')' || word[0] == ']':
	default:
		s.function(text)
	}
}

// hsTypeName returns the name in the head of a type, class or instance.
func hsTypeName(head, word string) string {
	head = strings.TrimSpace(strings.TrimPrefix(head, word))
	for _, w := range []string{"family ", "instance "} {
		head = strings.TrimPrefix(head, w)
	}
	if n := strings.Index(head, "=>"); n >= 0 {
		head = strings.TrimSpace(head[n+2:])
	}
	if word == "instance" || word == "deriving" {
		return head
	}
	name, _, _ := strings.Cut(head, " ")
	return name
}

// function reads a type or a clause of a function.
func (s *hsScan) function(text string) {
	name, typed := hsName(text)
	if name == "" {
		return
	}
	if s.at >= 0 && s.name == name && s.nodes[s.at].Kind == Function {
		return
	}
	sign := name
	if typed {
		sign = text
	} else if n := strings.IndexAny(text, "=|"); n > 0 {
		sign = strings.TrimSpace(text[:n])
	}
	s.declare(name, Function, sign)
}

// hsName returns the name that a line defines, and whether it states its type.
func hsName(text string) (name string, typed bool) {
	if text[0] == '(' {
		n := strings.IndexByte(text, ')')
		if n < 0 {
			return "", false
		}
		name, text = text[:n+1], text[n+1:]
	} else {
		n := 0
		for n < len(text) && (wordByte(text[n]) || text[n] == '\'') {
			n++
		}
		name, text = text[:n], text[n:]
	}
	text = strings.TrimLeft(text, " ")
	if op := hsOperator(text); op != "" {
		return op, false
	}
	if name == "" || name[0] >= 'A' && name[0] <= 'Z' || name == "where" || name == "then" || name == "else" || name == "of" || name == "in" {
		return "", false
	}
	return name, strings.HasPrefix(text, "::") || strings.HasPrefix(text, ",")
}

// hsOperator returns the operator, or the name in backquotes, that is defined between
// its operands, or "".
func hsOperator(text string) string {
	if strings.HasPrefix(text, "`") {
		name, _, _ := strings.Cut(text[1:], "`")
		return name
	}
	n := 0
	for n < len(text) && strings.IndexByte("!#$%&*+./<=>?@\\^|-~:", text[n]) >= 0 {
		n++
	}
	switch op := text[:n]; op {
	case "", "=", "|", "::", "!", "~", "@":
		return ""
	default:
		return "(" + op + ")"
	}
}

func (s *hsScan) declare(name string, kind Kind, sign string) {
	s.finish()
	s.name = name
	s.at = s.begin(0, s.last, Symbol{Name: cut(oneLine(name), maxText), Kind: kind, Signature: cut(sign, maxText), Doc: s.doc, First: s.nr})
}

func (s *hsScan) finish() {
	s.end(0, s.last)
	s.at = -1
}

// inner lists what a class declares.
func (s *hsScan) inner(text string) {
	if s.at < 0 || s.nodes[s.at].Kind != Class {
		return
	}
	if name, typed := hsName(text); name != "" && typed {
		s.leaf(Symbol{Name: name, Kind: Method, Signature: cut(text, maxText), First: s.nr, Last: s.nr})
	}
}
