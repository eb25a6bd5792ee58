package mapper

import (
	"sort"
	"strings"
)

// compat writes a map in the lines and levels of pi-read-map 1.3.0. Where that loses
// a name, doubles a word or takes more than the budget, the map stays right instead.
func (m *Map) compat(f Format) (*Text, error) {
	t := &Text{Total: m.Count()}
	for _, step := range []struct {
		level Level
		most  int
		deep  int
		note  string
	}{
		{Full, 10 << 10, 1 << 30, ""},
		{Compact, 20 << 10, 1 << 30, notice(20<<10, "compact")},
		{Minimal, 25 << 10, 1, notice(25<<10, "minimal")},
		{Outlined, 100 << 10, 0, notice(50<<10, "outline")},
	} {
		var b strings.Builder
		t.Level, t.Shown = step.level, compatLines(&b, m.Symbols, 0, step.deep, step.level == Full)
		t.Text = m.head(step.note, step.level != Outlined) + b.String() + foot(useRead)
		if len(t.Text) <= min(step.most, f.Budget) {
			t.Tokens = int(float64(len(t.Text))/TokenBytes) + 1
			return t, nil
		}
	}
	return m.compatEnds(t, f.Budget)
}

// compatEnds shows the first and the last n symbols, n as large as fits.
func (m *Map) compatEnds(t *Text, budget int) (*Text, error) {
	half := len(m.Symbols) / 2
	n := sort.Search(half, func(n int) bool { return len(m.ends(n+1, t.Total)) > budget })
	if n == 0 {
		return nil, ErrBudget
	}
	t.Level, t.Shown, t.Text = Truncated, 2*n, m.ends(n, t.Total)
	t.Tokens = int(float64(len(t.Text))/TokenBytes) + 1
	return t, nil
}

func (m *Map) ends(n, total int) string {
	var b strings.Builder
	last := len(m.Symbols) - n
	compatLines(&b, m.Symbols[:n], 0, 0, false)
	b.WriteString("\n  ─ ─ ─ " + group(last-n) + " more symbols ─ ─ ─\n\n")
	compatLines(&b, m.Symbols[last:], 0, 0, false)
	from, to := m.Symbols[n-1].Last+1, m.Symbols[last].Start()-1
	return m.head(notice(100<<10, group(2*n)+" of "+group(total)+" symbols"), false) + b.String() +
		foot("Omitted symbols are in lines "+group(from)+"-"+group(to)+".", "Use read(path, offset=LINE, limit=N) to view specific sections.")
}

// compatMost is more than any text may have: what is longer is not used.
const compatMost = 200 << 10

// compatLines writes symbols down to a depth and returns how many.
func compatLines(b *strings.Builder, list []Symbol, depth, deep int, full bool) int {
	n := 0
	for i := range list {
		s := &list[i]
		if b.Len() > compatMost {
			break
		}
		n++
		b.WriteString(strings.Repeat("  ", depth) + s.compatText(full) + "\n")
		if depth < deep {
			n += compatLines(b, s.Children, depth+1, deep, full)
		}
	}
	return n
}

func (s *Symbol) compatText(full bool) string {
	words := s.Short()
	if full {
		words = s.Long()
	}
	line := cut(oneLine(words), maxText)
	switch {
	case s.Kind == Variable || s.Kind == Constant:
		line = cut(oneLine(s.Name), maxText) + " = ... "
		if s.Name == "" {
			line = cut(oneLine(words), maxText) + ": "
		}
	case s.Kind.named() && !strings.Contains(line, string(s.Kind)):
		line = string(s.Kind) + " " + line + ": "
	default:
		line += ": "
	}
	line = string(s.appendPlace([]byte(line)))
	if doc := cut(oneLine(s.Doc), maxDoc); full && doc != "" {
		line += " — " + doc
	}
	return line
}
