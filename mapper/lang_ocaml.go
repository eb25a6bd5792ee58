package mapper

import "strings"

// A mlScan lists the definitions of an OCaml file, and those in its modules and
// classes, by the indentation that all OCaml formatters keep.
type mlScan struct {
	sections
	nr      int
	last    int
	comment int
	quote   string // what ends the open string
	// inner is the indentation of what the open modules hold, -1 before it is known.
	inner []int
}

func scanOCaml(f *file) {
	s := mlScan{sections: sections{file: f}, inner: []int{0}}
	for s.nr = 1; s.nr <= f.count(); s.nr++ {
		s.line(f.lineText(s.nr))
	}
	s.end(0, s.last)
}

func (s *mlScan) line(line string) {
	within := s.comment > 0 || s.quote != ""
	code := s.code(line)
	text := strings.TrimSpace(code)
	if within || text == "" {
		if text != "" || s.quote != "" {
			s.last = s.nr
		}
		return
	}
	s.item(columns(line, 8), text)
	s.last = s.nr
}

// code returns a line with its comments and strings taken out.
func (s *mlScan) code(line string) string {
	plain := s.plain(line)
	if plain == len(line) {
		return line
	}
	var b strings.Builder
	b.WriteString(line[:plain])
	for i := plain; i < len(line); {
		rest := line[i:]
		switch {
		case s.quote != "":
			n := strings.Index(rest, s.quote)
			if n < 0 {
				return b.String()
			}
			if esc := strings.IndexByte(rest[:n], '\\'); s.quote == `"` && esc >= 0 {
				i += esc + 2
			} else {
				i, s.quote = i+n+len(s.quote), ""
			}
		case strings.HasPrefix(rest, "(*"):
			i, s.comment = i+2, s.comment+1
		case s.comment > 0:
			if strings.HasPrefix(rest, "*)") {
				s.comment--
				i++
			}
			i++
		case rest[0] == '"' && !strings.HasPrefix(line[max(i-1, 0):], `'"'`):
			s.quote = `"`
			b.WriteString(`""`)
			i++
		case rest[0] == '{' && mlQuote(rest) != "":
			s.quote = mlQuote(rest)
			i += len(s.quote)
		default:
			b.WriteByte(rest[0])
			i++
		}
	}
	return b.String()
}

// plain returns how many bytes a line begins with, at least, that are code.
func (s *mlScan) plain(line string) int {
	n := 0
	for s.quote == "" && s.comment == 0 && n < len(line) && line[n] != '"' && line[n] != '(' && line[n] != '{' {
		n++
	}
	return n
}

// mlQuote returns what ends the string that {id| begins, or "".
func mlQuote(rest string) string {
	n := 1
	for n < len(rest) && (rest[n] >= 'a' && rest[n] <= 'z' || rest[n] == '_') {
		n++
	}
	if n == len(rest) || rest[n] != '|' {
		return ""
	}
	return "|" + rest[1:n] + "}"
}

var mlKinds = &table{kinds: []kinded{{"let", Function}, {"and", Function}, {"type", Type}, {"module", Module}, {"val", Function}, {"external", Function}, {"exception", "exception"},
	{"class", Class}, {"method", Method}, {"inherit", "inherit"}, {"object", Object}}}

// item reads a line that may begin a definition.
func (s *mlScan) item(ind int, text string) {
	for n := len(s.inner) - 1; n > 0 && (ind < s.inner[n] || s.inner[n] < 0 && ind <= s.open[n-1].level/2); n-- {
		s.inner = s.inner[:n]
	}
	n := len(s.inner) - 1
	if s.inner[n] < 0 {
		s.inner[n] = ind
	}
	if ind != s.inner[n] {
		return
	}
	word, rest, _ := strings.Cut(text, " ")
	if word == "open" || word == "include" {
		s.end(2*ind, s.last)
		s.use(strings.TrimSuffix(strings.TrimPrefix(rest, "! "), ";;"))
		return
	}
	kind := mlKinds.get(word)
	name := mlName(strings.TrimSpace(rest))
	switch {
	case kind == "":
		if strings.HasPrefix(text, "end") {
			s.end(2*ind+1, s.last)
			s.end(2*ind, s.nr)
		}
		return
	case word == "let" && (name == "" || name == "()" || name == "_"):
		name = strings.TrimSpace(rest)
		name, _, _ = strings.Cut(name, "=")
	case word == "and" && len(s.nodes) > 0:
		kind = s.nodes[len(s.nodes)-1].Kind
	}
	s.define(ind, text, oneLine(name), kind)
}

func (s *mlScan) define(ind int, text, name string, kind Kind) {
	head, _, _ := strings.Cut(text, " = ")
	if kind == Type && len(text) < 80 {
		head = text
	}
	head = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(head, "="), "= struct"))
	if name == "" {
		name = head
	}
	s.begin(2*ind, s.last, Symbol{Name: cut(name, maxDoc), Kind: kind, Signature: cut(head, maxText), First: s.nr})
	last := text[strings.LastIndexByte(text, ' ')+1:]
	if (last == "struct" || last == "sig" || last == "object" || strings.HasPrefix(last, "(self") || kind == Module && last == "=" || kind == Class) && !strings.HasSuffix(text, " end") {
		s.inner = append(s.inner[:min(len(s.inner), len(s.open))], -1)
	}
}

// mlName returns the name behind let, type, module and the like.
func mlName(rest string) string {
	for ends := true; ; { // the parameters before a name have an end
		word, tail, _ := strings.Cut(rest, " ")
		switch {
		case word == "rec" || word == "nonrec" || word == "type" || word == "virtual" || word == "private" || word == "mutable":
		case strings.HasPrefix(word, "'") || strings.HasPrefix(word, "+'") || strings.HasPrefix(word, "-'"):
		case strings.HasPrefix(word, "('") || strings.HasPrefix(word, "(+") || strings.HasPrefix(word, "["):
			if n := endOfParams(rest, ends); n >= 0 {
				tail = strings.TrimSpace(rest[n+1:])
			} else {
				ends = false
			}
		case strings.HasPrefix(word, "("):
			if n := strings.IndexByte(rest, ')'); n >= 0 {
				return rest[:n+1]
			}
			return word
		default:
			n := 0
			for n < len(word) && (wordByte(word[n]) || word[n] == '\'') {
				n++
			}
			return word[:n]
		}
		if tail == "" || tail == rest {
			return ""
		}
		rest = strings.TrimSpace(tail)
	}
}

// endOfParams returns where the parameters of a type end, or -1, without a look when it is
// known that they do not.
func endOfParams(rest string, ends bool) int {
	if !ends {
		return -1
	}
	return strings.IndexAny(rest, ")]")
}
