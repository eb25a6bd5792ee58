package mapper

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// stdin tells whether rows follow a COPY.
func (h *sqlHead) stdin(text string) bool {
	return strings.HasSuffix(strings.ToUpper(strings.TrimSpace(text[max(0, len(text)-40):])), "FROM STDIN") ||
		strings.Contains(strings.ToUpper(text[:min(len(text), 4000)]), " FROM STDIN ")
}

// A sqlKey is what statements must share to share a line of the map; without a verb
// they never do.
type sqlKey struct{ verb, object, written string }

// group returns the key of a statement and what those that share it are counted as.
func (h *sqlHead) group() (key sqlKey, unit string) {
	switch h.verb {
	case "INSERT", "COPY":
		return sqlKey{h.verb, "", h.written}, "row"
	case "ALTER":
		return sqlKey{h.verb, h.object, h.written}, "change"
	case "CREATE", "SELECT", "WITH", "UPDATE", "DELETE", "MERGE", "DO", "CALL", "EXEC", "DECLARE", "BEGIN":
		return sqlKey{}, ""
	}
	return sqlKey{verb: h.verb}, "statement"
}

// short returns what the line of a group begins with.
func (h *sqlHead) short() string {
	switch h.verb {
	case "INSERT", "COPY":
		return h.verb + " " + h.written
	case "ALTER":
		return h.verb + " " + h.object + " " + h.written
	}
	return h.verb
}

// signature returns what the signature of a statement that stands alone is made of.
func (h *sqlHead) signature() (string, raw) {
	switch {
	case h.verb != "CREATE":
		return h.text, sqlStatement
	case h.belongs && !h.routine:
		return h.text[h.i:], sqlIndex
	case h.on != "":
		return h.on, sqlOn
	case h.routine && !h.need:
		return h.text[h.i:], sqlParams
	case h.table:
		return h.text[h.i:], sqlColumns
	}
	return strings.TrimSpace(h.title), asWritten
}

// paramsOf returns the parameters and the result that follow the name of a routine.
func paramsOf(rest string) string {
	depth, word := 0, 0
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '$' || c == ';' || c == '\'' && depth == 0:
			return sqlSnug(rest[:i])
		}
		if wordByte(rest[i]) {
			continue
		}
		if depth == 0 {
			switch strings.ToUpper(rest[word:i]) {
			case "AS", "IS", "BEGIN", "LANGUAGE", "STABLE", "IMMUTABLE", "VOLATILE", "STRICT", "SECURITY", "DETERMINISTIC", "PARALLEL", "COST", "READS", "RETURN", "SELECT", "WITH", "SET":
				return sqlSnug(rest[:word])
			}
		}
		word = i + 1
	}
	return sqlSnug(rest)
}

func sqlSnug(s string) string {
	space := s != "" && s[0] != '('
	if s = snug(oneLine(s)); space && s != "" {
		return " " + s
	}
	return s
}

// notColumns are words that begin a line of a table which defines no column.
var notColumns = set("CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "KEY", "INDEX", "EXCLUDE", "LIKE", "FULLTEXT", "SPATIAL", "PERIOD")

// headOf puts the begin of a text on one line of at most n characters. Of a long text the
// rest is not looked at.
func headOf(text string, n int) string {
	if most := 3 * n; len(text) > most {
		if head := oneLine(text[:most]); utf8.RuneCountInString(head) > n+utf8.UTFMax {
			return cut(head, n)
		}
	}
	return cut(oneLine(text), n)
}

// columnNames adds the first columns of a table to what names it; rest follows that.
func columnNames(text, rest string) string {
	names := make([]string, 0, 9)
	eachColumn(rest, func(def string, _ int) bool {
		c := sqlHead{text: def}
		if c.ident(); len(names) == 8 {
			c.name = "…"
		}
		names = append(names, c.name)
		return len(names) <= 8
	})
	if len(names) == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + len(" ()") + 24*len(names))
	b.WriteString(text)
	for i, name := range names {
		b.WriteString([]string{" (", ", "}[min(i, 1)])
		b.WriteString(name)
	}
	b.WriteByte(')')
	return b.String()
}

// eachColumn calls f for every column that the parentheses at the beginning of a text
// define, with the place of its definition, until f returns false.
func eachColumn(text string, f func(def string, at int) bool) {
	at := strings.IndexByte(text, '(')
	if at < 0 || !blankLine(text[:at]) {
		return
	}
	depth, from := 0, at+1
	for i := at; i < len(text) && depth >= 0; i++ {
		switch c := text[i]; c {
		case '(':
			depth++
		case '\'', '"', '`':
			n := strings.IndexByte(text[i+1:], c)
			if n < 0 {
				return
			}
			i += n + 1
		case '-':
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 && strings.HasPrefix(text[i:], "--") {
				if blankLine(text[from:i]) {
					from = i + n
				}
				i += n
			}
		case ')':
			if depth--; depth > 0 {
				continue
			}
			column(text, from, i, f)
			return
		case ',':
			if depth == 1 && !column(text, from, i, f) {
				return
			}
			if depth == 1 {
				from = i + 1
			}
		}
	}
}

func column(text string, from, to int, f func(string, int) bool) bool {
	def := strings.TrimSpace(text[from:to])
	if def == "" || sqlWordIn(def, 0, notColumns) {
		return true
	}
	return f(def, from+len(text[from:to])-len(strings.TrimLeft(text[from:to], " \t\r\n")))
}

// fields lists the columns of the table whose definition begins at a place.
func (s *sqlScan) fields(from, first int) {
	text := s.text[from:s.at]
	open := strings.IndexByte(text, '(')
	if open < 0 || strings.Count(text[open:], "\n") == 0 {
		return
	}
	line, seen := first+strings.Count(text[:open], "\n"), open
	eachColumn(text[open:], func(def string, at int) bool {
		line += strings.Count(text[seen:open+at], "\n")
		seen = open + at
		c := sqlHead{text: def}
		c.ident()
		s.add(1, Symbol{Name: c.name, Kind: Field, Signature: oneLine(cut(def, maxDoc)), First: line, Last: line + strings.Count(def, "\n")})
		return true
	})
}

// count words a number of things.
func count(n int, what string) string {
	if n != 1 {
		what = plural(what)
	}
	return strconv.Itoa(n) + " " + what
}
