package mapper

import "strings"

var pythonSyntax = &syntax{line: []string{"#"}, quotes: `"'`, hooks: `"'`, hook: tripleString, passes: pyLine}

// tripleString is a string in three quotes, which may run over lines.
func tripleString(l *lexer) (int, byte) {
	rest := l.text[l.at:]
	if len(rest) < 6 || rest[1] != rest[0] || rest[2] != rest[0] {
		return 0, 0
	}
	marks := rest[:3]
	for i := 3; ; {
		n := strings.Index(rest[i:], marks)
		if n < 0 {
			if l.strict {
				return l.at + 3, quoted
			}
			return len(l.text), quoted
		}
		end := i + n
		slashes := 0
		for end-slashes > 3 && rest[end-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return l.at + end + 3, quoted
		}
		i = end + 1
	}
}

// insideOut tells a part of a file that begins within a docstring: what looks like
// strings holds the code. Such a part gets its first quotes blanked out.
func insideOut(text string) string {
	first := strings.Index(text, `"""`)
	if first < 0 || beginsDoc(text[:first]) {
		return text
	}
	in, out := 0, 0
	for rest, inside := text, false; ; inside = !inside {
		n := strings.Index(rest, `"""`)
		if n < 0 {
			n = len(rest)
		}
		if inside {
			in += codeLines(rest[:n])
		} else {
			out += codeLines(rest[:n])
		}
		if n == len(rest) {
			break
		}
		rest = rest[n+3:]
	}
	if in > 2 && in > 2*out {
		return blankOut(text[:first+3]) + text[first+3:]
	}
	return text
}

// beginsDoc tells whether quotes after this text begin a docstring: there is nothing but
// comments before them, or the head of what they document.
func beginsDoc(text string) bool {
	text = strings.TrimRight(text, "rRuUbB \t\r\n")
	if strings.HasSuffix(text, ":") {
		return true
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// codeLines counts the lines of text that begin a function or class.
func codeLines(text string) int {
	n := 0
	for rest := text; ; {
		i := strings.Index(rest, "def ")
		if i < 0 {
			return n
		}
		start := strings.LastIndexByte(rest[:i], '\n') + 1
		if strings.TrimSpace(rest[start:i]) == "" {
			n++
		}
		rest = rest[i+4:]
	}
}

// blankOut returns text with each byte but line ends replaced by a blank.
func blankOut(text string) string {
	b := []byte(text)
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}
