package integrity

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var treeEmptyEdit = &Rule{
	ID: "tree-empty-edit",
	Doc: `an edit does not say what it edits into

pi from 0.87 on fails at every request on a context_edit without a replacement or with
a content that is neither text nor a list, and on one whose replacement has no content
until an answer follows what it edits, one that is no older than what stands before
it; older versions ignore edits.`,
	Layer: Tree, Severity: Error, Classes: []string{"T11"},
	Check: func(p *Pass) {
		if len(p.Log.Repeats()) > 0 {
			return
		}
		for i := range p.Log.Of(sessionlog.KindContextEdit) {
			if p.Log.Has(i, sessionlog.NoReplacement) {
				p.reportEmptyEdit(i, "a context_edit has no replacement")
				continue
			}
			switch content := p.entry(i).Get(replacedContent); {
			case content.IsArray(), content.Type == gjson.Null, content.Type == gjson.String:
			case content.Get("type").Type == gjson.String:
				p.Report(Finding{Line: i, Message: "the replacement of a context_edit is a block, not a list of blocks", Fixes: []Fix{{
					Message: "make it a list", Ops: []sessionlog.Op{replaceWith(i, p.entry(i).SetIn("replacement", "content", "["+content.Raw+"]"))}}}})
			default:
				p.reportEmptyEdit(i, "the replacement of a context_edit is "+jsonKind(content))
			}
		}
		for _, i := range p.editsOfNothing() {
			p.reportEmptyEdit(i, "the replacement of a context_edit has no content")
		}
	},
}

func (p *Pass) reportEmptyEdit(line int, message string) {
	p.Report(Finding{Line: line, Message: message, Fixes: []Fix{{
		Message: "take it out", Lossy: true, Ops: []sessionlog.Op{{Act: sessionlog.Drop, Line: line}},
	}}})
}

// editsOfNothing returns the edits in force that leave no content in a message
// which no answer follows: pi counts its characters, and fails.
func (p *Pass) editsOfNothing() []int {
	var empty []int
	for i := range p.Log.Of(sessionlog.KindContextEdit) {
		if p.emptyHanded(i) {
			empty = append(empty, i)
		}
	}
	if len(empty) == 0 {
		return nil // they are rare, and a look at every context is not cheap
	}
	var out []int
	before := []reckoning{{latest: math.Inf(-1)}} // before each line of the context
	for _, c := range p.contexts(anyLeaf) {
		before = before[:c.Shared+1]
		for at := c.Shared; at < len(c.Lines); at++ {
			before = append(before, p.reckon(c, at, before[at]))
		}
		for _, edit := range empty {
			target := p.Log.Find(p.Log.Refs(edit)[0])
			if in, edited := c.Edits[target]; !edited || in != edit || slices.Contains(out, edit) {
				continue
			}
			if at := c.Index(target); at >= before[len(c.Lines)].from && before[at+1].said {
				out = append(out, edit)
			}
		}
	}
	slices.Sort(out)
	return out
}

// reckoning is how far pi knows how long a context is. It believes an answer that was not
// aborted and is no older than any message before it, and counts the characters of what
// follows (pi-coding-agent compaction.js, estimateContextTokens).
type reckoning struct {
	latest float64 // time of a message
	from   int     // behind the last answer that it believes
	said   bool    // the line says something
}

// reckon takes in a line of a context.
func (p *Pass) reckon(c *sessionlog.Context, at int, r reckoning) reckoning {
	r.said = false
	said, err := c.Said(at)
	if err != nil {
		p.fail(err)
	}
	for _, m := range said {
		if m.Role == sessionlog.RoleNone || m.Role == sessionlog.RoleOther || m.Role == sessionlog.RoleBash && p.Log.Has(m.Line, sessionlog.Silent) {
			continue
		}
		message := gjson.ParseBytes(m.JSON)
		stamp := milliseconds(message)
		current := stamp >= r.latest
		r.latest, r.said = math.Max(r.latest, stamp), true
		if m.Role == sessionlog.RoleAssistant && current && !p.Log.Dead(m.Line) && counted(message.Get("usage")) {
			r.from = at + 1
		}
	}
	return r
}

// milliseconds is the time of a message as JavaScript reads it, NaN for none. What an
// entry becomes a message of has the entry's time.
func milliseconds(message gjson.Result) float64 {
	stamp := message.Get("timestamp")
	switch {
	case stamp.Type != gjson.String:
		if !stamp.Exists() || stamp.Type == gjson.JSON {
			return math.NaN()
		}
		return stamp.Float()
	case !message.Get("role").Exists():
		if t, err := time.Parse(time.RFC3339, stamp.Str); err == nil {
			return float64(t.UnixMilli())
		}
		return math.NaN()
	}
	text := strings.TrimSpace(stamp.Str)
	if f, err := strconv.ParseFloat(text, 64); err == nil || text == "" {
		return f
	}
	return math.NaN()
}

// counted reports whether the usage of an answer has tokens.
func counted(usage gjson.Result) bool {
	tokens := usage.Get("totalTokens").Float()
	for _, part := range []string{"input", "output", "cacheRead", "cacheWrite"} {
		tokens += usage.Get(part).Float()
	}
	return tokens > 0
}

// emptyHanded reports whether an edit has a replacement without content.
func (p *Pass) emptyHanded(edit int) bool {
	if p.Log.Has(edit, sessionlog.EditsAway) || p.Log.Has(edit, sessionlog.NoReplacement) {
		return false
	}
	content := p.entry(edit).Get("replacement.content")
	return !content.Exists() || content.Type == gjson.Null
}
