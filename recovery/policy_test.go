package recovery_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
)

// preferences are the policies that differ from the default one.
var preferences = [][]integrity.Way{
	{integrity.DropResult}, {integrity.KeepAsText}, {integrity.DropCall}, {integrity.KeepAsText, integrity.DropCall},
	{integrity.DropResult, integrity.DropCall},
}

// TestPolicies tries the laws under every policy.
func TestPolicies(t *testing.T) {
	sessions := soundSessions(t)
	for n, name := range slices.Sorted(maps.Keys(sessions)) {
		for round := range *rounds / 10 {
			seed := 1000 + round + uint64(n)
			ways := preferences[int(seed)%len(preferences)]
			src, kinds := harm(seed, sessions[name], 1+int(seed%5))
			t.Run(fmt.Sprint(name, ways), func(t *testing.T) {
				obeyAs(t, src, recovery.Policy{Ways: ways})
				if t.Failed() {
					t.Logf("seed %d: %v", seed, kinds)
				}
			})
		}
	}
}
