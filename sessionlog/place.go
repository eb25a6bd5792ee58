package sessionlog

import (
	"iter"

	"github.com/tidwall/gjson"
)

// Place is an entry that speaks in the context of a leaf.
type Place struct {
	Line int
	Edit *gjson.Result // the replacement that is in force, nil for none
}

// Places goes through the entries that speak in the context of a leaf, in its order, for
// a caller who does not need to read all of them; most is how many there can be.
func (l *Log) Places(leaf int) (places iter.Seq[Place], most int, err error) {
	lines, kept := l.context(leaf)
	edits, err := l.edits(lines)
	return l.places(lines, kept, edits), len(lines), err
}

// MessagesAt returns what an entry says in its place: two messages for a compaction that
// has a system message, else one. The error is one of reading.
func (l *Log) MessagesAt(p Place) ([]Message, error) { return l.appendMessages(nil, p) }

// places goes through the entries of a context that speak in it. An edit to null takes all
// of an entry away.
func (l *Log) places(lines []int, kept int, edits map[int]*gjson.Result) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for i, line := range lines {
			if l.Kind(line) == KindCompaction && i > 0 {
				continue // an older one, inside the kept part: only the latest speaks
			}
			p := Place{line, edits[line]}
			if l.mute(line, 0 < i && i <= kept) || p.Edit != nil && p.Edit.Type == gjson.Null {
				continue
			}
			if !yield(p) {
				return
			}
		}
	}
}
