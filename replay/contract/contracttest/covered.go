// Package contracttest tests that a contract is tested.
package contracttest

import (
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// A Case is a request that breaks a clause beside a sound one, under profiles.
type Case struct {
	ID        string
	Bad, Good string
	Profiles  []string
}

// Covered fails for every clause that no case breaks, or that no such case has a
// sound request for: nobody knows what it does. Clauses that share an id count each.
func Covered(t *testing.T, c *contract.Contract, cases []Case) {
	t.Helper()
	broken := map[*contract.Clause]bool{}
	for _, one := range cases {
		against := map[*contract.Clause]bool{}
		for _, v := range c.Judge([]byte(one.Good), one.Profiles...) {
			against[v.Clause] = true
		}
		for _, v := range c.Judge([]byte(one.Bad), one.Profiles...) {
			if v.Clause.ID == one.ID && !against[v.Clause] {
				broken[v.Clause] = true
			}
		}
	}
	for _, clause := range c.Clauses() {
		if !broken[clause] {
			t.Errorf("%s: no case for and against %s (%v of %v, unless %v): %s", c.API, clause.ID, clause.Level,
				clause.Profiles, clause.Unless, clause.Text)
		}
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}
