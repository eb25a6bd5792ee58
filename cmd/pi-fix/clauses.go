package main

import (
	"fmt"
	"io"

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
	Stage  int    `json:"stage"`
	Type   string `json:"type,omitempty"`
	Param  string `json:"param,omitempty"`
	Code   string `json:"code,omitempty"`
}

// listClauses prints what the services of the replay refuse.
func (a *app) listClauses(f formatFlag) error {
	var rows []clauseRow
	for _, c := range replay.Clauses() {
		rows = append(rows, clauseRow(c))
	}
	return a.writeClauses(rows, f)
}

func (a *app) writeClauses(rows []clauseRow, f formatFlag) error {
	if f.name == "json" {
		return report.WriteJSON(a.out, map[string][]clauseRow{"clauses": rows})
	}
	before := ""
	for _, c := range rows {
		line := fmt.Sprintf("%s (%s, %d, %s): %s\n", c.ID, c.API, c.Status, c.Level, c.Text)
		if line == before {
			continue // only its envelope or its place among the checks is another
		}
		if _, err := io.WriteString(a.out, line); err != nil {
			return err
		}
		before = line
	}
	return nil
}
