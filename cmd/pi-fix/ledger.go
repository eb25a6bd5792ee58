package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
)

// ledgerFlags are the files that a run's findings are held against: a baseline of
// what is known, and what each session is expected to yield.
type ledgerFlags struct {
	baseline, expect             string
	updateBaseline, updateExpect bool
}

func (f *ledgerFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.baseline, "baseline", "", "only what is not in this `file` makes the exit status 1")
	fs.BoolVar(&f.updateBaseline, "update-baseline", false, "write what is found now into the file of --baseline")
	fs.StringVar(&f.expect, "expect", "", "the exit status is 1 when the sessions do not yield what this `file` says, and only then")
	fs.BoolVar(&f.updateExpect, "update-expect", false, "write what the sessions yield now into the file of --expect")
}

// open reads the files. Nil stands for those that are not asked for.
func (f *ledgerFlags) open() (*baseline, *expectation, error) {
	switch {
	case f.updateBaseline && f.baseline == "":
		return nil, nil, usage("name it: --baseline FILE --update-baseline", "--update-baseline needs a file")
	case f.updateExpect && f.expect == "":
		return nil, nil, usage("name it: --expect FILE --update-expect", "--update-expect needs a file")
	case f.baseline != "" && f.expect != "":
		return nil, nil, usage("leave one of them away", "--baseline and --expect exclude each other")
	}
	var b *baseline
	var e *expectation
	var err error
	if f.baseline != "" {
		b, err = openBaseline(f.baseline, f.updateBaseline)
	}
	if f.expect != "" {
		e, err = openExpectation(f.expect, f.updateExpect)
	}
	return b, e, err
}

// baselineSchema names the form of a baseline file.
const baselineSchema = "pi-fix-baseline/1"

// baseline is what is known to be wrong, by session and finding.
type baseline struct {
	name   string
	update bool
	known  map[string][]string // by the session's name from the file's folder
	found  map[string][]string
	count  int
}

type baselineFile struct {
	Schema   string              `json:"schema"`
	Sessions map[string][]string `json:"sessions"`
}

func openBaseline(name string, update bool) (*baseline, error) {
	b := &baseline{name: name, update: update, known: map[string][]string{}, found: map[string][]string{}}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && update {
		return b, nil
	}
	if err != nil {
		return nil, usage("to make one of what is found now: --baseline "+quote(name)+" --update-baseline",
			"%s: the baseline cannot be read: %s", name, bare(name, err))
	}
	var file baselineFile
	if err := json.Unmarshal(text, &file); err != nil || file.Schema != baselineSchema {
		return nil, usage("name a baseline, or a new file to make one: --baseline FILE --update-baseline", "%s: this is no baseline of pi-fix", name)
	}
	for k, v := range file.Sessions {
		b.known[k] = v
	}
	return b, nil
}

// mark tells what of a session is known. Each entry of the baseline stands for one
// finding, so a second one of the same kind at the same entry is new.
func (b *baseline) mark(s *report.Session) {
	key := nameFrom(b.name, s.File)
	left := map[string]int{}
	for _, k := range b.known[key] {
		left[k]++
	}
	b.found[key] = nil
	know := func(k string) bool {
		b.found[key] = append(b.found[key], k)
		left[k]--
		if left[k] < 0 && !b.update {
			return false
		}
		b.count++
		return true
	}
	for i, f := range s.Findings {
		s.Findings[i].Known = know(f.Key())
	}
	for _, v := range s.Replay {
		for i, x := range v.Violations {
			if v.Rejected() && !x.Warning {
				v.Violations[i].Known = know(v.Key(x))
			}
		}
	}
}

// finish writes the baseline when that was asked for. Sessions that this run did
// not look at stay in it as long as they exist.
func (b *baseline) finish(a *app) error {
	if b == nil || !b.update {
		return nil
	}
	out := baselineFile{Schema: baselineSchema, Sessions: map[string][]string{}}
	for key, v := range b.known {
		if _, err := os.Stat(filepath.Join(filepath.Dir(b.name), filepath.FromSlash(key))); err == nil {
			out.Sessions[key] = v
		}
	}
	for key, v := range b.found {
		if len(v) == 0 {
			delete(out.Sessions, key)
			continue
		}
		out.Sessions[key] = v
	}
	err := writeNew(b.name, 0o644, func(f *os.File) error { return report.WriteJSON(f, out) })
	if err != nil {
		return &writeError{b.name, err}
	}
	a.say("%s: %s of %s", b.name, report.Plural(b.count, "finding", "findings"), report.Plural(len(out.Sessions), "session", "sessions"))
	return nil
}

// nameFrom is a session's name from the folder of a file, so that the file means
// the same from wherever it is used.
func nameFrom(file, session string) string {
	base, err1 := filepath.Abs(filepath.Dir(file))
	name, err2 := filepath.Abs(session)
	if rel, err := filepath.Rel(base, name); errors.Join(err, err1, err2) == nil && session != standardInput {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(session)
}
