package recovery_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// corpus returns the public sessions beside the project. They are read in
// place; where they are not, the test has nothing to say.
func corpus(t *testing.T) []string {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join("..", "..", "shared", "corpus", "sessions", "*.jsonl"))
	if len(names) > 0 {
		return names
	}
	if os.Getenv("PI_FIX_REQUIRE_CORPUS") != "" {
		t.Fatal("the public sessions are not beside the project")
	}
	t.Skip("the public sessions are not beside the project")
	return nil
}

// broken says what is wrong with public sessions; all others are sound. A
// session that is a prefix or a revision of another has the same faults.
var broken = map[string][]string{
	"Whamp__pi-read-map__02": {"pair-orphan-result", "content-no-usage"}, // no cost: the terminal of pi 1.5.2 ends on it
	"badbeaver88__game__02":  {"pair-missing-result"},
	"badbeaver88__game__03":  {"pair-missing-result"},
	"badbeaver88__game__06":  {"pair-missing-result"},
	"badbeaver88__game__07":  {"pair-missing-result"},
	"badlogic__pi-mono__01":  {"pair-missing-result"},
	"badlogic__pi-mono__02":  {"pair-missing-result"},
	"badlogic__pi-mono__05":  {"line-glued"},
	"badlogic__pi-mono__06":  {"line-glued"},
	"castai__kimchi-dev__03": {"content-no-usage"},
	"gmi-dungeon-master__10": {"tree-dangling-parent", "pair-orphan-result"},
	"gmi-dungeon-master__11": {"tree-dangling-parent", "pair-orphan-result"},
}

func faultsOf(name string) []string {
	for part, rules := range broken {
		if strings.Contains(name, part) {
			return rules
		}
	}
	return nil
}

func TestCorpus(t *testing.T) {
	for _, name := range corpus(t) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".jsonl"), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := sessionlog.Bytes(src)
			if err != nil {
				t.Fatal(err)
			}
			p, err := recovery.Prepare(context.Background(), s, filepath.Base(name), recovery.Policy{})
			if strings.Contains(name, "Capsule-Pro") {
				if !errors.Is(err, sessionlog.ErrNotSession) {
					t.Errorf("an event stream is taken for a session: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkCorpus(t, p, faultsOf(name))
		})
	}
}

func checkCorpus(t *testing.T, p *recovery.Plan, want []string) {
	var got []string
	for _, f := range p.Found {
		if f.Severity > integrity.Info && !slices.Contains(got, f.Rule.ID) {
			got = append(got, f.Rule.ID)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	verdicts, err := replay.Run(context.Background(), p.After, replay.Options{APIs: []string{"anthropic-messages", "openai-completions"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		if !v.Accepted() {
			t.Errorf("%s refuses the leaf of line %d: %v", v.API, v.Leaf+1, v.Violations)
		}
	}
	accepted(t, p.After) // by the service of the session's own model
}
