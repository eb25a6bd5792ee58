package integrity

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
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
		for _, leaf := range p.Log.Leaves() {
			if at, latest := p.refusal(leaf); at >= 0 {
				p.stripRefused(leaf, at, latest, done)
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

// refusal returns the turn with which the leaf's branch ends in a refusal of
// thinking, -1 when it does not, and whether only the latest answer is meant. An
// answer that came later shows that the trouble is over.
func (p *Pass) refusal(leaf int) (at int, latest bool) {
	steps := 0
	for i := leaf; i >= 0 && steps <= p.Log.Len(); i = p.Log.Parent(i) {
		steps++
		if speech(p.Log, i) != assistant {
			continue
		}
		if p.Log.Stop(i) != sessionlog.StopError {
			if p.Log.Dead(i) {
				continue // aborted: the service said nothing
			}
			return -1, false
		}
		said := strings.ToLower(p.entry(i).Get("message.errorMessage").String())
		for _, r := range refusals {
			if strings.Contains(said, r.words) {
				return i, r.latest
			}
		}
	}
	return -1, false
}

// stripRefused takes from the answers of a context what the service refused.
func (p *Pass) stripRefused(leaf, at int, latest bool, done map[int]bool) {
	s := p.settings(leaf)
	lines := p.Log.Context(leaf)
	for n := len(lines) - 1; n >= 0; n-- {
		line := lines[n]
		if speech(p.Log, line) != assistant || p.Log.Dead(line) {
			continue
		}
		e := p.entry(line)
		if isOwn(e, s) && !done[line] {
			done[line] = true
			p.reportRefused(e, at)
		}
		if latest {
			return
		}
	}
}

func (p *Pass) reportRefused(e sessionlog.Entry, at int) {
	content := e.Get("message.content")
	with, changed := unsigned(content)
	var ops []sessionlog.Op
	if changed {
		ops = append(ops, setContent(e, with))
	}
	for _, c := range e.Calls() {
		if bare, item, ok := strings.Cut(c.ID, "|"); ok && item != "" && strings.Contains(e.Get("message.api").String(), "responses") {
			ops = p.bareCall(e, c, bare, ops)
		}
	}
	if len(ops) == 0 {
		return
	}
	p.Report(Finding{Line: e.Line, Related: []int{at},
		Message: fmt.Sprintf("the service refused the thinking of the session (line %d)", at+1),
		Fixes:   []Fix{{Message: "remove the thinking and what is signed with it", Lossy: true, Ops: ops}}})
}

// bareCall takes the item's id from a call and its results: it stands for an
// item whose reasoning is gone. Where the content is rewritten, the id is
// rewritten in it.
func (p *Pass) bareCall(e sessionlog.Entry, c sessionlog.Call, bare string, ops []sessionlog.Op) []sessionlog.Op {
	if len(ops) == 0 || ops[0].Line != e.Line {
		ops = append([]sessionlog.Op{setContent(e, e.Get("message.content").Raw)}, ops...)
	}
	with, err := sjson.SetBytes(ops[0].Edit.New, fmt.Sprintf("%d.id", blockAt(ops[0].Edit.New, c.ID)), bare)
	if err != nil {
		p.fail(err)
		return ops
	}
	ops[0].Edit.New = with
	for _, r := range p.resultsOf(e.Line, c.ID) {
		ops = append(ops, p.setValue(r, "message.toolCallId", bare))
	}
	return ops
}

// blockAt returns the index of the block that has an id.
func blockAt(content []byte, id string) int {
	for n, b := range gjson.ParseBytes(content).Array() {
		if b.Get("id").String() == id {
			return n
		}
	}
	return -1
}

// unsigned returns a content without thinking and without signatures.
func unsigned(content gjson.Result) (with string, changed bool) {
	var kept []string
	for _, b := range content.Array() {
		if b.Get("type").String() == "thinking" {
			changed = true
			continue
		}
		raw := b.Raw
		for _, name := range []string{"textSignature", "thoughtSignature"} {
			if out, err := sjson.Delete(raw, name); err == nil && b.Get(name).Exists() {
				raw, changed = out, true
			}
		}
		kept = append(kept, raw)
	}
	return "[" + strings.Join(kept, ",") + "]", changed
}
