package integrity

import (
	"bytes"
	"fmt"
	"sort"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// damaged is a line that is no JSON value, and what of it can be saved.
type damaged struct {
	line  int
	span  sessionlog.Span // without the line end
	body  []byte
	nul   bool
	whole []sessionlog.Span // the records in it, as spans of the body
	junk  int               // bytes that belong to none of them, white space aside

	mended   []byte   // the record that the line is once it is escaped, tightened and rid of NUL bytes
	controls int      // how many control characters that escapes
	loose    []string // what that tightens
}

// eachDamaged calls f for every damaged line but a torn header and a line with
// a byte order mark, which have rules of their own.
func (p *Pass) eachDamaged(f func(*Pass, damaged)) {
	for _, d := range p.allDamaged() {
		if !p.tornHeader(d) && !isBOM(d) {
			f(p, d)
		}
	}
}

// allDamaged returns the damaged lines in file order. Such a line can be as long as
// the file, so it is read once for all rules.
func (p *Pass) allDamaged() []damaged {
	if p.damage == nil {
		p.damage = []damaged{}
		for i := range p.Log.Of(sessionlog.KindDamaged) {
			p.damage = append(p.damage, p.readDamaged(i))
		}
	}
	return p.damage
}

// damaged returns what is known of a damaged line.
func (p *Pass) damaged(line int) damaged {
	all := p.allDamaged()
	return all[sort.Search(len(all), func(i int) bool { return all[i].line >= line })]
}

func (p *Pass) readDamaged(line int) damaged {
	d := damaged{line: line, span: p.Log.Body(line)}
	d.body = p.bytes(d.span)
	d.nul = bytes.IndexByte(d.body, 0) >= 0
	d.whole, d.junk = salvage(d.body)
	if len(d.whole) == 0 {
		d.mend()
	}
	return d
}

// entryStart is how pi begins each line. Inside a string the quotes would be
// escaped, so it never stands in the text of a message.
var entryStart = []byte(`{"type":"`)

// salvage finds the complete records in a line that is not one. A torn record
// can hold complete objects, such as content blocks; only what has the shape of
// an entry counts. Nothing is ever completed: a cut record is junk.
//
// Each attempt reads on from another brace, so a hostile line could make the
// work quadratic; the budget ends that, and what was not tried is junk.
func salvage(b []byte) (whole []sessionlog.Span, junk int) {
	budget := 16*len(b) + 1<<20
	for i := 0; i < len(b); {
		next := bytes.Index(b[i:], entryStart)
		if behind := bytes.TrimLeft(b[i:], " \t\r,"); (i == 0 || len(whole) > 0 && whole[len(whole)-1].End == int64(i)) && bytes.HasPrefix(behind, []byte("{")) {
			next = len(b) - i - len(behind) // another writer may order the keys differently, or leave blanks between them
		}
		if next < 0 || budget < 0 {
			return whole, junk + len(bytes.TrimSpace(b[i:]))
		}
		start := i + next
		end := sessionlog.ObjectEnd(b[start:])
		budget -= max(end, len(b)/64)
		if end == 0 || !sessionlog.IsEntryObject(b[start:start+end]) {
			junk += len(bytes.TrimSpace(b[i : start+1]))
			i = start + 1
			continue
		}
		junk += len(bytes.TrimSpace(b[i:start]))
		whole = append(whole, sessionlog.Span{Start: int64(start), End: int64(start + end)})
		i = start + end
	}
	return whole, junk
}

var lineGlued = &Rule{
	ID: "line-glued",
	Doc: `several records share one line

pi skips the line, so all of them are lost, and everything before them leaves the
context with them. An append to a line without an end does that (pi up to 0.84.3).`,
	Layer: Lines, Severity: Error, Classes: []string{"L04"},
	Check: func(p *Pass) {
		p.eachDamaged(func(p *Pass, d damaged) {
			if len(d.whole) < 2 || d.junk > 0 {
				return
			}
			p.Report(Finding{Line: d.line, Message: fmt.Sprintf("%d records share the line", len(d.whole)),
				Fixes: []Fix{{Message: "give each its own line", Ops: separate(d)}}})
		})
	},
}

var lineTornGlued = &Rule{
	ID: "line-torn-glued",
	Doc: `a torn record and a whole one share a line

pi skips the line with both. A writer died while it wrote, and the next one did
not look whether the line had ended.`,
	Layer: Lines, Severity: Error, Classes: []string{"L03", "L16"},
	Check: func(p *Pass) {
		p.eachDamaged(func(p *Pass, d damaged) {
			if len(d.whole) == 0 || len(d.whole) > 1 && d.junk == 0 || d.nul && len(bytes.Trim(d.body, "\x00")) < len(d.body) {
				return
			}
			p.Report(Finding{Line: d.line,
				Message: fmt.Sprintf("%s and %s of torn records share the line", plural(len(d.whole), "whole record"), plural(d.junk, "byte")),
				Fixes:   []Fix{{Message: "keep what is whole, take out what is torn", Lossy: true, Ops: separate(d)}}})
		})
	},
}

// separate gives each whole record of the line a line of its own and removes
// what stands between them. The text of a torn header stays on its line.
func separate(d damaged) []sessionlog.Op {
	var ops []sessionlog.Op
	from := int64(0)
	for i, w := range d.whole {
		sep := ""
		if i > 0 {
			sep = "\n"
		}
		if i == 0 && bytes.HasPrefix(d.body, headerStart) && w.Start > 0 {
			ops = append(ops, replace(d.line, d.at(w.Start, w.Start), "\n"))
		} else if w.Start > from || sep != "" {
			ops = append(ops, replace(d.line, d.at(from, w.Start), sep))
		}
		from = w.End
	}
	if end := int64(len(d.body)); len(bytes.TrimRight(d.body[from:], "\r")) > 0 {
		ops = append(ops, replace(d.line, d.at(from, end), ""))
	}
	if len(ops) > 0 {
		ops[0].Records = len(d.whole)
	}
	return ops
}

func (d damaged) at(from, to int64) sessionlog.Span {
	return sessionlog.Span{Start: d.span.Start + from, End: d.span.Start + to}
}

var lineTorn = &Rule{
	ID: "line-torn",
	Doc: `the last line is cut off

The writer died or the disk was full. pi skips the line, and versions up to
0.84.3 append to it, which costs the next entry too. The cut record is not
completed: nobody knows what it would have said.`,
	Layer: Lines, Severity: Error, Classes: []string{"L01"},
	Check: func(p *Pass) {
		i := p.Log.Len() - 1
		if i < 0 || p.Log.Kind(i) != sessionlog.KindDamaged || p.Log.Ended(i) || p.splitRecords()[i] {
			return
		}
		if d := p.damaged(i); len(d.whole) == 0 && d.mended == nil && !p.tornHeader(d) && !isBOM(d) && len(bytes.Trim(d.body, "\x00 \t\r")) > 0 {
			p.Report(Finding{Line: i, Message: "the last line is cut off after " + plural(len(d.body), "byte"),
				Fixes: []Fix{{Message: "take the torn record out", Lossy: true, Ops: []sessionlog.Op{erase(i)}}}})
		}
	},
}

var lineGarbage = &Rule{
	ID: "line-garbage",
	Doc: `a line is no JSON

pi skips it. When it was a record, its children have no parent and everything
before it leaves the context.`,
	Layer: Lines, Severity: Error, Classes: []string{"L10", "L14", "L16", "T02"},
	Check: func(p *Pass) {
		joined := p.splitRecords()
		p.eachDamaged(func(p *Pass, d damaged) {
			last := d.line == p.Log.Len()-1 && !p.Log.Ended(d.line)
			if len(d.whole) > 0 || d.mended != nil || last || joined[d.line] || len(bytes.Trim(d.body, "\x00 \t\r")) == 0 {
				return
			}
			p.Report(Finding{Line: d.line, Message: plural2(len(d.body), "byte that is", "bytes that are") + " no record",
				Fixes: []Fix{{Message: "take the line out", Lossy: true, Ops: []sessionlog.Op{erase(d.line)}}}})
		})
	},
}

// isBOM leaves the first line to the rule for the byte order mark.
func isBOM(d damaged) bool {
	return d.span.Start == 0 && bytes.HasPrefix(d.body, []byte(sessionlog.BOM))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
