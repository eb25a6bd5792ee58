// Package sdktest lets the official SDKs of the services talk to the fake
// provider. It is a module of its own, so that nobody who uses pi-fix meets the
// SDKs.
package sdktest

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

// A talk is a conversation that is held through one SDK. It begins with a
// question and grows by every answer.
type talk interface {
	// ask sends what there is so far and keeps the answer, as the SDK has it, for
	// the next request.
	ask(ctx context.Context, stream bool) (answer, error)
	// result adds what a tool brought.
	result(call, tool, text string)
	// refusal is what the SDK makes of a refusal by the service; the zero value
	// means that it does not know the error as one.
	refusal(err error) refusal
}

// An answer is what a user of the SDK gets to know of one.
type answer struct {
	thinking, text  string
	call, tool      string
	arguments, stop string
	usage           replay.Usage
}

// A refusal is what a user of the SDK gets to know of one. Where the service has
// no name for what is wrong, the kind is empty.
type refusal struct {
	status        int
	kind, message string
}

// A service is an API and the SDK to speak with it.
type service struct {
	name     string
	contract *replay.Contract
	begin    func(t *testing.T, address string) talk
	// thinks says that the SDK has a place for thoughts; counts takes out of a
	// usage what it has no place for.
	thinks bool
	counts func(replay.Usage) replay.Usage
	// stops are the reasons to stop for calls and at the end.
	stops [2]string
	// kind is what a bad request is called.
	kind string
}

// All numbers differ, and each kind of JSON value and of character is there once.
const arguments = `{"path":"notes.txt","lines":[1,-2.5,true,null],"deep":{"quote":"\"\\ <é> 😀\n"}}`

var cost = replay.Usage{Input: 70, Output: 12, CacheRead: 20, CacheWrite: 10}

var script = []replay.Turn{
	{
		Blocks: []replay.Block{
			{Thought: &replay.Thought{Text: "Where are the words? 😀"}}, {Text: "I look into <notes>."},
			{Call: &replay.Call{Name: "read", Arguments: json.RawMessage(arguments)}},
		},
		Usage: &cost,
	},
	{Text: "Three words.", Usage: &cost},
}

// each runs a test for each service, streamed and whole.
func each(t *testing.T, test func(t *testing.T, s service, stream bool)) {
	for _, s := range services {
		for name, stream := range map[string]bool{"stream": true, "whole": false} {
			t.Run(s.name+"/"+name, func(t *testing.T) { test(t, s, stream) })
		}
	}
}

func (s service) serve(t *testing.T, turns ...replay.Turn) (*replay.Provider, talk) {
	t.Helper()
	p := &replay.Provider{Contract: s.contract, Script: turns}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return p, s.begin(t, server.URL)
}

// A turn with a tool call arrives whole, and what the SDK makes of it and of the
// tool's result is accepted.
func TestToolRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, s service, stream bool) {
		p, talk := s.serve(t, script...)
		first, err := talk.ask(t.Context(), stream)
		if err != nil {
			t.Fatal(err)
		}
		want := answer{text: "I look into <notes>.", tool: "read", call: first.call, stop: s.stops[0], usage: s.counts(cost)}
		if s.thinks {
			want.thinking = "Where are the words? 😀"
		}
		if !sameJSON(first.arguments, arguments) {
			t.Errorf("got arguments %s\nwant %s", first.arguments, arguments)
		}
		want.arguments = first.arguments
		if first != want || first.call == "" {
			t.Errorf("got  %+v\nwant %+v", first, want)
		}
		talk.result(first.call, first.tool, "one two three")
		second, err := talk.ask(t.Context(), stream)
		if err != nil {
			t.Fatal(err)
		}
		if want := (answer{text: "Three words.", stop: s.stops[1], usage: s.counts(cost)}); second != want {
			t.Errorf("got  %+v\nwant %+v", second, want)
		}
		for i, e := range p.Exchanges() {
			if e.Turn != i+1 || len(e.Violations) > 0 {
				t.Errorf("request %d: turn %d, %v\n%s", i+1, e.Turn, e.Violations, e.Body)
			}
		}
	})
}

func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// A refusal reaches the user of the SDK as one of the real service does.
func TestRefusal(t *testing.T) {
	each(t, func(t *testing.T, s service, stream bool) {
		p, talk := s.serve(t)
		talk.result("call_00000000000000000gone", "read", "of a call that nobody made")
		_, err := talk.ask(t.Context(), stream)
		got := talk.refusal(err)
		var want refusal
		for _, v := range p.Exchanges()[0].Violations {
			if v.Clause.Level == replay.Reject {
				want = refusal{400, s.kind, v.Message}
				break
			}
		}
		if want.message == "" || got != want {
			t.Errorf("got  %+v from %v\nwant %+v", got, err, want)
		}
	})
}

// Failures have the status by which an SDK decides whether to try again.
func TestFailures(t *testing.T) {
	each(t, func(t *testing.T, s service, stream bool) {
		for _, fault := range []replay.Fault{replay.RateLimited, replay.Overloaded, replay.ServerError, replay.Unauthorized} {
			p, talk := s.serve(t, replay.Turn{Fault: fault})
			_, err := talk.ask(t.Context(), stream)
			status := p.Exchanges()[0].Status
			if got := talk.refusal(err); got.status != status || status < 400 || got.message == "" {
				t.Errorf("%s: got %+v from %v, want status %d", fault, got, err, status)
			}
		}
	})
}

// A stream that breaks off is an error, never a short answer.
func TestBrokenStream(t *testing.T) {
	for _, s := range services {
		for _, fault := range []replay.Fault{replay.CutBefore, replay.CutStream, replay.HalfChunk, replay.ErrorEvent} {
			t.Run(s.name+"/"+fault.String(), func(t *testing.T) {
				turn := script[0]
				turn.Fault = fault
				_, talk := s.serve(t, turn)
				if got, err := talk.ask(t.Context(), true); err == nil {
					t.Errorf("got %+v", got)
				}
			})
		}
	}
}
