// Package report shows what a run of pi-fix found and did.
//
// A run is a stream of events: its start, two for each session, its end. Every
// format is a [Renderer] of that stream, so all formats tell the same findings,
// and none of them has a say in the exit status.
package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Schema names the fields of the machine-readable formats. Within one schema
// fields are added, never renamed or taken away.
const Schema = "pi-fix/1"

// A Task is what a run does with each session.
type Task uint8

// The tasks.
const (
	TaskCheck  Task = iota
	TaskRepair      // writes what it repaired
	TaskPlan        // a dry run: says what TaskRepair would do
	TaskReplay
)

// A Run describes the run as a whole.
type Run struct {
	Version string // of pi-fix
	Task    Task
	Rules   []Rule // those that are checked, for formats that explain them
}

// A Rule is what a format says of a rule.
type Rule struct {
	ID, Title, Text, Severity string
}

// A Status says what became of one session.
type Status string

// The statuses. Left goes with exit status 1, Refused and Unreadable with 2,
// Findings with 0 or 1 as the caller asked, the others with 0.
const (
	Sound      Status = "sound"      // nothing that a repair would change; accepted
	Findings   Status = "findings"   // found by a run that does not write
	Repaired   Status = "repaired"   // written and verified
	Left       Status = "left"       // not all can be repaired, or a replay rejects it; untouched
	Refused    Status = "refused"    // could have been repaired but must not be written; untouched
	Unreadable Status = "unreadable" // unreadable or no session
)

// A Session is one session of a run.
type Session struct {
	File     string    `json:"file"`
	ID       string    `json:"session_id"`
	Version  int       `json:"session_version"`
	Bytes    int64     `json:"bytes"`
	SHA256   string    `json:"sha256"`
	Entries  int       `json:"entries"`
	Leaves   int       `json:"leaves"`
	Status   Status    `json:"status"`
	Policy   *Policy   `json:"policy,omitempty"` // nil for the default one
	Error    string    `json:"error,omitempty"`  // why it was refused or could not be read
	Findings []Finding `json:"findings,omitzero"`
	Repair   *Repair   `json:"repair,omitempty"`
	Replay   []Verdict `json:"replay,omitzero"`
	History  []History `json:"every_turn,omitzero"`

	// What follows is for people only.

	Model string `json:"-"` // provider/model of the active leaf, "" when unknown
	Named bool   `json:"-"` // given by name, not found in a folder
	Diff  []byte `json:"-"` // of a dry run, safe to print
	Page  *Page  `json:"-"` // what only a page has room for, nil elsewhere
	Next  string `json:"-"` // the command to run next, "" when there is none
}

// A Policy is what a repair does where people differ, in the words of the flags.
type Policy struct {
	Orphans  string `json:"orphans"`
	Missing  string `json:"missing"`
	Strategy string `json:"strategy"`
}

// A Finding is one place where a rule does not hold.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity string   `json:"severity"`
	Line     int      `json:"line"` // from 1, in the file as it was
	Entry    string   `json:"entry"`
	Call     string   `json:"call"`
	Leaves   []string `json:"leaves"` // ids of the leaves whose branch holds the line
	Message  string   `json:"message"`
	Fix      string   `json:"fix"` // what repairs it, "" when nothing does
	Fixed    bool     `json:"fixed"`
	Cost     Cost     `json:"cost"`

	// Known says that the baseline has it, so that no status depends on it.
	Known bool `json:"known,omitempty"`

	Next    string `json:"-"` // the command that deals with it, where a repair does not
	Related []int  `json:"-"` // other lines that belong to it, from 1
	Fails   bool   `json:"-"` // the exit status is 1 for it
}

// told is the message with what can be done about it.
func (f Finding) told() string {
	if f.Fix == "" {
		return f.Message
	}
	return f.Message + "; fix: " + f.Fix
}

// Key tells a finding from the others of its session, whatever stands before it.
func (f Finding) Key() string {
	return strings.TrimSpace(f.Rule + " " + cmp.Or(f.Entry, "line "+strconv.Itoa(f.Line)) + " " + f.Call)
}

// A Cost says whether a fix takes content out of the session. It stays in the
// backup in any case.
type Cost string

// The costs.
const (
	CostNone  Cost = "none"
	CostLossy Cost = "lossy"
)

