package mapper

import (
	"slices"
	"strings"
	"sync"
)

// The kinds of tokens that are not a byte of punctuation, whose kind is the byte.
const (
	word      = 'a'
	number    = '0'
	quoted    = '"'
	directive = '#' // a line of a preprocessor, with its continuations
)

// A token is a stretch of source that is neither white space nor comment.
type token struct {
	at int32 // in the bytes of the text
	// to is where the token ends. Of a bracket, which is one byte long, it becomes the
	// index of the other one of the pair, or -1. Where a closing bracket is missing it
	// is the last token of what the bracket holds.
	to    int32
	kind  byte
	first bool // nothing but white space and comments stands before it on its line
}

// end returns where the token ends.
func (t *token) end() int32 {
	if bracket[t.kind] {
		return t.at + 1
	}
	return t.to
}

// mate returns the index of the other bracket of a pair, or -1.
func (t *token) mate() int32 {
	if bracket[t.kind] {
		return t.to
	}
	return -1
}

var bracket = [256]bool{'(': true, '[': true, '{': true, ')': true, ']': true, '}': true}

// A syntax says how the text of a language falls into tokens.
type syntax struct {
	line   []string    // what begins a comment to the end of the line
	blocks [][2]string // what begins and ends a comment
	nested bool        // blocks nest
	quotes string      // bytes that enclose strings of one line
	long   string      // bytes that enclose strings which may run over lines
	words  string      // bytes of names beyond letters, digits and _
	// splice begins an expression within a string of one line, such as ${, and ends with
	// a bracket. The expression may hold strings of its own.
	splice string
	// hooks are bytes at which hook is asked first. It returns the end of what it
	// recognised and its kind, 0 for what is to be skipped, or an end of 0.
	hooks string
	hook  func(l *lexer) (end int, kind byte)
	// branches tells that directives choose between branches: brackets in them are
	// alternatives.
	branches bool
	// marks are words that a scan function looks for wherever they stand.
	marks []string
	// bodies are passed over; nil where all of them are looked into.
	bodies *bodies
	// passes is asked where a line begins whether it begins further on.
	passes func(l *lexer, at int, toks []token) (int, []token)
	*classes
	once     sync.Once
	comments string // the bytes that comments begin with
}

// A reading is what a text was cut into.
type reading struct {
	toks    []token
	marked  []int32  // the tokens that are marked words
	misfits int      // how many brackets do not fit
	flips   bool     // what was read as a string seems to stand between two
	stack   []nested // the brackets that are open, and those that an #else can go back to
	top     int32    // the innermost that is open, counted from 1
	ifs     []int32  // the innermost at each #if that is open
}

// nested is an open bracket, and the one around it, counted from 1.
type nested struct{ tok, below int32 }

// begin takes the memory of an earlier reading for a text of n bytes, of which most in
// its middle may be tokens of their own.
func (r *reading) begin(text string, of *[256]byte) []token {
	n, dense := len(text), 0
	for i := n / 2; i < min(n/2+256, n); i++ {
		if class := of[text[i]]; class == opening || class == closing || class == other {
			dense++
		}
	}
	if dense > 128 {
		r.toks = slices.Grow(r.toks[:0], n+16)
	} else if cap(r.toks) < n/8 {
		r.toks = make([]token, 0, n/5+16)
	}
	*r = reading{toks: r.toks[:0], marked: r.marked[:0], stack: r.stack[:0], ifs: r.ifs[:0]}
	return r.toks
}

// end keeps the tokens; brackets that are still open fit nothing.
func (r *reading) end(toks []token) {
	r.toks = toks
	for ; r.top > 0; r.top = r.stack[r.top-1].below {
		r.misfits++
	}
}

// A lexer cuts a text into tokens.
type lexer struct {
	*syntax
	*file
	*reading
	text string
	at   int
	// strict ends every string at its line: in a damaged file a stray quote would
	// otherwise swallow the rest.
	strict bool
	first  bool
	// here are the last lines of the heredocs that begin after this line.
	here []string
	// never counts how often each end of something was looked for in vain, misses all of
	// them.
	never  map[string]int
	misses int
	// noRegexp is how far it is known that no regular expression ends.
	noRegexp int
	// endless counts the templates that did not end.
	endless int
	// vain counts the bytes that were read for expressions in strings that did not end,
	// deep is in how many strings the lexer is.
	vain, deep int
	// unsure is how far bodies were looked at that could not be passed over.
	unsure int
	// raw is where the first raw string may begin, counted from 1, 0 while that is not known.
	raw int
	// lines are those of Python.
	lines pyLines
}

// emit adds the token that ends at end.
func (l *lexer) emit(end int, kind byte) {
	l.toks = append(l.toks, token{int32(l.at), int32(end), kind, l.first})
	l.at, l.first = end, false
	switch {
	case bracket[kind]:
		l.toks[len(l.toks)-1].to = none
		l.pair(l.toks)
	case kind == directive && l.branches:
		l.branch(l.str(len(l.toks) - 1))
	}
}

// pass goes on to end.
func (l *lexer) pass(end int) {
	if strings.IndexByte(l.text[l.at:end], '\n') >= 0 {
		l.first = true
	}
	l.at = end
}

func (l *lexer) special(c, class byte) {
	if class == hooked {
		if end, kind := l.hook(l); end > l.at {
			if kind == 0 {
				l.pass(end)
				return
			}
			l.emit(end, kind)
			return
		}
		if class = l.plain(c); class == letter {
			end := l.at + 1
			for end < len(l.text) && wordByte(l.text[end]) {
				end++
			}
			l.emit(end, word)
			return
		}
	}
	switch class {
	case digit:
		l.emit(l.number(), number)
		return
	case comment:
		if end := l.comment(); end > 0 {
			l.pass(end)
			return
		}
	case quote:
		l.emit(l.shortString(c), quoted)
		return
	case longQuote:
		if end := l.longString(c); end > 0 {
			l.emit(end, quoted)
			return
		}
	}
	l.emit(l.at+1, c)
}

// plain returns the class that a byte has besides being a hook.
func (l *lexer) plain(c byte) byte {
	switch {
	case strings.IndexByte(l.quotes, c) >= 0:
		return quote
	case strings.IndexByte(l.long, c) >= 0:
		return longQuote
	case wordByte(c):
		return letter
	}
	return comment
}

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}
