package integrity

import (
	"iter"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// contexts goes through the contexts of the leaves that are wanted, those of one model
// after the other. A rule goes on where a context parts from the one before, and so
// looks once at what many leaves share.
func (p *Pass) contexts(wanted func(leaf int, s sessionlog.Settings) bool) iter.Seq2[sessionlog.Settings, *sessionlog.Context] {
	return p.contextsIn(p.Log, wanted)
}

// contextsIn does that for the session, or for what it was before its repair.
func (p *Pass) contextsIn(log *sessionlog.Log, wanted func(leaf int, s sessionlog.Settings) bool) iter.Seq2[sessionlog.Settings, *sessionlog.Context] {
	return func(yield func(sessionlog.Settings, *sessionlog.Context) bool) {
		var models []sessionlog.Settings
		leaves := map[sessionlog.Settings][]int{}
		for _, leaf := range log.Leaves() {
			s := p.settingsIn(log, leaf)
			if !wanted(leaf, s) {
				continue
			}
			if leaves[s] == nil {
				models = append(models, s)
			}
			leaves[s] = append(leaves[s], leaf)
		}
		for _, s := range models {
			for c := range log.Contexts(leaves[s]) {
				if !yield(s, c) {
					return
				}
			}
		}
	}
}

// anyLeaf wants the contexts of all leaves.
func anyLeaf(int, sessionlog.Settings) bool { return true }

// hidden reports whether an edit takes an entry of a context away.
func (p *Pass) hidden(c *sessionlog.Context, line int) bool {
	edit, edited := c.Edits[line]
	return edited && p.Log.Has(edit, sessionlog.EditsAway)
}

// met is what the lines of a context had that later ones are compared with, in the order
// in which it came.
type met[K comparable, V any] struct {
	first map[K]V
	keys  []K
	at    []int // where in the context
}

// back forgets what lines from one on had.
func (m *met[K, V]) back(to int) {
	n := len(m.at)
	for ; n > 0 && m.at[n-1] >= to; n-- {
		delete(m.first, m.keys[n-1])
	}
	m.keys, m.at = m.keys[:n], m.at[:n]
}

// add notes what a line has, unless it was met before; then it returns that.
func (m *met[K, V]) add(at int, key K, value V) (before V, again bool) {
	if before, again = m.first[key]; again {
		return before, true
	}
	if m.first == nil {
		m.first = map[K]V{}
	}
	m.first[key] = value
	m.keys, m.at = append(m.keys, key), append(m.at, at)
	return before, false
}