// A Repair is what a repair changed, or would change.
type Repair struct {
	Rounds   int    `json:"rounds"`
	Added    int    `json:"added"`
	Removed  int    `json:"removed"`
	Relinked int    `json:"relinked"` // entries under another parent, moved ones among them
	Edited   int    `json:"edited"`
	Backup   string `json:"backup"`         // "" when none was made
	SHA256   string `json:"sha256"`         // of the repaired session
	Form     string `json:"form,omitempty"` // what was appended: line-end, edits, branch; "" for a rewrite

	Moved  int    `json:"-"` // entries put elsewhere in the file
	Output string `json:"-"` // where it was written when not in place
	Late   int64  `json:"-"` // bytes that another program appended meanwhile
}

// A Verdict is what became of one leaf with one API.
type Verdict struct {
	API        string      `json:"api"`
	Profiles   []string    `json:"profiles,omitempty"` // of the service, whose clauses counted
	Leaf       string      `json:"leaf"`
	Accepted   bool        `json:"accepted"`
	Requests   int         `json:"requests"`
	Violations []Violation `json:"violations"`

	// OtherModel says that the session is not of this API: the verdict tells what
	// a change of the model would bring, and no status depends on it.
	OtherModel bool `json:"other_model,omitempty"`

	TooLarge bool `json:"-"` // rejected for its size and nothing else
	ByPi     bool `json:"-"` // rejected for what pi itself makes of any session, or for its size
}

// Fails reports whether the exit status is 1 for it.
func (v Verdict) Fails() bool {
	return v.Rejected() && (len(v.Violations) == 0 || slices.ContainsFunc(v.Violations, func(x Violation) bool { return !x.Warning && !x.Known }))
}

// Key tells a violation from the others of its session.
func (v Verdict) Key(x Violation) string {
	return strings.Join([]string{v.API, x.Clause, cmp.Or(x.Entry, "line "+strconv.Itoa(x.Line)), "leaf", v.Leaf}, " ")
}

// Rejected reports whether the session's own service refuses the request.
func (v Verdict) Rejected() bool { return !v.Accepted && !v.OtherModel }

// A Violation is one clause of a service's contract that a request broke.
type Violation struct {
	Clause  string `json:"clause"`
	Pointer string `json:"pointer"`
	Message string `json:"message"`
	Entry   string `json:"entry"`
	Line    int    `json:"line"`            // from 1; 0 when no line brought it about
	Known   bool   `json:"known,omitempty"` // the baseline has it
	ByPi    bool   `json:"by_pi,omitempty"` // pi itself is at fault, and no change of the session mends it

	Warning bool `json:"-"` // the service lets the request pass
}

// Repairable counts the findings that a repair mends, and all that it should:
// those above info that are not known.
func (s *Session) Repairable() (mended, all int) {
	for _, f := range s.Findings {
		if f.Severity == "info" || f.Known {
			continue
		}
		all++
		if f.Fix != "" {
			mended++
		}
	}
	return mended, all
}

// known counts the findings that the baseline has.
func (s *Session) known() int {
	n := 0
	for _, f := range s.Findings {
		if f.Known {
			n++
		}
	}
	return n
}

// A Summary counts the sessions of a run. Sessions is the sum of the next four:
// Left are those that still have findings, be it because nothing was written.
type Summary struct {
	Sessions   int `json:"sessions"`
	Sound      int `json:"sound"`
	Repaired   int `json:"repaired"`
	Left       int `json:"left"`
	Unreadable int `json:"unreadable"`
	Findings   int `json:"findings"`

	Next string `json:"-"` // the command to run next
}

// Add counts a session.
func (s *Summary) Add(one *Session) {
	s.Sessions++
	s.Findings += len(one.Findings)
	switch one.Status {
	case Sound:
		s.Sound++
	case Repaired:
		s.Repaired++
	case Findings, Left, Refused:
		s.Left++
	case Unreadable:
		s.Unreadable++
	default:
		panic("report: unknown status " + string(one.Status))
	}
}

// A Renderer shows the events of a run in one format. Start comes first, then
// for each session Found and, when all is done with it, Done; End comes last.
// Found comes before a repair writes anything, so that a run whose output goes
// nowhere can stop in time.
type Renderer interface {
	Start(Run) error
	Found(*Session) error
	Done(*Session) error
	End(Summary) error
}
