package mapper

import "slices"

// An item is a symbol on its way into a text.
type item struct {
	sym    *Symbol
	parent int32 // -1 at the top
	end    int32 // the index after all that it holds
	depth  int32
	// rank is the depth without the giants around it: one that fills most of the
	// file is worth nothing closed.
	rank int32
	// run is how many siblings the item stands for, when it stands for many.
	run    int32
	short  int32 // bytes of the line in its short form, without the count of what is closed, or 0
	long   int32 // and with all that belongs to it, or 0
	hidden bool  // behind a run
	few    bool  // has not as many siblings as a run takes
	shown  bool
	full   bool
}

// A plan decides what of a map is shown.
type plan struct {
	m      *Map
	budget int
	items  []item
	total  int
	left   int // bytes that may still be spent
	asked  Level
	// title, and what is said of the file without its imports and with them
	title, note, about string
	*room
}

func newPlan(m *Map, budget int) *plan {
	p := &plan{m: m, budget: budget, total: m.Count(), title: m.title(), note: m.about(false), about: m.about(true), room: rooms.get()}
	if p.text == nil {
		p.text = make([]byte, 0, min(budget, 1<<16)+1)
	}
	p.items = slices.Grow(p.list[:0], p.total)
	p.flatten(m.Symbols, -1, 0, 0)
	p.list = p.items
	return p
}

func (p *plan) flatten(list []Symbol, parent, depth, rank int32) {
	few := len(list) < minRun
	for i := range list {
		s := &list[i]
		at := int32(len(p.items))
		p.items = append(p.items, item{sym: s, parent: parent, end: at + 1, depth: depth, rank: rank, few: few})
		if len(s.Children) == 0 {
			continue
		}
		inner := rank + 1
		if p.giant(s) {
			inner = rank
		}
		p.flatten(s.Children, at, depth+1, inner)
		p.items[at].end = int32(len(p.items))
	}
}

// short returns the bytes of the line of symbol i in its short form, long of all of it.
// Of many symbols most are never asked for.
func (p *plan) short(i int) int {
	it := &p.items[i]
	if it.short == 0 {
		it.short = 2*it.depth + int32(it.sym.width(false)) + 1
	}
	return int(it.short)
}

func (p *plan) long(i int) int {
	it := &p.items[i]
	if it.long == 0 {
		it.long = 2*it.depth + int32(it.sym.width(true)) + 1
	}
	return int(it.long)
}

// giant tells whether a symbol with something inside fills most of the file.
func (p *plan) giant(s *Symbol) bool {
	return len(s.Children) > 0 && 2*(s.Last-s.First+1) > p.m.Lines && p.m.Lines > 100
}

// frame returns the bytes around the symbols.
func (p *plan) frame(level Level) int {
	n := len(p.title) + len(p.said(level)) + len(usualFoot)
	if level != Full {
		n += len(p.notice(level, p.total)) + len("\n\n") + len(moreHint) + len("\n")
	}
	return n
}

// said returns what is said of the file at a level.
func (p *plan) said(level Level) string {
	if level == Outlined || level == Truncated {
		return p.note
	}
	return p.about
}

func (p *plan) notice(level Level, shown int) string {
	switch level {
	case Full:
		return ""
	case Truncated:
		return notice(p.budget, group(shown)+" of "+group(p.total)+" symbols")
	}
	return notice(p.budget, string(level))
}

// choose takes the richest level that fits and then spends what is left.
func (p *plan) choose(from Level) (Level, bool) {
	if i := slices.Index(Levels, from); i > 0 {
		p.asked = from
		return p.try(Levels[i:])
	}
	return p.try(Levels)
}

func (p *plan) try(levels []Level) (Level, bool) {
	for _, level := range levels {
		if level == Truncated {
			return level, p.sample()
		}
		if p.fits(level) {
			return level, true
		}
		if level == Compact && p.collapse() && p.fits(level) {
			return level, true
		}
	}
	return Truncated, false
}

// leastLine is the least that a line takes: a place and a line end.
const leastLine = len(": [1]\n")

