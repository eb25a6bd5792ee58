package contract

import "encoding/json"

// A Turn is what a provider answers to one accepted request. The zero Turn says
// "ok" and ends the model's turn.
type Turn struct {
	// Text is what the model says; "" says nothing when there are calls, and
	// "ok" otherwise.
	Text string
	// Calls are the tool calls of the turn.
	Calls []Call
	// Status, when it is not 0, is the HTTP status of an answer that consists
	// of Body; this plays services that fail.
	Status int
	// Body is sent as it is when Status is set.
	Body []byte
	// Header is added to the answer, and replaces what it names.
	Header map[string]string
}

// A Call is one tool call of a turn. An empty ID is made from the number of the
// request and the call's place, so that ids differ within a provider.
type Call struct {
	ID, Name string
	// Arguments is a JSON object; nil means an empty one.
	Arguments json.RawMessage
}

// Said returns the text of the turn with its default.
func (t Turn) Said() string {
	if t.Text == "" && len(t.Calls) == 0 {
		return "ok"
	}
	return t.Text
}

// Input returns the arguments with their default.
func (c Call) Input() json.RawMessage {
	if len(c.Arguments) == 0 {
		return json.RawMessage("{}")
	}
	return c.Arguments
}
