package sessionlog

import "testing"

// TestRoomForRecords joins the batches of sessions whose beginning is as dense as the
// rest, or is not, and asks for room that fits: what was outgrown on the way is held
// together with what replaced it.
func TestRoomForRecords(t *testing.T) {
	const pieces = 1024
	for _, c := range []struct {
		name            string
		head, rest      int // lines in each of the first two pieces, in each of the others
		empty, outgrown float64
	}{
		{"even", 270, 270, 0.3, 0.4},
		{"a beginning of long lines", 10, 270, 0.3, 0.4},
		{"a beginning of blank lines", chunkSize, 1, 7, 0.5},
		{"one line a piece", 1, 1, 0.3, 0.4},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := joiner{size: pieces * chunkSize}
			var outgrown, room int
			for i := range pieces {
				n := c.rest
				if i < 2 {
					n = c.head
				}
				j.add(&batch{size: chunkSize, recs: make([]record, n)})
				if now := cap(j.all.recs); now != room {
					outgrown, room = outgrown+room, now
				}
			}
			n := float64(len(j.all.recs))
			if empty := float64(room) - n; empty > c.empty*n+16 {
				t.Errorf("room for %d of %.0f records", room, n)
			}
			if float64(outgrown) > c.outgrown*n+16 {
				t.Errorf("%d records were given room that was outgrown, of %.0f", outgrown, n)
			}
		})
	}
}
