package integrity_test

import (
	"fmt"
	"log"
	"os"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// One file checked.
func ExampleCheck() {
	src, err := os.ReadFile("../testdata/broken.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	findings, err := integrity.Check(sessionlog.Parse(src), "broken.jsonl", integrity.Rules)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range findings {
		fmt.Printf("line %d: %s: %s (%s)\n", f.Line+1, f.Severity, f.Message, f.Rule.ID)
	}
	// Output:
	// line 11: error: 2 records share the line (line-glued)
	// line 17: error: the last line is cut off after 147 bytes (line-torn)
}

// A rule of one's own beside those of the package: no branch may be deeper than
// some number of entries. It looks and reports; with a Fix it could be repaired too.
func ExampleRule() {
	deep := &integrity.Rule{
		ID:       "tree-too-deep",
		Doc:      "a branch is deeper than we allow\n\nOur reviewers read sessions to their end.",
		Layer:    integrity.Tree,
		Severity: integrity.Warning,
		Classes:  []string{"house"},
		Check: func(p *integrity.Pass) {
			for _, leaf := range p.Log.Leaves() {
				if n := len(p.Log.Branch(leaf)); n > 9 {
					p.Report(integrity.Finding{Line: leaf, Severity: integrity.Warning, Message: fmt.Sprintf("%d entries lie above this leaf", n-1)})
				}
			}
		},
	}
	rules := append([]*integrity.Rule{deep}, integrity.Rules...)
	if err := integrity.Validate(rules); err != nil {
		log.Fatal(err)
	}
	src, err := os.ReadFile("../testdata/sessions/0.87.1-branch.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	findings, err := integrity.Check(sessionlog.Parse(src), "", rules)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range findings {
		fmt.Printf("line %d: %s (%s)\n", f.Line+1, f.Message, f.Rule.ID)
	}
	// Output:
	// line 15: 9 entries lie above this leaf (tree-too-deep)
}
