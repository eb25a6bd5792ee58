package integrity

import (
	"bytes"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var lineLoose = &Rule{
	ID: "line-loose",
	Doc: `a record has a comma or a word that JSON does not have

Whoever edits a line by hand leaves a comma behind the last member; scripts in Python
write NaN or None. pi skips the line: the record is lost, and with it what stands
before. The comma goes, and the words become null, true and false, as JavaScript
would write them.`,
	Layer: Lines, Severity: Error, Classes: []string{"L14"},
	Check: func(p *Pass) {
		joined := p.splitRecords()
		p.eachDamaged(func(p *Pass, d damaged) {
			if d.mended == nil || len(d.loose) == 0 || joined[d.line] {
				return
			}
			p.Report(Finding{Line: d.line, Message: "the record has " + strings.Join(d.loose, " and "),
				Fixes: []Fix{{Message: "write it as JSON does", Ops: []sessionlog.Op{replace(d.line, d.span, string(d.mended))}}}})
		})
	},
}

// looseWords are the words of JavaScript and Python that JSON has others for.
var looseWords = map[string]string{
	"NaN": "null", "Infinity": "null", "undefined": "null", "None": "null", "True": "true", "False": "false",
}

// tightened returns a JSON text without commas behind which nothing comes and without
// words that it does not have, and says what there was of them.
func tightened(text []byte) (out []byte, loose []string) {
	out = make([]byte, 0, len(text))
	commas, words := 0, 0
	inside, backslash := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case backslash:
			backslash = false
		case c == '\\':
			backslash = true
		case c == '"':
			inside = !inside
		case inside:
		case c == ',' && closes(text[i+1:]):
			commas++
			continue
		case isLetter(c):
			word := text[i : len(text)-len(bytes.TrimLeftFunc(text[i:], func(r rune) bool { return r < 128 && isLetter(byte(r)) }))]
			i += len(word) - 1
			if in, ok := looseWords[string(word)]; ok {
				out, word = bytes.TrimSuffix(out, []byte("-")), []byte(in)
				words++
			}
			out = append(out, word...)
			continue
		}
		out = append(out, c)
	}
	if commas > 0 {
		loose = append(loose, plural(commas, "comma")+" too many")
	}
	if words > 0 {
		loose = append(loose, plural(words, "word")+" that JSON does not have")
	}
	return out, loose
}

// closes reports whether a bracket is what comes next.
func closes(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '}' || text[0] == ']')
}

func isLetter(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }
