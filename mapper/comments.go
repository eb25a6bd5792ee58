package mapper

import "strings"

// docLine finds the documenting comment in the white space and comments before a
// declaration. The rest of the line before the first line end belongs to what stood
// there, unless the gap begins the file.
func docLine(gap string, begins bool) string {
	if !begins {
		n := strings.IndexByte(gap, '\n')
		if n < 0 {
			return ""
		}
		gap = gap[n+1:]
	} else if strings.HasPrefix(gap, "#!") {
		gap = gap[len(lineOf(gap)):] // the program, not what it does
	}
	first, open := "", false
	for line := range strings.Lines(gap[:strings.LastIndexByte(gap, '\n')+1]) {
		s := strings.TrimSpace(line)
		if s == "" && !open {
			first = ""
			continue
		}
		block := strings.HasPrefix(s, "/*") || strings.HasPrefix(s, "(*") || strings.HasPrefix(s, "--[")
		if block && !open {
			first, open = "", true
		}
		ends := open && (strings.Contains(s, "*/") || strings.Contains(s, "*)") || strings.HasSuffix(s, "]]"))
		if first == "" {
			first = bareComment(s)
		}
		if ends {
			open = false
		}
	}
	return first
}

// bareComment takes the marks of a comment off its line. A line of marks, or one that
// speaks to a tool, is no documentation.
func bareComment(s string) string {
	s = strings.TrimLeft(s, "/*#;-!<(%\t |=[")
	for _, end := range []string{"*/", "-->", "*)", "]]"} {
		s = strings.TrimSuffix(s, end)
	}
	s = strings.TrimRight(s, "*-= \t")
	if tag, rest, ok := strings.Cut(s, ">"); ok && (tag == "summary" || tag == "remarks") {
		s = strings.TrimSpace(strings.TrimSuffix(rest, "</"+tag+">"))
	}
	for _, not := range []string{"go:", "nolint", "eslint", "@ts-", "prettier", "noqa", "pylint", "NOLINT", "clang-format", "@param", "@return", "@internal"} {
		if strings.HasPrefix(s, not) {
			return ""
		}
	}
	return oneLine(s)
}
