package recovery_test

import "testing"

// FuzzRepair holds repairs of any bytes to the laws, bar those that ask for
// sound content: byte fuzzing breaks more than the rules cover so far.
func FuzzRepair(f *testing.F) {
	for _, src := range [][]byte{linear(), branched(), compacted()} {
		f.Add(src)
		for seed := range uint64(20) {
			bad, _ := harm(seed, src, 3)
			f.Add(bad)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p := prepare(t, src)
		if p == nil {
			return
		}
		out := repaired(t, p)
		again := prepare(t, out)
		if again == nil {
			t.Fatalf("law broken: a repaired session is a session: %q", out)
		}
		if again.Patch != nil {
			t.Fatalf("law broken: a repair repeated changes nothing: %v", names(again))
		}
	})
}

// FuzzDamage holds repairs to all laws, on damage that a seed chooses.
func FuzzDamage(f *testing.F) {
	sources := [][]byte{linear(), branched(), compacted()}
	f.Add(uint64(1), byte(0), byte(2))
	f.Fuzz(func(t *testing.T, seed uint64, which, n byte) {
		src, kinds := harm(seed, sources[int(which)%len(sources)], 1+int(n%5))
		obey(t, src)
		if t.Failed() {
			t.Logf("damages: %v", kinds)
		}
	})
}
