package integrity

import (
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callUnlikeID = &Rule{
	ID: "call-unlike-id",
	Doc: `a result names its call in another way than the call does

A converter kept the id under another field's name, padded it, or kept one half of
the two ids that OpenAI Responses joins by a bar. pi pairs by the whole id: it answers
the call itself and sends the real result too, which is refused. Where exactly one open
call of the turn is meant, the result gets its id.`,
	Layer: Calls, Severity: Error, Classes: []string{"P21", "P22"},
	Check: func(p *Pass) {
		open := map[int][]int{}
		for _, m := range p.pairs().missing {
			open[m.turn] = m.calls
		}
		taken := map[string]bool{}
		for _, s := range p.pairs().stray {
			if s.cause != orphan {
				continue
			}
			if turn := p.turnByPlace(s.line); turn >= 0 && len(open[turn]) > 0 {
				p.checkUnlike(s.line, turn, open[turn], taken)
			}
		}
	},
}

// turnByPlace returns the live turn above a result that only results and what is
// silent parts from it, or -1.
func (p *Pass) turnByPlace(line int) int {
	steps := 0
	for i := p.Log.Parent(line); i >= 0 && steps < p.Log.Len(); i = p.Log.Parent(i) {
		steps++
		switch speech(p.Log, i) {
		case assistant:
			if p.Log.Dead(i) {
				return -1
			}
			return i
		case user:
			return -1
		}
	}
	return -1
}

func (p *Pass) checkUnlike(line, turn int, open []int, taken map[string]bool) {
	e, t := p.entry(line), p.entry(turn)
	composite := strings.Contains(t.Get("message.api").String(), "responses")
	var found []string
	calls := t.Calls()
	for _, n := range open {
		if n < len(calls) && calls[n].ID != "" && means(e, calls[n].ID, composite) {
			found = append(found, calls[n].ID)
		}
	}
	if len(found) != 1 || taken[fmt.Sprint(turn, found[0])] {
		return
	}
	taken[fmt.Sprint(turn, found[0])] = true
	p.Report(Finding{Line: line, Related: []int{turn}, Call: found[0],
		Message: fmt.Sprintf("the result names the call %s of line %d in another way", printable(found[0]), turn+1),
		Fixes: []Fix{{Message: "give it the call's id", Ops: []sessionlog.Op{
			replaceWith(line, e.SetIn("message", "toolCallId", sessionlog.Quote(found[0])))}}}})
}

// aliases are the names under which other programs keep the id of a call.
var aliases = []string{"toolUseId", "tool_use_id", "tool_call_id", "callId", "call_id"}

// means reports whether a result that does not have the id means it. A bar joins
// two ids in what OpenAI Responses makes only; elsewhere it is a character.
func means(e sessionlog.Entry, id string, composite bool) bool {
	named := e.Get("message.toolCallId").String()
	if strings.TrimSpace(named) == strings.TrimSpace(id) {
		return true
	}
	if composite {
		a, _, _ := strings.Cut(named, "|")
		b, _, _ := strings.Cut(id, "|")
		if a != "" && a == b {
			return true
		}
	}
	for _, name := range aliases {
		if e.Get("message."+name).String() == id {
			return true
		}
	}
	return false
}
