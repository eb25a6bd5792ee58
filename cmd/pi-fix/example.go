package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"strings"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
)

// examples holds a small damaged session for each rule, taken from the test
// vectors: a line "-- RULE --", or "-- RULE unended --" when the session lacks
// the last line end, then the session.
//
//go:embed examples.txt
var examples string

// exampleOf returns the example session of a rule, nil when there is none.
func exampleOf(id string) []byte {
	for section := range strings.SplitSeq("\n"+strings.TrimSuffix(examples, "\n"), "\n-- ") {
		head, body, _ := strings.Cut(section, " --\n")
		name, mark, _ := strings.Cut(head, " ")
		switch {
		case name != id:
		case mark == "unended":
			return []byte(body)
		default:
			return []byte(body + "\n")
		}
	}
	return nil
}

// showExample checks and repairs the example of a rule, so that what is shown is
// what the rule does.
func (a *app) showExample(r *integrity.Rule) error {
	session := exampleOf(r.ID)
	if session == nil {
		return nil
	}
	const name = "example.jsonl"
	plan, err := recovery.Prepare(context.Background(), bytes.NewReader(session), name, recovery.Policy{})
	if err != nil {
		return fmt.Errorf("example of %s: %w", r.ID, err)
	}
	s := &report.Session{File: name, Named: true}
	addFindings(s, plan, detail{})
	text := &report.Text{W: a.out, Color: a.colored(os.Stdout), Verbose: a.verbose}
	if _, err := a.out.WriteString("\nan example:\n\n"); err != nil {
		return err
	}
	for _, f := range s.Findings {
		if err := text.Finding(s, f); err != nil {
			return err
		}
	}
	if plan.Patch == nil {
		return nil
	}
	diff, err := unified(plan, name, a.verbose)
	if err != nil {
		return err
	}
	return text.Diff(diff)
}
