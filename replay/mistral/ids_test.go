package mistral

import "testing"

// The hashes are pi's own. Ids that fall together are told apart, and each id
// keeps what it was given.
func TestIDs(t *testing.T) {
	s := newIDs()
	for range 2 {
		for _, test := range []struct{ id, want string }{
			{"abcdefghi", "abcdefghi"}, {"abc-def_ghi", "mlj703uel"}, {"abc", "y0biex7f9"}, {"a.b.c", "144a7j62l"}, {"", "k4n83c7h0"}, {"é😀", "102l7zrk9"},
		} {
			if got := s.normal(test.id); got != test.want {
				t.Errorf("%q: got %s, want %s", test.id, got, test.want)
			}
		}
	}
}
