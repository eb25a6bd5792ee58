package integrity

import (
	"fmt"
	"strconv"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var compactionKeptMissing = &Rule{
	ID: "compaction-kept-missing",
	Doc: `what a compaction keeps is not on its branch

pi then keeps nothing of what stands before the compaction: the model sees the
summary and what follows, without a word about the rest.`,
	Layer: Pairs, Severity: Error, Classes: []string{"X01", "X04"},
	Check: func(p *Pass) {
		for _, c := range p.pairs().noKept {
			p.reportNoKept(c)
		}
	},
}

func (p *Pass) reportNoKept(comp int) {
	if p.Log.Version() == 1 {
		return // an index of 0, or beyond, is how version 1 keeps nothing
	}
	named := p.entry(comp).Get("firstKeptEntryId").String()
	f := Finding{Line: comp, Message: fmt.Sprintf("the compaction keeps from %s, which is not in the file", printable(named))}
	to := comp
	if at := p.Log.Kept(comp); at >= 0 {
		f.Message = fmt.Sprintf("the compaction keeps from %s (line %d), which is not on its branch", printable(named), p.Number(at))
		to = p.nextOnBranch(at, comp)
	} else if at := p.behindLost(comp, named); at >= 0 {
		to = at
	}
	fix := "set it to the next entry of the branch"
	if p.Log.Kept(comp) < 0 {
		fix = fmt.Sprintf("keep from the entry behind the lost one (line %d)", p.Number(to))
	}
	if to == comp {
		fix = "say that it keeps nothing, as nobody knows what it kept"
	}
	f.Fixes = []Fix{{Message: fix, Ops: []sessionlog.Op{p.keepFrom(comp, to)}}}
	p.Report(f)
}

// nextOnBranch returns the first entry behind a line of the file that is on the
// compaction's branch before it, or the compaction itself.
func (p *Pass) nextOnBranch(line, comp int) int {
	next := comp
	for i, steps := p.Log.Parent(comp), 0; i > line && steps < p.Log.Len(); i = p.Log.Parent(i) {
		next = i
		steps++
	}
	return next
}

// keepFrom is the operation that makes a compaction keep from an entry on.
func (p *Pass) keepFrom(comp, line int) sessionlog.Op {
	e := p.entry(comp)
	edit := e.Set("firstKeptEntryId", sessionlog.Quote(p.Log.EntryID(line)))
	if p.Log.Version() == 1 {
		edit = e.Set("firstKeptEntryIndex", strconv.Itoa(p.Log.RecordNumber(line)))
	}
	return sessionlog.Op{Act: sessionlog.Replace, Line: comp, Edit: edit}
}

var compactionCutPair = &Rule{
	ID: "compaction-cut-pair",
	Doc: `a compaction keeps results without their call

The kept part begins between a call and its result, so every request begins with
a result that answers nothing: HTTP 400.`,
	Layer: Pairs, Severity: Error, Classes: []string{"X02"},
	Check: func(p *Pass) {
		done := map[int]bool{}
		for _, c := range p.pairs().cuts {
			done[c.comp] = true
			p.reportCut(c.comp, c.turn, c.first)
		}
		for _, s := range p.pairs().stray {
			if s.cause == cutOff && !done[s.comp] {
				done[s.comp] = true
				p.reportCutOff(s)
			}
		}
	},
}

func (p *Pass) reportCut(comp, turn, first int) {
	p.Report(Finding{Line: comp, Related: []int{turn, first},
		Message: fmt.Sprintf("the compaction keeps the result of line %d without its call in line %d", p.Number(first), p.Number(turn)),
		Fixes: []Fix{{Message: fmt.Sprintf("keep from the call (line %d) on", p.Number(turn)),
			Ops: []sessionlog.Op{p.keepFrom(comp, turn)}}},
	})
}

// reportCutOff deals with a result behind a compaction whose call stands before
// what it keeps. Where nothing was said between the two, the cut goes back to
// the call. Else the result joins its call, outside of the context: bringing
// the call back would bring back everything that was summarised.
func (p *Pass) reportCutOff(s stray) {
	if s.at < 0 {
		p.reportCut(s.comp, s.turn, s.line)
		return
	}
	p.Report(Finding{Line: s.line, Related: []int{s.turn, s.comp},
		Message: fmt.Sprintf("the call of the result is in line %d, which the compaction of line %d does not keep", p.Number(s.turn), p.Number(s.comp)),
		Fixes: []Fix{{Message: "move the result behind its call", Ops: []sessionlog.Op{{
			Act: sessionlog.Move, Line: s.line, Behind: p.Log.Parent(s.at), Adopt: []int{s.at},
		}}}, ratherDrop(s.line), asText(p.entry(s.line))},
	})
}
