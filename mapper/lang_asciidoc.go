package mapper

import "strings"

// scanAsciiDoc lists the sections of AsciiDoc, and its long blocks of code.
func scanAsciiDoc(f *file) {
	s := sections{file: f}
	fence, from, lang := "", 0, ""
	for n := 1; n <= f.count(); n++ {
		line := strings.TrimRight(f.lineText(n), " \t")
		if fence != "" {
			if line == fence {
				if n-from >= minFence && (fence[0] == '-' || fence[0] == '`') {
					s.leaf(Symbol{Name: strings.TrimSpace("code " + lang), Kind: "code", First: from, Last: n})
				}
				fence, lang = "", ""
			}
			continue
		}
		if mark := adocFence(line); mark != "" && f.fenceCloses(n, mark) {
			fence, from = mark, n
			continue
		}
		if rest, ok := strings.CutPrefix(line, "[source"); ok {
			lang = oneLine(strings.Trim(strings.TrimPrefix(strings.TrimSuffix(rest, "]"), ","), " "))
			continue
		}
		if name, ok := strings.CutPrefix(line, "include::"); ok {
			name, _, _ = strings.Cut(name, "[")
			s.use(name)
			continue
		}
		level := len(line) - len(strings.TrimLeft(line, "="))
		if level > 0 && level < 7 && len(line) > level+1 && line[level] == ' ' {
			s.heading(level, n, line[level+1:], line)
		}
	}
	s.end(0, f.count())
}

// adocFence returns the line that begins and ends a block in which nothing is a
// section, or "".
func adocFence(line string) string {
	if strings.HasPrefix(line, "```") && strings.Trim(line[3:], "abcdefghijklmnopqrstuvwxyz") == "" {
		return "```"
	}
	if len(line) < 4 {
		return ""
	}
	switch line[0] {
	case '-', '.', '/', '+':
		if strings.Trim(line, line[:1]) == "" {
			return line
		}
	}
	return ""
}

// fenceCloses tells whether a block that begins in a line has an end.
func (f *file) fenceCloses(n int, mark string) bool {
	if f.hopeless() {
		return false
	}
	for n++; n <= f.count(); n++ {
		if strings.TrimRight(f.lineText(n), " \t") == mark {
			return true
		}
	}
	f.lost++
	return false
}
