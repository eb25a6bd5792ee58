package integrity

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// dropCalls is the fix of those who want calls without a result to leave their
// turn. A turn of which nothing is left stays as an empty one: pi does not send
// it, and reads from it which model the session is of and what it cost.
func dropCalls(e sessionlog.Entry, calls []sessionlog.Call, which []int) Fix {
	blocks := make([]int, len(which))
	for i, n := range which {
		blocks[i] = calls[n].Block
	}
	f := Fix{Message: "drop " + plural(len(which), "call"), Lossy: true, Way: DropCall}
	content := without(e, blocks...)
	if content == "[]" {
		f.Message += ", which leaves an empty turn that pi does not send"
	}
	f.Ops = leave(e, content)
	return f
}

// dropPair takes a call out of its turn, and its results on every branch.
func (p *Pass) dropPair(e sessionlog.Entry, block int, results []int) Fix {
	ops := leave(e, without(e, block))
	for _, r := range results {
		ops = append(ops, sessionlog.Op{Act: sessionlog.Drop, Line: r})
	}
	return Fix{Message: "drop the call and its result", Lossy: true, Ops: ops}
}

// leave gives a turn what is left of its content. One that calls nothing any more
// does not say that it ended to call tools.
func leave(e sessionlog.Entry, content string) []sessionlog.Op {
	ops := []sessionlog.Op{setContent(e, content)}
	if e.Get("message.stopReason").String() == "toolUse" && !gjson.Get(content, `#(type=="toolCall")`).Exists() {
		ops = append(ops, replaceWith(e.Line, e.SetIn("message", "stopReason", `"stop"`)))
	}
	return ops
}

// without returns the content of a turn without some of its blocks, which are in
// their order. Thinking that
// would then stand last goes too: a turn may not end in it. Of the signed thinking
// of a turn Anthropic takes all or none, so there the rest goes with it. Other
// services tie a call to the thinking before it, which has to stay.
func without(e sessionlog.Entry, blocks ...int) string {
	var kept []gjson.Result
	for n, b := range e.Get("message.content").Array() {
		if _, gone := slices.BinarySearch(blocks, n); !gone {
			kept = append(kept, b)
		}
	}
	signed := false
	for len(kept) > 0 && isThinking(kept[len(kept)-1]) {
		signed = signed || kept[len(kept)-1].Get("thinkingSignature").String() != ""
		kept = kept[:len(kept)-1]
	}
	if signed && allOrNone(e) {
		kept = slices.DeleteFunc(kept, isThinking)
	}
	raw := make([]string, len(kept))
	for i, b := range kept {
		raw[i] = b.Raw
	}
	return "[" + strings.Join(raw, ",") + "]"
}

func isThinking(b gjson.Result) bool { return b.Get("type").String() == "thinking" }

// allOrNone reports whether the service of a turn's model refuses a turn that has
// only some of its signed thinking (anthropic/thinking-modified).
func allOrNone(e sessionlog.Entry) bool {
	api := e.Get("message.api").String()
	return api == "anthropic-messages" || strings.HasPrefix(api, "bedrock-")
}

// answeredElsewhere reports whether one of the calls of a gap has a result on
// another branch, or gets one there by a move: without the call that would be
// an orphan.
func (w *pairing) answeredElsewhere(g gap) bool {
	from := w.log.RefAt(g.turn)
	for _, n := range g.calls {
		if w.by[from+n] != 0 {
			return true
		}
	}
	if w.bound == nil {
		w.bound = map[int]bool{}
		for _, s := range w.stray {
			if s.cause == late || s.cause == early || s.cause == astray || s.cause == cutOff {
				w.bound[w.log.RefAt(s.turn)+s.call] = true
			}
		}
	}
	return slices.ContainsFunc(g.calls, func(n int) bool { return w.bound[from+n] })
}
