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
	// Violations are all faults in the order in which the service would come
	// upon them, warnings included.
	Violations []contract.Violation
}

// Exchanges returns what was asked so far, in the order of the answers.
func (p *Provider) Exchanges() []Exchange {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.exchanges)
}

// ServeHTTP judges and answers one request. What belongs to no API, such as a
// client's look into a model catalog, is answered 404 and not recorded.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := p.api(r)
	if a == nil {
		write(w, notFound(r), NoFault)
		return
	}
	body, err := readBody(r)
	if err != nil {
		// The client broke off; there is nobody to answer.
		return
	}
	c := a.Contract.At(r.URL)
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

// Serves reports whether a request belongs to one of the APIs. What does not is
// answered 404.
func (p *Provider) Serves(r *http.Request) bool { return p.api(r) != nil }

// api returns the API that a request belongs to, nil when there is none.
func (p *Provider) api(r *http.Request) *API {
	if r.Method != http.MethodPost {
		return nil
	}
	return apiAt(p.apis(), r.URL.Path)
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

func notFound(r *http.Request) contract.Response {
	message, err := json.Marshal("no such endpoint: " + r.Method + " " + r.URL.Path)
	if err != nil {
		message = []byte(`"no such endpoint"`)
	}
	return contract.Response{
		Status: http.StatusNotFound, Header: map[string]string{"content-type": "application/json"},
		Body: fmt.Appendf(nil, `{"type":"error","error":{"type":"not_found_error","message":%s}}`, message),
	}
}
