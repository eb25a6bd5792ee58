package integrity_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/integrity"
)

// catalogueIDs reads the yardstick: a line for each kind of damage, its id first.
func catalogueIDs(t *testing.T) []string {
	t.Helper()
	b, err := os.ReadFile("../testdata/catalogue.txt")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for line := range strings.Lines(string(b)) {
		id, name, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || name == "" {
			t.Errorf("catalogue.txt: no name in %q", line)
		}
		ids = append(ids, id)
	}
	return ids
}

// TestCatalogue holds every kind of damage to its decision: a rule that names it
// and a vector that shows it, or a vector where every rule is silent.
func TestCatalogue(t *testing.T) {
	if *update {
		return // the findings that it reads are being written
	}
	shown := map[string]bool{} // "P04 repaired"
	for _, name := range vectors(t) {
		v := readVector(t, name)
		for _, id := range v.covers {
			shown[id+" "+v.expect] = true
			c := classOf(id)
			if c == nil {
				t.Errorf("%s covers %s, which the catalogue does not have", name, id)
				continue
			}
			named := slices.ContainsFunc(c.Rules(), func(r *integrity.Rule) bool {
				return bytes.Contains(v.files["findings.txt"], []byte("("+r.ID+")"))
			})
			if (v.expect == "repaired" || v.expect == "reported") && !named {
				t.Errorf("%s covers %s, but no rule that names %s finds anything in it", name, id, id)
			}
		}
	}
	var have []string
	for _, c := range integrity.Catalogue() {
		have = append(have, c.ID)
		holds(t, c, shown)
	}
	want := catalogueIDs(t)
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("the table has the ids\n%v\nthe catalogue\n%v", have, want)
	}
	for _, r := range integrity.Rules {
		for _, id := range r.Classes {
			if c := classOf(id); c == nil || c.Decision < integrity.Reported {
				t.Errorf("rule %s names %s, which the table does not have as repaired or reported", r.ID, id)
			}
		}
	}
}

func classOf(id string) *integrity.Class {
	all := integrity.Catalogue()
	if i := slices.IndexFunc(all, func(c integrity.Class) bool { return c.ID == id }); i >= 0 {
		return &all[i]
	}
	return nil
}

// holds asks for what a decision promises.
func holds(t *testing.T, c integrity.Class, shown map[string]bool) {
	t.Helper()
	if (c.Why == "") != (c.Decision == integrity.Repaired) {
		t.Errorf("%s: what is not repaired says why, and nothing else does", c.ID)
	}
	if c.Test != "" && hasTest(t, c.Test) {
		return
	}
	switch c.Decision {
	case integrity.Repaired:
		if len(c.Rules()) == 0 || !shown[c.ID+" repaired"] {
			t.Errorf("%s is repaired by %d rules and shown by no vector that expects it", c.ID, len(c.Rules()))
		}
	case integrity.Reported:
		if !shown[c.ID+" refused"] && (len(c.Rules()) == 0 || !shown[c.ID+" reported"]) {
			t.Errorf("%s is reported by %d rules and shown by no vector that expects it", c.ID, len(c.Rules()))
		}
	case integrity.Guarded:
		if !shown[c.ID+" clean"] {
			t.Errorf("%s is guarded and in no vector where the rules are silent", c.ID)
		}
	}
}

// hasTest reports whether a test is there: "recovery TestLaws".
func hasTest(t *testing.T, name string) bool {
	dir, fn, _ := strings.Cut(name, " ")
	files, err := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte("\nfunc "+fn+"(t *testing.T)")) {
			return true
		}
	}
	t.Errorf("there is no test %s", name)
	return false
}
