package mapper

import "strings"

// A sqlScan cuts SQL into statements, in the dialects of PostgreSQL, MySQL, SQLite,
// SQL Server and Oracle.
type sqlScan struct {
	*file
	at, nr int
	term   string // what ends a statement
	// mysql tells whether the text is of MySQL, once that was asked: 1 that it is, -1 that not.
	mysql int
	// strict ends a string at its line when it holds what looks like a statement.
	strict bool
	// unended tells that a string or comment had no end.
	unended  bool
	run      sqlRun
	openings [8]sqlHead
	// last and next are the openings that was met last and that comes to be forgotten.
	last, next int
	// inRows and other are the bytes to pass over, in statements that list rows and others.
	inRows, other *[256]bool
}

// A sqlRun is a row of statements that share one line of the map.
type sqlRun struct {
	key    sqlKey
	at     int
	head   sqlHead
	unit   string
	count  int
	merges int
}

func scanSQL(f *file) {
	f.rough = true
	s := sqlScan{file: f, nr: 1}
	s.walk()
	if s.unended {
		f.nodes = f.nodes[:0]
		s = sqlScan{file: f, nr: 1, mysql: s.mysql, strict: true}
		s.walk()
	}
	f.group(func(s *Symbol) string { return string(s.Kind) })
}

// escapes tells that a backslash in a string takes the next byte with it, as in MySQL.
func (s *sqlScan) escapes() bool {
	if s.mysql == 0 {
		s.mysql = -1
		if strings.Contains(s.text, "`,\n") || assigns(s.text, "ENGINE") {
			s.mysql = 1
		}
	}
	return s.mysql > 0
}

// assigns tells whether a word stands before an equal sign. Those are few: it is quicker to
// look for them than for the word.
func assigns(text, word string) bool {
	for {
		n := strings.IndexByte(text, '=')
		if n < 0 || strings.HasSuffix(text[:n], word) {
			return n >= 0
		}
		text = text[n+1:]
	}
}

// until sets what ends a statement.
func (s *sqlScan) until(term string) {
	s.term, s.inRows, s.other = term, sqlPlainTo(term[0], true), sqlPlainTo(term[0], false)
}

func (s *sqlScan) walk() {
	s.until(";")
	for {
		s.space()
		if s.at >= len(s.text) {
			break
		}
		if !s.directive() {
			s.statement()
		}
	}
	s.flush()
}

// move goes on to a place and counts the lines on the way.
func (s *sqlScan) move(to int) {
	s.nr += strings.Count(s.text[s.at:to], "\n")
	s.at = to
}

// space skips white space, comments and stray ends of statements.
func (s *sqlScan) space() {
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '\n':
			s.nr++
			s.at++
		case c <= ' ' || c == ';':
			s.at++
		default:
			end := s.comment(s.at)
			if end == s.at {
				return
			}
			s.move(end)
		}
	}
}

// comment returns the end of the comment at i, or i.
func (s *sqlScan) comment(i int) int {
	rest := s.text[i:]
	switch {
	case strings.HasPrefix(rest, "--"), rest[0] == '#' && s.escapes():
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(s.text)
	case strings.HasPrefix(rest, "/*"):
		if n := s.blockEnd(rest); n >= 0 {
			return i + n + 4
		}
		s.unended = true
		s.lost++
		if n := strings.IndexByte(rest, '\n'); s.strict && n >= 0 {
			return i + n
		}
		return len(s.text)
	}
	return i
}

// blockEnd returns where the end of the comment stands that a text begins with, or -1.
func (s *sqlScan) blockEnd(text string) int {
	if s.hopeless() {
		return -1
	}
	return strings.Index(text[2:], "*/")
}

// directive skips a line that speaks to the client program.
func (s *sqlScan) directive() bool {
	if s.term == ";" && strings.IndexByte("/\\gGdD", s.text[s.at]) < 0 {
		return false
	}
	rest := s.text[s.at:min(len(s.text), s.at+256)]
	n := strings.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	line := strings.TrimSpace(s.text[s.at : s.at+n])
	switch {
	case line == "/" || line[0] == '\\' || len(line) == 2 && strings.EqualFold(line, "go"):
	case len(line) > 10 && strings.EqualFold(line[:10], "delimiter "):
		s.until(strings.TrimSpace(line[10:]))
	case s.term != ";" && strings.HasPrefix(line, s.term):
		n = len(s.term)
	default:
		return false
	}
	s.move(s.at + n)
	return true
}

