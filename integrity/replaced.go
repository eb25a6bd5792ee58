package integrity

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// A replaced is what an edit in force puts into a message of a context in place of
// its content.
type replaced struct {
	edit, target int
}

// content is the path of the new content in the edit.
const replacedContent = "replacement.content"

// replacedIn returns the edits that are in force for messages of a context, but for what
// it shares with the one before, in the order of the messages.
func (p *Pass) replacedIn(c *sessionlog.Context) []replaced {
	var all []replaced
	for _, line := range c.Lines[c.Shared:] {
		if edit, edited := c.Edits[line]; edited && p.hasContent(edit) && !p.Log.Dead(line) {
			all = append(all, replaced{edit, line})
		}
	}
	return all
}

// allReplaced returns those of all leaves, each once.
func (p *Pass) allReplaced() []replaced {
	if !p.replaces() {
		return nil
	}
	var all []replaced
	done := map[replaced]bool{}
	for _, c := range p.contexts(anyLeaf) {
		for _, r := range p.replacedIn(c) {
			if !done[r] {
				done[r] = true
				all = append(all, r)
			}
		}
	}
	return all
}

// replaces reports whether some edit of the session has a content.
func (p *Pass) replaces() bool { return len(p.replacing()) > 0 }

// replacing returns the edits of the session that have a content.
func (p *Pass) replacing() []int {
	if p.known.replacing == nil {
		p.known.replacing = []int{}
		for i := range p.Log.Of(sessionlog.KindContextEdit) {
			if p.hasContent(i) {
				p.known.replacing = append(p.known.replacing, i)
			}
		}
	}
	return p.known.replacing
}

func (p *Pass) hasContent(line int) bool {
	return p.Log.Kind(line) == sessionlog.KindContextEdit && !p.Log.Has(line, sessionlog.EditsAway) &&
		!p.Log.Has(line, sessionlog.NoReplacement) && len(p.Log.Refs(line)) > 0
}

// setReplaced is the operation that gives an edit another content.
func setReplaced(edit sessionlog.Entry, content string) sessionlog.Op {
	return replaceWith(edit.Line, edit.SetIn("replacement", "content", content))
}

// listed returns the blocks of a content that is a list.
func listed(content gjson.Result) []gjson.Result {
	if !content.IsArray() {
		return nil
	}
	return content.Array()
}

// renameInEdits are the operations that give a call its new id wherever an edit holds
// it, in force or not.
func (p *Pass) renameInEdits(turn int, old, id string) []sessionlog.Op {
	if p.known.editors == nil {
		p.known.editors = map[int][]int{}
		for _, i := range p.replacing() {
			target := p.Log.Find(p.Log.Refs(i)[0])
			p.known.editors[target] = append(p.known.editors[target], i)
		}
	}
	edits := p.known.editors[turn]
	if len(edits) == 0 || p.callsOf(turn, old) > 1 {
		return nil // which of two calls an edit means is not known
	}
	var ops []sessionlog.Op
	for _, i := range edits {
		for n, b := range p.entry(i).Get(replacedContent).Array() {
			if isCall(b) && b.Get("id").String() == old {
				ops = append(ops, p.setValue(i, fmt.Sprintf("%s.%d.id", replacedContent, n), id))
			}
		}
	}
	return ops
}

// callsOf counts the calls of a turn with an id.
func (p *Pass) callsOf(turn int, id string) int {
	n := 0
	for _, c := range p.entry(turn).Calls() {
		if c.ID == id {
			n++
		}
	}
	return n
}

func isCall(b gjson.Result) bool { return b.Get("type").String() == "toolCall" }
