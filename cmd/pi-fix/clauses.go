package main

import (
	"fmt"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
)

// clauseRow is a row of `rules --contracts --format json`.
type clauseRow struct {
	API    string `json:"api"`
	ID     string `json:"id"`
	Level  string `json:"level"`
	Status int    `json:"status"`
	Text   string `json:"text"`
	Source string `json:"source"`
}

// listClauses prints what the services of the replay refuse.
func (a *app) listClauses(f formatFlag) error {
	clauses := replay.Clauses()
	if f.name == "json" {
		rows := make([]clauseRow, len(clauses))
		for i, c := range clauses {
			rows[i] = clauseRow(c)
		}
		return report.WriteJSON(a.out, map[string][]clauseRow{"clauses": rows})
	}
	for _, c := range clauses {
		if _, err := fmt.Fprintf(a.out, "%s (%s, %d, %s): %s\n", c.ID, c.API, c.Status, c.Level, c.Text); err != nil {
			return err
		}
	}
	return nil
}
