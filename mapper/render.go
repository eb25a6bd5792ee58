package mapper

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// DefaultBudget is the most that a map may take, its frame included, in bytes.
const DefaultBudget = 20480

const (
	maxText = 160 // characters of a declaration
	maxDoc  = 80  // characters of its documentation
	box     = "───────────────────────────────────────"
)

// ErrBudget reports a budget that cannot hold the frame and one symbol.
var ErrBudget = errors.New("the budget is too small for a map")

// A Level says how much of the symbols a text shows everywhere; what is left of the
// budget shows more of the most important ones.
type Level string

const (
	Full      Level = "full"      // everything
	Compact   Level = "compact"   // every name
	Minimal   Level = "minimal"   // names, two levels deep
	Outlined  Level = "outline"   // names of the outermost
	Truncated Level = "truncated" // names of some, evenly spread
)

// Levels are all levels, the richest first.
var Levels = []Level{Full, Compact, Minimal, Outlined, Truncated}

// A Format says how a map is to be written. The zero value is the usual way.
type Format struct {
	Budget int   // bytes at most, frame included; 0 is DefaultBudget
	Level  Level // the richest level that is tried; "" is Full
	// Compat writes symbol lines and levels as pi-read-map 1.3.0 does, where that
	// loses no name and makes no line up.
	Compat bool
}

// A Text is a map as a reader gets it.
type Text struct {
	Text   string
	Level  Level
	Shown  int // symbols with a line of their own
	Total  int
	Tokens int // an estimate, rather too high
}

// TokenBytes is how many bytes of map text make one token, at the fewest.
const TokenBytes = 2.4

// Format writes the map within a budget. The error is ErrBudget.
func (m *Map) Format(f Format) (*Text, error) {
	if f.Budget <= 0 {
		f.Budget = DefaultBudget
	}
	if f.Compat {
		return m.compat(f)
	}
	p := newPlan(m, f.Budget)
	level, ok := p.choose(f.Level)
	if !ok {
		return nil, ErrBudget
	}
	t := &Text{Level: level, Total: p.total}
	t.Text, t.Shown = p.write(level)
	t.Tokens = int(float64(len(t.Text))/TokenBytes) + 1
	return t, nil
}

// head returns the frame above the symbols.
func (m *Map) head(notice string, imports bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\nFile Map: %s\n%s lines │ %s │ %s\n%s\n\n", box, cut(oneLine(m.Name), maxText), group(m.Lines), size(m.Bytes), m.Language, box)
	if notice != "" {
		fmt.Fprintf(&b, "%s\n\n", notice)
	}
	if m.Note != "" {
		fmt.Fprintf(&b, "%s\n\n", oneLine(m.Note))
	}
	if imports && len(m.Imports) > 0 {
		fmt.Fprintf(&b, "imports: %s\n\n", m.importList())
	}
	return b.String()
}

func (m *Map) importList() string {
	var list []string
	for i, name := range m.Imports {
		if i == 10 {
			list = append(list, "..."+group(len(m.Imports)-10)+" more")
			break
		}
		list = append(list, cut(oneLine(name), maxDoc))
	}
	return strings.Join(list, ", ")
}

// foot returns the frame below the symbols.
func foot(lines ...string) string {
	return "\n" + box + "\n" + strings.Join(lines, "\n") + "\n" + box
}

const (
	useRead  = "Use read(path, offset=LINE, limit=N) for targeted reads."
	moreHint = "(+N) stands for N symbols inside that are not listed."
)

// notice returns the line that tells which level a text has.
func notice(budget int, what string) string {
	return fmt.Sprintf("[Map ≤%.1f KB | %s]", float64(budget)/1024, what)
}

// group writes a number with commas between its thousands.
func group(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// size writes a number of bytes.
func size(n int) string {
	switch {
	case n < 1<<10:
		return strconv.Itoa(n) + " B"
	case n < 1<<20:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}

// place writes the range of a symbol.
func (s *Symbol) place() string {
	from, to := s.Start(), s.Last
	b := make([]byte, 0, 24)
	b = strconv.AppendInt(append(b, '['), int64(from), 10)
	if to != from {
		b = strconv.AppendInt(append(b, '-'), int64(to), 10)
	}
	if s.To > 0 {
		b = strconv.AppendInt(append(b, " @ "...), int64(s.From), 10)
		b = strconv.AppendInt(append(b, '-'), int64(s.To), 10)
	}
	return string(append(b, ']'))
}

// width returns the bytes of the text of a symbol with nothing closed in it.
func (s *Symbol) width(full bool) int {
	n := 0
	switch {
	case full && s.Signature != "":
		n = len(cut(oneLine(s.Signature), maxText))
	case s.Label == "" && s.Name != "" && len(s.Kind)+1+len(s.Name) <= maxText && s.Kind.named():
		n = len(s.Kind) + 1 + len(oneLine(s.Name))
	default:
		n = len(cut(oneLine(s.Short()), maxText))
	}
	if n += len(": ") + s.placeWidth(); full && s.Doc != "" {
		if doc := cut(oneLine(s.Doc), maxDoc); doc != "" {
			n += len(" — ") + len(doc)
		}
	}
	return n
}

// placeWidth returns the bytes of the range of a symbol.
func (s *Symbol) placeWidth() int {
	from, to := s.Start(), s.Last
	n := len("[]") + digits(from)
	if to != from {
		n += len("-") + digits(to)
	}
	if s.To > 0 {
		n += len(" @ -") + digits(s.From) + digits(s.To)
	}
	return n
}

func digits(n int) int {
	count := 1
	for ; n > 9; n /= 10 {
		count++
	}
	return count
}

// text returns the symbol's line without indentation: its short form, or all of it.
func (s *Symbol) text(full bool, more int) string {
	words := s.Short()
	if full {
		words = s.Long()
	}
	line := cut(oneLine(words), maxText)
	if more > 0 {
		line += " (+" + group(more) + ")"
	}
	line += ": " + s.place()
	if doc := cut(oneLine(s.Doc), maxDoc); full && doc != "" {
		line += " — " + doc
	}
	return line
}
