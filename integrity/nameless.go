package integrity

import (
	"fmt"
	"slices"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callNoID = &Rule{
	ID: "call-no-id",
	Doc: `a tool call has no id

Nothing can answer it, and every service but Gemini refuses it. Some compatible
endpoints stream calls without one. Where as many results as calls lack an id, the
order tells which belongs to which; else the calls go, and what is left of them.`,
	Layer: Calls, Severity: Error, Classes: []string{"C11", "P19"},
	Check: func(p *Pass) {
		var results map[int][]int
		taken := map[sessionlog.Key]bool{}
		for i := range p.Log.Len() {
			if speech(p.Log, i) != assistant || p.Log.Dead(i) {
				continue
			}
			if calls := nameless(p.Log.Refs(i)); len(calls) > 0 {
				if results == nil {
					results = p.namelessResults()
				}
				p.reportNameless(i, calls, results[i], taken)
			}
		}
	},
}

var emptyID = sessionlog.KeyOf("")

func noName(k sessionlog.Key) bool { return k == 0 || k == emptyID }

// nameless returns the indexes of the calls without an id.
func nameless(refs []sessionlog.Key) []int {
	var out []int
	for i, k := range refs {
		if noName(k) {
			out = append(out, i)
		}
	}
	return out
}

// namelessResults returns, by the turn above them, the results that name no call.
func (p *Pass) namelessResults() map[int][]int {
	out := map[int][]int{}
	for i := range p.Log.Len() {
		if speech(p.Log, i) != result || !noName(p.Log.Refs(i)[0]) {
			continue
		}
		above, steps := p.Log.Parent(i), 0
		for above >= 0 && steps < p.Log.Len() {
			if s := speech(p.Log, above); s == assistant || s == user {
				break
			}
			above, steps = p.Log.Parent(above), steps+1
		}
		if above >= 0 && speech(p.Log, above) == assistant {
			out[above] = append(out[above], i)
		}
	}
	return out
}

// reportNameless gives calls and their results an id when there are as many of
// both: then the order tells which belongs to which.
func (p *Pass) reportNameless(turn int, calls, results []int, taken map[sessionlog.Key]bool) {
	e := p.entry(turn)
	all := e.Calls()
	calls = slices.DeleteFunc(calls, func(n int) bool { return n >= len(all) })
	f := Finding{Line: turn, Related: results, Message: plural2(len(calls), "call has no id", "calls have no id")}
	if len(results) != len(calls) {
		drop := dropCalls(e, all, calls)
		drop.Way = ""
		for _, r := range results {
			drop.Ops = append(drop.Ops, sessionlog.Op{Act: sessionlog.Drop, Line: r})
		}
		f.Fixes = []Fix{drop}
		p.Report(f)
		return
	}
	var ops []sessionlog.Op
	for n, at := range calls {
		id := sessionlog.Quote(p.newCallID("call", e.ID(), at, taken))
		ops = append(ops, replaceWith(turn, e.SetIn(fmt.Sprintf("message.content.%d", all[at].Block), "id", id)),
			replaceWith(results[n], p.entry(results[n]).SetIn("message", "toolCallId", id)))
	}
	f.Fixes = []Fix{{Message: "give it and its result an id", Ops: ops}}
	p.Report(f)
}

func replaceWith(line int, e sessionlog.Edit) sessionlog.Op {
	return sessionlog.Op{Act: sessionlog.Replace, Line: line, Edit: e}
}
