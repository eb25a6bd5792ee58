package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
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
// request. The fields must not change once it serves; a Provider must not be
// copied, and serves concurrent requests.
type Provider struct {
	// Contract is the only API to serve; nil serves all of [APIs].
	Contract *Contract
	// Profiles names flavours of a service whose clauses shall count too.
	Profiles []string
	// Script holds the answers to accepted requests in their order. When it has
	// run out, the answer is the zero Turn. Refused requests take no turn.
	Script []Turn
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
	// Status is that of the answer.
	Status int
	// Answer is the body of the answer.
	Answer []byte
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
	a := apiAt(APIs, r.URL.Path)
	if a == nil || r.Method != http.MethodPost || p.Contract != nil && p.Contract != a.Contract {
		write(w, notFound(r))
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		// The client broke off; there is nobody to answer.
		return
	}
	c := a.Contract
	e := Exchange{API: c.API, Path: r.URL.Path, Body: body, Violations: c.Judge(body, p.Profiles...)}
	answer := p.answer(c, &e)
	e.Status, e.Answer = answer.Status, answer.Body
	p.record(e)
	write(w, answer)
}

func (p *Provider) answer(c *Contract, e *Exchange) contract.Response {
	refusal := contract.Refusal(e.Violations)
	n, turn := p.next(refusal == nil)
	if refusal != nil {
		return c.Refuse(refusal, n)
	}
	if turn.Status != 0 {
		return withHeader(contract.Response{Status: turn.Status, Body: turn.Body}, turn)
	}
	return withHeader(c.Answer(c.Parse(e.Body), turn, n), turn)
}

// next counts a request and returns the turn that an accepted one gets.
func (p *Provider) next(accepted bool) (n int, turn Turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests++
	if accepted {
		if p.accepted < len(p.Script) {
			turn = p.Script[p.accepted]
		}
		p.accepted++
	}
	return p.requests, turn
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

func write(w http.ResponseWriter, r contract.Response) {
	for name, value := range r.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(r.Status)
	// A client that is gone by now has nothing to be told.
	_, _ = w.Write(r.Body)
}
