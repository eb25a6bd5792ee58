package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Text renders for people and for grep: every finding is a line that begins
// with its place. What comes from a session passes [Visible].
type Text struct {
	W io.Writer
	// Color adds colours for a terminal.
	Color bool
	// Quiet leaves nothing but findings and rejections.
	Quiet bool
	// Verbose shows sound sessions found in folders too, where a finding
	// reaches and what services merely warn of.
	Verbose bool

	task Task
	err  error
}

// Start keeps the task, which decides the words.
func (t *Text) Start(r Run) error {
	t.task = r.Task
	return nil
}

// Found writes what the session is and its findings.
func (t *Text) Found(s *Session) error {
	if s.Status == Unreadable || t.silent(s) {
		return t.err
	}
	t.header(s)
	for _, f := range s.Findings {
		if !f.Known {
			t.finding(s, f)
		}
	}
	return t.err
}

// silent tells the sessions that are only counted: thousands of sound ones in a
// folder would bury the one that is not.
func (t *Text) silent(s *Session) bool {
	quiet := s.Status == Sound && len(s.Findings) == 0 || s.Status == Findings && s.known() == len(s.Findings)
	return quiet && !s.Named && !t.Verbose
}

func (t *Text) header(s *Session) {
	if t.Quiet {
		return
	}
	model := "no model yet"
	if s.Model != "" {
		model = "last model " + Visible(s.Model)
	}
	t.printf("%s: %s, %s, v%d, %s\n", t.paint(bold, Visible(s.File)),
		Plural(s.Entries, "entry", "entries"), Plural(s.Leaves, "leaf", "leaves"), s.Version, model)
}

func (t *Text) finding(s *Session, f Finding) {
	t.printf("%s: %s: %s (%s)\n", t.place(s, f.Line), t.paint(severityColor(f.Severity), f.Severity),
		Visible(f.Message), f.Rule)
	if t.Quiet {
		return
	}
	switch {
	case f.Fix != "" && f.Cost == CostLossy && t.Verbose:
		t.printf("        fix: %s (its content leaves the session and stays in the backup)\n", Visible(f.Fix))
	case f.Fix != "":
		t.printf("        fix: %s\n", Visible(f.Fix))
	case f.Severity != "info" && f.Next != "":
		t.printf("        next: %s\n", Visible(f.Next))
	case f.Severity != "info":
		t.printf("        fix: none is known\n")
	}
	if t.Verbose {
		t.reach(f)
	}
}

// reach says which other lines and leaves a finding is about.
func (t *Text) reach(f Finding) {
	for _, line := range f.Related {
		t.printf("        see: line %d\n", line)
	}
	if len(f.Leaves) > 0 {
		t.printf("        leaves: %s\n", Visible(strings.Join(f.Leaves, ", ")))
	}
}

// Done writes what became of the session. The reason why one was refused or
// could not be read goes to standard error and is not repeated here.
func (t *Text) Done(s *Session) error {
	if s.Status == Unreadable || s.Status == Refused || t.silent(s) {
		return t.err
	}
	if len(s.Diff) > 0 {
		_ = t.Diff(s.Diff) // the error stays
	}
	t.rejections(s)
	t.breaks(s)
	if t.Quiet {
		return t.err
	}
	if t.task != TaskReplay {
		t.outcome(s)
	}
	t.verdicts(s)
	t.history(s)
	if s.Next != "" {
		t.printf("next: %s\n", Visible(s.Next))
	}
	return t.err
}

// rejections says each fault once, however many services find it, with the places in
// the requests for each leaf behind it.
func (t *Text) rejections(s *Session) {
	type place struct{ line, pointer, leaf string }
	var lines []string
	places, services := map[string][]place{}, map[place][]string{}
	for _, v := range s.Replay {
		if v.OtherModel && !t.Verbose {
			continue
		}
		for _, x := range v.Violations {
			if x.Known || x.Warning && !t.Verbose {
				continue
			}
			line := t.violation(s, v, x)
			at := place{line, orWord(x.Pointer, "the whole request"), orWord(v.Leaf, "without an id")}
			if places[line] == nil {
				lines = append(lines, line)
			}
			if services[at] == nil {
				places[line] = append(places[line], at)
			}
			services[at] = append(services[at], service(v.API, v.Profiles))
		}
	}
	for _, line := range lines {
		t.printf("%s\n", line)
		for _, at := range places[line] {
			if !t.Quiet {
				t.printf("        at: %s of %s, leaf %s\n", at.pointer, strings.Join(slices.Compact(services[at]), ", "), at.leaf)
			}
		}
	}
}

