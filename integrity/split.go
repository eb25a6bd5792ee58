package integrity

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var lineSplit = &Rule{
	ID: "line-split",
	Doc: `a record is split over several lines

A writer left line feeds inside a string as they were, a formatter gave each member a
line of its own, or an editor wrapped lines at a width. pi skips every part, and
with them what stands before leaves the context.`,
	Layer: Lines, Severity: Error, Classes: []string{"L05"},
	Check: func(p *Pass) {
		for first, s := range p.splits() {
			ops := make([]sessionlog.Op, len(s.glue))
			for n, glue := range s.glue {
				at := p.Log.Body(first + n).End
				ops[n] = replace(first+n, sessionlog.Span{Start: at, End: p.Log.Span(first + n).End}, glue)
			}
			for i := first; i < s.end; i++ {
				if text, ok := s.text[i-first]; ok {
					ops = append(ops, replace(i, p.Log.Body(i), text))
				}
			}
			ops[0].Records = 1
			p.Report(Finding{Line: first, Message: fmt.Sprintf("one record is split over %d lines", s.end-first),
				Fixes: []Fix{{Message: "join them", Ops: ops}}})
		}
	},
}

// split is a record on several lines: the line behind its last one, and what belongs
// in the place of each line end.
type split struct {
	end  int
	glue []string
	text map[int]string // by part: what holds control characters, escaped
}

// splitRecords returns the lines that are part of a split record.
func (p *Pass) splitRecords() map[int]bool {
	out := map[int]bool{}
	for first, s := range p.splits() {
		for i := first; i < s.end; i++ {
			out[i] = true
		}
	}
	return out
}

// splits finds runs of lines that make one entry when they are joined, by their
// first line.
func (p *Pass) splits() map[int]split {
	if p.known.splits != nil {
		return p.known.splits
	}
	p.known.splits = map[int]split{}
	for i := 0; i < p.Log.Len()-1; i++ {
		if p.Log.Kind(i) != sessionlog.KindDamaged {
			continue
		}
		if s, ok := p.splitAt(i); ok {
			p.known.splits[i] = s
			i = s.end - 1
		}
	}
	return p.known.splits
}

// splitAt looks for the end of a record that begins on a line. A line end in a string
// is one that was not escaped, unless the whole file is wrapped; others are blanks.
// Outside of strings a record ends before the next one begins, and within one a line
// that begins as a record does leads outside: so no two searches go over the same
// lines for long.
func (p *Pass) splitAt(first int) (s split, ok bool) {
	var at quoting
	joined := s.part(0, p.bytes(p.Log.Body(first)), at)
	if !bytes.HasPrefix(joined, []byte("{")) || !at.pass(joined) || at.done() {
		return s, false
	}
	for i := first + 1; i < p.Log.Len(); i++ {
		part := p.bytes(p.Log.Body(i))
		if p.Log.Kind(i) >= sessionlog.KindHeader && (at.inside || !indented(part)) || !at.inside && bytes.HasPrefix(part, []byte("{")) {
			return s, false
		}
		glue := ""
		if at.inside && !p.wrapped() {
			glue = `\n`
		}
		s.glue = append(s.glue, glue)
		from := len(joined)
		joined = append(append(joined, glue...), s.part(i-first, part, at)...)
		if !at.pass(joined[from:]) {
			return s, false
		}
		if at.done() {
			s.end = i + 1
			return s, sessionlog.KindOf(joined) >= sessionlog.KindHeader && sessionlog.IsEntryObject(joined)
		}
	}
	return s, false
}

// part returns a part of the record with its control characters escaped.
func (s *split) part(n int, body []byte, at quoting) []byte {
	text, controls, _ := escaped(body, at.inside)
	if controls == 0 {
		return bytes.Clone(body)
	}
	if s.text == nil {
		s.text = map[int]string{}
	}
	s.text[n] = string(text)
	return text
}

func indented(line []byte) bool { return len(line) > 0 && (line[0] == ' ' || line[0] == '\t') }

// wrapped reports whether somebody wrapped the lines of the file at a width: several
// are as long as the longest one, in bytes or in characters.
func (p *Pass) wrapped() bool {
	if p.known.wrapped == nil {
		w := p.isWrapped()
		p.known.wrapped = &w
	}
	return *p.known.wrapped
}

// widest is the longest line that somebody would wrap at.
const widest = 1024

func (p *Pass) isWrapped() bool {
	for i := range p.Log.Len() {
		if p.Log.Body(i).Len() > widest {
			return false
		}
	}
	var longest, as [2]int // in bytes, in characters; and how many are so long
	for i := range p.Log.Len() {
		b := p.bytes(p.Log.Body(i))
		for n, width := range []int{len(b), utf8.RuneCount(b)} {
			switch {
			case width > longest[n]:
				longest[n], as[n] = width, 1
			case width == longest[n]:
				as[n]++
			}
		}
	}
	return max(as[0], as[1]) > 2
}

// quoting says where in a JSON text a reader has come.
type quoting struct {
	inside, escaped bool
	depth           int
}

// done reports whether the value has come to its end.
func (at *quoting) done() bool { return !at.inside && at.depth == 0 }

// pass reads on, and reports whether the text can still be JSON.
func (at *quoting) pass(text []byte) bool {
	for _, c := range text {
		switch {
		case at.escaped:
			at.escaped = false
		case c == '"':
			at.inside = !at.inside
		case c == '\\':
			if !at.inside {
				return false
			}
			at.escaped = true
		case at.inside:
		case c == '{' || c == '[':
			at.depth++
		case c == '}' || c == ']':
			if at.depth--; at.depth < 0 {
				return false
			}
		}
	}
	return true
}
