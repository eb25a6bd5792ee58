package replay

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// A FaultAt is a fault at a turn of a script.
type FaultAt struct {
	// Turn is counted from 1.
	Turn int
	// Fault is what happens; [NoFault] is a delay.
	Fault Fault
	// Wait is how long a delay lasts, or the wait that the service asks for.
	Wait time.Duration
}

// delayName is a fault's name for what is none: the answer only comes late.
const delayName = "delay"

// FaultNames lists the names that [ParseFaultAt] knows.
func FaultNames() []string { return append(contract.FaultNames(), delayName) }

// ErrFaultForm is the error of [ParseFaultAt] for what is no turn with a fault.
var ErrFaultForm = errors.New("it is TURN:FAULT or TURN:FAULT:TIME, like 3:overloaded or 2:delay:5s")

// ParseFaultAt reads a fault as it is given on a command line: the number of the
// turn, the name of the fault and, for a delay or a service that asks to wait, the
// time, with colons between them.
func ParseFaultAt(text string) (FaultAt, error) {
	number, rest, ok := strings.Cut(text, ":")
	name, span, timed := strings.Cut(rest, ":")
	turn, err := strconv.Atoi(number)
	if !ok || err != nil || turn < 1 || turn > maxTurn {
		return FaultAt{}, fmt.Errorf("%q: %w", text, ErrFaultForm)
	}
	f := FaultAt{Turn: turn}
	var known bool
	if f.Fault, known = contract.FaultNamed(name); !known && name != delayName {
		return FaultAt{}, &UnknownFaultError{name}
	}
	if f.Wait, err = duration(span); err != nil || timed && span == "" {
		return FaultAt{}, fmt.Errorf("%q: %w", text, ErrFaultForm)
	}
	switch {
	case name == delayName && !timed:
		return FaultAt{}, fmt.Errorf("%q: a delay needs its time: %w", text, ErrFaultForm)
	case name != delayName && timed && !asksToWait(f.Fault):
		return FaultAt{}, fmt.Errorf("%q: %s takes no time: %w", text, name, ErrFaultForm)
	case f.Fault == RateLimited && !timed:
		f.Wait = usualWait
	}
	return f, nil
}

// maxTurn keeps a slip of the finger from making a script without end.
const maxTurn = 1_000_000
