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
	t.Handler.ServeHTTP(w, served)
	if err := served.Body.Close(); err != nil {
		return nil, err
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{
		Status: http.StatusText(w.status), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: req,
	}, nil
}

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
