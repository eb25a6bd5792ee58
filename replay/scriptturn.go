package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// scriptTurn is a turn as it stands in a file.
type scriptTurn struct {
	Text       string            `json:"text"`
	Thinking   string            `json:"thinking"`
	Calls      []scriptCall      `json:"calls"`
	Stop       string            `json:"stop"`
	Usage      *scriptUsage      `json:"usage"`
	Delay      string            `json:"delay"`
	Fault      string            `json:"fault"`
	RetryAfter string            `json:"retry_after"`
	Status     int               `json:"status"`
	Body       json.RawMessage   `json:"body"`
	Header     map[string]string `json:"header"`
}

type scriptCall struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type scriptUsage struct {
	Input      int `json:"input"`
	Output     int `json:"output"`
	CacheRead  int `json:"cacheRead"`
	CacheWrite int `json:"cacheWrite"`
}

func readTurn(raw json.RawMessage) (Turn, error) {
	var row scriptTurn
	if !bytes.HasPrefix(raw, []byte("{")) {
		return Turn{}, errors.New("it is no object")
	}
	if err := strict(raw, &row); err != nil {
		return Turn{}, err
	}
	turn := Turn{Text: row.Text, Stop: Stop(row.Stop), Status: row.Status}
	for _, part := range []func(*Turn) error{row.says, row.costs, row.times, row.fails, row.answers} {
		if err := part(&turn); err != nil {
			return Turn{}, err
		}
	}
	return turn, nil
}

// says takes in what the model says.
func (row *scriptTurn) says(turn *Turn) error {
	for i, c := range row.Calls {
		switch {
		case c.Name == "":
			return fmt.Errorf("call %d has no name", i+1)
		case c.Arguments != nil && !bytes.HasPrefix(c.Arguments, []byte("{")):
			return fmt.Errorf("the arguments of call %d are no object", i+1)
		}
		turn.Calls = append(turn.Calls, Call{ID: c.ID, Name: c.Name, Arguments: c.Arguments})
	}
	if row.Thinking != "" {
		turn.Blocks = append([]Block{{Thought: &Thought{Text: row.Thinking}}}, turn.Content()...)
	}
	stops := []Stop{"", contract.StopEnd, contract.StopLength, contract.StopCalls}
	if !slices.Contains(stops, turn.Stop) {
		return fmt.Errorf("unknown stop %q: it is stop, length or toolUse", row.Stop)
	}
	return nil
}

func (row *scriptTurn) costs(turn *Turn) error {
	if row.Usage == nil {
		return nil
	}
	u := Usage(*row.Usage)
	if min(u.Input, u.Output, u.CacheRead, u.CacheWrite) < 0 {
		return errors.New("a usage below zero")
	}
	turn.Usage = &u
	return nil
}

func (row *scriptTurn) times(turn *Turn) (err error) {
	if turn.Delay, err = duration(row.Delay); err != nil {
		return fmt.Errorf("delay: %w", err)
	}
	if turn.RetryAfter, err = duration(row.RetryAfter); err != nil {
		return fmt.Errorf("retry_after: %w", err)
	}
	return nil
}

var errDuration = errors.New(`it is a number with a unit, like "500ms" or "2s"`)

// duration reads a time span; nothing is none.
func duration(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q: %w", text, errDuration)
	}
	return d, nil
}

// usualWait is what a service that refuses for its load asks for.
const usualWait = time.Second

func (row *scriptTurn) fails(turn *Turn) error {
	says := row.Text != "" || row.Thinking != "" || row.Calls != nil || row.Stop != "" || row.Usage != nil
	if row.Fault != "" {
		var known bool
		if turn.Fault, known = contract.FaultNamed(row.Fault); !known {
			return &UnknownFaultError{row.Fault}
		}
	}
	failing := turn.Fault != NoFault && !turn.Fault.Breaks()
	switch {
	case failing && row.Status != 0:
		return fmt.Errorf("%s has a status of its own", turn.Fault)
	case failing && says:
		return fmt.Errorf("a service that is %s says nothing else", turn.Fault)
	case row.Status != 0 && says:
		return errors.New("an answer with a status says nothing but its body")
	case row.RetryAfter != "" && !asksToWait(turn.Fault):
		return errors.New("retry_after belongs to rate-limited, overloaded or server-error")
	case turn.Fault == RateLimited && row.RetryAfter == "":
		turn.RetryAfter = usualWait
	}
	return nil
}

// asksToWait reports whether a service that fails so can name a time to wait.
func asksToWait(f Fault) bool {
	return f == RateLimited || f == Overloaded || f == ServerError
}

// answers takes in an answer that is no turn, and the header of any.
func (row *scriptTurn) answers(turn *Turn) error {
	switch {
	case row.Body != nil && row.Status == 0:
		return errors.New("a body needs a status")
	case row.Status != 0 && (row.Status < 200 || row.Status > 599):
		return fmt.Errorf("status %d: it is one from 200 to 599", row.Status)
	}
	turn.Header = map[string]string{}
	var text string
	turn.Body = row.Body
	if json.Unmarshal(row.Body, &text) == nil {
		turn.Body = []byte(text)
		turn.Header["content-type"] = "text/plain; charset=utf-8"
	}
	for name, value := range row.Header {
		turn.Header[strings.ToLower(name)] = value
	}
	return nil
}
