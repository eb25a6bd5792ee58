package integrity

import (
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var readSkipped = &Rule{
	ID: "read-skipped",
	Doc: `a read was skipped and never repeated

A message that came amid the calls of a turn made pi up to 0.58 skip the rest of them,
also when an extension sent it, such as one that maps files. The model goes on without
the file that it asked for. A read of the same lines later on the branch makes up for
it. A repair leaves it alone; "pi-fix recover" lists what is known of the file, and
fills it in or asks the agent to read again.`,
	Layer: Reads, Severity: Warning, Classes: []string{"R01"}, Next: "recover --follow-up",
	Check: func(p *Pass) {
		p.lostReads(sessionlog.Skipped, "was skipped")
	},
}

var readInterrupted = &Rule{
	ID: "read-interrupted",
	Doc: `a read was interrupted and never repeated

It was aborted, cut off with its turn, or nothing is known of it. The model goes on
without the file that it asked for. "pi-fix recover" does the same for it as for one
that was skipped, and for one to which a repair gave an error result, of which nothing
is told here.`,
	Layer: Reads, Severity: Info, Classes: []string{"R02"}, Next: "recover --follow-up",
	Check: func(p *Pass) {
		p.lostReads(sessionlog.Interrupted, "was interrupted")
	},
}

var historySkipped = &Rule{
	ID: "history-skipped",
	Doc: `a call was skipped and did not run

A message that came amid the calls of a turn made pi up to 0.58 skip the rest of them.
What it would have done is not known, so nothing can be filled in; the model was told.`,
	Layer: Reads, Severity: Info, Classes: []string{"R03"},
	Check: func(p *Pass) {
		for _, u := range p.unruns() {
			if !u.Read() && u.Says == sessionlog.Skipped {
				p.Report(Finding{Line: u.Line, Call: u.ID, Related: []int{u.Turn},
					Message: fmt.Sprintf("a call of %s was skipped and did not run", printable(u.Tool))})
			}
		}
	},
}

// unruns returns the calls that did not run.
func (p *Pass) unruns() []*UnrunCall {
	if p.unran == nil {
		found, err := Unruns(p.Log)
		if err != nil {
			p.fail(err)
		}
		p.unran = &found
	}
	return *p.unran
}

func (p *Pass) lostReads(says sessionlog.Unrun, how string) {
	for _, u := range p.unruns() {
		if u.Lost && u.Read() && u.Says == says && !p.Log.Has(u.Line, sessionlog.Synthetic) {
			p.Report(Finding{Line: u.Line, Call: u.ID, Related: []int{u.Turn}, Severity: p.rule.Severity, Message: u.Told(how, p.Number)})
		}
	}
}

// Told says what became of a read that is lost; number gives a line the number that
// people know it by.
func (u *UnrunCall) Told(how string, number func(line int) int) string {
	text := fmt.Sprintf("%s %s and never repeated", u, how)
	if len(u.Repeats) > 0 {
		text = fmt.Sprintf("%s %s, and only one branch repeats it, in line %d", u, how, number(u.Repeats[0]))
	}
	return text
}

// String words a read as pi-read-map does: read("a.go", offset=3).
func (u *UnrunCall) String() string {
	offset, limit := WindowOf(u.Args)
	lines := ""
	if offset > 0 {
		lines += fmt.Sprintf(", offset=%d", offset)
	}
	if limit > 0 {
		lines += fmt.Sprintf(", limit=%d", limit)
	}
	return fmt.Sprintf("read(%q%s)", printable(PathOf(u.Args)), lines)
}
