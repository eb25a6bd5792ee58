package mapper

import "strings"

// docLine finds the documenting comment in the white space and comments before a
// declaration.
func docLine(gap string) string {
	first, open := "", false
	for {
		n := strings.IndexByte(gap, '\n')
		if n < 0 {
			return first
		}
		s := trim(gap[:n])
		gap = gap[n+1:]
		if s == "" && !open {
			first = ""
			continue
		}
		if !open && beginsBlock(s) {
			first, open = "", true
		}
		if first == "" {
			first = bareComment(s)
		}
		if open && (strings.Contains(s, "*/") || strings.Contains(s, "*)") || strings.HasSuffix(s, "]]")) {
			open = false
		}
	}
}

// beginsBlock tells whether a line begins with a comment that may run over lines.
func beginsBlock(s string) bool {
	return len(s) > 1 && (s[0] == '/' || s[0] == '(') && s[1] == '*' || strings.HasPrefix(s, "--[")
}

// bareComment takes the marks of a comment off its line. A line of marks, or one that
// speaks to a tool, is no documentation.
func bareComment(s string) string {
	for s != "" && marks[s[0]]&before != 0 {
		s = s[1:]
	}
	if s != "" && marks[s[len(s)-1]]&behind != 0 {
		for _, end := range []string{"*/", "-->", "*)", "]]"} {
			s = strings.TrimSuffix(s, end)
		}
		for s != "" && marks[s[len(s)-1]]&filling != 0 {
			s = s[:len(s)-1]
		}
	}
	for _, tag := range []string{"summary", "remarks"} {
		if len(s) > len(tag) && s[len(tag)] == '>' && s[:len(tag)] == tag {
			s = strings.TrimSpace(strings.TrimSuffix(s[len(tag)+1:], "</"+tag+">"))
			break
		}
	}
	if s != "" && marks[s[0]]&speaking != 0 {
		for _, not := range toTools {
			if strings.HasPrefix(s, not) {
				return ""
			}
		}
	}
	return oneLine(s)
}

// toTools are what comments begin with that speak to a tool.
var toTools = []string{"go:", "nolint", "eslint", "@ts-", "prettier", "noqa", "pylint", "NOLINT", "clang-format", "@param", "@return", "@internal"}

// The parts that a byte may have in the line of a comment.
const (
	before   = 1 << iota // a mark before the text
	filling              // one behind it
	behind               // the last byte of what ends a comment, or such a mark
	speaking             // the first of words to a tool
)

var marks = func() (is [256]byte) {
	for _, c := range []byte("/*#;-!<(%\t |=[") {
		is[c] |= before
	}
	for _, c := range []byte("*-= \t") {
		is[c] |= filling | behind
	}
	for _, c := range []byte("/>)]") {
		is[c] |= behind
	}
	for _, s := range toTools {
		is[s[0]] |= speaking
	}
	return is
}()
