package integrity

import (
	"bytes"
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var lineBOM = &Rule{
	ID: "line-bom",
	Doc: `a byte order mark stands before the header

pi from 0.78.1 on cannot read the header behind it and refuses the session, or
overwrites it (up to 0.80.2). Some editors and shells add the mark.`,
	Layer: Lines, Severity: Error, Classes: []string{"L12"},
	Check: func(p *Pass) {
		if p.Log.Len() == 0 || p.Log.Source().Size() < 3 {
			return
		}
		if b := p.bytes(sessionlog.Span{Start: 0, End: 3}); string(b) == sessionlog.BOM {
			p.Report(Finding{Message: "a byte order mark stands before the header", Fixes: []Fix{{
				Message: "remove the three bytes",
				Ops:     []sessionlog.Op{replace(0, sessionlog.Span{Start: 0, End: 3}, "")},
			}}})
		}
	},
}

var lineNUL = &Rule{
	ID: "line-nul",
	Doc: `NUL bytes stand outside of a record

A file system that grew the file before the data reached the disk leaves runs
of NUL bytes after a crash. pi skips a line that holds one, and appends behind it.`,
	Layer: Lines, Severity: Error, Classes: []string{"L08", "L09", "L10"},
	Check: func(p *Pass) { p.eachDamaged(checkNUL) },
}

func checkNUL(p *Pass, d damaged) {
	if !d.nul {
		return
	}
	rest := bytes.Trim(d.body, "\x00 \t\r")
	f := Finding{Line: d.line, Message: plural(len(d.body), "NUL byte") + " and nothing else"}
	if len(rest) == 0 {
		f.Fixes = []Fix{{Message: "remove them", Ops: []sessionlog.Op{erase(d.line)}}}
		p.Report(f)
		return
	}
	n := len(d.body) - len(bytes.Trim(d.body, "\x00"))
	var ops []sessionlog.Op
	switch {
	case d.mended != nil && (d.controls > 0 || len(d.loose) > 0):
		return // they go as the record is mended
	case d.mended != nil:
		n = bytes.Count(d.body, []byte{0})
		ops = []sessionlog.Op{replace(d.line, d.span, string(d.mended))}
	case n > 0:
		ops = trimNUL(d)
	default:
		return // NUL bytes inside of what is garbage anyway
	}
	f.Message = plural(n, "NUL byte") + " around a record"
	if bytes.IndexByte(bytes.Trim(d.body, "\x00"), 0) >= 0 && d.mended != nil {
		f.Message = plural(n, "NUL byte") + " between the parts of a record"
	}
	f.Fixes = []Fix{{Message: "remove them", Ops: ops}}
	p.Report(f)
}

// trimNUL removes the runs at both ends of a line.
func trimNUL(d damaged) []sessionlog.Op {
	left := int64(len(d.body) - len(bytes.TrimLeft(d.body, "\x00")))
	right := int64(len(d.body) - len(bytes.TrimRight(d.body, "\x00")))
	var ops []sessionlog.Op
	if left > 0 {
		ops = append(ops, replace(d.line, sessionlog.Span{Start: d.span.Start, End: d.span.Start + left}, ""))
	}
	if right > 0 {
		ops = append(ops, replace(d.line, sessionlog.Span{Start: d.span.End - right, End: d.span.End}, ""))
	}
	return ops
}

var lineScalar = &Rule{
	ID: "line-scalar",
	Doc: `a line is JSON but no object

pi keeps it as an entry without an id. As the last line of the file it makes pi
resume with an empty context; a line "null" keeps pi up to 0.78 from starting.`,
	Layer: Lines, Severity: Error, Classes: []string{"L15"},
	Check: func(p *Pass) {
		joined := p.splitRecords()
		for i := range p.Log.Of(sessionlog.KindScalar) {
			if joined[i] {
				continue
			}
			if d := p.readDamaged(i); len(d.whole) > 0 {
				p.Report(Finding{Line: i, Message: fmt.Sprintf("%s in a list", plural2(len(d.whole), "record stands", "records stand")),
					Fixes: []Fix{{Message: "give each its own line", Ops: separate(d)}}})
			} else {
				p.Report(Finding{Line: i, Message: "the line is JSON but no object", Fixes: []Fix{{
					Message: "take the line out", Lossy: true, Ops: []sessionlog.Op{erase(i)},
				}}})
			}
		}
	},
}

var lineUnended = &Rule{
	ID: "line-unended",
	Doc: `the last line has no line end

The entry is complete, but pi up to 0.84.3 adds the next one without looking, and
the two then share a line that pi skips.`,
	Layer: Lines, Severity: Warning, Classes: []string{"L02"},
	Check: func(p *Pass) {
		i := p.Log.Len() - 1
		if i < 0 || p.Log.Kind(i) < sessionlog.KindHeader || p.Log.Ended(i) {
			return
		}
		end := p.Log.Span(i).End
		p.Report(Finding{Line: i, Message: "the last line has no line end", Fixes: []Fix{{
			Message: "add one", Ops: []sessionlog.Op{replace(i, sessionlog.Span{Start: end, End: end}, "\n")},
		}}})
	},
}

// bytes reads a span; after an error it is empty.
func (p *Pass) bytes(s sessionlog.Span) []byte {
	b, err := p.Log.Bytes(s)
	if err != nil {
		p.fail(err)
	}
	return b
}

func erase(line int) sessionlog.Op { return sessionlog.Op{Act: sessionlog.Erase, Line: line} }

func replace(line int, at sessionlog.Span, text string) sessionlog.Op {
	return sessionlog.Op{Act: sessionlog.Replace, Line: line, Edit: sessionlog.Edit{Span: at, New: []byte(text)}}
}
