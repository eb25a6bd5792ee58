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
		if p.items[i].run != 0 {
			continue
		}
		first, n := &p.items[i], 0
		if !numbered(first.sym.Name) {
			continue
		}
		j := i
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
	for i := range p.items {
		it := &p.items[i]
		it.hidden = it.run < 0 || it.parent >= 0 && (p.items[it.parent].hidden || p.items[it.parent].run != 0)
	}
	return any
}

func numbered(name string) bool {
	for i := range len(name) {
		if isDigit(name[i]) {
			return true
		}
	}
	return false
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

// sample shows the first and the last of the outermost symbols and as many between
// them as fit, spread evenly over the lines.
func (p *plan) sample() bool {
	var top []int
	for i := range p.items {
		if p.items[i].rank == 0 && !p.inRun(i) {
			top = append(top, i)
		}
	}
	room := p.budget - p.frame(Truncated)
	most := sort.Search(len(top)+1, func(n int) bool { return p.spread(top, n) > room }) - 1
	if most < 1 {
		return false
	}
	for most > 0 && p.spread(top, most) > room {
		most--
	}
	for i := range p.items {
		p.items[i].full = false
	}
	p.spread(top, most)
	p.left = room
	return most > 0
}

// spread shows n of the symbols in top and returns the bytes that they take, with the
// lines for what lies between them.
func (p *plan) spread(top []int, n int) int {
	for i := range p.items {
		p.items[i].shown, p.items[i].full = false, false
	}
	if n == 0 {
		return 0
	}
	p.pick(top, n)
	cost, gap, marker := 0, 0, len(gapLine(1<<30, 1<<30, 1<<30))
	from := 0
	for k, i := range top {
		each := p.cost(i)
		if int(p.items[i].end) > i+1 && p.items[i+1].rank > 0 {
			each += p.moreCost(i)
		}
		if !p.items[i].shown {
			gap += each
			continue
		}
		if gap > 0 && gap <= marker {
			for _, j := range top[from:k] {
				p.items[j].shown = true
			}
		}
		cost += min(gap, marker) + each
		gap, from = 0, k+1
	}
	return cost + min(gap, marker)
}

// pick marks n symbols whose lines lie evenly between those of the first and the last.
func (p *plan) pick(top []int, n int) {
	line := func(k int) int { return p.items[top[k]].sym.First }
	first, last := line(0), line(len(top)-1)
	at := 0
	for s := range n {
		want := first
		if n > 1 {
			want = first + (last-first)*s/(n-1)
		}
		// Every later target needs a symbol of its own.
		for at < len(top)-(n-s) && line(at) < want {
			at++
		}
		if s == n-1 && n > 1 {
			at = len(top) - 1
		}
		p.items[top[at]].shown = true
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
