package sessionlog

// idTable finds the last line that has an id, as pi's map does. It holds line
// numbers only (open addressing, at most three quarters full, 4 bytes a slot); the keys
// are in the records.
type idTable struct {
	slots []uint32 // line + 1, 0 is free
	shift uint
}

func newIDTable(n int) idTable {
	bits := uint(4)
	for 1<<bits < n+n/3 {
		bits++
	}
	return idTable{make([]uint32, 1<<bits), 64 - bits}
}

func (t *idTable) slot(k Key) uint { return uint(uint64(k) * 0x9E3779B97F4A7C15 >> t.shift) }

// put enters a line and returns the line that had the key before, or -1.
func (t *idTable) put(recs []record, line int) int {
	k := recs[line].id
	for i := t.slot(k); ; i = (i + 1) & uint(len(t.slots)-1) {
		switch at := t.slots[i]; {
		case at == 0:
			t.slots[i] = uint32(line + 1)
			return -1
		case recs[at-1].id == k:
			t.slots[i] = uint32(line + 1)
			return int(at - 1)
		}
	}
}

func (t *idTable) get(recs []record, k Key) int {
	if k == 0 || len(t.slots) == 0 {
		return -1
	}
	for i := t.slot(k); ; i = (i + 1) & uint(len(t.slots)-1) {
		at := t.slots[i]
		if at == 0 {
			return -1
		}
		if recs[at-1].id == k {
			return int(at - 1)
		}
	}
}

// noEmptyIDs takes an empty id of an entry, or of its parent, for none, as pi does
// (session-manager.js, buildSessionPath). In a header it counts.
func (x *extractor) noEmptyIDs(r *record) {
	if x.id == emptyKey && r.kind > KindHeader {
		r.id = 0
		x.flags |= NoID
	}
	if x.parent == emptyKey {
		r.parent = 0
		x.flags |= BadParent
	}
}

var emptyKey = keyOf(nil)
