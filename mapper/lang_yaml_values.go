package mapper

import "strings"

// keyEnd returns where the colon stands that makes a key of what is before it, or -1.
func keyEnd(text string) int {
	from := 0
	switch text[0] {
	case '"', '\'':
		if from = yamlQuoted(text, 0); from < 0 {
			return -1
		}
		rest := strings.TrimLeft(text[from:], " ")
		if rest == "" || rest[0] != ':' || len(rest) > 1 && rest[1] != ' ' && rest[1] != '\t' {
			return -1
		}
		return len(text) - len(rest)
	case '{', '[', '|', '>', '#', '?', '`':
		return -1
	}
	for {
		n := strings.IndexByte(text[from:], ':')
		if n < 0 {
			return -1
		}
		at := from + n
		if at+1 == len(text) || text[at+1] == ' ' || text[at+1] == '\t' {
			if strings.Contains(text[:at], " #") {
				return -1
			}
			return at
		}
		from = at + 1
	}
}

// yamlQuoted returns the end of the quoted text that begins at i, or -1 when it does
// not end here.
func yamlQuoted(text string, i int) int {
	q := text[i]
	for i++; i < len(text); i++ {
		switch {
		case text[i] == '\\' && q == '"':
			i++
		case text[i] == q && q == '\'' && i+1 < len(text) && text[i+1] == q:
			i++
		case text[i] == q:
			return i + 1
		}
	}
	return -1
}

// skip goes on to the last line of a value that begins behind a key or a dash with
// this indentation.
func (s *yamlScan) skip(ind int, value string) {
	for value != "" && (value[0] == '&' || value[0] == '!') {
		n := strings.IndexByte(value, ' ')
		if n < 0 {
			return
		}
		value = strings.TrimLeft(value[n:], " ")
	}
	if value == "" {
		return
	}
	switch value[0] {
	case '|', '>':
		s.block(ind)
	case '"', '\'':
		if yamlQuoted(value, 0) < 0 {
			s.quoted(ind, value[0])
		}
	case '{', '[':
		s.flow(ind, value)
	case '#':
	default:
		s.plain(ind)
	}
}

// plain skips the lines, indented deeper than its key, on which a text goes on.
func (s *yamlScan) plain(ind int) {
	for n := s.nr + 1; n <= s.count(); n++ {
		line := s.lineText(n)
		text := unindent(line)
		if text == "" {
			continue
		}
		if columns(line, 8) <= ind || text[0] == '#' || keyEnd(text) > 0 {
			return
		}
		s.nr = n
	}
}

// block skips the lines of a block of text, which are indented deeper than its key.
func (s *yamlScan) block(ind int) {
	end := s.nr
	if n := len(s.seq); n > 0 && len(s.open) == 0 && s.seq[n-1].indent < ind {
		ind = s.seq[n-1].indent
	}
	for n := s.nr + 1; n <= s.count(); n++ {
		line := s.lineText(n)
		if blankLine(line) {
			continue
		}
		if columns(line, 8) <= ind {
			break
		}
		end = n
	}
	s.nr = end
}

// quoted skips to the end of a quoted text. One that runs into lines indented no
// deeper than its key has lost its end, and is taken for one line.
func (s *yamlScan) quoted(ind int, q byte) {
	if s.hopeless() {
		return
	}
	for n := s.nr + 1; n <= s.count(); n++ {
		line := s.lineText(n)
		if !blankLine(line) && columns(line, 8) < ind {
			s.missed(n - s.nr)
			return
		}
		if yamlQuoted(string(q)+line, 0) > 0 {
			s.nr = n
			return
		}
		if !blankLine(line) && columns(line, 8) == ind && keyEnd(unindent(line)) > 0 {
			s.missed(n - s.nr)
			return
		}
	}
	s.missed(s.count() - s.nr)
}

// flow skips to the end of a list or map in brackets, with the same guard.
func (s *yamlScan) flow(ind int, value string) {
	depth, q := 0, byte(0)
	for n := s.nr; ; {
		depth, q = yamlFlow(value, depth, q)
		if depth <= 0 && q == 0 {
			s.nr = n
			return
		}
		if n++; n > s.count() || s.hopeless() {
			s.missed(n - s.nr)
			return
		}
		value = s.lineText(n)
		bare := unindent(value)
		if bare != "" && columns(value, 8) <= ind && bare[0] != ']' && bare[0] != '}' && keyEnd(bare) > 0 {
			s.missed(n - s.nr)
			return
		}
	}
}

// yamlFlow follows brackets and quotes through a line.
func yamlFlow(line string, depth int, q byte) (int, byte) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case q != 0 && c == '\\' && q == '"':
			i++
		case q != 0:
			if c == q {
				q = 0
			}
		case c == '#' && i > 0 && line[i-1] == ' ':
			return depth, q
		case (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" [{,:\t", line[i-1]) >= 0):
			q = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
	}
	return depth, q
}
