package mapper

import "strings"

// cBodies passes over the bodies of functions that declare no type and have no
// conditions of the preprocessor.
var cBodies = &bodies{head: cHead, asked: cAsked}

// cHead takes for a function what has parentheses before its brace and no word that
// begins a type or namespace.
func cHead(l *lexer, toks []token) int {
	i := len(toks) - 2
	for i > 0 && toks[i].kind == word && qualifies.has(l.text[toks[i].at:toks[i].to]) {
		i--
	}
	if i < 2 || toks[i].kind != ')' || toks[i].to < 1 {
		return -1
	}
	head := i + 1
	for n := 0; head > 0; n++ {
		t := &toks[head-1]
		switch t.kind {
		case ';', '{', '}', directive:
			return head
		case ':':
			if head > 1 && toks[head-2].kind == word && accesses.has(l.text[toks[head-2].at:toks[head-2].to]) {
				return head
			}
		case ')', ']':
			if t.to < 0 {
				return -1
			}
			head = int(t.to)
			continue
		case '(', '[':
			return -1
		case word:
			if w := l.text[t.at:t.to]; records.has(w) && (head < 2 || toks[head-2].kind != '<' && toks[head-2].kind != ',') {
				return -1
			}
		}
		if n == 60 {
			return -1
		}
		head--
	}
	return head
}

var (
	qualifies = set("const", "noexcept", "override", "final", "mutable")
	accesses  = set("public", "private", "protected", "signals", "slots", "default")
	records   = set("class", "struct", "union", "enum", "namespace", "extern")
)

// cAsked finds directives, raw strings, and the words that begin types which have a body.
func cAsked(l *lexer, b body) int {
	end := b.end
	if n := strings.IndexByte(l.text[b.open+1:end], '#'); n >= 0 {
		end = b.open + 1 + n
	}
	if l.raw == 0 {
		l.raw = 1 + rawMark(l.text)
	}
	if l.raw <= end {
		end = min(end, b.open+1+rawMark(l.text[b.open+1:end]))
	}
	row := b.row
	for at := b.open + 1; ; at++ {
		n := strings.IndexByte(l.text[at:end], '{')
		if n < 0 {
			break
		}
		at += n
		for row < len(l.starts) && int(l.starts[row]) <= at {
			row++
		}
		if mark := typeBefore(l.text[b.open+1:at], l.text[l.starts[max(row-2, 0)]:l.starts[row-1]], l.text[l.starts[row-1]:at]); mark >= 0 {
			return b.open + 1 + mark
		}
	}
	if end < b.end {
		return end
	}
	return 0
}

// rawMark returns where the first raw string may begin, or the end.
func rawMark(text string) int {
	for at := 0; ; at++ {
		n := strings.IndexByte(text[at:], '"')
		if n < 0 {
			return len(text)
		}
		if at += n; at > 0 && text[at-1] == 'R' {
			return at
		}
	}
}

// typeBefore returns where the word stands that begins a type whose brace may follow the
// text, or -1. Given are the line before and that of the brace, too.
func typeBefore(text, before, line string) int {
	i := len(text)
	for i > 0 && text[i-1] <= ' ' {
		i--
	}
	if i == 0 {
		return -1
	}
	switch text[i-1] {
	case '=', ',', '(', '{', '}', ';', '&', '|', '?', ']', ':':
		return -1
	case ')': // mostly that of a condition
		if line = unindent(line); line == "" {
			line = unindent(before)
		}
		if line != "" && strings.IndexByte("cestu", line[0]) < 0 {
			return -1
		}
	}
	for at := i - 1; at >= max(0, i-300); at-- {
		switch c := text[at]; c {
		case ';', '{', '}':
			return -1
		case 'c', 's', 'e', 'u':
			if record(text[at:i]) && (at == 0 || !wordByte(text[at-1])) && !remarked(text[:at]) {
				return at
			}
		}
	}
	return -1
}

// record tells whether a text begins with a word that begins a type.
func record(text string) bool {
	for _, w := range cRecords {
		if strings.HasPrefix(text, w) {
			return len(text) == len(w) || !wordByte(text[len(w)])
		}
	}
	return false
}

// remarked tells whether the last line of a text is in a comment.
func remarked(text string) bool {
	return strings.Contains(text[strings.LastIndexByte(text, '\n')+1:], "//")
}

// cRecords are the words that begin a type.
var cRecords = []string{"class", "struct", "enum", "union"}