// statement reads one statement and lists it.
func (s *sqlScan) statement() {
	from, first := s.at, s.nr
	head := sqlHead{text: s.text[from:min(from+2000, len(s.text))]}
	s.opened(&head)
	head.rest()
	b := sqlBody{sqlScan: s, routine: head.routine, need: head.need, rows: head.verb == "INSERT", i: from}
	end := b.find()
	s.move(end)
	last := s.nr
	if n := lastByte(s.text, from, end); n < end-1 {
		last -= strings.Count(s.text[max(from, n):end], "\n")
	}
	if head.verb == "COPY" && head.stdin(s.text[from:end]) {
		b.groups = s.copied()
		last = max(last, s.nr)
		s.move(min(len(s.text), s.at+2))
	}
	s.list(&head, b.groups, from, first, last)
	if strings.HasPrefix(s.text[s.at:], s.term) {
		s.at += len(s.term)
	}
}

// opened reads the opening of a statement. A dump has few of them: those that were read
// before are known by their bytes.
func (s *sqlScan) opened(h *sqlHead) {
	text := h.text
	for n := range s.openings {
		k := (s.last + n) % len(s.openings)
		o := &s.openings[k]
		if i := o.i; i > 0 && i < len(text) && text[i] <= ' ' && text[:i] == o.text[:i] && !sqlWordIn(text, i, sqlOpens) {
			*h, s.last = *o, k
			h.text = text
			return
		}
	}
	if h.opening() {
		s.last = s.next
		s.openings[s.next] = *h
		s.next = (s.next + 1) % len(s.openings)
	}
}

// sqlOpens are words that may belong to an opening they follow.
var sqlOpens = set("IF", "NOT", "EXISTS", "CONCURRENTLY", "ONLY", "ON", "INTO", "IGNORE", "OR", "OVERWRITE", "TABLE")

// lastByte returns where the last byte of text[from:end] stands that is no white space.
func lastByte(text string, from, end int) int {
	for end > from && (text[end-1] == ' ' || text[end-1] == '\n' || text[end-1] == '\t' || text[end-1] == '\r') {
		end--
	}
	return end - 1
}

// copied goes on to the end of the rows behind COPY … FROM stdin, and counts them.
func (s *sqlScan) copied() int {
	n := strings.IndexByte(s.text[s.at:], '\n')
	if n < 0 {
		return 0
	}
	s.move(s.at + n + 1)
	rest := s.text[s.at:]
	end := len(rest)
	if strings.HasPrefix(rest, "\\.") {
		return 0
	}
	if n := strings.Index(rest, "\n\\."); n >= 0 {
		end = n + 1
	}
	from := s.nr
	s.move(s.at + end)
	return s.nr - from
}

// list lists a statement, or counts it to those before it of its sort.
func (s *sqlScan) list(h *sqlHead, groups, from, first, last int) {
	if h.verb == "" {
		return
	}
	if h.columns && groups > 0 {
		groups--
	}
	key, unit := h.group()
	if key.verb != "" && key == s.run.key {
		s.nodes[s.run.at].Last = last
		s.run.count += max(groups, 1)
		s.run.merges++
		return
	}
	s.flush()
	at := len(s.nodes)
	sym := s.put(0)
	sym.Name, sym.Kind, sym.First, sym.Last = h.name, h.kind, first, last
	if sym.Signature, sym.raw = h.signature(); h.verb == "CREATE" {
		sym.Label = h.title
	}
	if s.sparse() {
		sym.From, sym.To = from, s.at
	}
	if key.verb == "" {
		if h.object == "TABLE" && len(s.text) < jsonDeep {
			s.fields(from, first)
		}
		return
	}
	s.run = sqlRun{key: key, at: at, head: *h, unit: unit, count: groups}
	if unit != "row" || groups == 0 && h.verb == "INSERT" {
		s.run.count = 1
	}
}

// flush words the row of statements that ends here.
func (s *sqlScan) flush() {
	r := &s.run
	if r.key.verb == "" {
		return
	}
	r.key = sqlKey{}
	if r.merges == 0 && r.unit != "row" {
		return
	}
	sym := &s.nodes[r.at]
	sym.Label = r.head.short()
	sym.Signature, sym.raw = sym.Label+" ("+count(r.count, r.unit)+")", asWritten
}
