package integrity

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var pairMissingResult = &Rule{
	ID: "pair-missing-result",
	Doc: `tool calls have no result

The run was cut off before the tool returned. pi from 0.69 on answers such calls
when it sends ("No result provided"), older versions only when another message
follows; every other reader of the session is refused with HTTP 400. The repair
adds an error result that says what is known: that nothing was recorded. With
--missing drop-call the call leaves its turn instead.`,
	Layer: Pairs, Severity: Warning, Classes: []string{"P01", "P02", "P03", "P17", "P25", "X03", "X07", "O03"},
	Check: func(p *Pass) {
		w := p.pairs()
		taken := map[string]bool{}
		for _, g := range w.gaps() {
			p.reportGap(g, taken)
		}
	},
}

func (p *Pass) reportGap(g gap, taken map[string]bool) {
	turn := p.turn(g.turn)
	calls := turn.calls
	of := len(calls)
	f := Finding{Line: g.turn, Related: g.before}
	behind := p.Log.EntryID(g.behind)
	var ops []sessionlog.Op
	place := p.placeOfGap(g)
	for _, n := range g.calls {
		if n >= of {
			continue
		}
		c := calls[n]
		if f.Call == "" {
			f.Call = c.ID
		}
		above, below := place(n)
		ops = append(ops, sessionlog.Op{Act: sessionlog.Insert, Line: above, Adopt: below,
			New: p.synthetic(turn, c, behind, taken)})
	}
	f.Message = fmt.Sprintf("%s no result: %s", plural2(len(ops), "call has", "calls have"), p.names(calls, g.calls))
	if of > len(ops) {
		f.Message = fmt.Sprintf("%d of %d calls have no result: %s", len(ops), of, p.names(calls, g.calls))
	}
	f.Fixes = []Fix{{Message: fmt.Sprintf("add %s", plural(len(ops), "error result")), Ops: ops}}
	if len(ops) == len(g.calls) && !p.pairs().answeredElsewhere(g) {
		f.Fixes = append(f.Fixes, dropCalls(turn.entry, calls, g.calls))
	}
	p.Report(f)
}

// names lists calls for a message: read("a.go"), bash("ls").
func (p *Pass) names(calls []sessionlog.Call, which []int) string {
	var out []string
	for _, n := range which {
		if len(out) == 3 {
			out = append(out, "…")
			break
		}
		if n < len(calls) {
			out = append(out, calls[n].Name+" "+calls[n].ID)
		}
	}
	return printable(strings.Join(out, ", "))
}

// turn is what a synthetic result takes from the assistant turn. It is read once:
// a turn can have a great many calls.
type turn struct {
	entry              sessionlog.Entry
	id, time, stop, at string
	calls              []sessionlog.Call
}

func (p *Pass) turn(line int) turn {
	e := p.entry(line)
	t := turn{entry: e, id: e.ID(), time: e.Time(), stop: e.Get("message.stopReason").String(), calls: e.Calls()}
	if at := e.Get("message.timestamp"); at.Type == gjson.Number {
		t.at = at.Raw
	}
	return t
}

// synthetic returns a result for a call that has none. It invents nothing: id
// and times come from the turn, and the text says that it is synthetic.
func (p *Pass) synthetic(t turn, c sessionlog.Call, behind string, taken map[string]bool) sessionlog.Fresh {
	id := p.Log.FreshID(func(id string) bool { return taken[id] }, "result", t.id, c.ID, behind, strconv.Itoa(c.Block))
	taken[id] = true
	text := "No result was recorded for this call. Whether it ran, and how far, is unknown."
	if t.stop == "length" {
		text = "This call was not executed: the response was cut off at the output limit."
	}
	var b strings.Builder
	fmt.Fprintf(&b, `"timestamp":%s,`, sessionlog.Quote(t.time))
	fmt.Fprintf(&b, `"message":{"role":"toolResult","toolCallId":%s,"toolName":%s,`, sessionlog.Quote(c.ID), sessionlog.Quote(c.Name))
	fmt.Fprintf(&b, `"content":[{"type":"text","text":%s}],"details":{"piFix":{"synthetic":true}},"isError":true`, sessionlog.Quote(text))
	if t.at != "" {
		fmt.Fprintf(&b, `,"timestamp":%s`, t.at)
	}
	b.WriteByte('}')
	return sessionlog.Fresh{Type: "message", ID: id, Rest: b.String()}
}

