package mapper

import (
	"slices"
	"strings"
)

// The classes of bytes. Those of words come first, then those that lex knows itself.
const (
	letter byte = iota
	digit
	other
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

// lex cuts a text into tokens, which go into buf when there is room.
func (s *syntax) lex(text string, strict bool, buf []token) []token {
	if cap(buf) < len(text)/8 {
		buf = make([]token, 0, len(text)/5+16)
	}
	l := &lexer{syntax: s, text: text, strict: strict, first: true, toks: buf[:0]}
	class := s.classified()
	toks := l.toks // most tokens go into a slice that nothing else sees
	first := true
	for at := 0; at < len(text); {
		c := text[at]
		switch class.of[c] {
		case blank:
			for at++; at < len(text) && text[at] == ' '; {
				at++
			}
		case letter:
			end := at + 1
			for end < len(text) && class.of[text[end]] <= digit {
				end++
			}
			toks = append(toks, token{int32(at), int32(end), word, first})
			first = false
			at = end
		case other:
			toks = append(toks, token{int32(at), int32(at + 1), c, first})
			first = false
			at++
		case newline:
			at++
			first = true
			if l.here != nil {
				l.at, l.first = at, first
				l.heredocs()
				at = l.at
			}
		default:
			if class.remark[c] && (class.second[c] == 0 || at+1 < len(text) && text[at+1] == class.second[c]) {
				if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
					at += n
				} else {
					at = len(text)
				}
				continue
			}
			l.at, l.toks, l.first = at, toks, first
			l.special(c, class.of[c])
			at, toks, first = l.at, l.toks, l.first
		}
	}
	return toks
}
