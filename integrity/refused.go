package integrity

import (
	"fmt"
	"strings"

	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentRefusedThinking = &Rule{
	ID: "content-refused-thinking",
	Doc: `the service refused the thinking of this session

Whether a signature is genuine only its service can tell. Here it has told: the last
answer of the branch is its refusal, and each further request will end the same way.
What it named goes: the thinking of the latest answer, or all signatures and the ids
that belong to them. Thinking that nobody has refused is never touched.`,
	Layer: Content, Severity: Error, Classes: []string{"K01", "K03", "K05", "K06", "K08", "K10"},
	Check: func(p *Pass) {
		done := map[int]bool{}
		for _, latest := range []bool{false, true} {
			refused := func(leaf int, _ sessionlog.Settings) bool {
				end := p.refusal(leaf)
				return end.at >= 0 && end.latest == latest
			}
			for s, c := range p.contexts(refused) {
				from := c.Shared
				if latest {
					from = p.latestAnswer(c)
				}
				p.stripRefused(c.Lines[from:], s, p.refusal(c.Leaf).at, done)
			}
		}
	},
}

// refusals are parts of what services say about thinking, in lower case, and
// whether they mean that of the latest answer only.
var refusals = []struct {
	words  string
	latest bool
}{
	{"blocks in the latest assistant message cannot be modified", true},
	{"invalid `signature` in `thinking`", false},
	{"invalid signature in thinking", false},
	{"could not be verified. reason: encrypted content", false},
	{"invalid_encrypted_content", false},
	{"without its required 'reasoning' item", false},
	{"referenced reasoning item", false},
	{"corrupted thought signature", false},
}

// refusalEnd is how a branch ends as to thinking: the turn that is a refusal, -1 for
// none, and whether only the latest answer is meant.
type refusalEnd struct {
	at     int
	latest bool
}

// refusal returns how the branch of a leaf ends. An answer that came after a
// refusal shows that the trouble is over.
func (p *Pass) refusal(leaf int) refusalEnd {
	if p.known.ends == nil {
		p.known.ends = map[int]refusalEnd{}
	}
	end, trail := refusalEnd{at: -1}, []int(nil)
	for i := leaf; i >= 0 && len(trail) <= p.Log.Len(); i = p.Log.Parent(i) {
		if known, ok := p.known.ends[i]; ok {
			end = known
			break
		}
		trail = append(trail, i)
		if speech(p.Log, i) == assistant && !p.Log.Dead(i) {
			break
		}
		if p.Log.Stop(i) == sessionlog.StopError && p.Log.Dead(i) {
			end = p.judgeRefusal(i)
			break
		}
	}
	for _, i := range trail {
		p.known.ends[i] = end
	}
	return end
}

func (p *Pass) judgeRefusal(line int) refusalEnd {
	said := strings.ToLower(p.entry(line).Get("message.errorMessage").String())
	for _, r := range refusals {
		if strings.Contains(said, r.words) {
			return refusalEnd{line, r.latest}
		}
	}
	return refusalEnd{at: -1}
}

// latestAnswer returns the place of the last answer of a context that pi sends.
func (p *Pass) latestAnswer(c *sessionlog.Context) int {
	n := len(c.Lines) - 1
	for n > 0 && (speech(p.Log, c.Lines[n]) != assistant || p.Log.Dead(c.Lines[n])) {
		n--
	}
	return max(n, 0)
}

// stripRefused takes from the answers of a context what the service refused.
func (p *Pass) stripRefused(lines []int, s sessionlog.Settings, at int, done map[int]bool) {
	for _, line := range lines {
		if !done[line] && speech(p.Log, line) == assistant && !p.Log.Dead(line) && p.isOwn(line, s) {
			done[line] = true
			p.reportRefused(p.entry(line), at)
		}
	}
}

func (p *Pass) reportRefused(e sessionlog.Entry, at int) {
	ops := p.unsign(e)
	if len(ops) == 0 {
		return
	}
	p.Report(Finding{Line: e.Line, Related: []int{at},
		Message: fmt.Sprintf("the service refused the thinking of the session (line %d)", p.Number(at)),
		Fixes:   []Fix{{Message: "remove the thinking and what is signed with it", Lossy: true, Ops: ops}}})
}

// unsign takes from an answer what [unsigned] does, and the ids of items from the
// results of its calls.
func (p *Pass) unsign(e sessionlog.Entry) []sessionlog.Op {
	with, bared := unsigned(e)
	if with == "" {
		return nil
	}
	ops := []sessionlog.Op{setContent(e, with)}
	for _, id := range bared {
		half, _, _ := strings.Cut(id, "|")
		for _, r := range p.resultsOf(e.Line, id) {
			ops = append(ops, p.setValue(r, "message.toolCallId", half))
		}
	}
	return ops
}

// unsigned returns the content of an answer without thinking, signatures and ids of
// items, which stand for items whose reasoning is gone, and the ids of the calls that
// lost theirs; "" when there is nothing to remove.
func unsigned(e sessionlog.Entry) (with string, bared []string) {
	composite := strings.Contains(e.Get("message.api").String(), "responses")
	changed := false
	var kept []string
	for _, b := range e.Get("message.content").Array() {
		if isThinking(b) {
			changed = true
			continue
		}
		raw := b.Raw
		for _, name := range []string{"textSignature", "thoughtSignature"} {
			if out, err := sjson.Delete(raw, name); err == nil && b.Get(name).Exists() {
				raw, changed = out, true
			}
		}
		id := b.Get("id").String()
		if half, _, two := strings.Cut(id, "|"); two && composite && b.Get("type").String() == "toolCall" {
			if out, err := sjson.Set(raw, "id", half); err == nil {
				raw, changed = out, true
				bared = append(bared, id)
			}
		}
		kept = append(kept, raw)
	}
	if !changed {
		return "", nil
	}
	return "[" + strings.Join(kept, ",") + "]", bared
}
