package contract

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// A Turn is what a provider answers to one accepted request. The zero Turn says
// "ok" and ends the model's turn.
//
// What the model says stands in Text and Calls or, where its order or its
// thoughts matter, in Blocks. An API whose answers know no thoughts may read Said
// and Calls alone: a [Turn.Whole] has both.
type Turn struct {
	// Text is what the model says; "" says nothing when there are calls, and
	// "ok" otherwise.
	Text string
	// Calls are the tool calls of the turn.
	Calls []Call
	// Blocks are all that the model says, in order, in place of Text and Calls.
	// nil means those two; an empty list says nothing at all.
	Blocks []Block
	// Stop is why the model stops; "" means for the calls when there are any, and
	// at its end otherwise.
	Stop Stop
	// Usage is what the answer costs; nil means a token for each direction.
	Usage *Usage
	// Delay is how long the answer keeps the client waiting.
	Delay time.Duration
	// Fault is how the answer goes wrong. A service that fails says nothing; a
	// connection that breaks was carrying what the turn says.
	Fault Fault
	// RetryAfter is the wait that a service which refuses for its load asks for.
	// Zero leaves it out.
	RetryAfter time.Duration
	// Status, when it is not 0, is the HTTP status of an answer that consists
	// of Body; this plays services that fail.
	Status int
	// Body is sent as it is when Status is set.
	Body []byte
	// Header is added to the answer, and replaces what it names.
	Header map[string]string
}

// A Block is one piece of what a model says: the one field that is set.
type Block struct {
	Text    string
	Thought *Thought
	Call    *Call
}

// A Thought is what a model says to itself.
type Thought struct {
	Text string
	// Signature is the service's proof that the thought is its own; "" has the
	// answer make one up where the API wants one.
	Signature string
	// Redacted says that the service keeps the thought to itself and gives out
	// Signature in its place.
	Redacted bool
}

// A Call is one tool call of a turn. An empty ID is made from the number of the
// request and the call's place, so that ids differ within a provider.
type Call struct {
	ID, Name string
	// Arguments is a JSON object; nil means an empty one.
	Arguments json.RawMessage
}

// Usage is what an answer costs, in tokens. Input leaves out what was read from
// or written to a cache.
type Usage struct {
	Input, Output, CacheRead, CacheWrite int
}

// Stop is why a model stops, in pi's words.
type Stop string

// The reasons to stop. [StopEnd] with calls is a model that calls tools and does
// not wait for them.
const (
	StopEnd    Stop = "stop"
	StopLength Stop = "length"
	StopCalls  Stop = "toolUse"
)

// Content returns what the model says in order, its default included.
func (t Turn) Content() []Block {
	if t.Blocks != nil {
		return t.Blocks
	}
	var blocks []Block
	if said := t.Said(); said != "" {
		blocks = append(blocks, Block{Text: said})
	}
	for i := range t.Calls {
		blocks = append(blocks, Block{Call: &t.Calls[i]})
	}
	return blocks
}

// Whole returns the turn with Text and Calls filled from its Blocks.
func (t Turn) Whole() Turn {
	if t.Blocks == nil {
		return t
	}
	var said strings.Builder
	t.Calls = nil
	for _, b := range t.Blocks {
		said.WriteString(b.Text)
		if b.Call != nil {
			t.Calls = append(t.Calls, *b.Call)
		}
	}
	t.Text = said.String()
	return t
}

// Said returns the text of the turn with its default.
func (t Turn) Said() string {
	if t.Text == "" && len(t.Calls) == 0 && t.Blocks == nil {
		return "ok"
	}
	return t.Text
}

// Reason returns why the model stops, with its default.
func (t Turn) Reason() Stop {
	switch {
	case t.Stop != "":
		return t.Stop
	case slices.ContainsFunc(t.Content(), func(b Block) bool { return b.Call != nil }):
		return StopCalls
	}
	return StopEnd
}

// Cost returns the usage with its default.
func (t Turn) Cost() Usage {
	if t.Usage == nil {
		return Usage{Input: 1, Output: 1}
	}
	return *t.Usage
}

// Input returns the arguments with their default.
func (c Call) Input() json.RawMessage {
	if len(c.Arguments) == 0 {
		return json.RawMessage("{}")
	}
	return c.Arguments
}
