package contract

import (
	"errors"
	"math"
	"slices"
	"unsafe"

	"github.com/pi-fix/pi-fix/replay/js"
)

// What a body may cost is bounded, or one that is nothing but faults could use up
// the memory: a clause is told at so many places, in so many bytes.
const (
	mostPlaces = 1000
	mostBytes  = 1 << 20
)

// mostLevels is how deep a body may be nested: what goes deeper is read as the end
// of what is JSON. Every service's parser has a limit, which none of them publishes;
// this one is above all that are known of parsers and above what pi can send.
const mostLevels = 10_000

// Judge returns the violations of the body, in the order in which the service would
// come upon them. Clauses of a profile count when it is named. Of a clause that is
// broken at more than a thousand places, some are left out, never the first.
func (c *Contract) Judge(body []byte, profiles ...string) []Violation {
	found, value := c.Weigh(body, profiles...)
	value.Release()
	return found
}

// Weigh is [Contract.Judge] that hands on the body as it was parsed, for an answer to
// it: undefined when it is not JSON. It shares the bytes, which must not change before
// it is released.
func (c *Contract) Weigh(body []byte, profiles ...string) ([]Violation, js.Value) {
	req, scope := c.read(body), c.scope(profiles)
	req.limits = scope.limits
	defer req.release()
	j := judge{contract: c}
	report := j.report
	for i, clauses := range c.Stages() {
		if i > 0 && !req.Body.Exists() {
			break
		}
		for _, clause := range clauses {
			if clause.inForce(scope) {
				j.ask(clause, i)
				clause.Check(req, report)
			}
		}
	}
	slices.SortStableFunc(j.found, func(a, b Violation) int {
		if a.stage != b.stage {
			return a.stage - b.stage
		}
		return a.offset - b.offset
	})
	return j.found, req.Body
}

// A judge collects what clauses report, one clause after the other.
type judge struct {
	contract *Contract
	found    []Violation

	clause *Clause // that is asked
	stage  int
	from   int // where its violations begin
	size   int // how many bytes they have
	first  int // the offset of the first place in the body
}

func (j *judge) ask(clause *Clause, stage int) {
	j.clause, j.stage = clause, stage
	j.from, j.size, j.first = len(j.found), 0, math.MaxInt
}

func (j *judge) report(at js.Value, args ...any) {
	full := len(j.found)-j.from >= mostPlaces || j.size >= mostBytes
	if full && at.Offset() >= j.first {
		return
	}
	v := j.contract.violation(j.clause, j.stage, at, args)
	j.first = min(j.first, v.offset)
	if full {
		j.found[len(j.found)-1] = v
		return
	}
	j.size += len(v.Pointer) + len(v.Message)
	j.found = append(j.found, v)
}

// read parses a body. The values share its bytes, which nobody changes before they
// are released: what a violation tells is a copy.
func (c *Contract) read(body []byte) *Request {
	req := &Request{Raw: body}
	value, err := js.ParseWithin(unsafe.String(unsafe.SliceData(body), len(body)), mostLevels)
	if errors.As(err, &req.Syntax) {
		return req
	}
	req.Body = value
	req.View = c.Read(value)
	return req
}

// release gives back the memory of the view when all is said of it.
func (r *Request) release() {
	if view, ok := r.View.(interface{ Release() }); ok {
		view.Release()
	}
}