// strays reports the results that stand in the wrong place for one of the causes.
func (p *Pass) strays(report func(stray, sessionlog.Entry) Finding, causes ...cause) {
	for _, s := range p.pairs().stray {
		if slices.Contains(causes, s.cause) {
			e := p.entry(s.line)
			f := report(s, e)
			f.Line, f.Call = s.line, e.Get("message.toolCallId").String()
			p.Report(f)
		}
	}
}

func dropOp(line int) []sessionlog.Op { return []sessionlog.Op{{Act: sessionlog.Drop, Line: line}} }

var pairOrphanResult = &Rule{
	ID: "pair-orphan-result",
	Doc: `a result answers no call on its branch

Every provider refuses a result without its call with HTTP 400. What the call was
cannot be known, so it is not made up: the result leaves the session. With
--orphans text its content stays, as a message that says what it is. Where the call
is on another branch, lacks its result there, and no other could be it, it goes there.`,
	Layer: Pairs, Severity: Error, Classes: []string{"P04", "P19", "P23", "P26", "O02"},
	Check: func(p *Pass) {
		p.strays(func(s stray, e sessionlog.Entry) Finding {
			id := printable(e.Get("message.toolCallId").String())
			msg := fmt.Sprintf("result %s answers no call on this branch", id)
			if s.cause == elsewhere {
				msg = fmt.Sprintf("the call of result %s is on another branch", id)
			}
			if s.cause == astray {
				return Finding{Related: []int{s.turn}, Message: fmt.Sprintf("the call of result %s, in line %d, is on another branch", id, p.Number(s.turn)),
					Fixes: []Fix{{Message: "move it to its call", Ops: []sessionlog.Op{p.behindCall(s)}}, ratherDrop(s.line), asText(e)}}
			}
			return Finding{Message: msg, Fixes: []Fix{{Message: "drop the result", Lossy: true, Ops: dropOp(s.line)}, asText(e)}}
		}, orphan, elsewhere, astray)
	},
}

var pairDuplicateResult = &Rule{
	ID: "pair-duplicate-result",
	Doc: `a call has two results

pi sends both, and providers that ask for a single result refuse the request. The
first one stays, unless it is a placeholder and the other one is real.`,
	Layer: Pairs, Severity: Error, Classes: []string{"P12", "P13", "P14"},
	Check: func(p *Pass) {
		p.strays(p.duplicate, double)
	},
}

func (p *Pass) duplicate(s stray, second sessionlog.Entry) Finding {
	first := p.entry(s.first)
	f := Finding{Related: []int{s.first}}
	id := printable(second.Get("message.toolCallId").String())
	same := first.Get("message.content").Raw == second.Get("message.content").Raw
	switch {
	case isPlaceholder(first) && !isPlaceholder(second):
		f.Message = fmt.Sprintf("call %s has a placeholder and, later, its real result", id)
		ops := dropOp(s.first)
		if at := p.Log.Parent(s.first); at >= 0 && p.pairs().between(s.first, s.line) {
			ops = append([]sessionlog.Op{{Act: sessionlog.Move, Line: s.line, Behind: at, Adopt: []int{s.first}}}, ops...)
		}
		f.Fixes = []Fix{{Message: "put the real one in the placeholder's place", Ops: ops}}
		return f
	case same:
		f.Message = fmt.Sprintf("call %s has two results, which are alike", id)
	default:
		f.Message = fmt.Sprintf("call %s has two results, which differ", id)
	}
	drop := "drop the second result"
	if s.turn >= 0 && p.pairs().order(s.line) < p.pairs().order(s.turn) {
		drop = "drop the one that stands before the call"
	}
	f.Fixes = []Fix{{Message: drop, Lossy: !same, Ops: dropOp(s.line)}}
	return f
}

