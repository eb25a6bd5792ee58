package replay

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// A ListedClause is a clause as people read it.
type ListedClause struct {
	// API is pi's name of the API whose contract has the clause.
	API string
	// ID is that of the clause. Several clauses may share one.
	ID string
	// Level is "reject", "warn" or, for what only some flavours of the service
	// refuse, "profile:" with their names between commas.
	Level string
	// Status is the HTTP status of the refusal.
	Status int
	// Text is the service's sentence with {holes}.
	Text string
	// Source says where the sentence was seen.
	Source string
}

// Clauses lists the clauses of all contracts, by id, then API, then text. A
// sentence that is said in several cases is listed once.
func Clauses() []ListedClause {
	var all []ListedClause
	for _, a := range APIs {
		for _, c := range a.Contract.Clauses() {
			l := ListedClause{
				API: a.Name, ID: c.ID, Level: levelOf(c), Status: c.Status, Text: c.Text, Source: c.Source,
			}
			if l.Status == 0 {
				l.Status = 400
			}
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b ListedClause) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.API, b.API), cmp.Compare(a.Text, b.Text),
			cmp.Compare(a.Level, b.Level), cmp.Compare(a.Source, b.Source), a.Status-b.Status)
	})
	return slices.Compact(all)
}

func levelOf(c *Clause) string {
	if c.Level == contract.Reject && len(c.Profiles) > 0 {
		return "profile:" + strings.Join(c.Profiles, ",")
	}
	return c.Level.String()
}
