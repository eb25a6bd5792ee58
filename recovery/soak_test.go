package recovery_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

var (
	soak = flag.Duration("soak", 0, "try the laws for so long, on damages that random seeds choose (needs -timeout 0)")
	seed = flag.Uint64("seed", 0, "try the laws on the damages of this seed alone")
)

// soakLaws tries the laws on one to eight damages of one session at a time. The
// seed chooses all of them, so a failure names all that is needed to repeat it.
func soakLaws(t *testing.T, sessions map[string][]byte, order []string) {
	try := func(seed uint64) bool {
		name := order[seed%uint64(len(order))]
		src, kinds := harm(seed, sessions[name], 1+int(seed>>32%8))
		return t.Run(name, func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("damages %v; repeat it: go test ./recovery -run Laws -args -seed %d", kinds, seed)
				}
			}()
			obey(t, src)
		})
	}
	if *seed != 0 {
		try(*seed)
		return
	}
	tried, failed := 0, 0
	for end := time.Now().Add(*soak); time.Now().Before(end); tried++ {
		if !try(rand.Uint64()) {
			failed++
		}
	}
	t.Logf("%d damaged copies of %d sessions, %d broke a law", tried, len(sessions), failed)
}
