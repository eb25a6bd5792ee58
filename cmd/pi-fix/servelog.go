package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/contract"
)

// requestLog tells of each request as it is answered: a line on standard output
// and the whole of it in a file.
type requestLog struct {
	a    *app
	file *os.File // nil without --log
	// stop ends the server when nothing can be told any more: a log with holes is
	// worse than none.
	stop context.CancelFunc

	mu     sync.Mutex
	n      int
	err    error
	closed bool
}

func openRequestLog(a *app, name string) (*requestLog, error) {
	l := &requestLog{a: a}
	if name == "" {
		return l, nil
	}
	// What clients send is private.
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, usage("name a file in a folder that is there", "%s: the log cannot be written: %s", name, bare(name, err))
	}
	l.file = f
	return l, nil
}

// close returns the first error of telling. Requests that outlive an interrupt
// are not told of.
func (l *requestLog) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.file == nil {
		return l.err
	}
	return errors.Join(l.err, l.file.Close())
}

func (l *requestLog) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n
}

// observe tells of a request that an API answered.
func (l *requestLog) observe(e replay.Exchange) {
	l.attempt(func() error { return l.tell(e) })
}

// attempt tells something; the first error is the last thing that happens.
func (l *requestLog) attempt(tell func() error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.err != nil {
		return
	}
	if l.err = tell(); l.err != nil {
		l.stop()
	}
}

func (l *requestLog) tell(e replay.Exchange) error {
	l.n++
	if err := l.keep(e); err != nil {
		return err
	}
	if l.a.quiet && contract.Refusal(e.Violations) == nil {
		return nil
	}
	lines := []string{fmt.Sprintf("#%d %s %s: %s", l.n, e.API, e.Path, l.verdict(e))}
	if l.a.verbose {
		for _, v := range e.Violations {
			lines = append(lines, fmt.Sprintf("    %v: %s", v.Clause.Level, worded(v)))
		}
	}
	return l.print(lines...)
}

// print writes lines, which hold what clients have sent.
func (l *requestLog) print(lines ...string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(l.a.out, report.Visible(line)); err != nil {
			return err
		}
	}
	return l.a.flush()
}

// strays answers with a handler and tells of what belongs to none of its APIs,
// which most often is a wrong base URL.
func (l *requestLog) strays(p *replay.Provider) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		why := map[int]string{
			http.StatusNotFound: "belongs to no API that is served", http.StatusMethodNotAllowed: "APIs are asked by POST",
		}[p.Stray(r)]
		if why != "" && !l.a.quiet {
			l.attempt(func() error {
				return l.print(fmt.Sprintf("%s %s: %d, %s", r.Method, r.URL.Path, p.Stray(r), why))
			})
		}
		p.ServeHTTP(w, r)
	})
}

// verdict is what became of a request, with the first fault.
func (l *requestLog) verdict(e replay.Exchange) string {
	refusal, others := contract.Refusal(e.Violations), len(e.Violations)-1
	switch {
	case refusal != nil && others > 0 && !l.a.verbose:
		return fmt.Sprintf("%d, refused: %s and %d more (all: -v)", e.Status, worded(*refusal), others)
	case refusal != nil:
		return fmt.Sprintf("%d, refused: %s", e.Status, worded(*refusal))
	case e.Fault.Breaks() && e.Status < 400:
		return fmt.Sprintf("broken off after %d bytes, turn %d, %v", len(e.Answer), e.Turn, e.Fault)
	case e.Fault != replay.NoFault:
		return fmt.Sprintf("%d, turn %d, %v", e.Status, e.Turn, e.Fault)
	case others >= 0 && !l.a.verbose:
		return fmt.Sprintf("%d, turn %d; tolerated: %s", e.Status, e.Turn, worded(e.Violations[0]))
	}
	return fmt.Sprintf("%d, turn %d", e.Status, e.Turn)
}

// worded is a violation as a line. That of the body as a whole has no place.
func worded(v contract.Violation) string { return strings.TrimPrefix(v.String(), ": ") }

// loggedRequest is a line of the file of --log.
type loggedRequest struct {
	Time       string            `json:"time,omitempty"`
	Request    int               `json:"request"`
	API        string            `json:"api"`
	Path       string            `json:"path"`
	Status     int               `json:"status"`
	Accepted   bool              `json:"accepted"`
	Turn       int               `json:"turn,omitempty"`
	Fault      string            `json:"fault,omitempty"`
	Violations []loggedViolation `json:"violations"`
	Body       json.RawMessage   `json:"body"`
	Answer     string            `json:"answer"`
	Binary     []byte            `json:"answer_base64,omitempty"`
}

type loggedViolation struct {
	Clause  string `json:"clause"`
	Level   string `json:"level"`
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

// keep adds a request to the file.
func (l *requestLog) keep(e replay.Exchange) error {
	if l.file == nil {
		return nil
	}
	row := logged(l.n, e)
	row.Time = time.Now().UTC().Format(time.RFC3339Nano)
	line, err := json.Marshal(row)
	if err != nil {
		return fmt.Errorf("log request %d: %w", l.n, err)
	}
	_, err = l.file.Write(append(line, '\n'))
	return err
}

// logged is a request as it is kept.
func logged(n int, e replay.Exchange) loggedRequest {
	row := loggedRequest{
		Request: n, API: e.API, Path: e.Path, Status: e.Status, Accepted: contract.Refusal(e.Violations) == nil,
		Turn: e.Turn, Violations: toldViolations(e.Violations), Body: e.Body,
	}
	if e.Fault != replay.NoFault {
		row.Fault = e.Fault.String()
	}
	if utf8.Valid(e.Answer) {
		row.Answer = string(e.Answer)
	} else {
		row.Binary = e.Answer
	}
	if !json.Valid(e.Body) {
		row.Body, _ = json.Marshal(string(e.Body)) // a string can always be encoded
	}
	return row
}

func toldViolations(found []contract.Violation) []loggedViolation {
	out := []loggedViolation{}
	for _, v := range found {
		out = append(out, loggedViolation{
			Clause: v.Clause.ID, Level: v.Clause.Level.String(), Pointer: string(v.Pointer), Message: v.Message,
		})
	}
	return out
}
