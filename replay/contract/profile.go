package contract

import (
	"fmt"
	"slices"
)

// StrictUnion is a profile that every contract has: all of its profiles at once.
// It is stricter than any service that there is.
const StrictUnion = "strict-union"

// A Profile is a flavour of a service under the name by which it is chosen.
type Profile struct {
	Name string
	// Text says which models or endpoints are meant.
	Text string
	// With names more groups of clauses that count in it, beside the one of the
	// profile's own name.
	With []string
	// Counted says that the name is followed by a number, as in "window=200000".
	Counted bool
	// Refuse words refusals where the flavour has an envelope of its own; nil is
	// that of the contract.
	Refuse func(v *Violation, n int) Response
	// Interrupt is that of [Contract] where the flavour has an event of its own.
	Interrupt func(n, events int) []byte
}

// Profile returns the profile of that name, nil when the contract has none. A number
// behind a name that takes one is passed over.
func (c *Contract) Profile(name string) *Profile {
	plain, _, counted := CutProfile(name)
	for i := range c.Profiles {
		if p := &c.Profiles[i]; p.Name == name || counted && p.Counted && p.Name == plain {
			return &c.Profiles[i]
		}
	}
	return nil
}

// RefuseAs words a refusal in the envelope of the first of the profiles that has
// one of its own.
func (c *Contract) RefuseAs(profiles []string, v *Violation, n int) Response {
	for _, name := range profiles {
		if p := c.Profile(name); p != nil && p.Refuse != nil {
			return p.Refuse(v, n)
		}
	}
	return c.Refuse(v, n)
}

// InterruptAs returns the words in which the first of the profiles that has some ends
// a stream, else those of the contract; nil where there are none.
func (c *Contract) InterruptAs(profiles []string) func(n, events int) []byte {
	for _, name := range profiles {
		if p := c.Profile(name); p != nil && p.Interrupt != nil {
			return p.Interrupt
		}
	}
	return c.Interrupt
}

// scope is which clauses count.
type scope struct {
	groups []string
	limits map[string]int
	all    bool
}

// scope resolves the names of profiles. A name that is no profile stands for the
// group of clauses of that name.
func (c *Contract) scope(names []string) scope {
	s := scope{all: slices.Contains(names, StrictUnion)}
	for _, name := range slices.Concat(c.Always, names) {
		p := c.Profile(name)
		if p != nil && p.Counted {
			s.limit(name)
			continue
		}
		s.groups = append(s.groups, name)
		if p != nil {
			s.groups = append(s.groups, p.With...)
		}
	}
	return s
}

// limit notes a profile with its number. One without is as good as none.
func (s *scope) limit(chosen string) {
	name, number, ok := CutProfile(chosen)
	if !ok {
		return
	}
	if s.limits == nil {
		s.limits = map[string]int{}
	}
	s.groups = append(s.groups, name)
	s.limits[name] = number
}

func (c *Clause) inForce(s scope) bool {
	named := func(groups []string) bool {
		return slices.ContainsFunc(groups, func(g string) bool { return slices.Contains(s.groups, g) })
	}
	switch {
	case s.all:
		return true
	case named(c.Unless):
		return false
	}
	return len(c.Profiles) == 0 || named(c.Profiles)
}

// validateProfiles returns what is wrong with the profiles of a contract that
// declares them.
func (c *Contract) validateProfiles() []error {
	if len(c.Profiles) == 0 {
		return nil
	}
	var errs []error
	known := map[string]bool{}
	for _, p := range c.Profiles {
		if p.Name == "" || p.Text == "" || p.Name == StrictUnion {
			errs = append(errs, fmt.Errorf("%s: profile %q lacks a name of its own or a text", c.API, p.Name))
		}
		known[p.Name] = true
		for _, group := range p.With {
			known[group] = true
		}
	}
	for _, clause := range c.Clauses() {
		for _, group := range slices.Concat(clause.Profiles, clause.Unless) {
			if !known[group] {
				errs = append(errs, fmt.Errorf("%s: clause %s is for %q, which no profile has", c.API, clause.ID, group))
			}
		}
	}
	return errs
}