// fits shows what a level shows and tells whether that is within the budget. A level
// that was asked for is not enriched.
func (p *plan) fits(level Level) bool {
	deep := level.deep()
	if p.left = p.budget - p.frame(level); level == Full && p.total*leastLine > p.left {
		return false
	}
	for i := range p.items {
		it := &p.items[i]
		it.shown, it.full = it.rank <= deep && !p.inRun(i), level == Full
		if !it.shown {
			continue
		}
		if p.left -= p.cost(i); p.left < 0 {
			return false
		}
	}
	for i := range p.items {
		if p.closed(i) {
			p.left -= p.moreCost(i)
		}
	}
	if p.left < 0 {
		return false
	}
	p.spend(level)
	return true
}

func (p *plan) cost(i int) int {
	it := &p.items[i]
	switch {
	case it.run > 0:
		return 2*int(it.depth) + len(p.runText(i)) + 1
	case it.full:
		return p.long(i)
	}
	return p.short(i)
}

// inRun tells whether a symbol is hidden behind one that stands for many.
func (p *plan) inRun(i int) bool { return p.items[i].hidden }

// closed tells whether a symbol is shown and what it holds is not.
func (p *plan) closed(i int) bool {
	it := &p.items[i]
	return it.shown && it.run == 0 && int(it.end) > i+1 && !p.items[i+1].shown && p.items[i+1].rank > 0
}

func (p *plan) moreCost(i int) int {
	return len(" (+)") + groupWidth(int(p.items[i].end)-i-1)
}

// spend opens symbols and then gives their lines more, the most important first.
func (p *plan) spend(level Level) {
	if level == Full || level == p.asked {
		return
	}
	order := p.ranked()
	for _, i := range order {
		if p.closed(int(i)) {
			p.open(int(i))
		}
	}
	for _, i := range order {
		it := &p.items[i]
		if !it.shown || it.full || it.run != 0 {
			continue
		}
		if it.long == 0 && it.sym.wider(p.left+p.short(int(i))-2*int(it.depth)-1) {
			continue // whatever its documentation takes
		}
		if more := p.long(int(i)) - p.short(int(i)); more <= p.left {
			it.full = true
			p.left -= more
		}
	}
}

// open shows what symbol i holds, if there is room.
func (p *plan) open(i int) {
	cost, end := -p.moreCost(i), int(p.items[i].end)
	for j := i + 1; j < end && cost <= p.left; j = int(p.items[j].end) {
		cost += p.short(j)
		if int(p.items[j].end) > j+1 {
			cost += p.moreCost(j)
		}
		if p.items[j].run != 0 {
			return
		}
	}
	if cost > p.left {
		return
	}
	p.left -= cost
	for j := i + 1; j < end; j = int(p.items[j].end) {
		p.items[j].shown = true
	}
}

// shown counts the symbols that have a line.
func (p *plan) shown() (n int) {
	for i := range p.items {
		if p.items[i].shown {
			n++
		}
	}
	return n
}

// write puts the text together and counts the symbols that have a line.
func (p *plan) write(level Level) (string, int) {
	shown, gap, more := p.shown(), false, false
	b := append(p.text[:0], p.title...)
	if notice := p.notice(level, shown); notice != "" {
		b = append(append(b, notice...), "\n\n"...)
	}
	b = append(b, p.said(level)...)
	for i := range p.items {
		it := &p.items[i]
		if !it.shown {
			if level == Truncated && !gap && it.rank == 0 && !p.inRun(i) {
				gap = true
				b = append(b, p.gapFrom(i)...)
			}
			continue
		}
		gap = false
		for range it.depth {
			b = append(b, "  "...)
		}
		switch {
		case it.run > 0:
			b = append(b, p.runText(i)...)
		case p.closed(i):
			b = it.sym.appendText(b, it.full, int(it.end)-i-1)
			more = true
		default:
			b = it.sym.appendText(b, it.full, 0)
		}
		b = append(b, '\n')
	}
	if more {
		b = append(b, foot(useRead, moreHint)...)
	} else {
		b = append(b, usualFoot...)
	}
	p.text = b
	return string(p.text), shown
}
