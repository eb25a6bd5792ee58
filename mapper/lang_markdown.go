package mapper

import "strings"

// minFence is how many lines make a block of code worth a line of the map.
const minFence = 20

// A mdScan walks Markdown as CommonMark 0.31.2 reads it, as far as the headings
// outside of lists and quotes need it.
type mdScan struct {
	sections
	nr   int
	para int    // the line where the open paragraph begins, or 0
	html string // what ends the open block of HTML; "\n" is an empty line
	// item are the columns where the contents of the open list items begin.
	item  []int
	fence mdFence
	mdx   bool
}

// A mdFence is a block of code that is open.
type mdFence struct {
	mark byte // 0 when none is open
	n    int
	line int
	lang string
}

func scanMarkdown(f *file) {
	s := mdScan{sections: sections{file: f}, mdx: strings.HasSuffix(strings.ToLower(f.name), ".mdx")}
	last := f.count()
	for s.nr = s.frontMatter() + 1; s.nr <= last; s.nr++ {
		s.line(f.lineText(s.nr))
	}
	if s.fence.mark != 0 {
		s.fenceEnd(last)
	}
	s.end(0, last)
}

// frontMatter returns the last line of the data before the text, or 0.
func (f *file) frontMatter() int {
	if f.count() < 2 {
		return 0
	}
	mark := strings.TrimRight(f.lineText(1), " \t")
	if mark != "---" && mark != "+++" {
		return 0
	}
	for n := 2; n <= min(f.count(), 500); n++ {
		if line := strings.TrimRight(f.lineText(n), " \t"); line == mark || mark == "---" && line == "..." {
			f.add(0, Symbol{Name: "front matter", Kind: Section, First: 1, Last: n})
			return n
		}
	}
	return 0
}

// line reads one line: first what is open, then what may begin.
func (s *mdScan) line(line string) {
	ind := columns(line, 8)
	text := strings.TrimLeft(line, " \t")
	if text == "" {
		s.para = 0
		if s.html == "\n" {
			s.html = ""
		}
		return
	}
	if s.html != "" {
		s.htmlEnd(line)
		return
	}
	ind = s.leave(ind)
	if s.fence.mark != 0 {
		if ind <= 3 && closesFence(text, s.fence) {
			s.fenceEnd(s.nr)
		}
		return
	}
	if ind > 3 {
		return
	}
	s.block(text, ind)
}

// leave ends the list items that a line is not part of, with the block of code that
// they hold, and returns the columns that are left.
func (s *mdScan) leave(ind int) int {
	n := len(s.item)
	for n > 0 && s.item[n-1] > ind {
		n--
	}
	if n < len(s.item) {
		if s.fence.mark != 0 {
			s.fenceEnd(s.nr - 1)
		}
		s.item, s.para = s.item[:n], 0
	}
	if n > 0 {
		ind -= s.item[n-1]
	}
	return ind
}

// block reads what may begin a block.
func (s *mdScan) block(text string, ind int) {
	inner := len(s.item) > 0
	switch c := text[0]; {
	case c == '#' && s.atx(text, inner):
	case (c == '`' || c == '~') && s.opensFence(text):
	case (c == '=' || c == '-') && s.para > 0 && !inner && underline(text):
		s.setext(text)
	case thematic(text):
		s.para = 0
	case s.listItem(text, ind):
	case c == '>':
		s.para = 0
	case c == '<' && s.opensHTML(text):
	case s.mdx && !inner && s.para == 0 && (strings.HasPrefix(text, "import ") || strings.HasPrefix(text, "export ")):
		s.html = "\n"
		if _, from, ok := strings.Cut(text, " from "); ok && c == 'i' {
			s.use(strings.Trim(strings.TrimSpace(from), `"';`))
		}
	case s.para == 0:
		s.para = s.nr
	}
}

// atx reads a heading that begins with #.
func (s *mdScan) atx(text string, inner bool) bool {
	n := len(text) - len(strings.TrimLeft(text, "#"))
	rest := text[n:]
	if n > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return false
	}
	s.para = 0
	if inner {
		return true
	}
	rest = strings.TrimSpace(rest)
	if bare := strings.TrimRight(rest, "#"); bare == "" || bare[len(bare)-1] == ' ' || bare[len(bare)-1] == '\t' {
		rest = bare
	}
	s.heading(n, s.nr, rest, text[:n]+" "+strings.TrimSpace(rest))
	return true
}

// underline tells whether a line underlines a heading.
func underline(text string) bool {
	text = strings.TrimRight(text, " \t")
	return strings.Trim(text, text[:1]) == ""
}

// setext lists the paragraph above an underline as a heading.
func (s *mdScan) setext(text string) {
	level := 1
	if text[0] == '-' {
		level = 2
	}
	title := s.lineText(s.para)
	for n := s.para + 1; n < s.nr && len(title) < 4*maxText; n++ {
		title += " " + s.lineText(n)
	}
	s.heading(level, s.para, title, strings.Repeat("#", level)+" "+oneLine(title))
	s.para = 0
}

// thematic tells whether a line is a rule across the page.
func thematic(text string) bool {
	c := text[0]
	if c != '*' && c != '-' && c != '_' {
		return false
	}
	n := 0
	for i := range len(text) {
		switch text[i] {
		case c:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

// listItem reads the mark of a list item, and the block behind it.
func (s *mdScan) listItem(text string, ind int) bool {
	n := 0
	switch c := text[0]; {
	case c == '-' || c == '*' || c == '+':
		n = 1
	case c >= '0' && c <= '9':
		for n < len(text) && n < 10 && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		if n == len(text) || n == 10 || text[n] != '.' && text[n] != ')' || s.para > 0 && len(s.item) == 0 && text[:n] != "1" {
			return false
		}
		n++
	}
	if n == 0 || n < len(text) && text[n] != ' ' && text[n] != '\t' {
		return false
	}
	rest := strings.TrimLeft(text[n:], " \t")
	if rest == "" && s.para > 0 {
		return false
	}
	gap := columns(text[n:], 8)
	if rest == "" || gap > 4 {
		gap = 1
	}
	if len(s.item) > 0 {
		ind += s.item[len(s.item)-1]
	}
	if len(s.item) < maxDepth {
		s.item = append(s.item, ind+n+gap)
	}
	s.para = 0
	if rest != "" && gap == columns(text[n:], 8) {
		s.block(rest, 0)
	}
	return true
}
