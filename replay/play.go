package replay

import (
	"bytes"
	"context"
	"encoding/binary"
	"net/http"
	"strings"
	"time"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// play words a turn that answers a request, up to where the connection breaks.
func play(c *Contract, profiles []string, turn Turn, request js.Value, n int) contract.Response {
	var r contract.Response
	switch {
	case turn.Status != 0:
		r = contract.Response{Status: turn.Status, Body: turn.Body}
	case turn.Fault == NoFault || turn.Fault.Breaks():
		r = c.Answer(request, turn.Whole(), n)
	default:
		model := request.Get("model").Text()
		if model == "" {
			model = "this model"
		}
		r = c.Fail(profiles, turn, model, n)
	}
	r = withHeader(r, turn)
	switch {
	case turn.Fault == ErrorEvent && !strings.HasPrefix(r.Header["content-type"], serverSent) &&
		!strings.HasPrefix(r.Header["content-type"], framed):
		turn.Fault = Overloaded
		return play(c, profiles, turn, request, n)
	case turn.Fault.Breaks():
		at := breakAt(r, turn.Fault)
		ended := bytes.Clone(r.Body[:at])
		if turn.Fault == ErrorEvent {
			ended = append(ended, c.InterruptAs(profiles)(n, bytes.Count(ended, []byte("\n\n")))...)
		}
		r.Body = ended
	}
	if turn.Fault == CutBefore {
		r.Status = 0
	}
	return r
}

// breakAt returns how much of an answer is sent before the connection breaks.
func breakAt(r contract.Response, f Fault) int {
	ends := chunkEnds(r)
	half := len(ends) / 2
	start := 0
	if half > 0 {
		start = ends[half-1]
	}
	switch {
	case f == CutBefore:
		return 0
	case (f == CutStream || f == ErrorEvent) && start > 0:
		return start
	}
	// An answer in one piece has no place between two.
	return start + (ends[half]-start)/2
}

// chunkEnds returns where the chunks of an answer end; one that is no stream is a
// chunk by itself.
func chunkEnds(r contract.Response) []int {
	var ends []int
	for at := 0; at < len(r.Body); {
		at += chunkLen(r.Header["content-type"], r.Body[at:])
		ends = append(ends, at)
	}
	if ends == nil {
		ends = []int{0}
	}
	return ends
}

// The kinds of streams.
const serverSent, framed = "text/event-stream", "application/vnd.amazon.eventstream"

// chunkLen is the length of the first chunk of what is left of a stream.
func chunkLen(kind string, rest []byte) int {
	switch {
	case strings.HasPrefix(kind, serverSent):
		for _, end := range []string{"\r\n\r\n", "\n\n"} {
			if at := bytes.Index(rest, []byte(end)); at >= 0 {
				return at + len(end)
			}
		}
	case strings.HasPrefix(kind, framed) && len(rest) >= 4:
		if n := binary.BigEndian.Uint32(rest); n > 0 && int64(n) <= int64(len(rest)) {
			return int(n)
		}
	}
	return len(rest)
}

// wait keeps a client waiting, and reports whether it is still there.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// write sends an answer, a stream chunk by chunk, and breaks the connection where
// its fault says so.
func write(w http.ResponseWriter, r contract.Response, f Fault) {
	if f == CutBefore {
		panic(http.ErrAbortHandler)
	}
	for name, value := range r.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(r.Status)
	// A client that is gone by now has nothing to be told.
	from, ends := 0, chunkEnds(r)
	for _, end := range ends {
		_, _ = w.Write(r.Body[from:end])
		if from = end; len(ends) > 1 {
			_ = http.NewResponseController(w).Flush()
		}
	}
	if f.Breaks() && f != ErrorEvent {
		// What was written has to be under way before the connection ends.
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}
