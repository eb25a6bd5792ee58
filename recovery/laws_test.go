package recovery_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// rounds is how many damaged copies of each session the laws are tried on.
var rounds = flag.Uint64("rounds", 40, "damaged copies of each session that the laws are tried on")

func prepare(t testing.TB, src []byte) *recovery.Plan {
	t.Helper()
	return prepareAs(t, src, recovery.Policy{})
}

func prepareAs(t testing.TB, src []byte, policy recovery.Policy) *recovery.Plan {
	t.Helper()
	s, err := sessionlog.Bytes(src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := recovery.Prepare(context.Background(), s, "session.jsonl", policy)
	if errors.Is(err, sessionlog.ErrNotSession) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func repaired(t testing.TB, p *recovery.Plan) []byte {
	t.Helper()
	var src sessionlog.Source = p.Before.Source()
	if p.Patch != nil {
		src = p.Patch
	}
	b, err := io.ReadAll(io.NewSectionReader(src, 0, src.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// obey checks every law on one input.
func obey(t testing.TB, src []byte) {
	t.Helper()
	obeyAs(t, src, recovery.Policy{})
}

// obeyAs checks the laws under a policy.
func obeyAs(t testing.TB, src []byte, policy recovery.Policy) {
	t.Helper()
	p := prepareAs(t, src, policy)
	if p == nil {
		return
	}
	out := repaired(t, p)
	if !bytes.Equal(out, repaired(t, prepareAs(t, src, policy))) {
		t.Error("law broken: the same input gives the same output")
	}
	if len(left(p)) > 0 {
		t.Errorf("law broken: all damage here can be repaired; left %v", left(p))
	}
	again := prepareAs(t, out, policy)
	if again == nil {
		t.Fatalf("law broken: a repaired session is a session:\n%s", out)
	}
	if again.Patch != nil {
		t.Errorf("law broken: a repair repeated changes nothing: %v", names(again))
	}
	accepted(t, p.After)
	keepsText(t, p)
	keepsContexts(t, p)
	keepsLines(t, p, src, out)
}

func left(p *recovery.Plan) (out []string) {
	for _, f := range p.Found {
		// A damaged version is like a newer one.
		if f.Fix == "" && f.Severity > integrity.Info && f.Rule.ID != "header-newer-version" {
			out = append(out, f.Rule.ID+": "+f.Message)
		}
	}
	return out
}

func names(p *recovery.Plan) (out []string) {
	for _, f := range p.Found {
		out = append(out, f.Rule.ID+": "+f.Message)
	}
	return out
}

// accepted replays every leaf.
func accepted(t testing.TB, log *sessionlog.Log) {
	t.Helper()
	var verdicts []replay.Verdict
	for _, leaf := range log.Leaves() {
		s, err := log.Settings(leaf)
		if err != nil {
			t.Fatal(err)
		}
		o := replay.Options{Leaves: []int{leaf}}
		if replay.APIOf(s.API) == nil { // as the program does where the service is unknown
			o.APIs = []string{"anthropic-messages", "openai-completions"}
		}
		vs, err := replay.Run(context.Background(), log, o)
		if err != nil {
			t.Fatal(err)
		}
		verdicts = append(verdicts, vs...)
	}
	for _, v := range verdicts {
		if !v.Accepted() {
			t.Errorf("law broken: no error left means that every leaf is accepted: %s, line %d: %v", v.API, v.Leaf+1, v.Violations)
		}
	}
}

// keepsText checks that what a user or a model said on the branch that pi resumes
// is still there. (Where damage took an entry's place in the tree, the repair
// may only add.)
func keepsText(t testing.TB, p *recovery.Plan) {
	t.Helper()
	after := map[string]int{}
	for i := range p.After.Len() {
		if id, text := spoken(p.After, i); text != "" {
			after[text]++
			_ = id
		}
	}
	for i := range p.Before.Len() {
		_, text := spoken(p.Before, i)
		if text == "" || dropsRightly(p, i) {
			continue
		}
		if after[text] == 0 {
			t.Errorf("law broken: line %d: text of a readable line is lost: %.80s", i+1, text)
		}
	}
}

// keepsContexts checks that no leaf's context lost what a user or a model said in
// it. Where ids or parents were ambiguous the repair decides what was meant.
func keepsContexts(t testing.TB, p *recovery.Plan) {
	t.Helper()
	cycle := func(f recovery.Found) bool { return f.Rule.ID == "tree-cycle" || f.Rule.ID == "tree-duplicate-id" }
	if slices.ContainsFunc(p.Found, cycle) || p.Before.Version() == 1 {
		return
	}
	// Where the lines are out of order pi resumes another one than the last.
	reordered := slices.ContainsFunc(p.Found, func(f recovery.Found) bool { return f.Rule.ID == "tree-line-order" })
	for _, leaf := range p.Before.Leaves() {
		after := p.After.Find(p.Before.ID(leaf))
		if after < 0 || p.Before.Role(leaf) == sessionlog.RoleToolResult {
			// What ends a branch can go away, or to where it belongs; what pi
			// resumes must still be there, unless the last line was no entry.
			if after = p.After.Active(); leaf != p.Before.Active() || reordered || len(p.Found) > 0 && p.Found[0].Rule.Layer == integrity.Lines {
				continue
			}
		}
		has := editedAway(p.After)
		for _, m := range messages(t, p.After, after) {
			has[asRead(m.Content)] = true
		}
		for _, m := range messages(t, p.Before, leaf) {
			if m.Role != sessionlog.RoleUser && m.Role != sessionlog.RoleAssistant || dropsRightly(p, m.Line) {
				continue
			}
			if !has[asRead(m.Content)] && !hasText(has, m.Content) {
				t.Errorf("law broken: leaf of line %d: line %d left its context", leaf+1, m.Line+1)
			}
		}
	}
}

// editedAway returns the contents that edits hide: one that comes back to the
// branch with its edit stays hidden.
func editedAway(log *sessionlog.Log) map[string]bool {
	out := map[string]bool{}
	for i := range log.Len() {
		if log.Kind(i) != sessionlog.KindContextEdit {
			continue
		}
		if at := log.Find(log.Refs(i)[0]); at >= 0 {
			if e, err := log.Entry(at); err == nil {
				out[asRead([]byte(e.Get("message.content").Raw))] = true
			}
		}
	}
	return out
}

// asRead puts U+FFFD in the place of bytes that are no UTF-8, one for any number
// of them: how many pi reads there is for a vector to hold.
func asRead(content []byte) string {
	s := strings.ToValidUTF8(string(content), "\uFFFD")
	for strings.Contains(s, "\uFFFD\uFFFD") {
		s = strings.ReplaceAll(s, "\uFFFD\uFFFD", "\uFFFD")
	}
	return s
}

// hasText looks for content that differs in call ids only.
func hasText(has map[string]bool, content []byte) bool {
	want := gjson.Get(asRead(content), "#.text").Raw
	for c := range has {
		if gjson.Get(c, "#.text").Raw == want {
			return true
		}
	}
	return false
}

func messages(t testing.TB, log *sessionlog.Log, leaf int) []sessionlog.Message {
	t.Helper()
	m, err := log.Messages(leaf)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// dropsRightly reports whether a finding of the line says that it goes.
func dropsRightly(p *recovery.Plan, line int) bool {
	for _, f := range p.Found {
		reworded := f.Rule.Layer == integrity.Content || f.Rule.Layer == integrity.Calls
		if f.At == line && f.Fix != "" && (f.Lossy || reworded || f.Rule.ID == "tree-duplicate-id") {
			return true
		}
	}
	return false
}

func spoken(log *sessionlog.Log, line int) (id, text string) {
	if r := log.Role(line); !log.IsEntry(line) || r != sessionlog.RoleUser && r != sessionlog.RoleAssistant {
		return "", ""
	}
	e, err := log.Entry(line)
	if err != nil {
		return "", ""
	}
	return e.ID(), asRead([]byte(e.Get("message.content.#.text").Raw))
}

// keepsLines checks that the output's lines are the input's but for those that
// the plan counts.
func keepsLines(t testing.TB, p *recovery.Plan, src, out []byte) {
	t.Helper()
	had := map[string]int{}
	inside := 0 // records that share a line with something
	for _, l := range bytes.Split(src, []byte("\n")) {
		had[string(l)]++
		if !gjson.ValidBytes(l) || !gjson.ParseBytes(l).IsObject() {
			inside += bytes.Count(l, []byte(`{"type":"`))
		}
	}
	fresh := 0
	for _, l := range bytes.Split(out, []byte("\n")) {
		if had[string(l)]--; had[string(l)] < 0 && len(l) > 0 {
			fresh++
		}
	}
	if most := p.Added + p.Moved + p.Relinked + p.Edited + inside; fresh > most {
		t.Errorf("law broken: untouched lines stay: %d lines are new, the plan counts %d", fresh, most)
	}
}

// TestSoundStays is the first law: a sound session stays as it is.
func TestSoundStays(t *testing.T) {
	for _, src := range [][]byte{linear(), branched(), compacted()} {
		if p := prepare(t, src); p.Patch != nil || len(p.Found) > 0 {
			t.Errorf("found %v in a sound session:\n%s", names(p), src)
		}
	}
}

// TestLaws repairs sessions with one to five damages each.
func TestLaws(t *testing.T) {
	sessions := soundSessions(t)
	var order []string
	for name := range sessions {
		order = append(order, name)
	}
	sort.Strings(order)
	if *soak > 0 || *seed != 0 {
		soakLaws(t, sessions, order)
		return
	}
	for _, name := range order {
		for seed := range *rounds {
			src, kinds := harm(seed, sessions[name], 1+int(seed%5))
			ok := t.Run(name, func(t *testing.T) {
				obey(t, src)
				if t.Failed() {
					t.Logf("seed %d: %v", seed, kinds)
				}
			})
			if !ok {
				break
			}
		}
	}
}

// TestEveryPrefix cuts sessions at every byte.
func TestEveryPrefix(t *testing.T) {
	for name, src := range map[string][]byte{"linear": linear(), "branched": branched(), "compacted": compacted()} {
		step := 7
		if testing.Short() {
			step = 61
		}
		for n := 1; n <= len(src); n += step {
			obey(t, src[:n])
			if t.Failed() {
				t.Fatalf("%s: prefix of %d bytes", name, n)
			}
		}
	}
}
