package contract

import (
	"fmt"
	"math"
	"time"
)

// A Fault is a way for an answer to go wrong that the request is not to blame
// for.
type Fault uint8

// The faults. Those before [CutBefore] are answers of a service that fails, in
// its own words; the others are breaks of the connection.
const (
	// NoFault is an answer as it should be.
	NoFault Fault = iota
	// RateLimited is an account that has asked too much in a short time.
	RateLimited
	// Overloaded is a service that has too much to do.
	Overloaded
	// ContextOverflow is a request that is too long for the model.
	ContextOverflow
	// Unauthorized is a key that the service does not know.
	Unauthorized
	// ServerError is an error inside the service.
	ServerError
	// CutBefore breaks the connection before the answer's first byte.
	CutBefore
	// CutStream breaks it between two chunks in the middle of the answer.
	CutStream
	// HalfChunk breaks it inside of a chunk in the middle of the answer.
	HalfChunk
	// ErrorEvent ends a stream in the middle of the answer with an event that says
	// that the service failed. An answer that is no stream is one of a service that
	// is overloaded; a service without such an event breaks the connection.
	ErrorEvent
)

var faultNames = [...]string{
	"none", "rate-limited", "overloaded", "context-overflow", "auth", "server-error", "cut", "cut-stream", "half-chunk",
	"error-event",
}

// FaultNames lists the names of the faults in their order, without that of
// [NoFault].
func FaultNames() []string { return append([]string(nil), faultNames[1:]...) }

// FaultNamed returns the fault of a name; ok is false when there is none.
func FaultNamed(name string) (f Fault, ok bool) {
	for i, known := range faultNames {
		if i > 0 && name == known {
			return Fault(i), true
		}
	}
	return NoFault, false
}

// String returns the name of the fault.
func (f Fault) String() string {
	if int(f) >= len(faultNames) {
		panic(fmt.Sprintf("contract: unknown fault %d", f))
	}
	return faultNames[f]
}

// Breaks reports whether the fault breaks an answer off.
func (f Fault) Breaks() bool { return f >= CutBefore }

// Words are how a service says each fault. A text may have the holes {model} and
// {seconds}, the latter for the wait it asks for.
type Words [len(faultNames)]*Clause

// usualWords are those of a service that has none of its own.
var usualWords = Words{
	RateLimited: {
		Status: 429, Type: "rate_limit_error", Code: "rate_limit_exceeded",
		Text: "Rate limit exceeded for {model}. Please try again in {seconds}s.",
	},
	Overloaded: {Status: 503, Type: "server_error", Text: "The service is overloaded. Please try again later."},
	ContextOverflow: {
		Status: 400, Code: "context_length_exceeded",
		Text: "Your input exceeds the context window of this model. Please adjust your input and try again.",
	},
	Unauthorized: {Status: 401, Type: "authentication_error", Code: "invalid_api_key", Text: "Invalid API key"},
	ServerError:  {Status: 500, Type: "server_error", Text: "Internal server error"},
}

// Fail words a turn's fault as the service does, in the envelope of its
// refusals. The fault must be one of a service.
func (c *Contract) Fail(profiles []string, turn Turn, model string, n int) Response {
	clause := c.Faults[turn.Fault]
	if clause == nil {
		clause = usualWords[turn.Fault]
	}
	if clause == nil {
		panic("contract: no service says " + turn.Fault.String())
	}
	wait := seconds(turn.RetryAfter)
	text := fill(clause.Text, map[string]string{"model": model, "seconds": fmt.Sprint(max(wait, 1))})
	r := c.RefuseAs(profiles, &Violation{Clause: clause, Message: text, Param: clause.Param, Code: clause.Code}, n)
	if r.Header == nil {
		r.Header = map[string]string{}
	}
	if _, told := r.Header["x-should-retry"]; told && (clause.Status == 429 || clause.Status >= 500) {
		r.Header["x-should-retry"] = "true"
	}
	if wait > 0 {
		r.Header["retry-after"] = fmt.Sprint(wait)
	}
	return r
}

// seconds rounds up: a client that comes back too early is refused again.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }
