package mapper

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var referenceLine = regexp.MustCompile(`^ *(?:class |FUNCTION |INDEX |TRIGGER |TYPE )?(.+?)(?: = \.\.\.|:) \[(\d+)`)

// TestReference holds that what pi-read-map 1.3.0 lists of the large documents is
// listed here too, with its line. Its lines of JSON are made up, so that there only
// the keys are compared; and it takes the tables that a function body makes for
// tables of the file.
func TestReference(t *testing.T) {
	const dir = "../../shared/corpus/sources/"
	if _, err := os.Stat(dir); err != nil && os.Getenv("PI_FIX_REQUIRE_CORPUS") == "" {
		t.Skip("the sources of ../shared/corpus are absent")
	}
	for _, name := range []string{"CHANGELOG-1.29.md", "readme.md", "openapi-head.yaml", "data.json", "structure.sql"} {
		src, err := os.ReadFile(dir + name)
		if err != nil {
			t.Fatal(err)
		}
		reference, err := os.ReadFile(dir + name + ".map.txt")
		if err != nil {
			t.Fatal(err)
		}
		ours := map[string]bool{}
		for _, s := range outline(t, name, src).All {
			ours[s.Name+"@"+strconv.Itoa(s.First)] = true
			if strings.HasSuffix(name, ".json") {
				ours[s.Name] = true
			}
			for line := s.First; s.Kind == Kind("alter table") && line <= s.Last; line++ {
				ours["alter@"+strconv.Itoa(line)] = true
			}
		}
		compareReference(t, name, string(reference), ours)
	}
}

func compareReference(t *testing.T, name, reference string, ours map[string]bool) {
	all, lost := 0, []string{}
	for line := range strings.Lines(reference) {
		m := referenceLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil || strings.HasPrefix(m[1], "[Map") {
			continue
		}
		if all++; strings.HasSuffix(name, ".json") {
			key, _, _ := strings.Cut(m[1], ":")
			if !ours[key] {
				lost = append(lost, key)
			}
			continue
		}
		what := m[1]
		if strings.HasSuffix(name, ".sql") {
			what, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(what, "TABLE "), "SCHEMA "), "VIEW "), " ON ")
			if ours["alter@"+m[2]] {
				continue
			}
		}
		if !ours[what+"@"+m[2]] {
			lost = append(lost, m[0])
		}
	}
	if all == 0 || 100*len(lost) > all {
		t.Errorf("%s: %d of %d are not listed: %q", name, len(lost), all, lost[:min(len(lost), 5)])
	}
	t.Logf("%s: %d of %d", name, all-len(lost), all)
}
