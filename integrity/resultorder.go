package integrity

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentResultOrder = &Rule{
	ID: "content-result-order",
	Doc: `the results of a turn stand in another order than its calls

pi writes them in the order of the calls, whichever tool is done first
(pi-agent-core agent-loop.js). Most services go by the ids; Gemini gives results of one
tool to the calls by their order where it gave no ids. Thinking that is bound to its
place was signed behind the results as they stand, and keeps them so.`,
	Layer: Content, Severity: Warning, Classes: []string{"P27"},
	Check: func(p *Pass) {
		w := p.pairs()
		if len(w.mixed) == 0 || p.any(sessionlog.Signed) && p.hasBoundLeaf() {
			return
		}
		for _, turn := range slices.Sorted(maps.Keys(w.mixed)) {
			if w.inContext(w.mixed[turn], turn) {
				p.reportOrder(turn, w.mixed[turn])
			}
		}
	},
}

func (p *Pass) hasBoundLeaf() bool {
	return slices.ContainsFunc(p.Log.Leaves(), func(leaf int) bool { return boundLeaf(leaf, p.settings(leaf)) })
}

// reportOrder moves the results of a turn that stand behind one of a later call.
// Nothing may branch off between them: on another branch they might be in order.
func (p *Pass) reportOrder(turn, last int) {
	call := p.callsAnswered(turn)
	type answer struct{ line, call int }
	var stay, move []answer // both in the order of the calls
	line := p.onlyWay(turn, last)
	if line == nil {
		return
	}
	for _, i := range line {
		n, ok := call[i]
		switch {
		case !ok:
		case len(stay) > 0 && n < stay[len(stay)-1].call:
			move = append(move, answer{i, n})
		default:
			stay = append(stay, answer{i, n})
		}
	}
	slices.SortStableFunc(move, func(a, b answer) int { return a.call - b.call })
	var ops []sessionlog.Op
	for _, m := range move {
		next := stay[slices.IndexFunc(stay, func(a answer) bool { return a.call > m.call })].line
		ops = append(ops, sessionlog.Op{Act: sessionlog.Move, Line: m.line, Behind: p.Log.Parent(next), Adopt: []int{next}})
	}
	if len(ops) == 0 {
		return
	}
	p.Report(Finding{Line: turn, Related: line, Message: "the results stand in another order than the calls",
		Fixes: []Fix{{Message: fmt.Sprintf("move %s", plural(len(ops), "result")), Ops: ops}}})
}

// callsAnswered returns, by result, which call of the turn it answers.
func (p *Pass) callsAnswered(turn int) map[int]int {
	out := map[int]int{}
	from := p.Log.RefAt(turn)
	for n := range p.Log.Refs(turn) {
		if by := int(p.pairs().by[from+n]); by > 0 {
			out[by-1] = n
		}
	}
	return out
}

// onlyWay returns the entries from behind a turn down to one of its results, nil
// when something branches off in between or a compaction counts on their order.
func (p *Pass) onlyWay(turn, last int) []int {
	if p.known.keeps == nil {
		p.known.keeps = map[int]bool{}
		for i := range p.Log.Of(sessionlog.KindCompaction) {
			p.known.keeps[i], p.known.keeps[p.Log.Kept(i)] = true, true
		}
	}
	family := p.family()
	var out []int
	for i := last; i != turn; i = p.Log.Parent(i) {
		if i < 0 || i != last && len(family.Children(i)) != 1 || p.known.keeps[i] {
			return nil
		}
		out = append(out, i)
	}
	if len(family.Children(turn)) != 1 {
		return nil
	}
	slices.Reverse(out)
	return out
}

// placeOfGap returns a function that tells where the result of a call belongs that
// has none: before the result of a later call, where all that stands below it lacks
// the same results, else where they are missed. It is to be asked in the order of the calls.
func (p *Pass) placeOfGap(g gap) func(call int) (above int, below []int) {
	var line []int
	var call map[int]int
	if g.behind != g.turn && len(p.Log.Refs(g.turn)) > len(g.calls) {
		if line = p.onlyWay(g.turn, g.behind); line != nil && len(p.family().Children(g.behind)) == len(g.before) {
			call = p.callsAnswered(g.turn)
		}
	}
	return func(n int) (int, []int) {
		for ; len(line) > 0; line = line[1:] {
			if c, ok := call[line[0]]; ok && c > n {
				return p.Log.Parent(line[0]), line[:1:1]
			}
		}
		return g.behind, g.before
	}
}