func (t *Text) violation(s *Session, v Verdict, x Violation) string {
	word, color := "rejected", red
	switch {
	case x.Warning:
		word, color = "tolerated", yellow
	case v.TooLarge:
		word, color = "too large", yellow
	case x.ByPi:
		word = "rejected for what pi itself does"
	}
	return fmt.Sprintf("%s: %s: %s (%s)", t.place(s, x.Line), t.paint(color, word), Visible(x.Message), Visible(x.Clause))
}

func (t *Text) outcome(s *Session) {
	mended, all := s.Repairable()
	switch s.Status {
	case Sound:
		notes := ""
		if n := len(s.Findings); n > 0 {
			notes = " (" + Plural(n, "note", "notes") + ")"
		}
		t.printf("%s: %s%s\n", Visible(s.File), t.paint(green, "nothing is wrong"), notes)
	case Findings:
		t.counts(s, mended, all)
	case Repaired:
		t.printf("%s\n", t.repaired(s.Repair, mended, all))
	case Left:
		t.left(s, mended, all)
	}
}

func (t *Text) counts(s *Session, mended, all int) {
	if t.task == TaskPlan {
		as := ""
		if s.Repair != nil && s.Repair.Form != "" {
			as = ", " + appended(s.Repair)
		}
		t.printf("would repair %d of %s%s; nothing was written\n", mended, Plural(all, "finding", "findings"), as)
		return
	}
	can := fmt.Sprintf(", %d can be repaired", mended)
	switch {
	case s.Error != "":
		can = ", " + s.Error
	case all == 0:
		can = ""
	case mended == all:
		can = ", pi-fix can repair all of it"
	}
	if n := s.known(); n > 0 {
		can += fmt.Sprintf("; %d more in the baseline", n)
	}
	t.printf("%s: %s%s\n", Visible(s.File), Plural(all, "finding", "findings"), can)
}

// repaired is the line that promises that the file is written and safe.
func (t *Text) repaired(r *Repair, mended, all int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "repaired %d of %s", mended, Plural(all, "finding", "findings"))
	if r.Form != "" {
		fmt.Fprintf(&b, ", %s", appended(r))
	} else {
		fmt.Fprintf(&b, ", %s removed, %d added, %d relinked", Plural(r.Removed, "entry", "entries"), r.Added, r.Relinked)
	}
	if r.Moved > 0 {
		fmt.Fprintf(&b, " (%d moved)", r.Moved)
	}
	if r.Edited > 0 {
		fmt.Fprintf(&b, ", %d edited", r.Edited)
	}
	switch {
	case r.Backup != "":
		fmt.Fprintf(&b, "; backup %s", Visible(r.Backup))
	case r.Output != "":
		fmt.Fprintf(&b, "; written to %s", Visible(r.Output))
	}
	if r.Late > 0 {
		fmt.Fprintf(&b, "; %s that came meanwhile kept", Plural(int(r.Late), "byte", "bytes"))
	}
	return b.String()
}

func (t *Text) left(s *Session, mended, all int) {
	why := fmt.Sprintf("%d of %s cannot be repaired", all-mended, Plural(all, "finding", "findings"))
	if mended == all {
		why = "the replay still rejects the repaired session"
	}
	switch {
	case s.Error != "":
		why = s.Error
	case all == 0:
		why = "nothing is wrong by the rules, but the replay rejects it"
	}
	t.printf("%s: %s; the file is untouched\n", Visible(s.File), t.paint(red, why))
}

// Finding writes one finding, for whoever shows a finding outside of a run.
func (t *Text) Finding(s *Session, f Finding) error {
	t.finding(s, f)
	return t.err
}

// End writes the counts when there is more than one session to count.
func (t *Text) End(s Summary) error {
	if t.Quiet || s.Sessions < 2 {
		return t.err
	}
	switch t.task {
	case TaskReplay:
		t.printf("%d sessions: %d accepted, %d rejected, %d unreadable\n", s.Sessions, s.Sound, s.Left, s.Unreadable)
	case TaskRepair:
		t.printf("%d sessions: %d sound, %d repaired, %d left, %d unreadable; %s\n", s.Sessions, s.Sound,
			s.Repaired, s.Left, s.Unreadable, Plural(s.Findings, "finding", "findings"))
	case TaskCheck, TaskPlan:
		t.printf("%d sessions: %d sound, %d with findings, %d unreadable; %s\n", s.Sessions, s.Sound,
			s.Left, s.Unreadable, Plural(s.Findings, "finding", "findings"))
	default:
		panic(fmt.Sprintf("report: unknown task %d", t.task))
	}
	if s.Next != "" {
		t.printf("next: %s\n", Visible(s.Next))
	}
	return t.err
}
