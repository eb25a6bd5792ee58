package integrity_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

var update = flag.Bool("update", false, "rewrite what the vectors expect")

// vector is one case with one fault. Its archive begins with the keys; unknown
// ones are an error, so that a typo does not switch a check off.
type vector struct {
	name                  string
	rule, expect, comment string
	covers                []string // kinds of damage of the catalogue
	ended                 bool
	ways                  []integrity.Way // of the policy, none for the defaults
	files                 map[string][]byte
}

const vectorDir = "../testdata/vectors"

func readVector(t *testing.T, name string) vector {
	t.Helper()
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	v := vector{name: name, files: map[string][]byte{}}
	for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "rule":
			v.rule = value
		case "expect":
			v.expect = value
		case "ended":
			v.ended = value == "yes"
		case "ways":
			for _, way := range strings.Fields(value) {
				v.ways = append(v.ways, integrity.Way(way))
			}
		case "covers":
			v.covers = strings.Fields(value)
		case "comment":
			v.comment = value
		default:
			t.Fatalf("%s: unknown key %q", name, key)
		}
	}
	for _, f := range a.Files {
		v.files[f.Name] = f.Data
	}
	return v
}

// in returns the session. An archive's files always end in a newline.
func (v vector) in() []byte {
	b := v.files["in.jsonl"]
	if !v.ended {
		b = bytes.TrimSuffix(b, []byte("\n"))
	}
	return b
}

func vectors(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(vectorDir, "*", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	return names
}

func TestVectors(t *testing.T) {
	for _, name := range vectors(t) {
		v := readVector(t, name)
		t.Run(strings.TrimSuffix(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), ".txtar"), func(t *testing.T) {
			runVector(t, v)
		})
	}
}

func runVector(t *testing.T, v vector) {
	src, err := sessionlog.Bytes(v.in())
	if err != nil {
		t.Fatal(err)
	}
	p, err := recovery.Prepare(context.Background(), src, "session.jsonl", recovery.Policy{Ways: v.ways})
	if v.expect == "refused" {
		v.compare(t, map[string]string{"error.txt": fmt.Sprintln(err)})
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{"findings.txt": findings(p), "verdict-in.txt": verdicts(t, p.Before)}
	switch v.expect {
	case "clean":
		if p.Patch != nil || len(p.Found) > 0 {
			t.Errorf("found something where there is nothing:\n%s", findings(p))
		}
	case "repaired":
		if p.Patch == nil || p.Left() > integrity.Info || !strings.Contains(findings(p), "("+v.rule+")") {
			t.Fatalf("not repaired by %s:\n%s", v.rule, findings(p))
		}
		out, err := io.ReadAll(io.NewSectionReader(p.Patch, 0, p.Patch.Size()))
		if err != nil {
			t.Fatal(err)
		}
		got["out.jsonl"], got["verdict-out.txt"] = string(out), verdicts(t, p.After)
		if strings.Contains(got["verdict-out.txt"], "refused") {
			t.Errorf("the repaired session is refused:\n%s", got["verdict-out.txt"])
		}
	case "reported":
		if p.Patch != nil || !strings.Contains(findings(p), "("+v.rule+")") {
			t.Errorf("not reported by %s, or changed:\n%s", v.rule, findings(p))
		}
	default:
		t.Fatalf("expect: %q is none of clean, repaired, reported and refused", v.expect)
	}
	if r := integrity.Find(v.rule); v.expect == "repaired" && refusable(r) && !strings.Contains(got["verdict-in.txt"], "refused") {
		t.Errorf("the fake provider accepts the session as it is, so there was nothing to repair")
	}
	v.compare(t, got)
}

// compare asks for what the vector expects, or writes what it is to expect.
func (v vector) compare(t *testing.T, got map[string]string) {
	t.Helper()
	if *update {
		v.write(t, got)
		return
	}
	for name, text := range got {
		if want := string(v.files[name]); text != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, text, want)
		}
	}
}

