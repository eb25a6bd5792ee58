package sessionlog

import (
	"slices"
	"sort"
)

// turn reports whether the line is an assistant turn with tool calls.
func (l *Log) turn(line int) bool {
	r := &l.recs[line]
	return r.kind == KindMessage && r.role() == RoleAssistant && len(l.Refs(line)) > 0
}

// CallTable finds the calls of the file by their ids. It holds numbers only, four bytes
// a slot, so that a session whose ids are all different pays for no map.
type CallTable struct {
	log    *Log
	slots  []uint32 // reference + 1 of the last call with an id
	shift  uint
	before []uint32        // by reference: that of the call before it with the same id, + 1; nil if all differ
	turns  map[Key][]int32 // what was asked for
}

// Calls returns the table of all calls.
func (l *Log) Calls() *CallTable {
	n := 0
	for i := range l.recs {
		if l.turn(i) {
			n += len(l.Refs(i))
		}
	}
	bits := uint(4)
	for 1<<bits < n+n/3 {
		bits++
	}
	t := &CallTable{l, make([]uint32, 1<<bits), 64 - bits, nil, map[Key][]int32{}}
	for i := range l.recs {
		if !l.turn(i) {
			continue
		}
		for c, k := range l.Refs(i) {
			at, ref := t.slot(k), l.RefAt(i)+c
			if *at != 0 {
				if t.before == nil {
					t.before = make([]uint32, len(l.refs))
				}
				t.before[ref] = *at
			}
			*at = uint32(ref + 1)
		}
	}
	return t
}

// slot returns where the last call with an id is entered, or is to be.
func (t *CallTable) slot(k Key) *uint32 {
	at := uint64(k) * 0x9E3779B97F4A7C15 >> t.shift
	for t.slots[at] != 0 && t.log.refs[t.slots[at]-1] != k {
		at = (at + 1) & uint64(len(t.slots)-1)
	}
	return &t.slots[at]
}

// Repeated returns the ids of calls that are made more than once in the file, on one
// branch or on several.
func (t *CallTable) Repeated() map[Key]bool {
	out := map[Key]bool{}
	for ref, earlier := range t.before {
		if earlier != 0 {
			out[t.log.refs[ref]] = true
		}
	}
	return out
}

// Turns returns the lines of the assistant turns that make a call with an id, in file
// order.
func (t *CallTable) Turns(k Key) []int32 {
	turns, known := t.turns[k]
	if known {
		return turns
	}
	for ref := *t.slot(k); ref != 0; ref = t.earlier(ref) {
		line := int32(t.log.lineOf(int(ref) - 1))
		if n := len(turns); n == 0 || turns[n-1] != line {
			turns = append(turns, line)
		}
	}
	slices.Reverse(turns)
	t.turns[k] = turns
	return turns
}

// earlier returns the reference + 1 of the call before one that has the same id, 0 for
// none.
func (t *CallTable) earlier(ref uint32) uint32 {
	if t.before == nil {
		return 0
	}
	return t.before[ref-1]
}

// lineOf returns the line that a reference stands in.
func (l *Log) lineOf(ref int) int {
	return sort.Search(len(l.recs), func(i int) bool { return l.RefAt(i) > ref }) - 1
}
