package recovery

import (
	"fmt"
	"slices"
	"strings"
)

// maxViewed is how many lines of a file are kept, above what a session can show.
const maxViewed = 1 << 24

// fileView is what a branch tells of one file at one moment.
type fileView struct {
	lines  []string // the text between line ends, "" where it is not known
	known  []bool
	total  int                // lines as pi counts them, one more than line ends; 0 when unknown
	source int                // the line of the session that told last
	shell  bool               // a shell command ran since, which may have changed the file
	same   map[readWindow]int // results of reads since the last change
}

// readWindow is what a read asked for, 0 for nothing.
type readWindow struct{ offset, limit int }

// forget is for a change that nobody can follow.
func (v *fileView) forget() { *v = fileView{} }

// setWhole takes in the whole text.
func (v *fileView) setWhole(text string, source int) {
	lines := strings.Split(text, "\n")
	*v = fileView{lines: lines, known: slices.Repeat([]bool{true}, len(lines)), total: len(lines), source: source}
}

// setPart takes in some lines. Where they contradict what was known, the file has
// changed, and only they count.
func (v *fileView) setPart(p filePart, source int) {
	if p.first+len(p.lines) > maxViewed || p.total > maxViewed {
		return
	}
	if v.contradicts(p) {
		v.forget()
	}
	v.grow(max(p.first-1+len(p.lines), p.total))
	for i, text := range p.lines {
		v.lines[p.first-1+i], v.known[p.first-1+i] = text, true
	}
	v.total = max(v.total, p.total)
	v.source, v.shell = source, false
}

func (v *fileView) contradicts(p filePart) bool {
	end := p.first - 1 + len(p.lines)
	if v.total > 0 && (p.total > 0 && p.total != v.total || end > v.total) || p.total > 0 && len(v.lines) > p.total {
		return true
	}
	for i, text := range p.lines {
		if at := p.first - 1 + i; at < len(v.lines) && v.known[at] && v.lines[at] != text {
			return true
		}
	}
	return false
}

func (v *fileView) grow(n int) {
	for len(v.lines) < n {
		v.lines, v.known = append(v.lines, ""), append(v.known, false)
	}
}

// knows reports whether all lines that a read would show are known, and how many
// lines the file has.
func (v *fileView) knows(w readWindow) bool {
	first, end := max(w.offset, 1)-1, v.total
	if w.limit > 0 {
		end = min(first+w.limit, v.total)
	}
	return v.total > 0 && first < end && end <= len(v.known) && !slices.Contains(v.known[first:end], false)
}

// whole reports whether every line is known.
func (v *fileView) whole() bool { return v.knows(readWindow{}) }

// text returns the file with empty lines in the place of those that are not known.
func (v *fileView) text() string { return strings.Join(v.lines, "\n") }

// agrees reports whether a whole file has all the lines that are known.
func (v *fileView) agrees(lines []string) bool {
	if v.total > 0 && v.total != len(lines) || len(v.lines) > len(lines) {
		return false
	}
	for i, text := range v.lines {
		if v.known[i] && lines[i] != text {
			return false
		}
	}
	return true
}

// stretches returns the known lines as first and last, counted from 1.
func (v *fileView) stretches() (out [][2]int) {
	for i := 0; i < len(v.known); i++ {
		if !v.known[i] {
			continue
		}
		from := i
		for i+1 < len(v.known) && v.known[i+1] {
			i++
		}
		out = append(out, [2]int{from + 1, i + 1})
	}
	return out
}

// words says which lines are known.
func (v *fileView) words() string {
	var parts []string
	for _, s := range v.stretches() {
		if len(parts) == 20 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprintf("%d-%d", s[0], s[1]))
	}
	of := ""
	if v.total > 0 {
		of = fmt.Sprintf(" of %d", v.total)
	}
	return "lines " + strings.Join(parts, ", ") + of
}
