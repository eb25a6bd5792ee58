package mapper

import "strings"

// A sqlHead is what the first words of a statement say.
type sqlHead struct {
	text    string
	i       int
	verb    string // CREATE, INSERT …
	object  string // TABLE, UNIQUE INDEX …
	written string // the name as it is written
	title   string // of what is created: the object and the name
	name    string
	on      string // the table that a trigger belongs to
	kind    Kind
	routine bool // the body may hold BEGIN and END
	need    bool
	columns bool // a list of columns stands before what is counted
	// what is created is one of these, or belongs to a table
	table, index, belongs bool
}

// sqlSkip are words between CREATE and what is created that say nothing of it.
var sqlSkip = set("OR", "REPLACE", "ALTER", "GLOBAL", "LOCAL", "TEMP", "TEMPORARY", "UNLOGGED", "EXTERNAL", "EDITIONABLE", "NONEDITIONABLE", "FORCE", "NO", "TRUSTED", "PROCEDURAL", "DEFINER", "ALGORITHM", "SQL", "SECURITY")

// sqlFront are words that belong to the name of what is created.
var sqlFront = set("UNIQUE", "MATERIALIZED", "VIRTUAL", "FOREIGN", "RECURSIVE", "CONSTRAINT", "EVENT", "CLUSTERED", "NONCLUSTERED", "FULLTEXT", "SPATIAL", "PACKAGE", "TYPE", "TEXT", "ACCESS", "AGGREGATE", "CAST", "OPERATOR", "USER")

// next returns the next word in capitals and goes past it; signs are words of a byte.
func (h *sqlHead) next() string { return upper(h.word()) }

// upper returns a word in capitals; most are.
func upper(w string) string {
	for i := range len(w) {
		if c := w[i]; c >= 'a' && c <= 'z' || c >= 0x80 {
			return strings.ToUpper(w)
		}
	}
	return w
}

// word returns the next word as it is written, and goes past it.
func (h *sqlHead) word() string {
	h.blank()
	from, end := h.i, h.i
	for end < len(h.text) && wordByte(h.text[end]) {
		end++
	}
	if from == end && end < len(h.text) {
		end++
	}
	h.i = end
	return h.text[from:end]
}

func (h *sqlHead) blank() {
	for h.i < len(h.text) && h.text[h.i] <= ' ' {
		h.i++
	}
}

// peek returns the next word in capitals.
func (h *sqlHead) peek() string { return sqlWord(h.text, h.i) }

// opening reads the words before the name, and tells whether nothing but them and the next
// word says what they are.
func (h *sqlHead) opening() bool {
	h.verb = h.next()
	if h.verb == "CREATE" {
		return h.create()
	}
	h.kind = sqlKind(h.verb)
	switch h.verb {
	case "ALTER", "DROP", "TRUNCATE":
		h.object = h.next()
		if kind, ok := sqlKinds.find(h.text[:h.i]); ok {
			h.kind = kind
		} else {
			h.kind += Kind(" " + strings.ToLower(h.object))
		}
		h.maybe()
	case "INSERT", "REPLACE":
		for w := h.peek(); w == "INTO" || w == "IGNORE" || w == "OR" || w == "OVERWRITE" || w == "TABLE"; w = h.peek() {
			h.next()
		}
		h.verb = "INSERT"
	case "COPY":
	case "COMMENT", "UPDATE", "DELETE", "MERGE", "DO", "CALL", "EXEC":
		h.name = h.verb
		return false
	default:
		if !wordByte(h.verb[0]) {
			h.verb = ""
		}
		h.name = h.verb
		return false
	}
	return true
}

// rest reads what follows the opening.
func (h *sqlHead) rest() {
	switch h.verb {
	case "CREATE":
		if !h.index || !sqlWordIn(h.text, h.i, sqlIsOn) {
			h.ident()
		}
		h.title = h.titled()
		h.body()
	case "ALTER", "DROP", "TRUNCATE", "COPY":
		h.ident()
	case "INSERT":
		h.ident()
		h.blank()
		h.columns = h.i < len(h.text) && h.text[h.i] == '('
	}
}

// create reads the words from CREATE to the name, and tells whether they are none that the
// next may belong to.
func (h *sqlHead) create() (whole bool) {
	for n := 0; n < 12; n++ {
		w := h.next()
		if w == "=" {
			h.ident()
			for n := strings.IndexByte("@", h.at()); n == 0; n = strings.IndexByte("@", h.at()) {
				h.i++
				h.ident()
			}
			continue
		}
		if sqlSkip.has(w) && h.object == "" {
			continue
		}
		if h.object == "" {
			h.object = w
		} else if w != "" {
			h.object += " " + w
		}
		if whole = !sqlFront.has(w); whole {
			break
		}
		if after := h.peek(); w == "TYPE" && after != "BODY" || w == "PACKAGE" && after != "BODY" || w == "EVENT" && after != "TRIGGER" || w == "USER" && after != "MAPPING" {
			break
		}
	}
	h.kind = sqlKind(h.object)
	switch h.object {
	case "FUNCTION", "PROCEDURE", "TRIGGER", "EVENT", "CONSTRAINT TRIGGER", "PROC":
		h.routine = true
	case "PACKAGE", "PACKAGE BODY", "TYPE BODY":
		h.routine, h.need = true, true
	}
	h.index = strings.HasSuffix(h.object, "INDEX")
	h.belongs = h.index || strings.HasSuffix(h.object, "TRIGGER") || h.object == "POLICY" || h.object == "RULE"
	h.table = strings.HasSuffix(h.object, "TABLE")
	h.maybe()
	return whole
}

