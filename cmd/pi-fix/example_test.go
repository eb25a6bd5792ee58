package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
)

var update = flag.Bool("update", false, "rewrite what scripts expect, and choose the examples of the rules anew")

// TestExamples asks that every rule can be explained with a session that shows
// it and nothing else. Run with -update after adding a rule.
func TestExamples(t *testing.T) {
	if *update {
		chooseExamples(t)
	}
	for _, r := range integrity.Rules {
		session := exampleOf(r.ID)
		if session == nil {
			t.Errorf("%s has no example; run this test with -update", r.ID)
			continue
		}
		plan, err := recovery.Prepare(t.Context(), bytes.NewReader(session), "", recovery.Policy{})
		if err != nil {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		if !slices.ContainsFunc(plan.Found, func(f recovery.Found) bool { return f.Rule == r }) {
			t.Errorf("the example of %s does not show it", r.ID)
		}
	}
}

var findingRule = regexp.MustCompile(`(?m)^\d+: .* \(([a-z-]+)\)`)

// chooseExamples takes for each rule the shortest vector with the fewest other
// findings.
func chooseExamples(t *testing.T) {
	var out strings.Builder
	for _, r := range integrity.Rules {
		names, err := filepath.Glob("../../testdata/vectors/" + r.ID + "/*.txtar")
		if err != nil {
			t.Fatal(err)
		}
		var best *candidate
		for _, name := range names {
			if c := readCandidate(t, name, r.ID); c != nil && (best == nil || c.less(*best)) {
				best = c
			}
		}
		if best != nil {
			fmt.Fprintf(&out, "-- %s%s --\n%s", r.ID, best.mark, best.session)
		}
	}
	examples = strings.TrimSuffix(out.String(), "\n")
	if err := os.WriteFile("examples.txt", []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// candidate is a vector that shows a rule.
type candidate struct {
	session string
	mark    string
	others  int
}

func (c candidate) less(d candidate) bool {
	return cmp.Or(cmp.Compare(c.others, d.others), cmp.Compare(len(c.session), len(d.session))) < 0
}

func readCandidate(t *testing.T, name, rule string) *candidate {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c := &candidate{}
	shown := 0
	for _, f := range a.Files {
		switch f.Name {
		case "in.jsonl":
			c.session = string(f.Data)
		case "findings.txt":
			for _, m := range findingRule.FindAllStringSubmatch(string(f.Data), -1) {
				if c.others++; m[1] == rule {
					shown++
				}
			}
		}
	}
	if c.others -= min(shown, 1); shown == 0 {
		return nil
	}
	if strings.Contains(string(a.Comment), "ended: no") {
		c.mark = " unended"
	}
	return c
}
