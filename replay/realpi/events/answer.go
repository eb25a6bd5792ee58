package events

import (
	"strings"

	"github.com/tidwall/gjson"
)

// answer is what the model has said so far in the present turn.
type answer struct {
	open     bool
	told     map[int]string // the text of each block that was told, with what was skipped
	thoughts map[int]string
	skipped  int  // leading blocks that repeat the answer before
	seen     bool // a snapshot has been looked at for repetition
}

// block is what identifies a block of an answer: its text or the id of its call.
type block struct{ kind, text string }

func blocksOf(content gjson.Result) []block {
	var out []block
	for _, b := range content.Array() {
		kind := b.Get("type").Str
		text := b.Get("text").Str
		switch kind {
		case "toolCall":
			text = b.Get("id").Str
		case "thinking":
			text = b.Get("thinking").Str
		}
		out = append(out, block{kind, text})
	}
	return out
}

// begin starts an answer. What it begins with may be the answer before: a pi that
// prints whole answers may go on with one after its tools have run.
func (n *Normalizer) begin(content gjson.Result) {
	n.turn++
	n.answer = answer{open: true, told: map[int]string{}, thoughts: map[int]string{}}
	n.repeats(content)
}

// repeats looks whether the first snapshot of an answer begins with the whole
// answer before. Ids of calls are not given twice, so nothing new is taken for
// a repetition.
func (n *Normalizer) repeats(content gjson.Result) {
	blocks := blocksOf(content)
	if n.answer.seen || len(blocks) < len(n.previous) || len(n.previous) == 0 {
		return
	}
	n.answer.seen = true
	for i, b := range n.previous {
		if blocks[i] != b {
			return
		}
	}
	n.answer.skipped = len(n.previous)
	for i, b := range n.previous {
		n.answer.told[i] = b.text
	}
}

// update takes a piece of an answer. Pieces are trusted before snapshots, which
// may already hold what the next piece brings.
func (n *Normalizer) update(e gjson.Result) []Event {
	if !n.answer.open {
		n.begin(gjson.Result{})
	}
	piece := e.Get("assistantMessageEvent")
	at, delta := int(piece.Get("contentIndex").Int()), piece.Get("delta")
	switch kind := piece.Get("type").Str; {
	case kind == "text_delta" && delta.Exists():
		return n.say(at, delta.Str)
	case kind == "text_end" && piece.Get("content").Exists():
		return n.settle(at, piece.Get("content").Str)
	case kind == "thinking_delta" && delta.Exists():
		n.answer.thoughts[at] += delta.Str
	case kind == "text_delta", kind == "thinking_delta", kind == "":
		snapshot := e.Get("message.content")
		if !snapshot.Exists() {
			snapshot = piece.Get("partial.content")
		}
		return n.snapshot(snapshot)
	}
	return nil
}

// snapshot takes the whole answer so far, where there are no pieces.
func (n *Normalizer) snapshot(content gjson.Result) []Event {
	n.repeats(content)
	var out []Event
	for i, b := range content.Array() {
		switch b.Get("type").Str {
		case "text":
			if n.continues(i, b.Get("text").Str) {
				out = append(out, n.settle(i, b.Get("text").Str)...)
			}
		case "thinking":
			n.answer.thoughts[i] = b.Get("thinking").Str
		}
	}
	return out
}

// continues passes over the texts of the answer before, where a snapshot has them
// in front of its own text in one block.
func (n *Normalizer) continues(i int, text string) bool {
	if _, known := n.answer.told[i]; known || n.answer.skipped > 0 {
		return true
	}
	var before strings.Builder
	for _, b := range n.previous {
		if b.kind == "text" {
			before.WriteString(b.text)
		}
	}
	switch {
	case before.Len() == 0 || i > 0:
	case strings.HasPrefix(text, before.String()):
		n.answer.told[i] = before.String()
	case strings.HasPrefix(before.String(), text):
		return false // it is not yet to be seen whether it repeats
	}
	return true
}

func (n *Normalizer) say(at int, text string) []Event {
	if text == "" {
		return nil
	}
	n.answer.told[at] += text
	return []Event{{Type: Text, Turn: n.turn, Text: text}}
}

// settle tells what of a whole text has not been told.
func (n *Normalizer) settle(at int, whole string) []Event {
	rest, ok := strings.CutPrefix(whole, n.answer.told[at])
	if !ok {
		if len(n.diagnose.Notes) < maxStray {
			n.diagnose.Notes = append(n.diagnose.Notes, "the text of an answer is not what its pieces made")
		}
		n.answer.told[at] = whole
		return nil
	}
	return n.say(at, rest)
}

// end takes a whole message. It is what pi stores, so it settles the answer.
func (n *Normalizer) end(m gjson.Result) []Event {
	switch m.Get("role").Str {
	case "toolResult":
		return n.returned(m.Get("toolCallId").Str, m.Get("toolName").Str, m, m.Get("isError").Bool())
	case "assistant":
	default:
		return nil
	}
	if !n.answer.open {
		n.begin(gjson.Result{})
	}
	blocks := blocksOf(m.Get("content"))
	shift := n.answer.skipped
	if shift > 0 && len(blocks) >= shift && blocks[0] == n.previous[0] {
		shift = 0 // the repetition is part of it
	}
	var out []Event
	n.previous = nil
	for i, b := range blocks {
		switch b.kind {
		case "text":
			out = append(out, n.settle(i+shift, b.text)...)
		case "thinking":
			n.answer.thoughts[i+shift] = b.text
		case "toolCall":
			n.previous = blocks
		}
	}
	n.stop, n.fault = m.Get("stopReason").Str, m.Get("errorMessage").Str
	return append(out, n.thought()...)
}

// thought tells what was thought in the turn, and closes it.
func (n *Normalizer) thought() []Event {
	var all []string
	last := -1
	for i := range n.answer.thoughts {
		last = max(last, i)
	}
	for i := n.answer.skipped; i <= last; i++ {
		if t := n.answer.thoughts[i]; t != "" {
			all = append(all, t)
		}
	}
	n.answer.open = false
	n.answer.thoughts = nil
	if len(all) == 0 {
		return nil
	}
	return []Event{{Type: Thinking, Turn: n.turn, Text: strings.Join(all, "\n")}}
}
