package contract

import "github.com/pi-fix/pi-fix/replay/js"

// On makes a check of a function on what the contract's Read returns.
func On[V any](check func(V, Report)) func(*Request, Report) {
	return func(req *Request, report Report) { check(req.View.(V), report) }
}

// Each makes a check of a function on one element of a list in what the contract's
// Read returns.
func Each[V, E any](list func(V) []E, check func(*E, Report)) func(*Request, Report) {
	return On(func(view V, report Report) {
		all := list(view)
		for i := range all {
			check(&all[i], report)
		}
	})
}

// Faults are what one walk over a body has found for several clauses, in the order
// of the walk. K tells to which clause a fault belongs.
type Faults[K comparable] []struct {
	Kind K
	At   js.Value
	// Args go into the holes of the clause's text.
	Args []any
}

// Add notes a fault.
func (f *Faults[K]) Add(kind K, at js.Value, args ...any) {
	*f = append(*f, struct {
		Kind K
		At   js.Value
		Args []any
	}{kind, at, args})
}

// Report reports the faults of one kind.
func (f Faults[K]) Report(kind K, report Report) {
	for i := range f {
		if f[i].Kind == kind {
			report(f[i].At, f[i].Args...)
		}
	}
}

// Ids numbers the ids of a request from 0 on, in the order in which they are met.
// A walk that compares ids keeps what it knows of them in [Marks].
type Ids map[string]int

// Number returns the number of an id, a new one where it was never met.
func (ids Ids) Number(id string) int {
	n, met := ids[id]
	if !met {
		n = len(ids)
		ids[id] = n
	}
	return n
}

// Marks returns an empty set of the ids that have a number by now.
func (ids Ids) Marks() *Marks { return &Marks{turns: make([]uint32, len(ids)), turn: 1} }

// Marks is a set of numbered ids that is emptied as often as there are turns in a
// conversation.
type Marks struct {
	turns []uint32 // in which turn each id was added
	turn  uint32
}

// Has reports whether an id is in the set.
func (m *Marks) Has(id int) bool { return m.turns[id] == m.turn }

// Add puts an id into the set.
func (m *Marks) Add(id int) { m.turns[id] = m.turn }

// Clear empties the set.
func (m *Marks) Clear() { m.turn++ }
