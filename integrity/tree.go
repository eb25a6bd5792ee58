package integrity

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var treeNoMessage = &Rule{
	ID: "tree-no-message",
	Doc: `a message entry has no message

pi reads into it without looking and cannot open the session.`,
	Layer: Tree, Severity: Error, Classes: []string{"T09"},
	Check: func(p *Pass) {
		if len(p.Log.Repeats()) > 0 {
			return // its children could be those of another entry with its id
		}
		for i := range p.Log.With(sessionlog.NoMessage) {
			if p.Log.Kind(i) == sessionlog.KindMessage {
				p.Report(Finding{Line: i, Message: "a message entry has no message", Fixes: []Fix{{
					Message: "take it out", Lossy: true, Ops: []sessionlog.Op{{Act: sessionlog.Drop, Line: i}},
				}}})
			}
		}
	},
}

// entryBefore returns the entry before another one in the file, [sessionlog.Root] when
// there is none. Asked for lines that are none, of which a file can have millions, it
// would look at all of them each time.
func (p *Pass) entryBefore(line int) int {
	for line--; line >= 0; line-- {
		if p.Log.IsEntry(line) {
			return line
		}
	}
	return sessionlog.Root
}

var treeNoParent = &Rule{
	ID: "tree-no-parent",
	Doc: `an entry has no parentId

pi writes a parentId always, null for a root. It leaves the key out when the line
before was no entry: what stands before is then lost to the context. Other writers
make a root of every entry, answers too, of which pi resumes the last one alone.`,
	Layer: Tree, Severity: Error, Classes: []string{"L15", "H07"},
	Check: func(p *Pass) {
		if p.Log.Version() == 1 {
			return
		}
		for i := range p.Log.With(sessionlog.NoParentKey) {
			if !p.Log.Has(i, sessionlog.NoID) {
				p.reportNoParent(i)
			}
		}
		for i := range p.Log.With(sessionlog.BadParent) {
			p.reportNoParent(i)
		}
		if p.allRoots() {
			for i := p.Log.Active(); p.entryBefore(i) >= 0; i = p.entryBefore(i) {
				p.Report(Finding{Line: i, Message: "no entry of the file has a parent", Fixes: []Fix{{
					Message: "link it to the entry before it", Ops: []sessionlog.Op{relink(i, p.entryBefore(i))}}}})
			}
		}
	},
}

// allRoots reports whether no entry has a parent, though some of them are answers or
// results: pi makes roots of what a user begins anew, of all others never.
func (p *Pass) allRoots() bool {
	answered := false
	for i := range p.Log.Len() {
		if !p.Log.IsEntry(i) {
			continue
		}
		if p.Log.Parent(i) != sessionlog.Root || p.Log.Has(i, sessionlog.NoParentKey) || p.Log.Has(i, sessionlog.BadParent) {
			return false
		}
		s := speech(p.Log, i)
		answered = answered || s == assistant || s == result
	}
	return answered
}

func (p *Pass) reportNoParent(line int) {
	if !p.Log.IsEntry(line) {
		return
	}
	if to := p.parentByNumber(line); to >= 0 {
		p.Report(Finding{Line: line, Related: []int{to}, Message: "the parentId is a number", Fixes: []Fix{{
			Message: fmt.Sprintf("link it to the entry that has it (line %d)", p.Number(to)), Ops: []sessionlog.Op{relink(line, to)}}}})
		return
	}
	if before := p.entryBefore(line); before >= 0 {
		p.Report(Finding{Line: line, Message: "the entry has no parentId", Fixes: []Fix{{
			Message: "link it to the entry before it", Ops: []sessionlog.Op{relink(line, before)}}}})
	}
}

func relink(line, parent int) sessionlog.Op {
	return sessionlog.Op{Act: sessionlog.Relink, Line: line, Parent: parent}
}

var treeDanglingParent = &Rule{
	ID: "tree-dangling-parent",
	Doc: `an entry's parent is not in the file

pi stops there when it walks up from the leaf: all that stands before leaves the
context, without a word. A lost or damaged line, or an append that failed, does that.`,
	Layer: Tree, Severity: Error, Classes: []string{"T01", "T02"},
	Check: func(p *Pass) {
		if p.Log.Forward() && len(p.Log.Repeats()) > 0 {
			return // a child of an entry whose id is repeated stands before its parent
		}
		target := map[string]int{}
		for i := range p.Log.Len() {
			if p.Log.IsEntry(i) && p.Log.Parent(i) == sessionlog.Dangling {
				p.reportDangling(i, target)
			}
		}
	},
}

// reportDangling links the entry to the one before it in the file. Entries that
// name the same lost parent were siblings and stay so.
func (p *Pass) reportDangling(line int, target map[string]int) {
	lost := p.entry(line).Get("parentId").String()
	to, ok := target[lost]
	if !ok {
		to = p.inPlaceOf(lost, line)
		target[lost] = to
	}
	f := Finding{Line: line, Message: fmt.Sprintf("the parent %s is not in the file", printable(lost)),
		Fixes: []Fix{{Message: "make it a root, as nothing stands before it", Ops: []sessionlog.Op{relink(line, to)}}}}
	switch {
	case to < 0:
		f.Severity = Warning
		if p.notBelow(line) >= 0 {
			f.Fixes[0].Message = "make it a root, as the lost one was"
		}
	case to == p.notBelow(line):
		f.Fixes[0].Message = fmt.Sprintf("link it to the entry before it (line %d)", p.Number(to))
	default:
		f.Fixes[0].Message = fmt.Sprintf("link it to the entry before the lost one (line %d)", p.Number(to))
	}
	p.Report(f)
}

