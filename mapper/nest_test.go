package mapper

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestNest holds that the tree goes through the symbols in the order in which they were
// listed, each as deep as it was said to be where that is possible, and that none is lost
// but those without a sound position.
func TestNest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f := newFile("x", "")
		want, lines := 0, 1000
		for i := range 1 + r.IntN(60) {
			s := Symbol{Name: strconv.Itoa(i), First: 1 + i, Last: lines}
			if r.IntN(8) == 0 {
				s.Last = 0 // whose end was never found
			} else {
				want++
			}
			f.add(r.IntN(5), s)
		}
		asked := make([]int, len(f.nodes))
		for i := range f.nodes {
			asked[i] = int(f.nodes[i].depth)
		}
		m := &Map{Lines: lines}
		m.nest(f)
		f.release()
		for _, own := range []bool{false, true} {
			if own {
				m.own()
			}
			got, last := 0, -1
			for depth, s := range m.All {
				i, _ := strconv.Atoi(s.Name)
				if i <= last || depth > asked[i] {
					t.Fatalf("%d after %d, %d deep instead of %d", i, last, depth, asked[i])
				}
				got, last = got+1, i
			}
			if got != want || m.Count() != want {
				t.Fatalf("%d of %d symbols, %d in all (memory of its own: %v)", got, want, m.Count(), own)
			}
		}
	}
}
