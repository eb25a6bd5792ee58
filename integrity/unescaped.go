package integrity

import (
	"bytes"
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var lineUnescaped = &Rule{
	ID: "line-unescaped",
	Doc: `a string holds control characters as they are

JSON wants tabs, escape sequences and the like to be escaped. A writer that stores the
output of a tool as it came does not do that, and pi skips the line: the record is
lost, and with it what stands before. The characters are escaped.`,
	Layer: Lines, Severity: Error, Classes: []string{"L05"},
	Check: func(p *Pass) {
		joined := p.splitRecords()
		p.eachDamaged(func(p *Pass, d damaged) {
			if d.mended == nil || d.controls == 0 || len(d.loose) > 0 || joined[d.line] {
				return
			}
			p.Report(Finding{Line: d.line, Message: plural(d.controls, "control character") + " in strings",
				Fixes: []Fix{{Message: "escape them", Ops: []sessionlog.Op{replace(d.line, d.span, string(d.mended))}}}})
		})
	},
}

// mend makes a record of a line that is none only because of control characters in
// its strings, NUL bytes outside of them, or commas and words that JSON does not have:
// nothing that was said is touched. A NUL in a string is not mended. It tells of a
// hole, and what stands behind a hole may be the end of another record.
func (d *damaged) mend() {
	text := bytes.Trim(d.body, "\x00 \t\r")
	if !bytes.HasPrefix(text, []byte("{")) || !bytes.HasSuffix(text, []byte("}")) {
		return
	}
	text, controls, inside := escaped(d.body, false)
	if bytes.IndexByte(text, 0) >= 0 || inside {
		return
	}
	var loose []string
	if !sessionlog.IsEntryObject(text) {
		text, loose = tightened(text)
	}
	if sessionlog.IsEntryObject(text) {
		d.mended, d.controls, d.loose = text, controls, loose
	}
}

// escaped returns a part of a JSON text with the control characters of its strings
// escaped and without NUL bytes between them, how many it escaped, and whether the part
// ends in a string; inside says whether it begins in one.
func escaped(part []byte, inside bool) (text []byte, controls int, in bool) {
	text = make([]byte, 0, len(part)+16)
	backslash := false
	for _, c := range part {
		switch {
		case !inside:
			inside = c == '"'
			if c == 0 {
				continue
			}
		case backslash:
			backslash = false
		case c == '"':
			inside = false
		case c == '\\':
			backslash = true
		case c == '\t':
			text, controls = append(text, `\t`...), controls+1
			continue
		case c == '\r':
			text, controls = append(text, `\r`...), controls+1
			continue
		case c < ' ' && c != 0:
			text, controls = fmt.Appendf(text, `\u%04x`, c), controls+1
			continue
		}
		text = append(text, c)
	}
	return text, controls, inside
}
