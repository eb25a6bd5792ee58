package integrity

import (
	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var treeNoID = &Rule{
	ID: "tree-no-id",
	Doc: `an entry has no id

Nothing can follow it. As the last line of the file it makes pi resume with an
empty context, without a word.`,
	Layer: Tree, Severity: Error, Classes: []string{"H07"},
	Check: func(p *Pass) {
		if p.Log.Version() == 1 {
			return
		}
		ids := p.newIDs()
		for i := range p.Log.With(sessionlog.NoID) {
			if !p.Log.IsEntry(i) || p.Log.Has(i, sessionlog.NoMessage) {
				continue
			}
			id := ids.of(p.entry(i))
			ops := append([]sessionlog.Op{{Act: sessionlog.Rename, Line: i, ID: id}}, p.renameRefs(i, id)...)
			if p.Log.Has(i, sessionlog.NoParentKey) {
				ops = append(ops, relink(i, p.entryBefore(i)))
			}
			f, fix := Finding{Line: i, Message: "an entry has no id"}, "give it one, behind the entry before it"
			if p.entry(i).Get("id").Type == gjson.Number {
				f.Message, fix = "the id of an entry is a number", "give it one that is a text"
			}
			f.Fixes = []Fix{{Message: fix, Ops: ops}}
			p.Report(f)
		}
	},
}

// numbered is what other writers name by numbers: pi finds entries by them just as well
// as by texts, so they say how the tree was.
type numbered struct {
	entries map[float64]int   // by its id: an entry; of several the last one, as in pi
	refs    map[float64][]ref // by the id that they name: where entries do
}

// ref is a member of an entry that names another one.
type ref struct {
	line   int
	member string
}

// namingMembers are where entries of some kinds name others.
var namingMembers = []struct {
	sessionlog.Kind
	member string
}{
	{sessionlog.KindCompaction, "firstKeptEntryId"}, {sessionlog.KindBranchSummary, "fromId"},
	{sessionlog.KindLabel, "targetId"}, {sessionlog.KindContextEdit, "targetId"},
}

// numbered looks for ids that are numbers; there are none where every entry has one
// that is a text.
func (p *Pass) numbered() *numbered {
	if p.known.numbered != nil {
		return p.known.numbered
	}
	n := &numbered{map[float64]int{}, map[float64][]ref{}}
	p.known.numbered = n
	for i := range p.Log.With(sessionlog.NoID) {
		if !p.Log.IsEntry(i) {
			continue
		}
		if id := p.entry(i).Get("id"); id.Type == gjson.Number {
			n.entries[id.Num] = i
		}
	}
	if len(n.entries) == 0 {
		return n
	}
	for _, naming := range namingMembers {
		for i := range p.Log.Of(naming.Kind) {
			if id := p.entry(i).Get(naming.member); id.Type == gjson.Number {
				n.refs[id.Num] = append(n.refs[id.Num], ref{i, naming.member})
			}
		}
	}
	return n
}

// renameRefs are the operations that name an entry by its new id where it was named by
// a number.
func (p *Pass) renameRefs(line int, id string) []sessionlog.Op {
	number := p.entry(line).Get("id")
	if number.Type != gjson.Number || p.numbered().entries[number.Num] != line {
		return nil
	}
	var ops []sessionlog.Op
	for _, r := range p.numbered().refs[number.Num] {
		ops = append(ops, replaceWith(r.line, p.entry(r.line).Set(r.member, sessionlog.Quote(id))))
	}
	return ops
}

// parentByNumber returns the entry that has the number which another one names as its
// parent, or -1.
func (p *Pass) parentByNumber(line int) int {
	parent := p.entry(line).Get("parentId")
	if at, ok := p.numbered().entries[parent.Num]; ok && parent.Type == gjson.Number && at != line {
		return at
	}
	return -1
}
