package integrity

import (
	"fmt"

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
		s, err := p.Log.Settings(leaf)
		if err != nil {
			p.fail(err)
		}
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
	f := Finding{Line: r.turn, Related: []int{r.earlier}, Call: c.ID,
		Message: fmt.Sprintf("the id %s is also that of a call in line %d", printable(c.ID), r.earlier+1)}
	if r.earlier == r.turn {
		f.Message = fmt.Sprintf("two calls of the turn have the id %s", printable(c.ID))
	}
	id := p.newCallID(c.ID, e.ID(), r.call, taken)
	f.Fixes = []Fix{{Message: "give the call and its result the new id " + printable(id), Ops: p.renameCall(r, c, id)}}
	p.Report(f)
}

// renameCall changes a call's id in the turn and in the results that answer it
// on any branch.
func (p *Pass) renameCall(r reuse, c sessionlog.Call, id string) []sessionlog.Op {
	ops := []sessionlog.Op{p.setValue(r.turn, fmt.Sprintf("message.content.%d.id", c.Block), id)}
	ref := p.Log.RefAt(r.turn) + r.call
	for i := range p.Log.Len() { // in file order, since a map has none
		if at, ok := p.pairs().slot[i]; ok && at == ref {
			ops = append(ops, p.setValue(i, "message.toolCallId", id))
		}
	}
	return ops
}

// setValue replaces a string that is there.
func (p *Pass) setValue(line int, name, value string) sessionlog.Op {
	e := p.entry(line)
	at, ok := e.ValueSpan(name)
	if !ok || e.Get(name).Type != gjson.String {
		p.fail(fmt.Errorf("line %d: no string at %s", line+1, name))
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
	if p.pairs().calls == nil {
		p.pairs().calls = p.Log.CallTurns()
	}
	for n := call; ; n++ {
		id := string(head) + "_" + p.Log.FreshID(nil, "call", entry, old, fmt.Sprint(n))
		k := sessionlog.KeyOf(id)
		if len(p.pairs().calls[k]) == 0 && !taken[k] {
			taken[k] = true
			return id
		}
	}
}
