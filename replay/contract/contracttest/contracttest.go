// Package contracttest tests that a contract is tested: every clause by a request
// that breaks it beside a sound one.
package contracttest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// A Sample is a request with one fault beside its sound twin of the same shape, both
// judged under profiles.
type Sample struct {
	// ID and Text are the clause's id and a part of its text.
	ID, Text  string
	Bad, Good string
	// At, Message and Param are what is said of the fault; "" is not compared. Code
	// is that of the fault meant, where its text does not tell.
	At, Message, Param, Code string
	Profiles                 []string
}

var hole = regexp.MustCompile(`\{[a-z]+\}`)

// Check fails for every sample that a contract does not judge as it says.
func Check(t *testing.T, c *contract.Contract, samples []Sample) {
	t.Helper()
	for _, s := range samples {
		name := c.API + " " + s.ID + " " + s.Text + s.Code
		found := c.Judge([]byte(s.Bad), s.Profiles...)
		i := slices.IndexFunc(found, s.means)
		if i < 0 {
			t.Errorf("%s: not found, got %v", name, found)
			continue
		}
		s.compare(t, name, &found[i])
		if said := string(c.RefuseAs(s.Profiles, &found[i], 1).Body); hole.MatchString(found[i].Message + said) {
			t.Errorf("%s: a hole is left in %q, %s", name, found[i].Message, said)
		}
		if good := c.Judge([]byte(s.Good), s.Profiles...); len(good) > 0 {
			t.Errorf("%s: its sound twin breaks %v", name, good)
		}
		inUnion(t, c, s, found)
	}
}

// Covered fails for every clause that no sample breaks, or that no such sample has a
// sound request for: nobody knows what it does. Clauses that share an id count each.
func Covered(t *testing.T, c *contract.Contract, samples []Sample) {
	t.Helper()
	broken := map[*contract.Clause]bool{}
	for _, s := range samples {
		against := map[*contract.Clause]bool{}
		for _, v := range c.Judge([]byte(s.Good), s.Profiles...) {
			against[v.Clause] = true
		}
		for _, v := range c.Judge([]byte(s.Bad), s.Profiles...) {
			if v.Clause.ID == s.ID && !against[v.Clause] {
				broken[v.Clause] = true
			}
		}
	}
	for _, clause := range c.Clauses() {
		if !broken[clause] {
			t.Errorf("%s: no sample for and against %s (%v of %v, unless %v): %s", c.API, clause.ID, clause.Level,
				clause.Profiles, clause.Unless, clause.Text)
		}
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

// means reports whether a violation is the one that the sample is about.
func (s *Sample) means(v contract.Violation) bool {
	return v.Clause.ID == s.ID && strings.Contains(v.Clause.Text, s.Text) && (s.Code == "" || s.Code == v.Code)
}

func (s *Sample) compare(t *testing.T, name string, v *contract.Violation) {
	t.Helper()
	for _, of := range []struct{ what, got, want string }{
		{"place", string(v.Pointer), s.At}, {"message", v.Message, s.Message}, {"param", v.Param, s.Param},
	} {
		if of.want != "" && of.got != of.want {
			t.Errorf("%s: got %s %q\nwant %q", name, of.what, of.got, of.want)
		}
	}
}

// inUnion fails for a refusal that is none when all profiles count at once. What needs
// a number counts with its number.
func inUnion(t *testing.T, c *contract.Contract, s Sample, found []contract.Violation) {
	t.Helper()
	union := []string{contract.StrictUnion}
	for _, name := range s.Profiles {
		if _, _, counted := contract.CutProfile(name); counted {
			union = append(union, name)
		}
	}
	all := Refusals(c, s.Bad, union...)
	for _, id := range refusals(found) {
		if !slices.Contains(all, id) {
			t.Errorf("%s: %s is not in the union", c.API, id)
		}
	}
}

// Refusals are the ids of the clauses for which a body is refused, each once.
func Refusals(c *contract.Contract, body string, profiles ...string) []string {
	return refusals(c.Judge([]byte(body), profiles...))
}

func refusals(found []contract.Violation) []string {
	var ids []string
	for _, v := range found {
		if v.Clause.Level == contract.Reject && !slices.Contains(ids, v.Clause.ID) {
			ids = append(ids, v.Clause.ID)
		}
	}
	return ids
}
