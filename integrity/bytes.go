package integrity

import (
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var lineBadBytes = &Rule{
	ID: "line-bad-bytes",
	Doc: `a line holds bytes that are no UTF-8

pi reads U+FFFD in their place; a program that sends the line on as it stands is
refused, since the request is then no JSON. Output of a program that another writer
stored, or a bad disk, does that. Only the bad bytes are replaced.`,
	Layer: Lines, Severity: Warning, Classes: []string{"L13"},
	Check: func(p *Pass) {
		for i := range p.Log.With(sessionlog.NotUTF8) {
			if p.Log.Kind(i) >= sessionlog.KindHeader {
				p.reportBytes(i)
			}
		}
	},
}

func (p *Pass) reportBytes(line int) {
	span := p.Log.Body(line)
	b := p.bytes(span)
	var ops []sessionlog.Op
	for at := 0; at < len(b); {
		n := sessionlog.BadText(b[at:])
		if n < 0 {
			break
		}
		from := at + n
		at = from + sessionlog.BadLen(b[from:])
		ops = append(ops, replace(line, sessionlog.Span{Start: span.Start + int64(from), End: span.Start + int64(at)}, "\uFFFD"))
	}
	p.Report(Finding{Line: line, Message: plural2(len(ops), "place holds bytes", "places hold bytes") + " that are no UTF-8",
		Fixes: []Fix{{Message: "replace them by U+FFFD, which pi reads in their place", Ops: ops}}})
}

var contentTooDeep = &Rule{
	ID: "content-too-deep",
	Doc: `a value is nested thousands of levels deep

pi fails with "Maximum call stack size exceeded" before it sends anything, also when
the value is one that it would not send: 0.87.1 and 1.5.2 manage 3,000 levels and
fail at 4,500. A note takes the place of the inner value.`,
	Layer: Content, Severity: Error, Classes: []string{"S03"},
	Check: func(p *Pass) {
		for i := range p.Log.With(sessionlog.Deep) {
			if !p.Log.IsEntry(i) {
				continue
			}
			if ops, levels := p.deepOps(i); len(ops) > 0 {
				p.Report(Finding{Line: i, Message: fmt.Sprintf("a value is nested %d levels deep", levels),
					Fixes: []Fix{{Message: "put a note in its place", Lossy: true, Ops: ops}}})
			}
		}
	},
}

// keepLevels is how many levels stay of a value that is too deep. The arguments
// of a call are the fifth, and must stay an object.
const keepLevels = 5

// deepOps puts a note in the place of each value, on the level below those that stay,
// that goes down too far. It also returns the levels of the deepest.
func (p *Pass) deepOps(line int) (ops []sessionlog.Op, most int) {
	body := p.Log.Body(line)
	b := p.bytes(body)
	depth, deepest, start := 0, 0, 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			if depth++; depth == keepLevels+1 {
				start, deepest = i, depth
			}
			deepest = max(deepest, depth)
		case '}', ']':
			if depth--; depth == keepLevels && deepest >= sessionlog.MaxNesting {
				levels := deepest - keepLevels
				most = max(most, levels)
				at := sessionlog.Span{Start: body.Start + int64(start), End: body.Start + int64(i+1)}
				ops = append(ops, replace(line, at, sessionlog.Quote(fmt.Sprintf("[a value of %d nested levels was taken out]", levels))))
				deepest = 0
			}
		}
	}
	return ops, most
}
