package sessionlog

// ObjectEnd returns where the JSON object that b begins with ends, or 0 when b
// does not begin with a whole one.
func ObjectEnd(b []byte) int {
	if len(b) == 0 || b[0] != '{' {
		return 0
	}
	s := scanner{b: b}
	if !s.skip() {
		return 0
	}
	return s.i
}

// KindOf returns what a line with the given body would be.
func KindOf(body []byte) Kind {
	var x extractor
	var r record
	x.line(body, &r)
	return r.kind
}

// IsEntryObject reports whether an object has the shape of a session's line: a
// type that pi writes and, for entries, the timestamp that every version wrote.
// Content blocks have a type as well, and must not be taken for entries.
func IsEntryObject(body []byte) bool {
	var x extractor
	var r record
	x.line(body, &r)
	if r.kind < KindHeader || r.kind == KindUnknown && r.flags&(NoID|NoParentKey) != 0 {
		return false
	}
	e := Entry{Raw: body}
	return e.stringAt("timestamp") != "" || r.kind == KindHeader && r.flags&NoID == 0 ||
		r.flags&(NoID|NoParentKey) == 0
}
