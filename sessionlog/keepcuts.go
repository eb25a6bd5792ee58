package sessionlog

import "strconv"

// keepCuts makes compactions keep what they keep now: one whose first kept entry
// is taken out or moved keeps from the next one on, and a version 1 compaction,
// which names it by number, gets the new number.
func (s *Surgery) keepCuts() error {
	for i := range s.log.recs {
		if s.log.recs[i].kind != KindCompaction || s.lost(i) || len(s.inside[i]) > 0 {
			continue
		}
		first := s.log.Kept(i)
		if first < 0 {
			continue
		}
		name, value := "firstKeptEntryIndex", ""
		if s.log.version > 1 {
			next := s.nextKept(i, first)
			if next == first {
				continue // by the same name, also where a twin has it now
			}
			name, value = "firstKeptEntryId", Quote(s.id(next))
		} else {
			value = strconv.Itoa(s.ordinal(first))
			if value == strconv.Itoa(int(s.log.Refs(i)[1])) {
				continue
			}
		}
		e, err := s.log.Entry(i)
		if err != nil {
			return err
		}
		s.inside[i] = append(s.inside[i], e.Set(name, value))
	}
	return nil
}

// nextKept returns the first entry, from the one that a compaction keeps from
// on, that still stands in its place; the compaction itself when none does.
func (s *Surgery) nextKept(comp, first int) int {
	if twin, ok := s.twin[first]; !s.lost(first) || ok && !s.lost(twin) {
		return first
	}
	next, steps := comp, 0
	for i := s.log.Parent(comp); i >= 0 && i != first && steps < len(s.log.recs); i = s.log.Parent(i) {
		if !s.lost(i) {
			next = i
		}
		steps++
	}
	return next
}

// ordinal returns the number that pi will count for a record, or for the first
// one behind it that is still there.
func (s *Surgery) ordinal(line int) int {
	n := len(s.top)
	for i := 0; i < line; i++ {
		if s.log.IsRecord(i) && !s.lost(i) {
			n++
		}
		n += s.counts[i] + len(s.behind[i])
	}
	if s.moved[line] {
		n = n - 1 // it went to an earlier place; the count above includes it
	}
	return n
}
