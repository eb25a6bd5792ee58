package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

const fixtureSchema = "pi-fix-fixture/1"

// The files of a fixture, beside fixture.json.
const (
	fixtureSession  = "session.jsonl"  // as pi left it
	fixtureBefore   = "before.jsonl"   // as pi found it, if it was there
	fixtureScript   = "script.json"    // what the service answered
	fixtureRequests = "requests.jsonl" // what pi sent, with the verdicts
	fixtureFiles    = "files"          // what pi worked on, as it was before
)

// fixture is a recorded run of pi: a folder, and what its fixture.json says.
type fixture struct {
	dir string

	Schema string   `json:"schema"`
	Pi     string   `json:"pi"` // version
	API    string   `json:"api"`
	Args   []string `json:"args"`
	Faults []string `json:"faults,omitempty"`
	Ended  string   `json:"ended"` // completed, or the kind of failure
}

func (f *fixture) name(part string) string { return filepath.Join(f.dir, part) }

// make starts a fixture with what the run needs.
func (f *fixture) make(o recordOptions) error {
	script := []byte("{\"turns\": []}\n")
	if o.script != "" {
		if _, err := readScript(o.script); err != nil {
			return err
		}
		var err error
		if script, err = os.ReadFile(o.script); err != nil {
			return err
		}
	}
	if _, err := chooseFaults(o.faults); err != nil {
		return err
	}
	if o.files != "" {
		if info, err := os.Stat(o.files); err != nil || !info.IsDir() {
			return usage("name a folder", "--files %s is no folder", o.files)
		}
	}
	var before []byte
	if o.session != "" {
		var err error
		if before, err = os.ReadFile(o.session); err != nil {
			return about(o.session, err)
		}
	}
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return &writeError{f.dir, err}
	}
	err := os.WriteFile(f.name(fixtureScript), script, 0o666)
	if o.session != "" {
		err = errors.Join(err, os.WriteFile(f.name(fixtureBefore), before, 0o666))
	}
	if o.files != "" {
		err = errors.Join(err, os.CopyFS(f.name(fixtureFiles), os.DirFS(o.files)))
	}
	if err != nil {
		return &writeError{f.dir, err}
	}
	return nil
}

// keep writes what a run left.
func (f *fixture) keep(run *playing) error {
	var requests bytes.Buffer
	for _, r := range run.requests {
		line, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("keep request %d: %w", r.Request, err)
		}
		requests.Write(append(line, '\n'))
	}
	var facts bytes.Buffer
	return errors.Join(
		os.WriteFile(f.name(fixtureSession), run.session, 0o666),
		os.WriteFile(f.name(fixtureRequests), requests.Bytes(), 0o666),
		report.WriteJSON(&facts, f),
		os.WriteFile(f.name("fixture.json"), facts.Bytes(), 0o666),
	)
}

// openFixture reads a recording.
func openFixture(dir string) (*fixture, []loggedRequest, error) {
	f := &fixture{dir: dir}
	text, err := os.ReadFile(f.name("fixture.json"))
	if err == nil {
		err = json.Unmarshal(text, f)
	}
	if err != nil || f.Schema != fixtureSchema || replay.APIOf(f.API) == nil {
		return nil, nil, usage("to make one: pi-fix record -o FOLDER -- PI-ARGS", "%s: this is no recording of pi-fix", dir)
	}
	text, err = os.ReadFile(f.name(fixtureRequests))
	if err != nil {
		return nil, nil, about(f.name(fixtureRequests), err)
	}
	var requests []loggedRequest
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var r loggedRequest
		if err := d.Decode(&r); err == io.EOF {
			return f, requests, nil
		} else if err != nil {
			return nil, nil, about(f.name(fixtureRequests), fmt.Errorf("request %d: %w", len(requests)+1, err))
		}
		requests = append(requests, r)
	}
}

// provider answers as the script says.
func (f *fixture) provider() (*replay.Provider, error) {
	script, err := readScript(f.name(fixtureScript))
	if err != nil {
		return nil, err
	}
	faults, err := chooseFaults(f.Faults)
	if err != nil {
		return nil, err
	}
	p := script.With(faults...).Provider()
	p.Contract = replay.APIOf(f.API).Contract
	return p, nil
}

// furnish makes a home for pi in which all is as it was.
func (f *fixture) furnish(home realpi.Home, m realpi.Model, n *events.Normalizer) error {
	if err := home.Furnish(m); err != nil {
		return err
	}
	if _, err := os.Stat(f.name(fixtureFiles)); err == nil {
		if err := os.CopyFS(home.Work(), os.DirFS(f.name(fixtureFiles))); err != nil {
			return err
		}
	}
	before, err := os.Open(f.name(fixtureBefore))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	n.Session = events.Resumed
	return errors.Join(home.Put(before), before.Close())
}

// outline is what must not change from run to run: which requests there were and
// what became of them. Their text holds dates and folders.
func outline(requests []loggedRequest, ended string) string {
	var b strings.Builder
	for _, r := range requests {
		fmt.Fprintf(&b, "request %d: %s: %d", r.Request, r.Path, r.Status)
		for _, v := range r.Violations {
			fmt.Fprintf(&b, ", %s %s at %s", v.Level, v.Clause, v.Pointer)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "ended: %s\n", ended)
	return b.String()
}
