package gateway

import (
	"cmp"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is what is wrong with a body, found in one walk.
type view struct {
	faults contract.Faults[kind]

	ever map[string]bool // ids of calls so far
	open map[string]bool // calls of the last turn; true once answered
}

func (v *view) report(k kind, at js.Value, args ...any) { v.faults.Add(k, at, args...) }

func read(body js.Value) any {
	v := &view{ever: map[string]bool{}, open: map[string]bool{}}
	if body.Get("model").Text() == "" {
		v.report(lacksModel, body)
	}
	list := body.Get("context").Get("messages")
	if list.Kind() != js.Array {
		v.report(lacksMessages, body)
	}
	for at := range list.All() {
		v.message(at)
	}
	return v
}

// message judges one message and follows the pairs as pi does: whoever speaks
// closes the turn before, and a turn that failed has no calls.
func (v *view) message(at js.Value) {
	content := at.Get("content")
	switch role := at.Get("role").Text(); role {
	case "system":
	case "user":
		clear(v.open)
		if content.Kind() != js.String {
			v.blocks(at, content)
		}
	case "assistant":
		clear(v.open)
		v.blocks(at, content)
		if stop := at.Get("stopReason").Text(); stop != "error" && stop != "aborted" {
			v.calls(content)
		}
	case "toolResult":
		v.blocks(at, content)
		v.result(at)
	default:
		v.report(unknownRole, at, cmp.Or(role, "none"))
	}
}

func (v *view) blocks(at, content js.Value) {
	if content.Nullish() {
		return // it is healed as pi does for other services
	}
	if content.Kind() != js.Array {
		v.report(noContent, at, "an array")
		return
	}
	for b := range content.All() {
		if kind := b.Get("type").Text(); !whole(kind, b) {
			v.report(badBlock, b, cmp.Or(kind, "it"))
		}
	}
}

// needs lists the members of a block that are strings.
var needs = map[string][]string{
	"text": {"text"}, "thinking": {"thinking"}, "image": {"data", "mimeType"}, "toolCall": {"id", "name"},
}

func whole(kind string, block js.Value) bool {
	members, known := needs[kind]
	for _, name := range members {
		known = known && block.Get(name).Kind() == js.String
	}
	return known
}

func (v *view) calls(content js.Value) {
	for b := range content.All() {
		id := b.Get("id")
		if b.Get("type").Text() != "toolCall" || id.Kind() != js.String {
			continue
		}
		if v.ever[id.Text()] {
			v.report(reused, b, id.Text())
		}
		v.ever[id.Text()], v.open[id.Text()] = true, false
	}
}

func (v *view) result(at js.Value) {
	id := at.Get("toolCallId")
	if id.Kind() != js.String {
		v.report(noCallID, at)
		return
	}
	answered, called := v.open[id.Text()]
	switch {
	case !called:
		v.report(orphan, at, id.Text())
	case answered:
		v.report(twice, at, id.Text())
	default:
		v.open[id.Text()] = true
	}
}
