package events

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// An Ending is what is known of the end of a run beside its stream. The zero
// value is a stream that ended, of which nothing else is known.
type Ending struct {
	// NotStarted is why pi could not be started.
	NotStarted error
	// Cancelled says that the run was stopped, Why what is to be told of it.
	Cancelled bool
	Why       string
	// Exit is pi's exit status, -1 after a signal.
	Exit int
	// Stderr is the end of what pi printed there.
	Stderr string
}

// End ends the stream. What was begun is ended first: the session that was held
// back, thoughts, and calls that got no result.
func (n *Normalizer) End(e Ending) []Event {
	var out []Event
	if n.header != nil {
		out = n.introduce(gjson.Result{})
	}
	if n.answer.open {
		out = append(out, n.thought()...)
	}
	for i, c := range n.calls {
		if !c.done {
			n.calls[i].done = true
			out = append(out, Event{Type: ToolFailed, Turn: n.turn, Call: c.id, Tool: c.tool, Text: "no result"})
		}
	}
	last := n.outcome(e)
	last.Turn = n.turn
	n.diagnose.Stderr, n.diagnose.Exit = e.Stderr, e.Exit
	if !n.diagnose.empty() {
		d := n.diagnose
		last.Diagnosis = &d
	}
	return append(out, last)
}

func (n *Normalizer) outcome(e Ending) Event {
	failed := func(f Failure, text string) Event { return Event{Type: Failed, Failure: f, Text: text} }
	switch {
	case e.NotStarted != nil:
		return failed(NotStarted, e.NotStarted.Error())
	case e.Cancelled:
		return failed(Cancelled, e.Why)
	case !n.running && n.stop == "error":
		return failed(FailureOf(n.fault), n.fault)
	case !n.running && n.stop == "aborted":
		return failed(Cancelled, n.fault)
	case !n.ran:
		return failed(Crashed, reason(e, "pi ended before it ran"))
	case n.running:
		return failed(Crashed, reason(e, "pi ended in the middle of a run"))
	case e.Exit != 0:
		return failed(Crashed, reason(e, "pi ended badly after its run"))
	}
	return Event{Type: Completed, Stop: n.stop}
}

// reason adds to a sentence what pi said last.
func reason(e Ending, text string) string {
	switch {
	case e.Exit > 0:
		text += fmt.Sprintf(", exit status %d", e.Exit)
	case e.Exit < 0:
		text += ", killed by a signal"
	}
	lines := strings.Split(strings.TrimSpace(e.Stderr), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		text += ": " + last
	}
	return text
}

// What pi hands on as the message of an error: mostly the status and the body of
// the answer, otherwise the words of a client library or of JavaScript. They are
// compiled on use: most runs of a program meet none of them.
var (
	statusOf   = pattern(`^\s*(?:Error:\s*)?(\d{3})\b|"(?:code|status)":\s*(\d{3})\b|\bstatus(?: code)?:?\s+(\d{3})\b`)
	limited    = pattern(`(?i)rate.?limit|too many requests|resource.?exhausted|throttl`)
	overloaded = pattern(`(?i)overloaded|unavailable|terminated|timed? ?out|socket|network|fetch failed|ECONN|EPIPE|ENOTFOUND|connection|stream ended|internal server error|bad gateway`)
	exception  = pattern(`Cannot (?:read|set) propert|Cannot convert|is not (?:a function|iterable|defined)|heap out of memory|Maximum call stack`)
)

func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// FailureOf returns the kind of failure that an error message of pi tells of. A
// message that says nothing of the kind counts as [Rejected].
func FailureOf(message string) Failure {
	status := 0
	if m := statusOf().FindStringSubmatch(message); m != nil {
		status, _ = strconv.Atoi(m[1] + m[2] + m[3])
	}
	switch {
	case status == 429:
		return RateLimited
	case status >= 500, status == 408:
		return Overloaded
	case status >= 400:
		return Rejected
	case limited().MatchString(message):
		return RateLimited
	case exception().MatchString(message):
		return Crashed
	case overloaded().MatchString(message):
		return Overloaded
	}
	return Rejected
}