// titled returns the object and the name, as they stand in the text if they do.
func (h *sqlHead) titled() string {
	name := h.i - len(h.written)
	if from := name - 1 - len(h.object); from >= 0 && h.text[from:name-1] == h.object && h.text[name-1] == ' ' && h.text[name:h.i] == h.written {
		return h.text[from:h.i]
	}
	return h.object + " " + h.written
}

// sqlKind returns what is created, or done, in small letters. What a dump is full of is
// not put together each time.
func sqlKind(words string) Kind {
	if k, ok := sqlKinds.find(words); ok {
		return k
	}
	return Kind(strings.ToLower(words))
}

var sqlKinds = &table{kinds: []kinded{{"TABLE", "table"}, {"INDEX", "index"}, {"UNIQUE INDEX", "unique index"}, {"VIEW", "view"}, {"SEQUENCE", "sequence"}, {"FUNCTION", "function"},
	{"TRIGGER", "trigger"}, {"ALTER", "alter"}, {"ALTER TABLE", "alter table"}, {"ALTER INDEX", "alter index"}, {"ALTER SEQUENCE", "alter sequence"}, {"INSERT", "insert"}, {"COMMENT", "comment"}, {"SET", "set"}, {"SELECT", "select"}}}

// at returns the byte at which the head stands, or 0.
func (h *sqlHead) at() byte {
	if h.i < len(h.text) {
		return h.text[h.i]
	}
	return 0
}

// maybe skips what may stand before a name.
func (h *sqlHead) maybe() {
	for sqlWordIn(h.text, h.i, sqlMaybe) {
		h.next()
	}
}

var sqlIsOn = set("ON")

var sqlMaybe = set("IF", "NOT", "EXISTS", "CONCURRENTLY", "ONLY")

// body reads what stands behind the name of what is created.
func (h *sqlHead) body() {
	h.need = h.need || h.routine && declares(h.text[h.i:])
	if h.belongs && h.routine {
		h.on = tableOf(h.text[h.i:])
	}
}

// tableOf returns the table that what is created belongs to, "" where the text behind its
// name does not tell it.
func tableOf(text string) string {
	h := sqlHead{text: text}
	for n := 0; n < 24 && h.i < len(text); n++ {
		if w := h.word(); len(w) == 2 && strings.EqualFold(w, "ON") {
			h.maybe()
			h.ident()
			return h.written
		}
	}
	return ""
}

// ident reads a name, with its schema and in its quotes.
func (h *sqlHead) ident() {
	h.blank()
	from, simple := h.i, true // a simple name has nothing in it that must not be shown
	for h.i < len(h.text) {
		part := h.i
		if c := h.text[h.i]; c == '"' || c == '`' || c == '[' {
			h.quotedPart(c)
			h.name, simple = strings.Trim(h.text[part:h.i], "\"`[]"), false
		} else {
			end, all := part, byte(0)
			text := h.text
			for end < len(text) && sqlName[text[end]] {
				all |= text[end]
				end++
			}
			simple = simple && all < 0x80
			h.i, h.name = end, text[part:end]
		}
		if h.at() != '.' {
			break
		}
		h.i++
	}
	h.written = h.text[from:h.i]
	if !simple {
		h.written, h.name = oneLine(h.written), oneLine(h.name)
	}
	if h.name == "" {
		h.name = strings.ToLower(h.object)
	}
}

// quotedPart goes past a name in quotes, which begins with c.
func (h *sqlHead) quotedPart(c byte) {
	if c == '[' {
		c = ']'
	}
	end := strings.IndexByte(h.text[h.i+1:], c)
	if end < 0 {
		h.i = len(h.text)
		return
	}
	h.i += end + 2
}

// sqlName are the bytes of names without quotes.
var sqlName = func() (is [256]bool) {
	for c := range is {
		is[c] = wordByte(byte(c)) || c == '$'
	}
	return is
}()

// declares tells whether a line of the head of a routine ends in IS, as in Oracle.
func declares(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if n := len(line) - 2; n >= 0 && strings.EqualFold(line[n:], "IS") && (n == 0 || line[n-1] <= ' ') {
			return true
		}
		if strings.IndexByte(line, '$') >= 0 {
			break
		}
	}
	return false
}
