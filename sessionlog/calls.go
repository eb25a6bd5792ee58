package sessionlog

// turn reports whether the line is an assistant turn with tool calls.
func (l *Log) turn(line int) bool {
	r := &l.recs[line]
	return r.kind == KindMessage && r.role() == RoleAssistant && len(l.Refs(line)) > 0
}

// CallTurns returns, by call id, the lines of the assistant turns that make a
// call with it, in file order.
func (l *Log) CallTurns() map[Key][]int32 {
	out := map[Key][]int32{}
	for i := range l.recs {
		if !l.turn(i) {
			continue
		}
		for _, k := range l.Refs(i) {
			if t := out[k]; len(t) == 0 || t[len(t)-1] != int32(i) {
				out[k] = append(t, int32(i))
			}
		}
	}
	return out
}

// RepeatedCalls returns the call ids that are made more than once in the file,
// on one branch or on several. A table of numbers finds them, so that a sound
// session pays four bytes a slot and no map.
func (l *Log) RepeatedCalls() map[Key]bool {
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
	slots := make([]uint32, 1<<bits) // reference + 1
	out := map[Key]bool{}
	for i := range l.recs {
		if !l.turn(i) {
			continue
		}
		for c, k := range l.Refs(i) {
			at := uint64(k) * 0x9E3779B97F4A7C15 >> (64 - bits)
			for slots[at] != 0 && l.refs[slots[at]-1] != k {
				at = (at + 1) & (1<<bits - 1)
			}
			if slots[at] != 0 {
				out[k] = true
			}
			slots[at] = uint32(l.RefAt(i) + c + 1)
		}
	}
	return out
}
