package mapper

import (
	"errors"
	"fmt"
	"math"
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

// deep returns how deep the symbols may stand that a level shows.
func (l Level) deep() int32 {
	switch l {
	case Minimal:
		return 1
	case Outlined:
		return 0
	}
	return math.MaxInt32
}

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
		m.Tidy()
		return m.compat(f)
	}
	p := newPlan(m, f.Budget)
	defer p.release()
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
	if notice != "" {
		notice += "\n\n"
	}
	return m.title() + notice + m.about(imports)
}

// title returns what every map begins with.
func (m *Map) title() string {
	return "\n" + box + "\nFile Map: " + cut(oneLine(m.Name), maxText) + "\n" + group(m.Lines) + " lines │ " + size(m.Bytes) + " │ " + m.Language + "\n" + box + "\n\n"
}

// about returns what is said of the file above its symbols.
func (m *Map) about(imports bool) string {
	about := ""
	if m.Note != "" {
		about = oneLine(m.Note) + "\n\n"
	}
	if imports && len(m.Imports) > 0 {
		about += "imports: " + m.importList() + "\n\n"
	}
	return about
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
	usualFoot = "\n" + box + "\n" + useRead + "\n" + box

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

// groupWidth returns the bytes of what group writes.
func groupWidth(n int) int {
	count := digits(n)
	return count + (count-1)/3
}

// appendPlace writes the range of a symbol.
func (s *Symbol) appendPlace(b []byte) []byte {
	from, to := s.Start(), s.Last
	b = strconv.AppendInt(append(b, '['), int64(from), 10)
	if to != from {
		b = strconv.AppendInt(append(b, '-'), int64(to), 10)
	}
	if s.To > 0 {
		b = strconv.AppendInt(append(b, " @ "...), int64(s.From), 10)
		b = strconv.AppendInt(append(b, '-'), int64(s.To), 10)
	}
	return append(b, ']')
}

// words returns what the line of a symbol begins with: a kind and a name, or all of it
// in one.
func (s *Symbol) words(full bool) (kind Kind, rest string) {
	if full && s.Signature != "" {
		if head := s.head(); head != "" {
			return "", head
		}
	}
	if s.Label == "" && len(s.Kind)+1+len(s.Name) <= maxText && s.Kind.named() {
		if name := oneLine(s.Name); name != "" {
			return s.Kind, name
		}
	}
	return "", cut(oneLine(s.Short()), maxText)
}

// width returns the bytes of the text of a symbol with nothing closed in it.
func (s *Symbol) width(full bool) int {
	n := s.headWidth(full)
	if full && s.Doc != "" {
		if doc := cut(docText(s.Doc), maxDoc); doc != "" {
			n += len(" — ") + len(doc)
		}
	}
	return n
}

// headWidth returns the bytes of that without what documents it.
func (s *Symbol) headWidth(full bool) int {
	kind, words := s.words(full)
	n := len(words) + len(": ") + s.placeWidth()
	if kind != "" {
		n += len(kind) + 1
	}
	return n
}

// wider tells whether a line without what documents the symbol takes more bytes. Of a head
// that stands as it is written no more is looked at than that takes.
func (s *Symbol) wider(than int) bool {
	if room := than - len(": ") - s.placeWidth(); s.raw == asWritten && room < maxText {
		for i := 0; i < len(s.Signature); i++ {
			if c := s.Signature[i]; c > ' ' && c < 0x7f && c != ',' {
				room--
			}
			if room < 0 {
				return true
			}
		}
	}
	return s.headWidth(true) > than
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

// appendText writes the symbol's line without indentation: its short form, or all of it.
func (s *Symbol) appendText(b []byte, full bool, more int) []byte {
	if kind, words := s.words(full); kind != "" {
		b = append(append(append(b, kind...), ' '), words...)
	} else {
		b = append(b, words...)
	}
	if more > 0 {
		b = append(append(append(b, " (+"...), group(more)...), ')')
	}
	b = s.appendPlace(append(b, ": "...))
	if full && s.Doc != "" {
		if doc := cut(docText(s.Doc), maxDoc); doc != "" {
			b = append(append(b, " — "...), doc...)
		}
	}
	return b
}
