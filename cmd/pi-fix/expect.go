package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
)

// expectation is what sessions are expected to yield: a text of one line for each
// session, finding and rejection, which is read and reviewed like any golden file.
type expectation struct {
	name   string
	update bool
	want   []string
	got    []string
}

func openExpectation(name string, update bool) (*expectation, error) {
	e := &expectation{name: name, update: update}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && update {
		return e, nil
	}
	if err != nil {
		return nil, usage("to write down what the sessions yield now: --expect "+quote(name)+" --update-expect",
			"%s: it cannot be read: %s", name, bare(name, err))
	}
	for line := range strings.Lines(string(text)) {
		e.want = append(e.want, strings.TrimRight(line, "\r\n"))
	}
	return e, nil
}

// add writes down a session.
func (e *expectation) add(s *report.Session) {
	name := report.Visible(nameFrom(e.name, s.File))
	line := func(format string, args ...any) {
		e.got = append(e.got, name+": "+report.Visible(fmt.Sprintf(format, args...)))
	}
	if s.Error != "" {
		line("%s: %s", s.Status, s.Error)
		return
	}
	line("%s", s.Status)
	for _, f := range s.Findings {
		line("line %d: %s: %s", f.Line, f.Severity, f.Rule)
	}
	for _, v := range s.Replay {
		verdict := "accepted"
		if !v.Accepted {
			verdict = "rejected"
		}
		if v.OtherModel {
			verdict += " after a change of model"
		}
		line("leaf %s: %s: %s", v.Leaf, v.API, verdict)
		for _, x := range v.Violations {
			if !x.Warning {
				line("leaf %s: %s: line %d: %s", v.Leaf, v.API, x.Line, x.Clause)
			}
		}
	}
}

// finish writes what was found, or shows how it differs from what was expected.
func (e *expectation) finish(a *app) error {
	if e == nil {
		return nil
	}
	if a.status == exitLeft {
		a.status = exitOK // what was expected is no failure, however bad it is
	}
	text := strings.Join(append(e.got, ""), "\n")
	if e.update {
		return writeBytes(e.name, []byte(text))
	}
	if slices.Equal(e.want, e.got) {
		return nil
	}
	a.raise(exitLeft)
	a.say("%s: the sessions do not yield what is expected (-), but this (+):", e.name)
	a.say("%s", lineDiff(strings.Join(append(e.want, ""), "\n"), text))
	a.say("next: if it is meant to be so: --expect %s --update-expect", quote(e.name))
	return nil
}

// lineDiff shows the lines that only one of two texts has.
func lineDiff(a, b string) string {
	var out bytes.Buffer
	for _, d := range diffLines(a, b) {
		sign := map[diffmatchpatch.Operation]string{diffmatchpatch.DiffDelete: "-", diffmatchpatch.DiffInsert: "+"}[d.Type]
		if sign == "" {
			continue
		}
		for line := range strings.Lines(d.Text) {
			fmt.Fprintf(&out, "%s%s\n", sign, strings.TrimSuffix(line, "\n"))
		}
	}
	return out.String()
}
