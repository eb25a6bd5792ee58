package contract

import (
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/replay/js"
)

// On makes a check of a function on what the contract's Read returns.
func On[V any](check func(V, Report)) func(*Request, Report) {
	return func(req *Request, report Report) { check(req.View.(V), report) }
}

// Lacks makes a check that reports a body without a member.
func Lacks(name string) func(*Request, Report) {
	return func(req *Request, report Report) {
		if !req.Body.Get(name).Exists() {
			report(req.Body)
		}
	}
}

// Lone reports each string with half of a surrogate pair, with the column and the
// number of the character where it stands, counted from 1 and from 0.
func Lone(req *Request, report Report) {
	n, counted := 0, 0
	for at, offset := range req.Body.Lone() {
		n, counted = n+utf8.RuneCount(req.Raw[counted:offset]), offset
		report(at, n+1, n)
	}
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

// Kinds has, for each kind of the elements of a list, the places of those elements,
// so that a check of one kind does not walk over the others. Kinds are numbers of a
// vocabulary.
type Kinds [js.Other + 1][]int32

// Add notes that there is an element of a kind at a place.
func (k *Kinds) Add(kind, place int) { k[kind] = append(k[kind], int32(place)) }

// Clear forgets all elements.
func (k *Kinds) Clear() {
	for i := range k {
		k[i] = k[i][:0]
	}
}

// EachOf is [Each] for the elements of some kinds.
func EachOf[V, E any](list func(V) ([]E, *Kinds), kinds js.Set, check func(*E, Report)) func(*Request, Report) {
	return On(func(view V, report Report) {
		all, of := list(view)
		for rest := uint64(kinds); rest != 0; rest &= rest - 1 {
			for _, i := range of[bits.TrailingZeros64(rest)] {
				check(&all[i], report)
			}
		}
	})
}

// Room makes room in a list for what the elements of a value become, so that a long
// one is not copied again and again.
func Room[E any](list *[]E, of js.Value) { *list = slices.Grow(*list, of.Len()) }

// Next appends an empty element to a list and returns where it stands until the
// next one is appended.
func Next[E any](list *[]E) *E {
	var empty E
	*list = append(*list, empty)
	return &(*list)[len(*list)-1]
}

// Faults are what one walk over a body has found for several clauses. K tells to
// which clause a fault belongs; those of one kind are found in the order of the body,
// and no more of them are kept than are told.
type Faults[K ~uint8] struct{ of [][]fault }

type fault struct {
	at   js.Value
	args []any // they go into the holes of the clause's text
}

// Add notes a fault.
func (f *Faults[K]) Add(kind K, at js.Value, args ...any) {
	for len(f.of) <= int(kind) {
		f.of = append(f.of, nil)
	}
	if len(f.of[kind]) < mostPlaces {
		f.of[kind] = append(f.of[kind], fault{at, args})
	}
}

// Report reports the faults of one kind.
func (f *Faults[K]) Report(kind K, report Report) {
	if int(kind) >= len(f.of) {
		return
	}
	for _, fault := range f.of[kind] {
		report(fault.at, fault.args...)
	}
}

// Clear forgets all faults.
func (f *Faults[K]) Clear() {
	for kind := range f.of {
		f.of[kind] = f.of[kind][:0]
	}
}

// Ids numbers the ids of a request from 0 on, in the order in which they are met.
// A walk that compares ids keeps what it knows of them in [Marks]. The zero value is
// empty. It is a table by hash, as a map is, that takes less time for an id.
type Ids struct {
	slots []idSlot // as many as a power of two, at most half of them taken
	texts []string
	marks []*Marks
	given int // how many of marks are in use
}

type idSlot struct {
	hash   uint32
	number int32 // counted from 1; 0 is an empty slot
}

// hashing is not the same in two processes, so that nobody can choose ids that
// meet in one slot.
var hashing = maphash.MakeSeed()

// Number returns the number of an id, a new one where it was never met.
func (ids *Ids) Number(id string) int {
	if 2*len(ids.texts) >= len(ids.slots) {
		ids.grow()
	}
	hash := uint32(maphash.String(hashing, id))
	slot := ids.slot(hash, id)
	if slot.number == 0 {
		ids.texts = append(ids.texts, id)
		*slot = idSlot{hash, int32(len(ids.texts))}
	}
	return int(slot.number) - 1
}

// slot returns the slot of an id, an empty one where it has none.
func (ids *Ids) slot(hash uint32, id string) *idSlot {
	for i := int(hash); ; i++ {
		s := &ids.slots[i&(len(ids.slots)-1)]
		if s.number == 0 || s.hash == hash && ids.texts[s.number-1] == id {
			return s
		}
	}
}

func (ids *Ids) grow() {
	old := ids.slots
	ids.slots = make([]idSlot, max(64, 2*len(old)))
	for _, s := range old {
		if s.number > 0 {
			*ids.slot(s.hash, ids.texts[s.number-1]) = s
		}
	}
}

// Len returns how many ids have a number.
func (ids *Ids) Len() int { return len(ids.texts) }

// Marks returns an empty set of ids. It is good until [Ids.Clear].
func (ids *Ids) Marks() *Marks {
	if ids.given == len(ids.marks) {
		ids.marks = append(ids.marks, new(Marks))
	}
	m := ids.marks[ids.given]
	ids.given++
	m.Clear()
	return m
}

// Clear forgets all ids.
func (ids *Ids) Clear() {
	clear(ids.slots)
	ids.texts, ids.given = ids.texts[:0], 0
}

// Marks is a set of numbered ids that is emptied as often as there are turns in a
// conversation.
type Marks struct {
	turns []uint32 // one more than the turn in which each id was added
	turn  uint32
}

// Has reports whether an id is in the set.
func (m *Marks) Has(id int) bool { return id < len(m.turns) && m.turns[id] == m.turn+1 }

// Add puts an id into the set.
func (m *Marks) Add(id int) {
	if id >= len(m.turns) {
		m.turns = append(m.turns, make([]uint32, id+1-len(m.turns))...)
	}
	m.turns[id] = m.turn + 1
}

// Clear empties the set.
func (m *Marks) Clear() {
	if m.turn++; m.turn == math.MaxUint32 {
		m.turn = 0
		clear(m.turns)
	}
}
