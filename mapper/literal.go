package mapper

import "strings"

func (l *lexer) number() int {
	end := l.at + 1
	for end < len(l.text) {
		c := l.text[end]
		if !wordByte(c) && (c != '.' || end+1 >= len(l.text) || l.text[end+1] < '0' || l.text[end+1] > '9') {
			break
		}
		end++
	}
	return end
}

// comment returns the end of the comment that begins here, or 0.
func (l *lexer) comment() int {
	rest := l.text[l.at:]
	for i := range l.blocks {
		if strings.HasPrefix(rest, l.blocks[i][0]) {
			return l.at + l.block(rest, l.blocks[i][0], l.blocks[i][1])
		}
	}
	for _, c := range l.line {
		if strings.HasPrefix(rest, c) {
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				return l.at + n
			}
			return len(l.text)
		}
	}
	return 0
}

func (l *lexer) block(rest, open, end string) int {
	at, depth := len(open), 1
	for depth > 0 {
		n := strings.Index(rest[at:], end)
		if n < 0 {
			return len(rest)
		}
		if l.nested {
			depth += strings.Count(rest[at:at+n], open)
		}
		at += n + len(end)
		depth--
	}
	return at
}

// shortString returns the end of a string that ends with its line at the latest. A
// backslash takes the next byte with it, also a line end.
func (l *lexer) shortString(q byte) int {
	for i := l.at + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == q:
			return i + 1
		case l.splice != "" && c == l.splice[0] && strings.HasPrefix(l.text[i:], l.splice):
			i = l.spliced(i)
		case c == '\\':
			if i++; i < len(l.text) && l.text[i] == '\r' {
				i++
			}
		case c == '\n':
			return i
		}
	}
	return len(l.text)
}

// hopeless tells whether an end was looked for in vain so often that it is not looked for
// again: each time may cost as much as the rest of the file is long.
func (l *lexer) hopeless(end string) bool {
	return l.misses > 0 && (l.misses > 100 || l.never[end] > 2)
}

// miss remembers that an end was looked for in vain.
func (l *lexer) miss(end string) {
	if l.never == nil {
		l.never = map[string]int{}
	}
	l.never[end]++
	l.misses++
	l.file.vain += len(l.text) - l.at
}

// find returns where an end stands in a text, or -1.
func (l *lexer) find(text, end string) int {
	if l.hopeless(end) {
		return -1
	}
	n := strings.Index(text, end)
	if n < 0 {
		l.miss(end)
	}
	return n
}

// longString returns the end of a string that may run over lines, or 0 where it has
// none, or none in its line and the lexer is strict.
func (l *lexer) longString(q byte) int {
	mark := l.text[l.at : l.at+1]
	if l.hopeless(mark) {
		return 0
	}
	for i := l.at + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == q:
			return i + 1
		case c == '\\':
			i++
		case c == '\n' && l.strict:
			return 0
		}
	}
	l.miss(mark)
	return 0
}

// begins returns where what counts begins in or after the line that begins at i.
func (l *lexer) begins(i int, toks []token) (int, []token) {
	if l.passes != nil {
		return l.passes(l, i, toks)
	}
	return l.heredocs(i), toks
}

// heredocs returns the end of the texts that begin at this line.
func (l *lexer) heredocs(i int) int {
	for _, last := range l.here {
		at, found := i, false
		for at < len(l.text) && !l.hopeless(last) {
			line := l.text[at:]
			if n := strings.IndexByte(line, '\n'); n >= 0 {
				line = line[:n]
			}
			at = min(at+len(line)+1, len(l.text))
			if found = strings.TrimSpace(line) == last; found {
				i = at
				break
			}
		}
		if !found && !l.hopeless(last) {
			l.miss(last)
		}
	}
	l.here = nil
	return i
}

// heredoc reads the mark of a heredoc that begins here, n bytes long without its word.
func (l *lexer) heredoc(n int) (int, byte) {
	at := l.at + n
	for at < len(l.text) && strings.IndexByte("~-'\"\\`", l.text[at]) >= 0 {
		at++
	}
	end := at
	for end < len(l.text) && wordByte(l.text[end]) {
		end++
	}
	if end == at || l.text[at] >= '0' && l.text[at] <= '9' {
		return l.at + n, '<'
	}
	l.here = append(l.here, l.text[at:end])
	if end < len(l.text) && strings.IndexByte("'\"`", l.text[end]) >= 0 {
		end++
	}
	return end, quoted
}

// regexpWithin returns the last byte of the regular expression that may begin at i, in
// an expression within a template, or i.
func (l *lexer) regexpWithin(i int) int {
	before := strings.TrimRight(l.text[max(0, i-8):i], " ")
	if before == "" || strings.IndexByte("(,=:[!&|?{;", before[len(before)-1]) < 0 {
		return i
	}
	at := l.at
	l.at = i
	end := l.regexp()
	l.at = at
	return max(end-1, i)
}

// regexp returns the end of the regular expression that may begin here, or 0.
func (l *lexer) regexp() int {
	if l.at < l.noRegexp {
		return 0
	}
	class := false
	i := l.at + 1
	for ; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\n':
			l.noRegexp = i
			return 0
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1
		}
	}
	l.noRegexp = i
	return 0
}
