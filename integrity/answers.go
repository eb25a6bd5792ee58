package integrity

import (
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// turnTable is what several rules ask of every answer of a session: its model and the
// items that OpenAI Responses will see. Answers are long, so each is read once for all
// of them, and little is kept of it.
type turnTable struct {
	at     []int32 // by line: one more than the place in all, 0 until it is read
	all    []answer
	items  []item
	models []sessionlog.Settings
	place  map[sessionlog.Settings]int32 // in models
}

type answer struct {
	model, from, to int32 // the place in models, and the items
	broken          bool  // a reasoning item or the id of a text is one that the service refuses
	badCall         bool  // and so is the id of a call
}

// item is an item with an id; of a call it is sent to the call's own model only.
type item struct {
	id   sessionlog.Key
	call bool
}

// answerOf reads the answer in a line.
func (p *Pass) answerOf(line int) answer {
	k := p.known.answers
	if k == nil {
		k = &turnTable{at: make([]int32, p.Log.Len()), place: map[sessionlog.Settings]int32{}}
		p.known.answers = k
	}
	if k.at[line] == 0 {
		k.all = append(k.all, k.read(p.entry(line)))
		k.at[line] = int32(len(k.all))
	}
	return k.all[k.at[line]-1]
}

// isOwn reports whether the answer in a line is of the very model that the session goes
// on with: pi sends signatures and the ids of items back to no other.
func (p *Pass) isOwn(line int, s sessionlog.Settings) bool {
	return p.known.answers.models[p.answerOf(line).model] == s
}

// itemsOf returns the items of an answer.
func (p *Pass) itemsOf(a answer) []item { return p.known.answers.items[a.from:a.to] }

func (k *turnTable) read(e sessionlog.Entry) answer {
	t := e.Turn()
	a := answer{model: k.modelOf(t.Settings), from: int32(len(k.items))}
	last, takes := lastItem(t.Blocks), callIDForm(t.API)
	for n, b := range t.Blocks {
		it := itemOf(b)
		if it.id != "" {
			k.items = append(k.items, item{sessionlog.KeyOf(it.id), b.Type == "toolCall"})
		}
		_, fault, _ := it.mend(n > last)
		a.broken = a.broken || fault != ""
		a.badCall = a.badCall || takes != nil && b.Type == "toolCall" && b.ID != "" && !takes(b.ID)
	}
	a.to = int32(len(k.items))
	return a
}

// modelOf returns the place of a model. Its names are copied: they would keep the whole
// answer in memory.
func (k *turnTable) modelOf(of sessionlog.Settings) int32 {
	i, ok := k.place[of]
	if !ok {
		of = sessionlog.Settings{Provider: strings.Clone(of.Provider), Model: strings.Clone(of.Model), API: strings.Clone(of.API)}
		i = int32(len(k.models))
		k.models, k.place[of] = append(k.models, of), i
	}
	return i
}
