package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// TestDiffRebuilds holds that a diff, with lines shown whole, makes the repaired
// session of the damaged one.
func TestDiffRebuilds(t *testing.T) {
	eachVector(t, func(t *testing.T, session []byte) {
		plan, err := recovery.Prepare(t.Context(), bytes.NewReader(session), "", recovery.Policy{})
		if err != nil || plan.Patch == nil {
			return
		}
		diff, err := unified(plan, "s.jsonl", true)
		if err != nil {
			t.Fatal(err)
		}
		after, err := io.ReadAll(io.NewSectionReader(plan.Patch, 0, plan.Patch.Size()))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := rebuild(t, shownLines(session), string(diff)), shownLines(after); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q, from\n%s", got, want, diff)
		}
	})
}

// TestLeavesOf compares the one walk with asking for each line by itself.
func TestLeavesOf(t *testing.T) {
	eachVector(t, func(t *testing.T, session []byte) {
		log := sessionlog.Parse(session)
		var found []recovery.Found
		for line := range log.Len() {
			found = append(found, recovery.Found{At: line})
		}
		reach := leavesOf(log, found)
		for line := range log.Len() {
			if !log.IsEntry(line) || log.Forward() {
				continue // a cycle has no root, so no walk gets there
			}
			want := map[string]int{}
			for _, leaf := range log.LeavesBelow(line) {
				want[entryName(log, leaf)]++
			}
			for _, name := range reach[line] {
				want[name]--
			}
			for name, n := range want {
				if n != 0 {
					t.Errorf("line %d: leaf %s is %d times too few", line+1, name, n)
				}
			}
		}
	})
}

func eachVector(t *testing.T, f func(*testing.T, []byte)) {
	names, err := filepath.Glob("../../testdata/vectors/*/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range a.Files {
			if file.Name != "in.jsonl" {
				continue
			}
			data := file.Data
			if strings.Contains(string(a.Comment), "ended: no") {
				data = bytes.TrimSuffix(data, []byte("\n"))
			}
			t.Run(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), func(t *testing.T) { f(t, data) })
		}
	}
}

// shownLines are the lines of a session as a diff shows them.
func shownLines(b []byte) []string {
	var out []string
	for line := range strings.Lines(string(b)) {
		text, ended := strings.CutSuffix(line, "\n")
		out = append(out, report.Visible(text))
		if !ended {
			out = append(out, "\\ No newline at end of file")
		}
	}
	return out
}

// rebuild applies a unified diff.
func rebuild(t *testing.T, old []string, diff string) []string {
	t.Helper()
	var out []string
	at := 0
	unended := byte(' ')
	for _, line := range strings.Split(strings.TrimSuffix(diff, "\n"), "\n")[2:] {
		mark, text := line[0], line[1:]
		if mark == '\\' {
			mark, text = unended, line
		}
		unended = mark
		switch mark {
		case '@':
			var first, n int
			if _, err := fmt.Sscanf(text, "@ -%d,%d", &first, &n); err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				first--
			}
			out = append(out, old[at:first]...)
			at = first
		case '+':
			out = append(out, text)
		case ' ', '-':
			if old[at] != text {
				t.Fatalf("the diff has %q where the session has %q", text, old[at])
			}
			if at++; mark == ' ' {
				out = append(out, text)
			}
		}
	}
	return append(out, old[at:]...)
}

func TestShorten(t *testing.T) {
	long := strings.Repeat("a", 500) + "X" + strings.Repeat("ä", 500)
	for _, test := range []struct {
		line string
		at   int
		has  string
	}{
		{"short", 3, "short"},
		{long, 0, "[1341 bytes]"},
		{long, 500, "X"},
		{long, len(long), "ä"},
		{strings.Repeat("\xff", 999), 500, "\xff"},
	} {
		got := shorten(test.line, test.at)
		if !strings.Contains(got, test.has) || len(got) > shownWidth+60 {
			t.Errorf("shorten at %d = %q, want it short and with %q in it", test.at, got, test.has)
		}
	}
}
