package mapper

import "strings"

// scanRST lists the sections of reStructuredText: lines that are underlined, and maybe
// overlined, by one sign, whose levels are as they are first met.
func scanRST(f *file) {
	s := sections{file: f}
	var styles []string
	last := f.count()
	free := 1 // a title may stand in this line, whatever is above it
	for n := 1; n <= last; n++ {
		line := f.lineText(n)
		if c := adorned(line); c != 0 && n+2 <= last && adorned(f.lineText(n+2)) == c && (n == free || blankLine(f.lineText(n-1))) &&
			len(unpadded(f.lineText(n+2))) == len(unpadded(line)) && !blankLine(f.lineText(n+1)) && adorned(f.lineText(n+1)) == 0 {
			s.rstHeading(&styles, string([]byte{c, c}), n, f.lineText(n+1))
			n += 2
			free = n + 1
			continue
		}
		if n == last || blankLine(line) || line[0] == ' ' || line[0] == '\t' || adorned(line) != 0 || strings.HasPrefix(line, ".. ") {
			continue
		}
		under := f.lineText(n + 1)
		c := adorned(under)
		title := unpadded(line)
		wide := len(unpadded(under))
		if c != 0 && (wide >= 4 || wide >= len([]rune(title))) && (n == free || blankLine(f.lineText(n-1)) || rstMark(f.lineText(n-1))) {
			s.rstHeading(&styles, string(c), n, line)
			n++
			free = n + 1
		}
	}
	s.end(0, last)
}

// rstMark tells whether a line is a comment, target or directive, after which a title
// may stand without an empty line.
func rstMark(line string) bool { return strings.HasPrefix(line, ".. ") }

// adorned returns the sign that a line is made of, or 0.
func adorned(line string) byte {
	if line == "" || strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", line[0]) < 0 {
		return 0
	}
	if line = unpadded(line); len(line) < 2 {
		return 0
	}
	for i := 1; i < len(line); i++ {
		if line[i] != line[0] {
			return 0
		}
	}
	if len(line) < 3 && (line[0] == '.' || line[0] == ':') {
		return 0
	}
	return line[0]
}

func (s *sections) rstHeading(styles *[]string, style string, line int, title string) {
	level := 0
	for level < len(*styles) && (*styles)[level] != style {
		level++
	}
	if level == len(*styles) {
		*styles = append(*styles, style)
	}
	s.heading(level, line, title, oneLine(title))
}
