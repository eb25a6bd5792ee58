package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/replay"
)

// ruleFormats are the formats of rules, which has no events to stream.
var ruleFormats = []string{"text", "json"}

func newRules(a *app) *cobra.Command {
	var f formatFlag
	var contracts bool
	cmd := &cobra.Command{
		Use:   "rules [ID]",
		Short: "List the rules, or explain one",
		Long: `List the rules, or explain one. What a service refuses, as a replay names it, and the
kinds of damage that rules name can be asked for, too.`,
		Example: `  pi-fix rules
  pi-fix rules pair-orphan-result
  pi-fix rules anthropic/orphan-tool-result
  pi-fix rules --contracts`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeRules,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := f.check(ruleFormats); err != nil {
				return err
			}
			if contracts && len(args) == 0 {
				return a.listClauses(f)
			}
			rules := integrity.Rules
			if len(args) == 1 {
				rule := integrity.Find(args[0])
				if rule == nil {
					return a.explainOther(args[0], f)
				}
				rules = []*integrity.Rule{rule}
			}
			switch {
			case f.name == "json":
				return report.WriteJSON(a.out, ruleTable(rules))
			case len(args) == 1:
				return a.explainRule(rules[0])
			}
			return a.listRules(rules)
		},
	}
	f.add(cmd.Flags(), ruleFormats)
	cmd.Flags().BoolVar(&contracts, "contracts", false, "list what the services of the replay refuse, in their words")
	return cmd
}

func (a *app) listRules(rules []*integrity.Rule) error {
	wide := 0
	for _, r := range rules {
		wide = max(wide, len(r.ID))
	}
	for _, r := range rules {
		if _, err := fmt.Fprintf(a.out, "%-*s  %-7s  %s\n", wide, r.ID, r.Severity, r.Title()); err != nil {
			return err
		}
	}
	return nil
}

// explainRule prints what a rule is about, and an example that is checked and
// repaired on the spot.
func (a *app) explainRule(r *integrity.Rule) error {
	_, text, _ := strings.Cut(r.Doc, "\n\n")
	if _, err := fmt.Fprintf(a.out, "%s: %s\n\n%s\n\nlayer %s, severity %s, classes %s\n", r.ID, r.Title(),
		strings.TrimSpace(text), r.Layer, r.Severity, strings.Join(r.Classes, ", ")); err != nil {
		return err
	}
	return a.showExample(r)
}

// explainOther explains what is no rule, but stands where rules do: a kind of damage
// of the catalogue, or what a service refuses.
func (a *app) explainOther(id string, f formatFlag) error {
	var clauses []clauseRow
	for _, c := range replay.Clauses() {
		if c.ID == id {
			clauses = append(clauses, clauseRow(c))
		}
	}
	if clauses != nil {
		return a.writeClauses(clauses, f)
	}
	t := ruleTable(integrity.Rules)
	kind := slices.IndexFunc(t.Classes, func(c classRow) bool { return c.ID == id })
	if kind < 0 {
		return unknownRule(id)
	}
	c := t.Classes[kind]
	if f.name == "json" {
		t.Rules = slices.DeleteFunc(t.Rules, func(r ruleRow) bool { return !slices.Contains(c.Rules, r.ID) })
		t.Classes = []classRow{c}
		return report.WriteJSON(a.out, t)
	}
	_, err := fmt.Fprintln(a.out, strings.TrimRight(fmt.Sprintf("%s: %s: %s %s", c.ID, c.Decision, c.Why, inBrackets(c.Rules)), " "))
	return err
}

func inBrackets(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// ruleRow and classRow are rows of the machine-readable table.
type ruleRow struct {
	ID       string   `json:"id"`
	Layer    string   `json:"layer"`
	Severity string   `json:"severity"`
	Doc      string   `json:"doc"`
	Classes  []string `json:"classes"`
}

type classRow struct {
	ID       string   `json:"id"`
	Decision string   `json:"decision"`
	Rules    []string `json:"rules"`
	Why      string   `json:"why"`
}

type table struct {
	Rules   []ruleRow  `json:"rules"`
	Classes []classRow `json:"classes"`
}

// ruleTable lists rules and what becomes of each kind of damage. With some of the
// rules only, it has the kinds that they name.
func ruleTable(rules []*integrity.Rule) table {
	t := table{Rules: []ruleRow{}, Classes: []classRow{}}
	for _, r := range rules {
		t.Rules = append(t.Rules, ruleRow{r.ID, r.Layer.String(), r.Severity.String(), r.Doc, r.Classes})
	}
	for _, c := range integrity.Catalogue() {
		row := classRow{ID: c.ID, Decision: c.Decision.String(), Rules: []string{}, Why: c.Why}
		var titles []string
		for _, r := range c.Rules() {
			if slices.Contains(rules, r) {
				row.Rules = append(row.Rules, r.ID)
				titles = append(titles, r.Title())
			}
		}
		if row.Why == "" {
			row.Why = strings.Join(titles, "; ")
		}
		if len(row.Rules) > 0 || len(rules) == len(integrity.Rules) {
			t.Classes = append(t.Classes, row)
		}
	}
	return t
}
