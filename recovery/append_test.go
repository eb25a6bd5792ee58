package recovery_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// TestAppend tries the laws of appending on damaged sessions.
func TestAppend(t *testing.T) {
	sessions := soundSessions(t)
	forms := map[recovery.Form]int{}
	for n, name := range slices.Sorted(maps.Keys(sessions)) {
		for round := range max(1, *rounds/8) {
			seed := 5000 + round*97 + uint64(n)
			src, kinds := harm(seed, sessions[name], 1+int(seed%3))
			policy := recovery.Policy{Strategy: recovery.Append}
			if seed%2 == 0 {
				policy.Ways = preferences[int(seed/2)%len(preferences)]
			}
			t.Run(fmt.Sprint(name, policy.Ways), func(t *testing.T) {
				if p := obeyAppend(t, src, policy); p != nil {
					forms[p.Form]++
				}
				if t.Failed() {
					t.Logf("seed %d: %v", seed, kinds)
				}
			})
		}
	}
	t.Log(forms)
	for _, f := range []recovery.Form{recovery.LineEnd, recovery.Edits, recovery.Branch} {
		if forms[f] == 0 {
			t.Errorf("no damage was repaired in the form %q: %v", f, forms)
		}
	}
}

// obeyAppend checks that old bytes stay, that pi resumes what a rewrite would
// have it resume, and that a second run adds nothing.
func obeyAppend(t *testing.T, src []byte, policy recovery.Policy) *recovery.Plan {
	t.Helper()
	p := prepareAs(t, src, policy)
	if p == nil {
		return nil
	}
	out := repaired(t, p)
	if !bytes.Equal(out, repaired(t, prepareAs(t, src, policy))) {
		t.Error("law broken: the same input gives the same output")
	}
	if p.Refused != "" {
		if p.Patch != nil || p.Left() <= integrity.Info {
			t.Errorf("refused and repaired at once: %s", p.Refused)
		}
		return nil
	}
	if !bytes.HasPrefix(out, src) {
		t.Error("law broken: appending touches no byte that is there")
	}
	if p.Left() > integrity.Info {
		t.Errorf("law broken: all damage here can be repaired; left %v", left(p))
	}
	again := prepareAs(t, out, policy)
	if again.Patch != nil || again.Left() > integrity.Info {
		t.Errorf("law broken: a second run adds nothing: %v", names(again))
	}
	sameAsRewritten(t, p, src, policy)
	activeAccepted(t, p.After)
	return p
}

// sameAsRewritten compares what is sent for the leaf that pi resumes with what is
// sent for it after a rewrite.
func sameAsRewritten(t *testing.T, p *recovery.Plan, src []byte, policy recovery.Policy) {
	t.Helper()
	policy.Strategy = recovery.Rewrite
	want := prepareAs(t, src, policy).After
	if want.Active() < 0 {
		return
	}
	a, b := messages(t, p.After, p.After.Active()), messages(t, want, want.Active())
	if len(a) != len(b) {
		t.Fatalf("law broken: pi resumes %d messages and not %d as after a rewrite", len(a), len(b))
	}
	for i := range a {
		if a[i].Role != b[i].Role || !bytes.Equal(a[i].Content, b[i].Content) {
			t.Errorf("law broken: message %d is %s %s, and %s %s after a rewrite", i, a[i].Role, a[i].Content, b[i].Role, b[i].Content)
		}
	}
}

func activeAccepted(t *testing.T, log *sessionlog.Log) {
	t.Helper()
	if log.Active() < 0 {
		return
	}
	s, err := log.Settings(log.Active())
	if err != nil {
		t.Fatal(err)
	}
	o := replay.Options{Leaves: []int{log.Active()}}
	if replay.APIOf(s.API) == nil {
		o.APIs = []string{"anthropic-messages", "openai-completions"}
	}
	verdicts, err := replay.Run(context.Background(), log, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		if !v.Accepted() {
			t.Errorf("law broken: what pi resumes is accepted: %s: %v", v.API, v.Violations)
		}
	}
}
