package replay

import (
	"bytes"
	"io"
	"net/http"
)

// Loopback is an [http.RoundTripper] that calls a handler in the same process.
// A client cannot tell it from a network, except that an answer comes whole.
type Loopback struct{ Handler http.Handler }

// RoundTrip calls the handler and returns what it wrote.
func (t Loopback) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	served := req.Clone(req.Context())
	if served.Body == nil {
		served.Body = http.NoBody
	}
	w := &answer{header: http.Header{}, status: http.StatusOK}
	broken := t.serve(w, served)
	if err := served.Body.Close(); err != nil {
		return nil, err
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	var body io.Reader = &w.body
	switch {
	case broken && !w.sent:
		return nil, io.ErrUnexpectedEOF
	case broken:
		body = io.MultiReader(body, noMore{})
	}
	return &http.Response{
		Status: http.StatusText(w.status), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(body), ContentLength: length(w, broken), Request: req,
	}, nil
}

// serve calls the handler and reports whether it broke the connection.
func (t Loopback) serve(w http.ResponseWriter, req *http.Request) (broken bool) {
	defer func() {
		if cause := recover(); cause != nil {
			if cause != http.ErrAbortHandler {
				panic(cause)
			}
			broken = true
		}
	}()
	t.Handler.ServeHTTP(w, req)
	return false
}

// length is that of the whole answer, which nobody knows of one that broke off.
func length(w *answer, broken bool) int64 {
	if broken {
		return -1
	}
	return int64(w.body.Len())
}

// noMore is the end of an answer that broke off.
type noMore struct{}

// Read reports that more was to come.
func (noMore) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// answer is what a handler writes to.
type answer struct {
	header http.Header
	body   bytes.Buffer
	status int
	sent   bool
}

// Header returns the header of the answer.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader sets the status; only the first call counts.
func (a *answer) WriteHeader(status int) {
	if !a.sent {
		a.status, a.sent = status, true
	}
}

// Write adds to the body.
func (a *answer) Write(b []byte) (int, error) {
	a.sent = true
	return a.body.Write(b)
}
