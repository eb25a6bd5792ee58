package mapper

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A file is what a scan function reads and fills. The strings that it keeps are
// parts of the text; nothing is copied that can be pointed at.
type file struct {
	name string
	text string // without a byte order mark
	// language, when a scan function sets it, is shown in place of the table's name.
	language string
	note     string
	// lost counts how often the end of something was looked for in vain.
	lost     int
	imports  []string
	imported map[string]bool
	*scratch
}

// A scratch is the memory that one file leaves to the next: clean memory for every file
// costs as much as reading it.
type scratch struct {
	starts []int32
	nodes  []node
	toks   []token
	strict []token // of the second reading of a damaged file
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// release gives the memory back; the file is not used any more.
func (f *file) release() {
	clear(f.nodes) // they hold on to the text
	scratches.Put(f.scratch)
}

func newFile(name, text string) *file {
	text = strings.TrimPrefix(text, "\uFEFF")
	f := &file{name: name, text: text, scratch: scratches.Get().(*scratch)}
	f.nodes, f.starts = f.nodes[:0], append(f.starts[:0], 0)
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 || at+n+1 == len(text) {
			break
		}
		at += n + 1
		f.starts = append(f.starts, int32(at))
	}
	return f
}

// count returns the number of lines.
func (f *file) count() int {
	if f.text == "" {
		return 0
	}
	return len(f.starts)
}

// lineText returns line n, counted from 1, without its line end.
func (f *file) lineText(n int) string {
	end := len(f.text)
	if n < len(f.starts) {
		end = int(f.starts[n])
	}
	line := f.text[f.starts[n-1]:end]
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
}

// add lists a symbol at a depth, 0 for the outermost, and returns its index in
// f.nodes: its Last may be set later. Parents are added before their children.
func (f *file) add(depth int, s Symbol) int {
	f.nodes = append(f.nodes, node{s, depth})
	return len(f.nodes) - 1
}

// use lists an import, once.
func (f *file) use(name string) {
	name = strings.TrimSpace(name)
	if name == "" || f.imported[name] {
		return
	}
	if f.imported == nil {
		f.imported = map[string]bool{}
	}
	f.imported[name] = true
	f.imports = append(f.imports, name)
}

// oneLine puts text on one line: each stretch of white space becomes a blank, and
// what cannot be printed is left out. It copies only where it must.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case visible[c]:
		case c == ' ' && s[i+1] != ' ': // a blank is not the last
		case c >= 0x80:
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError || unicode.IsSpace(r) || hidden(r) {
				return squeeze(s, i)
			}
			i += n - 1
		default:
			return squeeze(s, i)
		}
	}
	return s
}

// visible are the bytes that stand for themselves.
var visible = func() (is [256]bool) {
	for c := '!'; c <= '~'; c++ {
		is[c] = true
	}
	return is
}()

// squeeze puts text on one line that is so already up to n.
func squeeze(s string, n int) string {
	var b strings.Builder
	b.Grow(len(s))
	if n > 0 && s[n-1] == ' ' {
		n--
	}
	b.WriteString(s[:n])
	for i := n; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			if next := s[i+1]; next != ' ' && (next < '\t' || next > '\r') {
				b.WriteByte(' ')
			}
		case c < ' ' || c >= 0x7f:
			return printable(strings.Join(strings.Fields(s), " "))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// printable drops control characters, also those that turn the direction of text.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func hidden(r rune) bool {
	switch {
	case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0, r == '\uFEFF', r == '\u2028', r == '\u2029':
		return true
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f':
		return true
	}
	return false
}

// cut shortens text to n characters, the last of them an ellipsis.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	seen := 0
	for i := range s {
		if seen++; seen == n {
			rest := s[i:]
			for j := range rest {
				if j > 0 {
					return s[:i] + "…"
				}
			}
			return s
		}
	}
	return s
}
