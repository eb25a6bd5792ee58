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
	// Stage counts the service's checks from 1: a fault of an earlier one is
	// answered first.
	Stage int
	// Type, Param and Code fill the envelope where it has such members; they may
	// have holes. A Type of "" is the usual one, the others are then null.
	Type, Param, Code string
}

// Clauses lists the clauses of all contracts, by id, then API, then text. A
// sentence that is said in several cases is listed once.
func Clauses() []ListedClause {
	var all []ListedClause
	for _, a := range APIs {
		for stage, clauses := range a.Contract.Stages() {
			for _, c := range clauses {
				all = append(all, ListedClause{
					API: a.Name, ID: c.ID, Level: levelOf(c), Status: cmp.Or(c.Status, 400), Text: c.Text, Source: c.Source,
					Stage: stage + 1, Type: c.Type, Param: c.Param, Code: c.Code,
				})
			}
		}
	}
	slices.SortFunc(all, func(a, b ListedClause) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.API, b.API), cmp.Compare(a.Text, b.Text),
			cmp.Compare(a.Level, b.Level), cmp.Compare(a.Source, b.Source), a.Status-b.Status, a.Stage-b.Stage,
			cmp.Compare(a.Type, b.Type), cmp.Compare(a.Param, b.Param), cmp.Compare(a.Code, b.Code))
	})
	return slices.Compact(all)
}

func levelOf(c *Clause) string {
	if c.Level == contract.Reject && len(c.Profiles) > 0 {
		return "profile:" + strings.Join(c.Profiles, ",")
	}
	return c.Level.String()
}
