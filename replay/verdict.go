package replay

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// A Verdict is what became of one leaf with one API.
type Verdict struct {
	// API is pi's name of the API that was asked.
	API string
	// Leaf is the line of the leaf, Entry its id.
	Leaf  int
	Entry string
	// Model is the one that the request was addressed to.
	Model Model
	// Profiles are the flavours of the service whose clauses counted.
	Profiles []string
	// Exchanges are the requests that were sent; none when pi fails before.
	Exchanges []Exchange
	// Violations are all faults in the order in which they would be met,
	// warnings included.
	Violations []Violation
}

// A Violation is one fault, mapped back to the session.
type Violation struct {
	// ID is the clause's, or "pi/<fault>" for what makes pi itself fail.
	ID    string
	Level Level
	// Pointer is the place in the request body; "" when there is none.
	Pointer Pointer
	// Message is what the service answers or what pi prints.
	Message string
	// Line is the session line that the place came from, [NoLine] when no line
	// brought it about; Entry is that line's id.
	Line  int
	Entry string
	// ByPi says that pi itself is at fault and not the session: no change of the
	// session mends it.
	ByPi bool
	// Request is the index of the request among the verdict's exchanges. It is
	// their number when pi fails instead of sending one more.
	Request int
}

// String returns the violation as a line.
func (v Violation) String() string {
	return fmt.Sprintf("%s: %s (%s)", v.Pointer, v.Message, v.ID)
}

// Accepted reports whether requests were sent and every one was accepted. A leaf
// for which nothing was asked is not accepted.
func (v Verdict) Accepted() bool {
	for _, e := range v.Exchanges {
		if e.Status != 200 {
			return false
		}
	}
	for _, violation := range v.Violations {
		if violation.Level == Reject {
			return false
		}
	}
	return len(v.Exchanges) > 0
}

// Heard returns the verdict on what a client of its own, such as the real pi, sent
// for a leaf. The wire is that of [Build] for the same leaf, API and prompt, by
// which places in the bodies are found in the session; nil finds none.
func Heard(log *sessionlog.Log, leaf int, m Model, wire *Wire, exchanges []Exchange) Verdict {
	if wire == nil {
		wire = &Wire{}
	}
	v := Verdict{API: m.API, Leaf: leaf, Entry: log.EntryID(leaf), Model: m}
	v.hear(log, wire, exchanges)
	return v
}

// fail records that pi sends nothing.
func (v *Verdict) fail(log *sessionlog.Log, f *Failure) {
	violation := Violation{ID: f.ID, Level: Reject, Message: f.Text, Line: f.Line, Request: len(v.Exchanges)}
	if f.Line != NoLine {
		violation.Entry = log.EntryID(f.Line)
	}
	v.Violations = append(v.Violations, violation)
}

// hear records what came of requests that were made of one wire. What an earlier
// request was told of already is not told again.
func (v *Verdict) hear(log *sessionlog.Log, wire *Wire, exchanges []Exchange) {
	known := map[Violation]bool{}
	for _, old := range v.Violations {
		old.Request = 0
		known[old] = true
	}
	for _, e := range exchanges {
		for _, found := range e.Violations {
			violation := Violation{
				ID: found.Clause.ID, Level: found.Clause.Level,
				Pointer: found.Pointer, Message: found.Message, Line: origin(wire, found.Pointer), ByPi: found.ByPi,
			}
			if violation.Line != NoLine {
				violation.Entry = log.EntryID(violation.Line)
			}
			if !known[violation] {
				violation.Request = len(v.Exchanges)
				v.Violations = append(v.Violations, violation)
			}
		}
		v.Exchanges = append(v.Exchanges, e)
	}
}

// blocksOf names, for the list of messages of a body, the list of blocks inside
// a message, "" when it is no list of messages.
func blocksOf(list string) string {
	switch list {
	case "messages", "input":
		return "content"
	case "contents":
		return "parts"
	}
	return ""
}

// origin returns the session line that a place in the body came from. A place
// that no line brought about, like the prompt where results are missing, counts
// to the message before it.
func origin(wire *Wire, at Pointer) int {
	steps := strings.Split(strings.TrimPrefix(string(at), "/context"), "/")
	if len(steps) < 3 || blocksOf(steps[1]) == "" {
		return NoLine
	}
	i, err := strconv.Atoi(steps[2])
	if err != nil || i >= len(wire.Origins) {
		return NoLine
	}
	o := wire.Origins[i]
	if len(steps) > 4 && steps[3] == blocksOf(steps[1]) {
		if j, err := strconv.Atoi(steps[4]); err == nil && j < len(o.Parts) {
			return o.Parts[j]
		}
	}
	for i > 0 && o.Line == NoLine {
		i--
		o = wire.Origins[i]
	}
	return o.Line
}
