package integrity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callNoID = &Rule{
	ID: "call-no-id",
	Doc: `a tool call has no id

Nothing can answer it, and every service but Gemini refuses it. Some compatible
endpoints stream calls without one. Where as many results as calls lack an id, the
order tells which belongs to which; where one call is open and one result of its tool
names a call that is nowhere, that is its id; else the calls go, and what is left of
them.`,
	Layer: Calls, Severity: Error, Classes: []string{"C11", "P19"},
	Check: func(p *Pass) {
		var results map[int][]int
		var u *unclaimed
		taken := map[sessionlog.Key]bool{}
		for i := range p.Log.Len() {
			if speech(p.Log, i) != assistant || p.Log.Dead(i) {
				continue
			}
			if calls := nameless(p.Log.Refs(i)); len(calls) > 0 {
				if results == nil {
					results, u = p.namelessResults(), p.unclaimed()
				}
				p.reportNameless(i, calls, results[i], u, taken)
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
func (p *Pass) reportNameless(turn int, calls, results []int, u *unclaimed, taken map[sessionlog.Key]bool) {
	e := p.entry(turn)
	all := e.Calls()
	calls = slices.DeleteFunc(calls, func(n int) bool { return n >= len(all) })
	f := Finding{Line: turn, Related: results, Message: plural2(len(calls), "call has no id", "calls have no id")}
	if r := u.of(turn, calls); r >= 0 && len(results) == 0 {
		if fix, ok := p.nameAfter(r, e, all[calls[0]]); ok {
			f.Related, f.Fixes = []int{r}, []Fix{fix}
			p.Report(f)
			return
		}
	}
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

// unclaimed is what no result answers, and the results that name calls that are
// nowhere, by turn.
type unclaimed struct{ calls, results map[int][]int }

func (p *Pass) unclaimed() *unclaimed {
	u := &unclaimed{map[int][]int{}, map[int][]int{}}
	for _, m := range p.pairs().missing {
		u.calls[m.turn] = m.calls
	}
	for _, s := range p.pairs().stray {
		if turn := p.turnByPlace(s.line); s.cause == orphan && turn >= 0 {
			u.results[turn] = append(u.results[turn], s.line)
		}
	}
	return u
}

// of returns the result that is alone in a turn, as is the call without an id; -1 for none.
func (u *unclaimed) of(turn int, calls []int) int {
	if len(calls) != 1 || len(u.results[turn]) != 1 || !slices.Equal(u.calls[turn], calls) {
		return -1
	}
	return u.results[turn][0]
}

// nameAfter gives a call the id that a result of its tool names.
func (p *Pass) nameAfter(result int, turn sessionlog.Entry, c sessionlog.Call) (Fix, bool) {
	e := p.entry(result)
	id := e.Get("message.toolCallId")
	if id.Type != gjson.String || strings.TrimSpace(id.Str) == "" || e.Get("message.toolName").String() != c.Name {
		return Fix{}, false
	}
	return Fix{Message: "give it the one that its result names", Ops: []sessionlog.Op{
		replaceWith(turn.Line, turn.SetIn(fmt.Sprintf("message.content.%d", c.Block), "id", id.Raw))}}, true
}

func replaceWith(line int, e sessionlog.Edit) sessionlog.Op {
	return sessionlog.Op{Act: sessionlog.Replace, Line: line, Edit: e}
}
