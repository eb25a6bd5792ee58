package integrity

import (
	"bytes"
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var lineSplit = &Rule{
	ID: "line-split",
	Doc: `a record is split over several lines

A writer left line feeds inside a string as they were. pi skips every part, and
with them what stands before leaves the context.`,
	Layer: Lines, Severity: Error, Classes: []string{"L05"},
	Check: func(p *Pass) {
		for first, end := range p.splits() {
			var ops []sessionlog.Op
			for i := first; i < end-1; i++ {
				at := p.Log.Body(i).End
				ops = append(ops, replace(i, sessionlog.Span{Start: at, End: at + 1}, `\n`))
			}
			ops[0].Records = 1
			p.Report(Finding{Line: first, Message: fmt.Sprintf("one record is split over %d lines", end-first),
				Fixes: []Fix{{Message: "join them", Ops: ops}}})
		}
	},
}

// splitRecords returns the lines that are part of a split record.
func (p *Pass) splitRecords() map[int]bool {
	out := map[int]bool{}
	for first, end := range p.splits() {
		for i := first; i < end; i++ {
			out[i] = true
		}
	}
	return out
}

// splits finds runs of lines that make one entry when they are joined by an
// escaped line feed, by their first line and the line behind the last.
func (p *Pass) splits() map[int]int {
	out := map[int]int{}
	for i := 0; i < p.Log.Len()-1; i++ {
		if p.Log.Kind(i) != sessionlog.KindDamaged {
			continue
		}
		if end := p.splitEnd(i); end > 0 {
			out[i] = end
			i = end - 1
		}
	}
	return out
}

// splitEnd looks for the end of a record that begins on a line. Every line of it
// but the last ends inside a string, and the last one outside of any. So one look
// at each line decides; and since a line that begins as a record does turns inside
// into outside, no two searches go over the same lines for long.
func (p *Pass) splitEnd(first int) int {
	joined := bytes.Clone(p.bytes(p.Log.Body(first)))
	var at quoting
	if !bytes.HasPrefix(joined, []byte(`{"`)) || !at.pass(joined) || !at.inside {
		return 0
	}
	for i := first + 1; i < p.Log.Len() && p.Log.Kind(i) < sessionlog.KindHeader; i++ {
		from := len(joined)
		joined = append(append(joined, '\\', 'n'), p.bytes(p.Log.Body(i))...)
		switch {
		case !at.pass(joined[from:]):
			return 0
		case at.inside:
			continue
		case sessionlog.KindOf(joined) >= sessionlog.KindHeader && sessionlog.IsEntryObject(joined):
			return i + 1
		}
		return 0
	}
	return 0
}

// quoting says where in a JSON text a reader has come.
type quoting struct{ inside, escaped bool }

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
		}
	}
	return true
}
