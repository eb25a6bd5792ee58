package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// hostile is a session whose every text tries to leave its place.
func hostile() *Session {
	evil := "\x1b[31m]]></failure>::error file=x::y\r\n::stop-commands::<script>\u202e%0A\x00"
	return &Session{
		File: "rec/" + evil + ".jsonl", Status: Findings, Findings: []Finding{
			{Rule: "pair-orphan-result", Severity: "error", Line: 3, Entry: evil, Call: evil, Message: evil, Fix: evil, Related: []int{1}, Fails: true},
			{Rule: "pair-missing-result", Severity: "warning", Line: 5, Message: "known", Known: true},
			{Rule: "history-rejected", Severity: "info", Line: 9, Message: "a note"},
		},
		Replay: []Verdict{{API: "anthropic-messages", Leaf: evil, Violations: []Violation{{Clause: "anthropic/x", Message: evil, Line: 3}}}},
	}
}

// tell renders a run over a hostile, a sound and an unreadable session.
func tell(t *testing.T, r Renderer, task Task) {
	t.Helper()
	sessions := []*Session{hostile(), {File: "/abs/ok.jsonl", Status: Sound}, {File: "gone.jsonl", Status: Unreadable, Error: "no such file"}}
	err := r.Start(Run{Version: "1", Task: task, Rules: []Rule{{ID: "pair-orphan-result", Title: "t", Text: "text", Severity: "error"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sessions {
		if err := r.Found(s); err != nil {
			t.Fatal(err)
		}
		if err := r.Done(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.End(Summary{Sessions: 3}); err != nil {
		t.Fatal(err)
	}
}

func TestSARIF(t *testing.T) {
	for _, task := range []Task{TaskCheck, TaskReplay} {
		var out bytes.Buffer
		tell(t, &SARIF{W: &out}, task)
		log, err := sarif.FromBytes(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := log.Validate(); err != nil {
			t.Errorf("the schema of SARIF 2.1.0: %v\n%s", err, out.String())
		}
		run := log.Runs[0]
		if n := len(run.Results); n != 4 {
			t.Errorf("%d results, want 4", n)
		}
		for i, want := range []string{"new", "unchanged", "new", "new"} {
			r := run.Results[i]
			if *r.BaselineState != want {
				t.Errorf("result %d is %s, want %s", i, *r.BaselineState, want)
			}
			if id := run.Tool.Driver.Rules[r.RuleIndex].ID; *id != *r.RuleID {
				t.Errorf("result %d is of rule %s, its index leads to %s", i, *r.RuleID, *id)
			}
		}
		if *run.Invocations[0].ExecutionSuccessful {
			t.Error("a run that could not read a session calls itself successful")
		}
	}
}

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	tell(t, &JUnit{W: &out}, TaskCheck)
	suites, err := junit.Ingest(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range suites {
		for _, c := range s.Tests {
			got = append(got, c.Name+" "+string(c.Status))
		}
	}
	want := "rules failed, replay anthropic-messages failed, rules passed, read error"
	if strings.Join(got, ", ") != want {
		t.Errorf("the reader finds %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestGitHub(t *testing.T) {
	var out bytes.Buffer
	tell(t, &GitHub{W: &out}, TaskCheck)
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 5 {
		t.Errorf("%d lines, want 4 annotations and the counts:\n%s", len(lines), out.String())
	}
	for i, level := range []string{"error", "notice", "error", "error"} {
		if !strings.HasPrefix(lines[i], "::"+level+" file=") {
			t.Errorf("line %d is no annotation of level %s: %s", i, level, lines[i])
		}
	}
	if strings.ContainsAny(out.String(), "\x1b\r\x00\u202e") {
		t.Errorf("control characters pass: %q", out.String())
	}
}

// TestNewFieldsAreSeen holds the machine formats to what a baseline knows.
func TestNewFieldsAreSeen(t *testing.T) {
	var out bytes.Buffer
	tell(t, &JSON{W: &out}, TaskCheck)
	var doc struct {
		Sessions []struct {
			Findings []struct{ Known bool }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if f := doc.Sessions[0].Findings; f[0].Known || !f[1].Known {
		t.Errorf("known is %v", f)
	}
}