// inPlaceOf returns the entry that a child of a lost one goes behind: the one that the
// lost one stood behind, where that can still be read and makes no cycle, else the one
// before the child in the file.
func (p *Pass) inPlaceOf(lost string, child int) int {
	to := p.parentOfLost(lost)
	if to == sessionlog.Root || to >= 0 && to < child && (!p.Log.Forward() || p.endsBefore(to, child)) {
		return to
	}
	return p.notBelow(child)
}

// below reports whether the branch of an entry leads through another one, or
// never ends.
func (p *Pass) below(entry, above int) bool {
	steps := 0
	for i := entry; i >= 0; i = p.Log.Parent(i) {
		if steps++; i == above || steps > p.Log.Len() {
			return true
		}
	}
	return false
}

var treeDuplicateID = &Rule{
	ID: "tree-duplicate-id",
	Doc: `two entries have the same id

pi's map keeps the last one: the first leaves the context with its children, and
when one stands above the other pi walks in a circle until memory is used up.`,
	Layer: Tree, Severity: Error, Classes: []string{"T03"},
	Check: func(p *Pass) {
		if len(p.Log.Repeats()) == 0 {
			return
		}
		ids := p.newIDs()
		for _, same := range p.sameIDs() {
			p.reportDuplicates(same, p.children(same[len(same)-1]), ids)
		}
	},
}

// sameIDs returns the groups of entries that share an id, in file order.
func (p *Pass) sameIDs() [][]int {
	at := map[sessionlog.Key]int{}
	var groups [][]int
	for _, i := range p.Log.Repeats() {
		if k := p.Log.ID(i); at[k] == 0 {
			groups = append(groups, nil)
			at[k] = len(groups)
		}
	}
	for i := range p.Log.Len() {
		if n := at[p.Log.ID(i)]; n > 0 && p.Log.IsEntry(i) {
			groups[n-1] = append(groups[n-1], i)
		}
	}
	return groups
}

// reportDuplicates judges entries that share an id. Their children, which pi gives
// all to the last of them, go back with the fix of that one: a child belongs to
// the nearest entry with the id that stands before it.
func (p *Pass) reportDuplicates(same, children []int, ids *newIDs) {
	first := p.entry(same[0])
	parents := slices.Clone(same) // a repetition gives its children to the first
	var fixes []Finding
	for n, line := range same[1:] {
		e := p.entry(line)
		if bytes.Equal(e.Raw, first.Raw) {
			parents[n+1] = same[0]
			fixes = append(fixes, p.repetition(line, same[0]))
			continue
		}
		id := ids.of(e)
		fixes = append(fixes, Finding{Line: line, Related: same[:1],
			Message: fmt.Sprintf("the id %s is also that of line %d", printable(e.ID()), p.Number(same[0])),
			Fixes: []Fix{{Message: "give the later entry the new id " + id,
				Ops: []sessionlog.Op{{Act: sessionlog.Rename, Line: line, ID: id}}}}})
	}
	last := &fixes[len(fixes)-1].Fixes[0]
	for _, c := range children {
		n, _ := slices.BinarySearch(same, c)
		if to := parents[max(n-1, 0)]; c != to {
			last.Ops = append(last.Ops, relink(c, to))
		}
	}
	for _, f := range fixes {
		p.Report(f)
	}
}

// repetition is the finding of an entry that is there already, byte for byte.
func (p *Pass) repetition(line, first int) Finding {
	return Finding{Line: line, Related: []int{first}, Severity: Warning,
		Message: fmt.Sprintf("the entry repeats line %d", p.Number(first)),
		Fixes: []Fix{{Message: "drop the repetition",
			Ops: []sessionlog.Op{{Act: sessionlog.Drop, Line: line, Twin: first + 1}}}}}
}

// newIDs gives entries ids that are in no other place.
type newIDs struct {
	log   *sessionlog.Log
	taken map[string]bool
	// alike counts the entries of the same bytes, each of which would otherwise
	// try all ids of those before it.
	alike map[sessionlog.Key]int
}

func (p *Pass) newIDs() *newIDs {
	return &newIDs{p.Log, map[string]bool{}, map[sessionlog.Key]int{}}
}

func (n *newIDs) of(e sessionlog.Entry) string {
	words := []string{"entry", string(e.Raw)}
	key := sessionlog.KeyOf(words[1])
	if n.alike[key]++; n.alike[key] > 1 {
		words = append(words, strconv.Itoa(n.alike[key]))
	}
	id := n.log.FreshID(func(id string) bool { return n.taken[id] }, words...)
	n.taken[id] = true
	return id
}
