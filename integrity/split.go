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

// maxSplit bounds how many lines a split record may have.
const maxSplit = 4096

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

func (p *Pass) splitEnd(first int) int {
	joined := bytes.Clone(p.bytes(p.Log.Body(first)))
	if !bytes.HasPrefix(joined, []byte(`{"`)) {
		return 0
	}
	work := 0
	for i := first + 1; i < min(p.Log.Len(), first+maxSplit) && work < 1<<28; i++ {
		if p.Log.Kind(i) >= sessionlog.KindHeader {
			return 0
		}
		body := p.bytes(p.Log.Body(i))
		joined = append(append(joined, '\\', 'n'), body...)
		if !bytes.HasSuffix(bytes.TrimRight(body, " \t\r"), []byte("}")) {
			continue
		}
		work += len(joined)
		if sessionlog.KindOf(joined) >= sessionlog.KindHeader && sessionlog.IsEntryObject(joined) {
			return i + 1
		}
	}
	return 0
}
