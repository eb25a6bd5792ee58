package replay_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

func historyOf(t *testing.T, log *sessionlog.Log, o replay.Options) replay.History {
	t.Helper()
	all, err := replay.EveryTurn(t.Context(), log, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 {
		t.Fatalf("%d histories, want one", len(all))
	}
	return all[0]
}

func TestEveryTurnNamesTheFirstThatBreaks(t *testing.T) {
	for _, test := range []struct {
		name, path                string
		turns, turn, answer, from int // lines are counted from 1
	}{
		{"sound", "U A[c1,c2] T(c1) T(c2) A U A", 3, 0, 0, 0},
		{"a call without a result is closed", "U A[c1] U A", 2, 0, 0, 0},
		{"an orphan", "U A U A T(x) A U A", 4, 3, 7, 6},
		{"a second result", "U A[c1] T(c1) A T(c1) A U A", 4, 3, 7, 6},
		{"only the next prompt breaks", "U A U A T(x)", 2, 0, 0, 0},
		{"no turn", "U", 0, 0, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := started("anthropic-messages")
			s.walk(t, test.path)
			h := historyOf(t, s.log(), replay.Options{APIs: []string{"anthropic-messages"}})
			if h.Turns != test.turns || h.Turn != test.turn || test.turn > 0 && h.Answer != test.answer-1 {
				t.Fatalf("got turn %d of %d, answered in line %d, want %d of %d in line %d",
					h.Turn, h.Turns, h.Answer+1, test.turn, test.turns, test.answer)
			}
			if (h.Broken != nil) != (test.turn > 0) {
				t.Fatalf("verdict %v", h.Broken)
			}
			if h.Broken != nil && h.Broken.Violations[0].Line != test.from-1 {
				t.Errorf("caused by line %d, want %d", h.Broken.Violations[0].Line+1, test.from)
			}
		})
	}
}

// A compaction that leaves the damage behind ends it for the turns that follow,
// and the first broken turn is still the one before.
func TestEveryTurnSeesWhatACompactionHides(t *testing.T) {
	s := started("anthropic-messages")
	s.walk(t, "U A T(x) A U A")
	s.entry("compaction", `,"summary":"gone","firstKeptEntryId":"e5","tokensBefore":1`)
	s.walk(t, "U A")
	if v := s.run(t, replay.Options{}); !v.Accepted() {
		t.Fatalf("the leaf is rejected: %v", v.Violations)
	}
	for _, limit := range []int64{1 << 30, 0} {
		replay.WithFullHistory(limit, func() {
			if h := historyOf(t, s.log(), replay.Options{}); h.Turn != 2 || h.Turns != 4 {
				t.Errorf("limit %d: turn %d of %d, want 2 of 4", limit, h.Turn, h.Turns)
			}
		})
	}
}

// What is left out in a long branch does not change what is found.
func TestEveryTurnOfALongBranch(t *testing.T) {
	for _, broken := range []int{0, 1, 30, 59} {
		s := started("openai-completions")
		for i := range 60 {
			s.walk(t, "U A")
			if i+1 == broken {
				s.walk(t, "T(x)")
			}
		}
		full := historyOf(t, s.log(), replay.Options{})
		replay.WithFullHistory(0, func() {
			h := historyOf(t, s.log(), replay.Options{})
			if h.Turn != full.Turn || h.Sent > 8 {
				t.Errorf("broken behind turn %d: turn %d with %d requests, want %d", broken, h.Turn, h.Sent, full.Turn)
			}
		})
		if want := broken + 1; broken > 0 && full.Turn != want || broken == 0 && full.Turn != 0 {
			t.Errorf("broken behind turn %d: found turn %d", broken, full.Turn)
		}
	}
}

// soundSessions calls f for each session that the real pi recorded.
func soundSessions(t *testing.T, f func(t *testing.T, log *sessionlog.Log)) {
	t.Helper()
	names, err := filepath.Glob("../testdata/sessions/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("no recorded sessions: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".jsonl"), func(t *testing.T) {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f(t, sessionlog.Parse(b))
		})
	}
}

func TestEveryTurnOfSoundSessions(t *testing.T) {
	soundSessions(t, func(t *testing.T, log *sessionlog.Log) {
		all, err := replay.EveryTurn(t.Context(), log, replay.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range all {
			if h.Broken != nil || h.Sent != h.Turns {
				t.Errorf("leaf %s: turn %d of %d, %d sent: %v", h.Entry, h.Turn, h.Turns, h.Sent, h.Broken)
			}
		}
	})
}
