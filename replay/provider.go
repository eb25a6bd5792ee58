package replay

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// A Provider is a model service that is as strict as the real one and answers
// from a script. It is an [http.Handler]; any client that can be given a base
// URL can talk to it, below any path prefix.
//
// A request is judged by the contract of the API that its path belongs to. The
// first fault refuses it, with the service's own status, headers, envelope and
// wording; every fault is in the [Exchange]. An accepted request gets the next
// [Turn], as an event stream when it asks for one.
//
// The zero value serves every API of [APIs] and answers "ok" to each
// request. Where two APIs share a path, one has it below a prefix that its
// contract names, unless the provider is made for it alone. The fields must not
// change once it serves; a Provider must not be copied, and serves concurrent
// requests.
type Provider struct {
	// Contract is the only API to serve; nil serves all of [APIs].
	Contract *Contract
	// Profiles names flavours of a service whose clauses shall count too.
	Profiles []string
	// Script holds the answers to accepted requests in their order. When it has
	// run out, the answer is Then. Refused requests take no turn.
	Script []Turn
	// Then answers whatever is asked after the script; the zero Turn says "ok".
	Then Turn
	// Observe, when set, is told each exchange instead of it being kept. It may
	// be called from several goroutines at once.
	Observe func(Exchange)

	mu        sync.Mutex
	requests  int
	accepted  int
	exchanges []Exchange
}

// An Exchange is one request to a provider and what came of it.
type Exchange struct {
	// API is pi's name of the API that judged the request.
	API string
	// Path is the URL path of the request.
	Path string
	// Body is the request body.
	Body []byte
	// Status is that of the answer, 0 when the connection broke before it.
	Status int
	// Answer is the body of the answer, as far as it was sent.
	Answer []byte
	// Turn counts the accepted requests from 1: it is the place in the script of
	// what was answered. A refused request has none.
	Turn int
	// Fault is how the script let the answer go wrong.
	Fault Fault
	// Violations are the faults in the order in which the service would come upon
	// them, warnings included, as [contract.Contract.Judge] tells them.
	Violations []contract.Violation
}

// Exchanges returns what was asked so far, in the order of the answers.
func (p *Provider) Exchanges() []Exchange {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.exchanges)
}

// ServeHTTP judges and answers one request. What belongs to no API, such as a
// client's look into a model catalog, is answered 404, another method than POST 405
// and a body that breaks off 400; none of them is recorded.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch p.Stray(r) {
	case http.StatusNotFound:
		write(w, plainly(http.StatusNotFound, "not_found_error", "no such endpoint: "+r.Method+" "+r.URL.Path), NoFault)
		return
	case http.StatusMethodNotAllowed:
		w.Header().Set("Allow", http.MethodPost)
		write(w, plainly(http.StatusMethodNotAllowed, "invalid_request_error", "method not allowed: "+r.Method), NoFault)
		return
	}
	body, err := readBody(r)
	if err != nil {
		write(w, plainly(http.StatusBadRequest, "invalid_request_error", "the body of the request breaks off"), NoFault)
		return
	}
	c := apiAt(p.apis(), r.URL.Path).Contract.At(r.URL)
	found, request := c.Weigh(body, p.Profiles...)
	e := Exchange{API: c.API, Path: r.URL.Path, Body: body, Violations: found}
	answer, delay := p.answer(c, &e, request)
	request.Release()
	e.Status, e.Answer = answer.Status, answer.Body
	there := wait(r.Context(), delay)
	p.record(e)
	if !there {
		panic(http.ErrAbortHandler) // an empty answer would look like a whole one
	}
	write(w, answer, e.Fault)
}

// Stray returns the HTTP status of the answer to a request that belongs to none of
// the APIs: 404, or 405 where only the method is none of an API. It is 0 for one that
// is judged.
func (p *Provider) Stray(r *http.Request) (status int) {
	switch {
	case apiAt(p.apis(), r.URL.Path) == nil:
		return http.StatusNotFound
	case r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed
	}
	return 0
}

// apis returns the APIs to serve.
func (p *Provider) apis() []*API {
	for i, a := range APIs {
		if a.Contract == p.Contract {
			return APIs[i : i+1]
		}
	}
	if p.Contract != nil {
		return nil
	}
	return APIs
}

// answer returns what a request is answered, and after which delay.
func (p *Provider) answer(c *Contract, e *Exchange, request js.Value) (contract.Response, time.Duration) {
	if refusal := contract.Refusal(e.Violations); refusal != nil {
		n, _ := p.count(false)
		return c.RefuseAs(p.Profiles, refusal, n), 0
	}
	n, at := p.count(true)
	turn := p.Then
	if at <= len(p.Script) {
		turn = p.Script[at-1]
	}
	if turn.Fault == ErrorEvent && c.InterruptAs(p.Profiles) == nil {
		turn.Fault = contract.CutStream
	}
	e.Turn, e.Fault = at, turn.Fault
	return play(c, p.Profiles, turn, request, n), turn.Delay
}

// count numbers a request among all and among the accepted ones.
func (p *Provider) count(accepted bool) (n, at int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests++
	if accepted {
		p.accepted++
	}
	return p.requests, p.accepted
}

func (p *Provider) record(e Exchange) {
	if p.Observe != nil {
		p.Observe(e)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.exchanges = append(p.exchanges, e)
}

func withHeader(r contract.Response, turn Turn) contract.Response {
	if r.Header == nil {
		r.Header = map[string]string{"content-type": "application/json"}
	}
	for name, value := range turn.Header {
		r.Header[name] = value
	}
	return r
}

// plainly is the answer to what no contract is asked about.
func plainly(status int, kind, message string) contract.Response {
	quoted, err := json.Marshal(message)
	if err != nil {
		panic("replay: " + err.Error()) // a string always has a form
	}
	return contract.Response{
		Status: status, Header: map[string]string{"content-type": "application/json"},
		Body: fmt.Appendf(nil, `{"type":"error","error":{"type":%q,"message":%s}}`, kind, quoted),
	}
}
