package mapper

import (
	"strconv"
	"strings"
)

// A tomlScan walks TOML and the INI-like formats by their lines.
type tomlScan struct {
	sections
	nr   int
	last int // the last line that held anything but a comment
	ini  bool
	big  bool
	// times counts the tables of an array by their name.
	times map[string]int
	array bool // the open table is one of an array
}

func scanTOML(f *file) { scanTables(f, false) }

func scanINI(f *file) { scanTables(f, true) }

func scanTables(f *file, ini bool) {
	s := tomlScan{sections: sections{file: f}, ini: ini, big: len(f.text) > jsonDeep, times: map[string]int{}}
	for s.nr = 1; s.nr <= f.count(); s.nr++ {
		s.line(f.lineText(s.nr))
	}
	s.end(0, s.last)
}

func (s *tomlScan) line(line string) {
	text := strings.TrimSpace(line)
	switch {
	case text == "" || text[0] == '#' || s.ini && (text[0] == ';' || text[0] == '!'):
		return
	case text[0] == '[':
		if s.table(text) {
			s.last = s.nr
			return
		}
	case s.ini && s.nr > 1 && len(s.open) > 0 && columns(line, 8) > 0 && s.last == s.nr-1 && strings.IndexByte(text, '=') < 0:
		s.nodes[len(s.nodes)-1].Last = s.nr // a value that goes on
	default:
		s.pair(text)
	}
	s.last = s.nr
}

// table begins what a line in brackets names.
func (s *tomlScan) table(text string) bool {
	array := strings.HasPrefix(text, "[[") && !s.ini
	closer := "]"
	if array {
		closer = "]]"
	}
	end := tomlClose(text, closer)
	if end < 0 || s.ini && end+1 < len(text) && strings.IndexByte(" \t;#", text[end+1]) < 0 {
		return false
	}
	name := cut(oneLine(text[len(closer):end]), maxDoc)
	if name == "" {
		return false
	}
	sym := Symbol{Name: name, Kind: "table", Signature: text[:end+len(closer)], First: s.nr}
	if s.ini {
		sym.Kind = Section
	}
	if s.array = array; array {
		sym.Name = name + "[" + strconv.Itoa(s.times[name]) + "]"
		sym.Label = sym.Name
		s.times[name]++
	}
	s.begin(0, s.last, sym)
	return true
}

// tomlClose returns where the brackets that end a header stand, outside of quotes.
func tomlClose(text, closer string) int {
	q := byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case q != 0:
			if c == q {
				q = 0
			}
		case c == '"' || c == '\'':
			q = c
		case c == ']' && strings.HasPrefix(text[i:], closer):
			return i
		}
	}
	return -1
}

// pair lists a key with its value, which may go on over lines.
func (s *tomlScan) pair(text string) {
	at := s.equals(text)
	if at < 0 {
		return
	}
	key, value := strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:])
	if s.ini {
		key = strings.TrimPrefix(key, "export ")
	}
	name := cut(oneLine(strings.Trim(key, `"'`)), maxDoc)
	if name == "" {
		return
	}
	if n := len(s.open); n > 0 && s.array && (name == "name" || name == "id" || name == "version") {
		sym := &s.nodes[s.open[n-1].at]
		sym.Label += " " + cut(strings.Trim(value, `"'`), 60)
		head, _, _ := strings.Cut(sym.Name, "[")
		_, words, _ := strings.Cut(sym.Label, " ")
		sym.Signature = "[[" + head + "]] " + words
	}
	sym := Symbol{Name: name, Kind: "key", First: s.nr}
	if !s.big || len(s.open) == 0 {
		sym.Signature = name + " = " + cut(value, maxDoc)
	}
	if s.ini {
		s.goesOn(value)
	} else {
		s.value(value)
	}
	if sym.Last = s.nr; s.big && len(s.open) > 0 && sym.Last == sym.First {
		return // no map has room for it
	}
	s.leaf(sym)
}

// equals returns where the sign between key and value stands, or -1.
func (s *tomlScan) equals(text string) int {
	if s.ini {
		if n := strings.IndexByte(text, '='); n >= 0 {
			return n
		}
		return strings.IndexByte(text, ':')
	}
	q := byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case q != 0:
			if c == q {
				q = 0
			}
		case c == '"' || c == '\'':
			q = c
		case c == '=':
			return i
		case c == '#' || c == '{':
			return -1
		}
	}
	return -1
}

// goesOn skips the lines that a backslash, or an open quote, adds to a value of an
// INI-like file.
func (s *tomlScan) goesOn(value string) {
	for strings.HasSuffix(value, "\\") && !strings.HasSuffix(value, "\\\\") && s.nr < s.count() {
		s.nr++
		value = strings.TrimSpace(s.lineText(s.nr))
	}
	if len(value) == 0 || value[0] != '"' || strings.Count(value, `"`) != 1 {
		return
	}
	for n := s.nr + 1; n <= min(s.count(), s.nr+50); n++ {
		if line := s.lineText(n); strings.HasSuffix(strings.TrimSpace(line), `"`) {
			if strings.Count(line, `"`) == 1 {
				s.nr = n
			}
			return
		}
	}
}

// value skips to the end of a value of TOML. One that runs into a header has lost its
// end, and is taken for one line.
func (s *tomlScan) value(text string) {
	depth, long, nr := 0, "", s.nr
	for {
		depth, long = tomlLine(text, depth, long)
		if depth <= 0 && long == "" {
			s.nr = nr
			return
		}
		if nr++; nr > s.count() || s.hopeless() {
			s.missed(nr - s.nr)
			return
		}
		if text = s.lineText(nr); long == "" && text != "" && text[0] == '[' && tomlHeader(text) {
			s.missed(nr - s.nr)
			return
		}
	}
}

// tomlHeader tells whether a line is the header of a table, and no list in a list.
func tomlHeader(text string) bool {
	text = strings.TrimRight(text, " \t")
	name := strings.Trim(text, "[]")
	return text[len(text)-1] == ']' && name != "" && !strings.ContainsAny(name, ",[]{}=") && (name[0] == '"' || wordByte(name[0])) && strings.Trim(name, "0123456789") != "" && name[0] != '"'
}

// tomlLine follows brackets and long strings through a line.
func tomlLine(text string, depth int, long string) (int, string) {
	for i := 0; i < len(text); {
		if long != "" {
			n := strings.Index(text[i:], long)
			if n < 0 {
				return depth, long
			}
			if n > 0 && long[0] == '"' && text[i+n-1] == '\\' {
				i += n + 1
				continue
			}
			i, long = i+n+3, ""
			continue
		}
		switch c := text[i]; {
		case c == '#':
			return depth, ""
		case strings.HasPrefix(text[i:], `"""`) || strings.HasPrefix(text[i:], `'''`):
			long = text[i : i+3]
			i += 2
		case c == '"' || c == '\'':
			i = jsonString(text, i) - 1
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		i++
	}
	return depth, long
}
