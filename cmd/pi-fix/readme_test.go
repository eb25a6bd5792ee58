package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/integrity"
)

func readme(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestReadmeListsTheRules holds the table of the README to the rules.
func TestReadmeListsTheRules(t *testing.T) {
	text := readme(t)
	for _, r := range integrity.Rules {
		row := fmt.Sprintf("| `%s` | %s | %s |", r.ID, r.Severity, r.Title())
		if !strings.Contains(text, row) {
			t.Errorf("the README has no row\n%s", row)
		}
	}
}

// TestReadmeExample runs the README's example and compares what it prints.
func TestReadmeExample(t *testing.T) {
	text := readme(t)
	program := buildProgram(t)
	cmd := exec.Command(program, "check", "testdata/broken.jsonl")
	cmd.Dir = filepath.Join("..", "..")
	out, _ := cmd.Output() // status 1: there are findings
	if len(out) == 0 || !strings.Contains(text, "$ pi-fix check testdata/broken.jsonl\n"+string(out)) {
		t.Errorf("the README shows something else than\n%s", out)
	}
}