// between reports whether anything but results and silent entries stands
// between an entry and one below it.
func (w *pairing) between(above, below int) bool {
	for i := w.log.Parent(below); i >= 0 && i != above; i = w.log.Parent(i) {
		if s := speech(w.log, i); s == user || s == assistant {
			return true
		}
	}
	return false
}

var pairDeadTurn = &Rule{
	ID: "pair-dead-turn",
	Doc: `a result answers a turn that pi leaves out

pi does not send turns that ended in an error or were aborted, but it sends their
results, which then have no call: every provider answers HTTP 400.`,
	Layer: Pairs, Severity: Error, Classes: []string{"P05"},
	Check: func(p *Pass) {
		p.strays(func(s stray, e sessionlog.Entry) Finding {
			return Finding{Related: []int{s.turn},
				Message: fmt.Sprintf("the result answers the turn of line %d, which ended in %q and is not sent", p.Number(s.turn),
					printable(p.entry(s.turn).Get("message.stopReason").String())),
				Fixes: []Fix{{Message: "drop the result with its turn", Lossy: true, Ops: dropOp(s.line)}, asText(e)}}
		}, dead)
	},
}

var pairLateResult = &Rule{
	ID: "pair-late-result",
	Doc: `something stands between a call and its result

pi answers the call itself at the next message and sends the real result after
it: two results, one of them in the wrong place, HTTP 400.`,
	Layer: Pairs, Severity: Error, Classes: []string{"P07", "P08", "P09", "P10"},
	Check: func(p *Pass) {
		p.strays(func(s stray, _ sessionlog.Entry) Finding {
			return Finding{Related: []int{s.turn, s.at},
				Message: fmt.Sprintf("%s stands between the call of line %d and its result", p.what(s.at), p.Number(s.turn)),
				Fixes: []Fix{{Message: "move the result behind its call", Ops: []sessionlog.Op{{
					Act: sessionlog.Move, Line: s.line, Behind: p.Log.Parent(s.at), Adopt: []int{s.at},
				}}}, ratherDrop(s.line)}}
		}, late)
	},
}

// what names an entry for a message.
func (p *Pass) what(line int) string {
	switch p.Log.Kind(line) {
	case sessionlog.KindMessage:
		switch r := p.Log.Role(line); r {
		case sessionlog.RoleUser, sessionlog.RoleAssistant:
			return fmt.Sprintf("the %s message of line %d", r, p.Number(line))
		case sessionlog.RoleBash:
			return fmt.Sprintf("the shell command of line %d", p.Number(line))
		}
	}
	return fmt.Sprintf("the %s of line %d", p.Log.Kind(line), p.Number(line))
}

var pairEarlyResult = &Rule{
	ID: "pair-early-result",
	Doc: `a result stands before its call

pi sends it where it stands, without a call, and answers the call itself: every
provider answers HTTP 400.`,
	Layer: Pairs, Severity: Error, Classes: []string{"P11"},
	Check: func(p *Pass) {
		p.strays(func(s stray, _ sessionlog.Entry) Finding {
			return Finding{Related: []int{s.turn},
				Message: fmt.Sprintf("the result stands before its call in line %d", p.Number(s.turn)),
				Fixes:   []Fix{{Message: "move it behind its call", Ops: []sessionlog.Op{p.behindCall(s)}}, ratherDrop(s.line)}}
		}, early)
	},
}

// behindCall moves a result directly behind the turn of its call, on every branch.
func (p *Pass) behindCall(s stray) sessionlog.Op {
	return sessionlog.Op{Act: sessionlog.Move, Line: s.line, Behind: s.turn, Adopt: p.children(s.turn)}
}

// children returns the entries whose parent is the given one, in file order.
func (p *Pass) children(line int) []int {
	var out []int
	for _, c := range p.family().Children(line) {
		out = append(out, int(c))
	}
	return out
}

func (p *Pass) family() sessionlog.Family {
	if p.known.family == nil {
		f := p.Log.Family()
		p.known.family = &f
	}
	return *p.known.family
}
