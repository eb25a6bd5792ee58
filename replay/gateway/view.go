package gateway

import (
	"cmp"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// view is what is wrong with a body, found in one walk.
type view struct {
	faults contract.Faults[kind]

	ids  contract.Ids // of calls, and of results
	ever *contract.Marks
	open *contract.Marks // calls of the last turn
	done *contract.Marks // those of them that are answered
}

// The members of messages that are asked for, as numbers of [ofMessage].
const (
	mRole = iota
	mContent
	mStopReason
	mCallID

	keptOfMessage
)

var ofMessage = js.NewNames("role", "content", "stopReason", "toolCallId")

// Those of blocks, as numbers of [ofBlock].
const (
	bType = iota
	bID
	bName
	bText
	bThinking
	bData
	bMimeType

	keptOfBlock
)

var ofBlock = js.NewNames("type", "id", "name", "text", "thinking", "data", "mimeType")

// toolCall is the number of the blocks that are calls.
const toolCall = 3

var kinds = js.NewNames("text", "thinking", "image", "toolCall")

// needs lists the members that are strings, by the kind of a block.
var needs = [...][]int{{bText}, {bThinking}, {bData, bMimeType}, {bID, bName}}

// views are those that nobody needs any more.
var views = sync.Pool{New: func() any { return new(view) }}

// Release gives the memory of the view to the next request.
func (v *view) Release() { views.Put(v) }

func (v *view) report(k kind, at js.Value, args ...any) { v.faults.Add(k, at, args...) }

func read(body js.Value) any {
	v := views.Get().(*view)
	v.faults.Clear()
	v.ids.Clear()
	v.ever, v.open, v.done = v.ids.Marks(), v.ids.Marks(), v.ids.Marks()
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

// speak closes the turn before.
func (v *view) speak() {
	v.open.Clear()
	v.done.Clear()
}

// message judges one message and follows the pairs as pi does: whoever speaks
// closes the turn before, and a turn that failed has no calls.
func (v *view) message(at js.Value) {
	var m [keptOfMessage]js.Ref
	ofMessage.Read(at, m[:])
	content := at.At(m[mContent])
	switch role := at.At(m[mRole]).Text(); role {
	case "system":
	case "user":
		v.speak()
		if content.Kind() != js.String {
			v.blocks(at, content, false)
		}
	case "assistant":
		v.speak()
		stop := at.At(m[mStopReason]).Text()
		v.blocks(at, content, stop != "error" && stop != "aborted")
	case "toolResult":
		v.blocks(at, content, false)
		v.result(at, at.At(m[mCallID]))
	default:
		v.report(unknownRole, at, cmp.Or(role, "none"))
	}
}

// blocks judges the content of a message, whose calls count or do not.
func (v *view) blocks(at, content js.Value, calls bool) {
	if content.Nullish() {
		return // it is healed as pi does for other services
	}
	if content.Kind() != js.Array {
		v.report(noContent, at, "an array")
	}
	for b := range content.All() {
		var m [keptOfBlock]js.Ref
		ofBlock.Read(b, m[:])
		kind := kinds.Of(b.At(m[bType]))
		if content.Kind() == js.Array && !whole(b, kind, &m) {
			v.report(badBlock, b, cmp.Or(b.At(m[bType]).Text(), "it"))
		}
		if id := b.At(m[bID]); calls && kind == toolCall && id.Kind() == js.String {
			v.call(b, id.Text())
		}
	}
}

func whole(block js.Value, kind int, members *[keptOfBlock]js.Ref) bool {
	if kind == js.Other {
		return false
	}
	for _, member := range needs[kind] {
		if block.At(members[member]).Kind() != js.String {
			return false
		}
	}
	return true
}

func (v *view) call(at js.Value, id string) {
	number := v.ids.Number(id)
	if v.ever.Has(number) {
		v.report(reused, at, id)
	}
	v.ever.Add(number)
	v.open.Add(number)
}

func (v *view) result(at, id js.Value) {
	if id.Kind() != js.String {
		v.report(noCallID, at)
		return
	}
	switch number := v.ids.Number(id.Text()); {
	case !v.open.Has(number):
		v.report(orphan, at, id.Text())
	case v.done.Has(number):
		v.report(twice, at, id.Text())
	default:
		v.done.Add(number)
	}
}
