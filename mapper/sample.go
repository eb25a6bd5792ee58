package mapper

import (
	"fmt"
	"sort"
	"strings"
)

// minRun is how many siblings must be alike before one line stands for them.
const minRun = 10

// collapse finds siblings that differ in a number only and tells whether there are any.
func (p *plan) collapse() bool {
	any := false
	for i := 0; i < len(p.items); i++ {
		if p.items[i].run != 0 || p.items[i].few {
			continue
		}
		first, n := &p.items[i], 1
		j := int(first.end)
		for ; j < len(p.items) && p.items[j].parent == first.parent && p.items[j].sym.Kind == first.sym.Kind && sameStem(first.sym.Name, p.items[j].sym.Name); j = int(p.items[j].end) {
			n++
		}
		if n < minRun {
			continue
		}
		any = true
		for k := int(p.items[i].end); k < j; k = int(p.items[k].end) {
			p.items[k].run = -1
		}
		first.run = int32(n)
	}
	if !any {
		return false
	}
	for i := range p.items {
		it := &p.items[i]
		it.hidden = it.run < 0 || it.parent >= 0 && (p.items[it.parent].hidden || p.items[it.parent].run != 0)
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// sameStem tells whether two names differ in their first number at most.
func sameStem(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] && !isDigit(a[n]) {
		n++
	}
	if n == len(a) || n == len(b) || !isDigit(a[n]) || !isDigit(b[n]) {
		return false
	}
	return pastDigits(a[n:]) == pastDigits(b[n:])
}

func pastDigits(s string) string {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return s[n:]
}

// runText words the line that stands for many.
func (p *plan) runText(i int) string {
	last := i
	for n, j := p.items[i].run, i; n > 0; n-- {
		last, j = j, int(p.items[j].end)
	}
	a, b := p.items[i].sym, p.items[last].sym
	all := Symbol{First: a.Start(), Last: b.Last}
	return cut(a.Short(), maxDoc) + " … " + cut(b.Name, maxDoc) + " (" + group(int(p.items[i].run)) + " " + plural(string(a.Kind)) + "): " + string(all.appendPlace(nil))
}

func plural(s string) string {
	switch {
	case strings.HasSuffix(s, "s"):
		return s + "es"
	case strings.HasSuffix(s, "y"):
		return s[:len(s)-1] + "ies"
	}
	return s + "s"
}

// A top is an outermost symbol that may be shown of too many.
type top struct {
	item  int32
	line  int32
	cost  int32 // bytes of its line
	shown bool
}

// sample shows the first and the last of the outermost symbols and as many between
// them as fit, spread evenly over the lines.
func (p *plan) sample() bool {
	tops, least := p.outermost()
	room := p.budget - p.frame(Truncated)
	// What is shown takes the least that a line takes, at least.
	over := func(n int) bool { return n*least > room || spread(tops, n) > room }
	most := sort.Search(len(tops)+1, over) - 1
	for most > 0 && over(most) {
		most--
	}
	if most < 1 {
		return false
	}
	spread(tops, most)
	for _, t := range tops {
		p.items[t.item].shown = t.shown
	}
	p.left = room
	return true
}

// outermost lists the outermost symbols, none of which is shown yet, and returns the
// bytes that the shortest line takes.
func (p *plan) outermost() (tops []top, least int) {
	tops, least = p.tops[:0], p.budget
	for i := range p.items {
		it := &p.items[i]
		it.shown, it.full = false, false
		if it.rank > 0 || it.hidden {
			continue
		}
		cost := p.cost(i)
		if int(it.end) > i+1 && p.items[i+1].rank > 0 {
			cost += p.moreCost(i)
		}
		tops = append(tops, top{item: int32(i), line: int32(it.sym.First), cost: int32(cost)})
		least = min(least, cost)
	}
	p.tops = tops
	return tops, least
}

// spread shows n of the symbols and returns the bytes that they take, with the lines for
// what lies between them.
func spread(tops []top, n int) int {
	for i := range tops {
		tops[i].shown = false
	}
	if n == 0 {
		return 0
	}
	pick(tops, n)
	cost, gap, marker := 0, 0, len(gapLine(1<<30, 1<<30, 1<<30))
	from := 0
	for k := range tops {
		each := int(tops[k].cost)
		if !tops[k].shown {
			gap += each
			continue
		}
		if gap > 0 && gap <= marker {
			for j := from; j < k; j++ {
				tops[j].shown = true
			}
		}
		cost += min(gap, marker) + each
		gap, from = 0, k+1
	}
	return cost + min(gap, marker)
}

// pick marks n symbols whose lines lie evenly between those of the first and the last.
func pick(tops []top, n int) {
	first, last := int(tops[0].line), int(tops[len(tops)-1].line)
	at := 0
	for s := range n {
		want := first
		if n > 1 {
			want = first + (last-first)*s/(n-1)
		}
		// Every later target needs a symbol of its own.
		for at < len(tops)-(n-s) && int(tops[at].line) < want {
			at++
		}
		if s == n-1 && n > 1 {
			at = len(tops) - 1
		}
		tops[at].shown = true
		at++
	}
}

// gapFrom writes the line that says what was left out from symbol i on.
func (p *plan) gapFrom(i int) string {
	from, to, n := p.items[i].sym.Start(), p.items[i].sym.Last, 0
	for j := i; j < len(p.items) && !p.items[j].shown; j++ {
		n++
		to = max(to, p.items[j].sym.Last)
	}
	return gapLine(n, from, to)
}

func gapLine(n, from, to int) string {
	s := "symbols"
	if n == 1 {
		s = "symbol"
	}
	return fmt.Sprintf("  ─ ─ ─ %s more %s in lines %s-%s ─ ─ ─\n", group(n), s, group(from), group(to))
}
