package report

import (
	"bytes"
	"encoding/json"
	"io"
)

// JSONL renders one event per line, with the fields that [JSON] has for it: the
// run, each finding and verdict with the file it belongs to, each session, the
// summary.
type JSONL struct {
	W io.Writer
}

// Start writes the event "run".
func (j *JSONL) Start(r Run) error {
	return j.write(struct {
		Event   string `json:"event"`
		Schema  string `json:"schema"`
		Version string `json:"version"`
	}{"run", Schema, r.Version})
}

// Found does nothing: whether a finding is fixed is known when its session is done.
func (j *JSONL) Found(*Session) error { return nil }

// Done writes the events of a session: its findings, its verdicts, itself.
func (j *JSONL) Done(s *Session) error {
	for _, f := range s.Findings {
		if err := j.write(struct {
			Event string `json:"event"`
			File  string `json:"file"`
			Finding
		}{"finding", s.File, f}); err != nil {
			return err
		}
	}
	for _, v := range s.Replay {
		if err := j.write(struct {
			Event string `json:"event"`
			File  string `json:"file"`
			Verdict
		}{"verdict", s.File, v}); err != nil {
			return err
		}
	}
	one := *s
	one.Findings, one.Replay = nil, nil
	return j.write(struct {
		Event string `json:"event"`
		Session
	}{"session", one})
}

// End writes the event "summary".
func (j *JSONL) End(s Summary) error {
	return j.write(struct {
		Event string `json:"event"`
		Summary
	}{"summary", s})
}

func (j *JSONL) write(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := jsonVisible{j.W}.Write(b.Bytes())
	return err
}
