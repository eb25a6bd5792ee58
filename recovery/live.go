package recovery

import (
	"fmt"
	"os"
	"time"
)

// liveAge is how young a session counts as being written. pi takes no lock and
// keeps no file open, so its last write is what it leaves to see.
const liveAge = 5 * time.Second

// A Reason says why a session is taken to be in use.
type Reason int

// The reasons, the surest first.
const (
	// Idle means that nothing speaks for a use.
	Idle Reason = iota
	// Inside means that this very process was started by the session's pi.
	Inside
	// Running means that a pi runs in the session's folder. It may have another
	// session of that folder open.
	Running
	// Recent means that the session was written a moment ago.
	Recent
)

// A Use says whether a session is in use, and what speaks for it.
type Use struct {
	Reason Reason
	// PIDs are the processes of pi, in ascending order, when Running.
	PIDs []int
	// Age is the time since the last write when Recent.
	Age time.Duration
}

// A Witness holds what Live cannot see for itself.
type Witness struct {
	// Now is the time to judge the session's age by.
	Now time.Time
	// Cwd is the working folder from the session's header; empty looks for no
	// process.
	Cwd string
	// SessionFile is what pi tells its children in PI_SESSION_FILE.
	SessionFile string
	// MinAge is the age from which a session counts as at rest; zero means 5 s.
	MinAge time.Duration
}

// Live says whether a pi may be at work on the session. Processes are looked
// for on Linux only; what may not be read there is passed over. The error is
// one of looking at the session itself.
func Live(name string, w Witness) (Use, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Use{}, fmt.Errorf("look for a use of %s: %w", name, err)
	}
	if inside, err := os.Stat(w.SessionFile); err == nil && os.SameFile(info, inside) {
		return Use{Reason: Inside}, nil
	}
	if pids := piProcesses("/proc", w.Cwd); len(pids) > 0 {
		return Use{Reason: Running, PIDs: pids}, nil
	}
	// A time in the future counts too if it is near: clocks of file servers
	// differ. A far one would keep the session in use for ever.
	minAge := w.MinAge
	if minAge == 0 {
		minAge = liveAge
	}
	if age := w.Now.Sub(info.ModTime()); age.Abs() < minAge {
		return Use{Reason: Recent, Age: age}, nil
	}
	return Use{}, nil
}

// A LiveError refuses to touch a session that is in use. It is ErrLive.
type LiveError struct {
	Name string
	Use  Use
}

// Is reports that the error is ErrLive.
func (e *LiveError) Is(target error) bool { return target == ErrLive }

func (e *LiveError) Error() string {
	return fmt.Sprintf("%s: %v: %v", e.Name, ErrLive, e.Use)
}

// String says why, for people.
func (u Use) String() string {
	switch u.Reason {
	case Idle:
		return "not in use"
	case Inside:
		return "this command was started by its pi"
	case Running:
		return fmt.Sprintf("pi runs in its folder (process %d)", u.PIDs[0])
	case Recent:
		return fmt.Sprintf("written %.1f s ago", max(0, u.Age.Seconds()))
	}
	panic(fmt.Sprintf("recovery: unknown reason %d", u.Reason))
}
