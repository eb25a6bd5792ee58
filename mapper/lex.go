package mapper

import (
	"slices"
	"strings"
)

// The classes of bytes. Those of words come first, then those that lex knows itself.
const (
	letter  byte = iota
	initial      // a letter that a marked word begins with
	digit
	other
	opening
	closing
	blank
	newline
	quote
	longQuote
	comment
	hooked
)

// The classes of a syntax say what each byte may begin.
type classes struct {
	of [256]byte
	// remark are the bytes that begin a comment to the end of the line, together with the
	// byte in second if that is not 0.
	remark [256]bool
	second [256]byte
}

func (s *syntax) classified() *classes {
	s.once.Do(func() {
		s.classes = new(classes)
		for c := range 256 {
			switch {
			case c == '\n':
				s.of[c] = newline
			case c <= ' ' || c == 0x7f:
				s.of[c] = blank
			case c >= '0' && c <= '9':
				s.of[c] = digit
			case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
				s.of[c] = letter
			default:
				s.of[c] = other
			}
		}
		s.mark("([{", opening)
		s.mark(")]}", closing)
		for _, w := range s.marks {
			s.mark(w[:1], initial)
		}
		s.mark(s.words, letter)
		s.mark(s.quotes, quote)
		s.mark(s.long, longQuote)
		for _, c := range s.line {
			s.comments += c[:1]
		}
		for _, c := range s.blocks {
			if strings.IndexByte(s.comments, c[0][0]) < 0 {
				s.comments += c[0][:1]
			}
		}
		s.mark(s.comments, comment)
		s.mark(s.hooks, hooked)
		s.remarks()
	})
	return s.classes
}

// remarks finds the comments to the end of the line that nothing else begins like.
func (s *syntax) remarks() {
	for _, mark := range s.line {
		first := mark[0]
		alike := func(b [2]string) bool { return strings.HasPrefix(b[0], mark) }
		if s.of[first] != comment || len(mark) > 2 || s.remark[first] || slices.ContainsFunc(s.blocks, alike) {
			continue
		}
		s.remark[first] = true
		if len(mark) == 2 {
			s.second[first] = mark[1]
		}
	}
}

func (s *syntax) mark(bytes string, class byte) {
	for i := range len(bytes) {
		s.of[bytes[i]] = class
	}
}

// lex cuts a file into tokens and pairs their brackets.
func (s *syntax) lex(f *file, strict bool, into *reading) {
	class, text := s.classified(), f.text
	l := &lexer{syntax: s, file: f, text: text, strict: strict, reading: into}
	toks := into.begin(text, &class.of) // most tokens go into a slice that nothing else sees
	for at, first := 0, true; at < len(text); {
		c := text[at]
		switch class.of[c] {
		case blank:
			for at++; at < len(text) && text[at] == ' '; {
				at++
			}
		case letter, initial:
			end := at + 1
			for end < len(text) && class.of[text[end]] <= digit {
				end++
			}
			toks = append(toks, token{int32(at), int32(end), word, first})
			if class.of[c] == initial && slices.Contains(s.marks, text[at:end]) {
				l.marked = append(l.marked, int32(len(toks)-1))
			}
			at, first = end, false
		case other:
			toks = append(toks, token{int32(at), int32(at + 1), c, first})
			at, first = at+1, false
		case opening, closing:
			toks = append(toks, token{int32(at), none, c, first})
			at, first = l.bracket(toks)
		case newline:
			if at, first = at+1, true; l.here != nil || s.passes != nil && l.top == 0 {
				at, toks = l.begins(at, toks)
			}
		default:
			l.at, l.toks, l.first = at, toks, first
			if !class.remark[c] || !l.remark(class.second[c]) {
				l.special(c, class.of[c])
			}
			at, toks, first = l.at, l.toks, l.first
		}
	}
	into.end(toks)
}

// remark goes past a comment to the end of the line, if one begins here; second is the
// byte that it needs besides the first, or 0.
func (l *lexer) remark(second byte) bool {
	if second != 0 && (l.at+1 == len(l.text) || l.text[l.at+1] != second) {
		return false
	}
	if n := strings.IndexByte(l.text[l.at:], '\n'); n >= 0 {
		l.at += n
	} else {
		l.at = len(l.text)
	}
	return true
}