// refusable reports whether breaking the rule makes services refuse the
// session: pi makes up for a warning, and what a compaction forgot is lost in
// silence.
func refusable(r *integrity.Rule) bool {
	return (r.Layer == integrity.Pairs || r.Layer == integrity.Calls) && r.Severity == integrity.Error &&
		r.ID != "compaction-kept-missing"
}

func findings(p *recovery.Plan) string {
	var b strings.Builder
	for _, f := range p.Found {
		fmt.Fprintf(&b, "%d: %s: %s (%s)", f.At+1, f.Severity, f.Message, f.Rule.ID)
		if f.Fix != "" {
			fmt.Fprintf(&b, " -> %s", f.Fix)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// verdicts replays every leaf with both APIs.
func verdicts(t *testing.T, log *sessionlog.Log) string {
	t.Helper()
	vs, err := replay.Run(context.Background(), log, replay.Options{APIs: append([]string{"anthropic-messages", "openai-completions"}, ownAPIs(t, log)...)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, v := range vs {
		fmt.Fprintf(&b, "%s line %d: ", v.API, v.Leaf+1)
		if v.Accepted() {
			b.WriteString("accepted\n")
			continue
		}
		b.WriteString("refused")
		for _, x := range v.Violations {
			if x.Level == replay.Reject {
				fmt.Fprintf(&b, " %s", x.ID)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// ownAPIs returns the APIs of the session's own models beyond the two that every
// vector is replayed with.
func ownAPIs(t *testing.T, log *sessionlog.Log) []string {
	t.Helper()
	var out []string
	for _, leaf := range log.Leaves() {
		s, err := log.Settings(leaf)
		if err != nil {
			t.Fatal(err)
		}
		known := s.API == "anthropic-messages" || s.API == "openai-completions" || replay.APIOf(s.API) == nil
		if !known && !slices.Contains(out, s.API) {
			out = append(out, s.API)
		}
	}
	return out
}

func (v vector) write(t *testing.T, got map[string]string) {
	t.Helper()
	ended := map[bool]string{true: "yes", false: "no"}[v.ended]
	a := &txtar.Archive{Comment: []byte(fmt.Sprintf("rule: %s\nexpect: %s\nended: %s\n", v.rule, v.expect, ended))}
	if len(v.ways) > 0 {
		a.Comment = append(a.Comment, "ways:"...)
		for _, way := range v.ways {
			a.Comment = append(a.Comment, " "+string(way)...)
		}
		a.Comment = append(a.Comment, '\n')
	}
	if len(v.covers) > 0 {
		a.Comment = fmt.Appendf(a.Comment, "covers: %s\n", strings.Join(v.covers, " "))
	}
	a.Comment = fmt.Appendf(a.Comment, "comment: %s\n\n", v.comment)
	a.Files = append(a.Files, txtar.File{Name: "in.jsonl", Data: v.files["in.jsonl"]})
	for _, name := range []string{"findings.txt", "out.jsonl", "verdict-in.txt", "verdict-out.txt", "error.txt"} {
		if text, ok := got[name]; ok {
			a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
		}
	}
	if err := os.WriteFile(v.name, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEveryRuleHasVectors asks for one that shows the rule and one where it
// must be silent.
func TestEveryRuleHasVectors(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range vectors(t) {
		v := readVector(t, name)
		if integrity.Find(v.rule) == nil && v.rule != "none" {
			t.Errorf("%s: there is no rule %q", name, v.rule)
		}
		seen[v.rule+" "+v.expect] = true
	}
	for _, r := range integrity.Rules {
		if !seen[r.ID+" repaired"] && !seen[r.ID+" reported"] {
			t.Errorf("rule %s has no vector that shows it", r.ID)
		}
		if !seen[r.ID+" clean"] {
			t.Errorf("rule %s has no vector where it is silent", r.ID)
		}
	}
}

func TestRulesAreSound(t *testing.T) {
	if err := integrity.Validate(integrity.Rules); err != nil {
		t.Error(err)
	}
	bad := []*integrity.Rule{{ID: "Bad"}, {ID: "line-x", Doc: "only a title"}}
	if integrity.Validate(bad) == nil {
		t.Error("Validate takes rules without a doc")
	}
}
