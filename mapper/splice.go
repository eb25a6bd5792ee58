package mapper

import "strings"

// deepest is how many strings may stand within each other.
const deepest = 8

// spliced returns the last byte of the expression that begins at i within a string, or i
// where it has no end. The strings that it holds may hold expressions in turn.
func (l *lexer) spliced(i int) int {
	if l.deep == deepest || l.vain > len(l.text)/2 {
		return i
	}
	l.deep++
	defer func() { l.deep-- }()
	begin := l.splice[len(l.splice)-1]
	at, depth := i+len(l.splice), 1
	for at < len(l.text) && (l.text[at] != '\n' || !l.strict) {
		c := l.text[at]
		switch {
		case c == begin:
			depth++
		case c == '}' && begin == '{', c == ')' && begin == '(':
			if depth--; depth == 0 {
				return at
			}
		case strings.IndexByte(l.quotes, c) >= 0:
			end := l.within(at)
			if end == at {
				l.vain += at - i
				return i
			}
			at = end
			continue
		}
		at++
	}
	l.vain += at - i
	return i
}

// within returns the end of the string that begins at i, or i where it has none.
func (l *lexer) within(i int) int {
	q := l.text[i]
	if rest := l.text[i:]; len(rest) > 2 && rest[1] == q && rest[2] == q {
		n := strings.Index(rest[3:], rest[:3])
		if n < 0 {
			l.vain += len(rest)
			return i
		}
		return i + n + 6
	}
	at := l.at
	l.at = i
	end := l.shortString(q)
	l.at = at
	if end < i+2 || l.text[end-1] != q {
		l.vain += end - i
		return i
	}
	return end
}
