package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
)

// shownWidth is how many characters of a line a diff shows. A line of a session
// can have megabytes.
const shownWidth = 160

// counterpart returns the text that replaces, or is replaced by, part i.
func counterpart(parts []diffmatchpatch.Diff, i int) string {
	for _, j := range []int{i - 1, i + 1} {
		if j >= 0 && j < len(parts) && parts[j].Type == -parts[i].Type {
			return parts[j].Text
		}
	}
	return ""
}

// write writes the lines of one part. other tells where they differ from what
// stands in their place, so that the cut leaves that in sight.
func (d *differ) write(p diffmatchpatch.Diff, other string) {
	mark := map[diffmatchpatch.Operation]string{
		diffmatchpatch.DiffEqual: " ", diffmatchpatch.DiffDelete: "-", diffmatchpatch.DiffInsert: "+",
	}[p.Type]
	if p.Type == diffmatchpatch.DiffEqual {
		other = ""
	}
	for line := range strings.Lines(p.Text) {
		twin, rest, _ := strings.Cut(other, "\n")
		other = rest
		text, ended := strings.CutSuffix(line, "\n")
		if !d.whole {
			text = shorten(text, commonPrefix(text, twin))
		}
		fmt.Fprintf(&d.out, "%s%s\n", mark, report.Visible(text))
		if !ended {
			d.out.WriteString("\\ No newline at end of file\n")
		}
	}
}

// shorten cuts a line to the part around an offset, and says what is missing.
func shorten(line string, at int) string {
	if len(line) <= shownWidth+40 {
		return line
	}
	from := 0
	if at > shownWidth/2 {
		from = runeStart(line, at-shownWidth/4)
	}
	to := runeStart(line, min(len(line), from+shownWidth))
	text := line[from:to]
	if from > 0 {
		text = fmt.Sprintf("[%d bytes]… ", from) + text
	}
	if to < len(line) {
		text += fmt.Sprintf(" …[%d bytes]", len(line)-to)
	}
	return text
}

// runeStart returns the offset, or the one before it at which a character begins.
func runeStart(s string, at int) int {
	for i := at; i > 0 && i > at-utf8.UTFMax; i-- {
		if i == len(s) || utf8.RuneStart(s[i]) {
			return i
		}
	}
	return at
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
