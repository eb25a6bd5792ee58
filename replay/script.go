package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Script is what a [Provider] answers, turn by turn. In a file it is one JSON
// object:
//
//	{"turns": [TURN, ...], "then": TURN}
//
// The first accepted request gets the first turn, and so on; a refused request
// takes none. What comes after the last turn gets "then", which is "ok" when it is
// left out. Each member of a turn may be left out:
//
//	text         what the model says
//	thinking     what it says to itself before
//	calls        [{"name": "read", "arguments": {"path": "a.go"}, "id": "…"}]; an id
//	             is made up where there is none
//	stop         "stop", "length" or "toolUse"; what fits, where there is none
//	usage        {"input": 9, "output": 9, "cacheRead": 0, "cacheWrite": 0}
//	delay        how long the answer waits, like "1.5s"
//	fault        what goes wrong: "rate-limited", "overloaded", "context-overflow",
//	             "auth" and "server-error" are answers in the service's own words;
//	             "cut" breaks the connection before the answer, "cut-stream" in the
//	             middle of it between two chunks, "half-chunk" inside of one, and
//	             "error-event" ends it there as a service that fails does
//	retry_after  the wait that "rate-limited", "overloaded" or "server-error" asks
//	             for; "rate-limited" asks for "1s" when there is none
//	status       an answer that is no turn: its HTTP status, with
//	body         any JSON, or a string for text that is none
//	header       {"name": "value"}, added to any answer
type Script struct {
	Turns []Turn
	Then  Turn
}

// A ScriptError reports a script that cannot be played.
type ScriptError struct {
	// Turn is the turn in question, counted from 1; 0 is the file as a whole, and
	// [ThenTurn] what comes after the script.
	Turn int
	Err  error
}

// ThenTurn is the number of the turn that comes after the script.
const ThenTurn = -1

// Error returns the place and what is wrong there.
func (e *ScriptError) Error() string {
	switch e.Turn {
	case 0:
		return e.Err.Error()
	case ThenTurn:
		return "then: " + e.Err.Error()
	}
	return fmt.Sprintf("turn %d: %v", e.Turn, e.Err)
}

// Unwrap returns what is wrong.
func (e *ScriptError) Unwrap() error { return e.Err }

// An UnknownFaultError reports a name that is no fault.
type UnknownFaultError struct{ Name string }

// Error returns the name.
func (e *UnknownFaultError) Error() string { return fmt.Sprintf("unknown fault %q", e.Name) }

// ReadScript reads a script from its file form. The error is a [*ScriptError].
func ReadScript(text []byte) (*Script, error) {
	var file struct {
		Turns []json.RawMessage `json:"turns"`
		Then  json.RawMessage   `json:"then"`
	}
	if err := strict(text, &file); err != nil {
		return nil, &ScriptError{0, err}
	}
	if file.Turns == nil && file.Then == nil {
		return nil, &ScriptError{0, errors.New(`it has no "turns"`)}
	}
	s := &Script{}
	for i, raw := range file.Turns {
		turn, err := readTurn(raw)
		if err != nil {
			return nil, &ScriptError{i + 1, err}
		}
		s.Turns = append(s.Turns, turn)
	}
	if file.Then != nil {
		var err error
		if s.Then, err = readTurn(file.Then); err != nil {
			return nil, &ScriptError{ThenTurn, err}
		}
	}
	return s, nil
}

// strict reads the one JSON value of a text and refuses members that nobody
// knows: a misspelt one would be a fault that never happens.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			return fmt.Errorf("line %d: more follows the end of the object", lineAt(text, d.InputOffset()))
		}
		return nil
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: not JSON: %w", lineAt(text, syntax.Offset), err)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: it ends too early")
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("%q is a %s, which does not fit there", kind.Field, kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("a %s where an object is wanted", kind.Value)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

func lineAt(text []byte, offset int64) int {
	return bytes.Count(text[:min(offset, int64(len(text)))], []byte("\n")) + 1
}

// With returns the script with faults added to it. A delay holds up the turn
// that it names; any other fault comes in between, before that turn, so that a
// client which asks again gets what it would have got. Several faults of one
// turn come in their order. Beyond the end of the script, turns are its Then.
func (s *Script) With(faults ...FaultAt) *Script {
	out := &Script{Then: s.Then}
	last := len(s.Turns)
	for _, f := range faults {
		last = max(last, f.Turn)
	}
	for n := 1; n <= last; n++ {
		turn := s.Then
		if n <= len(s.Turns) {
			turn = s.Turns[n-1]
		}
		for _, f := range faults {
			switch {
			case f.Turn != n:
			case f.Fault == NoFault:
				turn.Delay += f.Wait
			case f.Fault.Breaks():
				broken := turn
				broken.Fault = f.Fault
				out.Turns = append(out.Turns, broken)
			default:
				out.Turns = append(out.Turns, Turn{Fault: f.Fault, RetryAfter: f.Wait})
			}
		}
		out.Turns = append(out.Turns, turn)
	}
	return out
}

// Provider returns a provider that plays the script.
func (s *Script) Provider() *Provider {
	return &Provider{Script: slices.Clone(s.Turns), Then: s.Then}
}
