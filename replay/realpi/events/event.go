package events

import "encoding/json"

// A Type says what an [Event] tells.
type Type string

// The types. Every stream has one of the first two, at its beginning, unless it
// has no session at all, and one of the last two, at its end.
const (
	// Started is a session that begins, Resumed one that goes on.
	Started Type = "session-started"
	Resumed Type = "session-resumed"
	// Text is a piece of what the model says.
	Text Type = "text"
	// Thinking is all that the model thought in a turn, told when the turn ends.
	Thinking Type = "thinking"
	// ToolCall is a call that is being carried out.
	ToolCall Type = "tool-call"
	// ToolUpdate is what a tool has brought so far.
	ToolUpdate Type = "tool-update"
	// ToolCompleted and ToolFailed end a call.
	ToolCompleted Type = "tool-completed"
	ToolFailed    Type = "tool-failed"
	// Completed and Failed end the stream.
	Completed Type = "completed"
	Failed    Type = "failed"
)

// A Failure says how a run failed, so that the caller can decide whether to try
// again. Nothing here does.
type Failure string

// The failures.
const (
	// RateLimited is a service that has had enough requests for now.
	RateLimited Failure = "rate-limited"
	// Overloaded is a service that cannot answer now: it says so, has an error of
	// its own (5xx), or the connection to it broke.
	Overloaded Failure = "overloaded"
	// Rejected is a service that refuses the request; it would refuse it again.
	Rejected Failure = "rejected"
	// Crashed is a pi that ended in the middle of a run or failed by itself.
	Crashed Failure = "crashed"
	// NotStarted is a pi that could not be started.
	NotStarted Failure = "not-started"
	// Cancelled is a run that was stopped.
	Cancelled Failure = "cancelled"
)

// An Event is one message of the stream. Which fields are set depends on the type.
type Event struct {
	Type Type `json:"type"`
	// Session and Cwd are those of a session.
	Session string `json:"session,omitempty"`
	Cwd     string `json:"cwd,omitempty"`
	// Turn counts the answers of the model, from 1.
	Turn int `json:"turn,omitempty"`
	// Text is what is said or thought, or what went wrong.
	Text string `json:"text,omitempty"`
	// Call is the id of a tool call, Tool the name of its tool.
	Call string `json:"call,omitempty"`
	Tool string `json:"tool,omitempty"`
	// Arguments and Result are as pi has them. The result of an update is all
	// that there is so far.
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	// Stop is why the model stopped, of [Completed].
	Stop string `json:"stop,omitempty"`
	// Failure is the kind of a [Failed].
	Failure Failure `json:"failure,omitempty"`
	// Diagnosis belongs to the last event; nil when there is nothing to tell.
	Diagnosis *Diagnosis `json:"diagnosis,omitempty"`
}

// Last reports whether the event ends its stream.
func (e Event) Last() bool { return e.Type == Completed || e.Type == Failed }

// A Diagnosis is what else may explain how a run ended.
type Diagnosis struct {
	// Stray are the first lines that were no JSON or had no type, each cut at
	// some length; StrayLines is the number of all of them.
	Stray      []string `json:"stray,omitempty"`
	StrayLines int      `json:"stray_lines,omitempty"`
	// Notes tell where the stream contradicts itself.
	Notes []string `json:"notes,omitempty"`
	// Stderr is the end of what pi printed there.
	Stderr string `json:"stderr,omitempty"`
	// Exit is pi's exit status when it is not 0, -1 after a signal.
	Exit int `json:"exit,omitempty"`
}

const (
	maxStray     = 50
	maxStrayLine = 500
)

func (d *Diagnosis) stray(line []byte) {
	d.StrayLines++
	if len(d.Stray) >= maxStray {
		return
	}
	text := string(line[:min(len(line), maxStrayLine)])
	if len(line) > maxStrayLine {
		text += "…"
	}
	d.Stray = append(d.Stray, text)
}

func (d *Diagnosis) empty() bool {
	return d.StrayLines == 0 && len(d.Notes) == 0 && d.Stderr == "" && d.Exit == 0
}
