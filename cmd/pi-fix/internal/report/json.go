package report

import (
	"bytes"
	"encoding/json"
	"io"
)

// JSON renders one document. Sessions are written as they are done, so that a
// run over many of them needs no more memory than one over few, and an
// interrupted run still leaves a whole document.
type JSON struct {
	W io.Writer

	sessions int
}

// Start opens the document.
func (j *JSON) Start(r Run) error {
	version, err := marshal(r.Version, "")
	if err != nil {
		return err
	}
	return j.write("{\n  \"schema\": \""+Schema+"\",\n  \"version\": ", version, ",\n  \"sessions\": [")
}

// Found does nothing: a session is one object, written when it is done.
func (j *JSON) Found(*Session) error { return nil }

// Done writes a session.
func (j *JSON) Done(s *Session) error {
	b, err := marshal(s, "    ")
	if err != nil {
		return err
	}
	before := ",\n    "
	if j.sessions++; j.sessions == 1 {
		before = "\n    "
	}
	return j.write(before, b, "")
}

// End writes the summary and closes the document.
func (j *JSON) End(s Summary) error {
	b, err := marshal(s, "  ")
	if err != nil {
		return err
	}
	before := "\n  ],\n  \"summary\": "
	if j.sessions == 0 {
		before = "],\n  \"summary\": "
	}
	return j.write(before, b, "\n}\n")
}

func (j *JSON) write(before string, b []byte, after string) error {
	_, err := jsonVisible{j.W}.Write([]byte(before + string(b) + after))
	return err
}

// WriteJSON writes one value as an indented document.
func WriteJSON(w io.Writer, v any) error {
	b, err := marshal(v, "")
	if err != nil {
		return err
	}
	_, err = jsonVisible{w}.Write(append(b, '\n'))
	return err
}

// marshal leaves <, > and & as they are: the output is no web page, and
// messages are full of them.
func marshal(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, "  ")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
