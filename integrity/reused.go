package integrity

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var callReusedID = &Rule{
	ID: "call-reused-id",
	Doc: `two calls of one branch have the same id

Anthropic, Bedrock and OpenAI Responses refuse ids that are not unique in the
request, and so do DeepSeek and Z.ai. Other services that speak OpenAI Completions pair
call and result turn by turn, and some number their calls anew in each turn: there it
is no fault, and nothing is changed.`,
	Layer: Calls, Severity: Error, Classes: []string{"P15", "P16", "P18"},
	Check: func(p *Pass) {
		if len(p.pairs().reused) == 0 {
			return
		}
		strict := p.uniqueIDs()
		taken := map[sessionlog.Key]bool{}
		for _, r := range p.pairs().reused {
			if strict || r.turn == r.earlier {
				p.reportReuse(r, taken)
			}
		}
	},
}

// uniqueIDs reports whether the service of some leaf's model wants call ids to
// be unique in a request (provider contracts: anthropic/duplicate-tool-use-id,
// bedrock/duplicate-tool-use, responses/duplicate-item-id,
// deepseek/duplicate-tool-call-id, zai/messages-illegal). Google and Mistral do not,
// but are treated as if they did: it does no harm.
func (p *Pass) uniqueIDs() bool {
	for _, leaf := range p.Log.Leaves() {
		s := p.settings(leaf)
		switch s.Provider {
		case "deepseek", "zai", "zai-coding-cn":
			return true
		}
		if s.API != "openai-completions" {
			return true
		}
	}
	return false
}

func (p *Pass) reportReuse(r reuse, taken map[sessionlog.Key]bool) {
	e := p.entry(r.turn)
	calls := e.Calls()
	if r.call >= len(calls) {
		return
	}
	c := calls[r.call]
	if block, ok := p.twin(r, e, calls); ok {
		p.Report(Finding{Line: r.turn, Call: c.ID, Message: fmt.Sprintf("the turn makes the call %s twice", printable(c.ID)),
			Fixes: []Fix{{Message: "drop the repetition", Lossy: true, Ops: leave(e, without(e, block))}}})
		return
	}
	f := Finding{Line: r.turn, Related: []int{r.earlier}, Call: c.ID,
		Message: fmt.Sprintf("the id %s is also that of a call in line %d", printable(c.ID), p.Number(r.earlier))}
	if r.earlier == r.turn {
		f.Message = fmt.Sprintf("two calls of the turn have the id %s", printable(c.ID))
	}
	id := p.newCallID(c.ID, e.ID(), r.call, taken)
	f.Fixes = []Fix{{Message: "give the call and its result the new id " + printable(id), Ops: p.renameCall(r, c, id)}}
	p.Report(f)
}

// twin returns the block of a turn to drop where a call repeats another one of the
// turn: a stream that was played twice, or broken off and begun anew. Of two calls
// that both have a result neither is a repetition.
func (p *Pass) twin(r reuse, e sessionlog.Entry, calls []sessionlog.Call) (block int, ok bool) {
	first := slices.IndexFunc(calls, func(c sessionlog.Call) bool { return c.ID == calls[r.call].ID })
	from := p.Log.RefAt(r.turn)
	if r.turn != r.earlier || first >= r.call || p.pairs().by[from+first] != 0 && p.pairs().by[from+r.call] != 0 {
		return 0, false
	}
	content := e.Get("message.content").Array()
	a, b := content[calls[first].Block], content[calls[r.call].Block]
	if a.Get("name").String() != b.Get("name").String() {
		return 0, false
	}
	one, two := a.Get("arguments"), b.Get("arguments")
	switch {
	case one.Raw == two.Raw || noMembers(two):
		return calls[r.call].Block, true
	case noMembers(one):
		return calls[first].Block, true
	}
	return 0, false
}

func noMembers(v gjson.Result) bool { return v.IsObject() && len(v.Map()) == 0 }

// renameCall changes a call's id in the turn and in the results that answer it
// on any branch, also where they do so a second time.
func (p *Pass) renameCall(r reuse, c sessionlog.Call, id string) []sessionlog.Op {
	ops := []sessionlog.Op{p.setValue(r.turn, fmt.Sprintf("message.content.%d.id", c.Block), id)}
	for _, line := range p.pairs().namers()[p.Log.RefAt(r.turn)+r.call] {
		ops = append(ops, p.setValue(line, "message.toolCallId", id))
	}
	return append(ops, p.renameInEdits(r.turn, c.ID, id)...)
}

// namers returns, by call, the results that answer it by an id which other calls
// have too, in file order: the first ones and those that come too many.
func (w *pairing) namers() map[int][]int {
	if w.named == nil {
		w.named = map[int][]int{}
		for line, ref := range w.slot {
			w.named[ref] = append(w.named[ref], line)
		}
		for _, s := range w.stray {
			if s.cause == double {
				ref := w.log.RefAt(s.turn) + s.call
				w.named[ref] = append(w.named[ref], s.line)
			}
		}
		for _, lines := range w.named {
			slices.Sort(lines)
		}
	}
	return w.named
}

// setValue puts a string in place of a value that is there, which may be a number
// where a string should stand.
func (p *Pass) setValue(line int, name, value string) sessionlog.Op {
	e := p.entry(line)
	at, ok := e.ValueSpan(name)
	if !ok {
		p.fail(fmt.Errorf("line %d: no value at %s", line+1, name))
	}
	return replace(line, at, sessionlog.Quote(value))
}

// newCallID derives an id from the old one and the entry. It keeps to the
// characters and the 40 places that every service takes.
func (p *Pass) newCallID(old, entry string, call int, taken map[sessionlog.Key]bool) string {
	head := make([]byte, 0, 40)
	for i := 0; i < len(old) && len(head) < 31; i++ {
		c := old[i]
		if c == '|' {
			break
		}
		if c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|32 && c|32 <= 'z' {
			head = append(head, c)
		}
	}
	for n := call; ; n++ {
		id := string(head) + "_" + p.Log.FreshID(nil, "call", entry, old, fmt.Sprint(n))
		k := sessionlog.KeyOf(id)
		if len(p.pairs().callTable().Turns(k)) == 0 && !taken[k] {
			taken[k] = true
			return id
		}
	}
}
