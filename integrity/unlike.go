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
call of the turn is meant, the result gets its id; so does one that names none, when
one call is open and the tool is the same.`,
	Layer: Calls, Severity: Error, Classes: []string{"P19", "P21", "P22"},
	Check: func(p *Pass) {
		open := map[int][]int{}
		for _, m := range p.pairs().missing {
			open[m.turn] = m.calls
		}
		turns := map[int]*openCalls{}
		for _, s := range p.pairs().stray {
			if s.cause != orphan {
				continue
			}
			if turn := p.turnByPlace(s.line); turn >= 0 && len(open[turn]) > 0 {
				if turns[turn] == nil {
					turns[turn] = p.openCalls(turn, open[turn])
				}
				p.checkUnlike(s.line, turn, turns[turn])
			}
		}
	},
}

// openCalls are the calls of a turn without a result, by what a result may call them.
type openCalls struct {
	whole, trimmed, halves map[string][]string
	taken                  map[string]bool
	only                   sessionlog.Call // when it is the only one
}

func (p *Pass) openCalls(turn int, open []int) *openCalls {
	o := &openCalls{whole: map[string][]string{}, trimmed: map[string][]string{}, halves: map[string][]string{}, taken: map[string]bool{}}
	e := p.entry(turn)
	// A bar joins two ids in what OpenAI Responses makes only; elsewhere it is a
	// character.
	composite := strings.Contains(e.Get("message.api").String(), "responses")
	calls := e.Calls()
	for _, n := range open {
		if n >= len(calls) || calls[n].ID == "" {
			continue
		}
		if len(open) == 1 {
			o.only = calls[n]
		}
		id := calls[n].ID
		o.whole[id] = append(o.whole[id], id)
		o.trimmed[strings.TrimSpace(id)] = append(o.trimmed[strings.TrimSpace(id)], id)
		if half, _, _ := strings.Cut(id, "|"); composite && half != "" {
			o.halves[half] = append(o.halves[half], id)
		}
	}
	return o
}

// means returns the ids of the calls that a result can mean.
func (o *openCalls) means(e sessionlog.Entry) []string {
	named := e.Get("message.toolCallId").String()
	if found := o.trimmed[strings.TrimSpace(named)]; len(found) > 0 {
		return found
	}
	if half, _, _ := strings.Cut(named, "|"); len(o.halves[half]) > 0 {
		return o.halves[half]
	}
	for _, name := range aliases {
		if found := o.whole[e.Get("message."+name).String()]; len(found) > 0 {
			return found
		}
	}
	if strings.TrimSpace(named) == "" && o.only.ID != "" && strings.TrimSpace(e.Get("message.toolName").String()) == o.only.Name {
		return []string{o.only.ID}
	}
	return nil
}

func (p *Pass) checkUnlike(line, turn int, open *openCalls) {
	e := p.entry(line)
	found := open.means(e)
	if len(found) != 1 || open.taken[found[0]] {
		return
	}
	open.taken[found[0]] = true
	p.Report(Finding{Line: line, Related: []int{turn}, Call: found[0],
		Message: fmt.Sprintf("the result names the call %s of line %d in another way", printable(found[0]), p.Number(turn)),
		Fixes: []Fix{{Message: "give it the call's id", Ops: []sessionlog.Op{
			replaceWith(line, e.SetIn("message", "toolCallId", sessionlog.Quote(found[0])))}}}})
}

// aliases are the names under which other programs keep the id of a call.
var aliases = []string{"toolUseId", "tool_use_id", "tool_call_id", "callId", "call_id"}
