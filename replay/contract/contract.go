// Package contract holds what a model service demands of a request as data: a
// [Contract] is a list of [Clause] values in the order in which the service
// checks them, each with the service's own words.
//
// The contracts themselves stand in one package per API. A new API brings its
// clauses, an envelope for refusals and an answer for accepted requests, nothing
// else; judging, ordering and wording are done here.
package contract

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/replay/js"
)

// A Level says what a broken clause means.
type Level uint8

const (
	// Reject refuses the request.
	Reject Level = iota
	// Warn lets the request pass and is only told, because the service
	// tolerates it or the evidence conflicts.
	Warn
)

// String returns "reject" or "warn".
func (l Level) String() string {
	switch l {
	case Reject:
		return "reject"
	case Warn:
		return "warn"
	default:
		panic(fmt.Sprintf("contract: unknown level %d", l))
	}
}

// A Clause is one sentence of a contract. Several clauses may share an ID when
// the service has several sentences for one kind of fault.
type Clause struct {
	// ID is "<service>/<fault>" and never changes.
	ID string
	// Text is the service's sentence with {holes}. The holes {i}, {j} and {k} are
	// the array indexes on the way to the place of the fault, the outermost
	// first; every other hole takes the next argument of the report.
	Text string
	// Source says where the sentence was seen.
	Source string
	Level  Level
	// Profiles names the flavours of the service that enforce the clause. A
	// clause without any is always in force.
	Profiles []string
	// Unless names flavours that have other words for the fault, or none.
	Unless []string
	// Status is the HTTP status of the refusal; 0 means 400.
	Status int
	// Type, Param and Code fill the envelope where it has such members. Type ""
	// means invalid_request_error; Param and Code may have holes, and "" leaves
	// them null.
	Type, Param, Code string
	// Check reports every place where the clause is broken.
	Check func(req *Request, report Report)
	// ByPi tells of a place whether pi itself breaks the clause there, with a session
	// in which nothing is wrong, so that no change of the session mends it. nil is never.
	ByPi func(at js.Value) bool
}

// FromUser is the [Clause.ByPi] of clauses on what a user's message may not stand
// behind: pi sends two in a row, and a prompt behind results, as they come.
func FromUser(at js.Value) bool { return at.Get("role").Text() == "user" }

// A Report is told a place where a clause is broken and what goes into the holes
// of its text. The place of a missing member is the object that lacks it.
type Report func(at js.Value, args ...any)

// A Request is a request body as the clauses see it.
type Request struct {
	// Raw is the body as it came.
	Raw []byte
	// Body is undefined when Raw is not JSON; then only the first stage of a
	// contract is asked.
	Body js.Value
	// Syntax says where Raw stops being JSON, nil when it is JSON.
	Syntax *js.SyntaxError
	// View is what the contract's Read made of the body.
	View any

	limits map[string]int // by profile, as they were stated
}

// Broken returns how many characters of Raw stand before the first thing that is no
// JSON in UTF-8; broken is false when there is none.
func (r *Request) Broken() (characters int, broken bool) {
	if r.Syntax == nil && !r.Body.Repaired() {
		return 0, false
	}
	rest := r.Raw
	if r.Syntax != nil {
		rest = rest[:r.Syntax.Offset]
	}
	for ; len(rest) > 0; characters++ {
		c, size := utf8.DecodeRune(rest)
		if c == utf8.RuneError && size == 1 {
			break
		}
		rest = rest[size:]
	}
	return characters, true
}

// A Pointer is a JSON pointer (RFC 6901) into a request body.
type Pointer string

// A Violation is one broken clause at one place.
type Violation struct {
	Clause  *Clause
	Pointer Pointer
	// Message, Param and Code are the service's, holes filled.
	Message, Param, Code string
	// ByPi is what [Clause.ByPi] says of the place.
	ByPi bool

	stage, offset int
}

// String returns the violation as a line: place, sentence and clause.
func (v Violation) String() string {
	return fmt.Sprintf("%s: %s (%s)", v.Pointer, v.Message, v.Clause.ID)
}

// A Response is what goes back over HTTP.
type Response struct {
	Status int
	Header map[string]string
	Body   []byte
}

// A Contract is what one API demands and how it speaks.
type Contract struct {
	// API is the name pi has for it, like "anthropic-messages".
	API string
	// Paths are the endings of URL paths that belong to the API.
	Paths []string
	// Stages hold the clauses in the order of the service: a fault of an earlier
	// stage is answered first, within a stage the one that stands first in the
	// body. The first stage must do without a parsed body. They are built when they
	// are first asked for: a start that judges nothing has no time for them.
	// A group of clauses that is longer than a function should be is a table: a
	// variable that holds a function.
	Stages func() [][]*Clause
	// Profiles are the flavours of the service that can be chosen.
	Profiles []Profile
	// Always are the profiles that count without being named.
	Always []string
	// Read prepares the body for the clauses; its result is Request.View. One that
	// has a method Release is told when it may be used again.
	Read func(body js.Value) any
	// Holes names what else fills holes of the texts from the place of a fault;
	// nil is nothing.
	Holes func(at js.Value) map[string]string
	// Refuse words a refusal; n counts the requests of the provider.
	Refuse func(v *Violation, n int) Response
	// Answer words an accepted request's answer.
	Answer func(body js.Value, turn Turn, n int) Response
	// Interrupt words the event with which a stream ends when the service fails in
	// the middle of an answer, behind so many events; nil where it has none.
	Interrupt func(n, events int) []byte
	// Faults are the service's words for what the request is not to blame for;
	// what is missing is said as most services do.
	Faults Words
	// ByURL returns the contract for one URL where a service reads from it what
	// others read from the body, such as the model; nil means that the URL says
	// nothing.
	ByURL func(u *url.URL) *Contract
}

// At returns the contract that judges and answers requests to a URL.
func (c *Contract) At(u *url.URL) *Contract {
	if c.ByURL == nil {
		return c
	}
	return c.ByURL(u)
}

// Clauses returns all clauses in order.
func (c *Contract) Clauses() []*Clause { return slices.Concat(c.Stages()...) }

// Refusal returns the first violation that refuses the request, nil when the
// request is accepted.
func Refusal(found []Violation) *Violation {
	for i := range found {
		if found[i].Clause.Level == Reject {
			return &found[i]
		}
	}
	return nil
}

// Validate returns what is wrong with the contract itself: clauses that lack
// something or levels and profiles that contradict each other.
func (c *Contract) Validate() error {
	errs := c.validateProfiles()
	for _, clause := range c.Clauses() {
		switch {
		case clause.ID == "" || clause.Text == "" || clause.Source == "":
			errs = append(errs, fmt.Errorf("%s: clause %q lacks id, text or source", c.API, clause.ID))
		case clause.Check == nil:
			errs = append(errs, fmt.Errorf("%s: clause %s checks nothing", c.API, clause.ID))
		}
	}
	if c.API == "" || len(c.Paths) == 0 || c.Read == nil || c.Refuse == nil || c.Answer == nil {
		errs = append(errs, fmt.Errorf("contract %q is incomplete", c.API))
	}
	return errors.Join(errs...)
}
