package integrity

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// Layer orders rules: one may assume that all lower layers are sound.
type Layer uint8

// The layers, in the order in which they are repaired.
const (
	Lines Layer = iota
	Header
	Tree
	Calls
	Pairs
	Content
	Reads
	Maps
)

var layerNames = [...]string{"lines", "header", "tree", "calls", "pairs", "content", "reads", "maps"}

// String returns the layer's name in lower case.
func (l Layer) String() string { return layerNames[l] }

// Severity says what happens when nothing is done.
type Severity uint8

// Info is worth knowing and never repaired. Warning does no harm yet, or pi
// makes up for it when it sends. Error means that a resume fails, or that
// history is lost.
const (
	Info Severity = iota
	Warning
	Error
)

// String returns the severity's name in lower case.
func (s Severity) String() string { return [...]string{"info", "warning", "error"}[s] }

// Rule is one thing that must hold for every session.
type Rule struct {
	ID  string // layer, then fault, in words: pair-orphan-result
	Doc string // a title, a blank line, what happens to the user when nothing is done
	Layer
	Severity          // of most findings; one can be milder
	Classes  []string // ids of the corruption catalogue that it covers
	// Next is the command that deals with what the rule finds, in words behind
	// "pi-fix ", where a repair leaves it alone; "" for most rules.
	Next  string
	Check func(*Pass)
}

// Title returns the first line of the rule's doc.
func (r *Rule) Title() string {
	title, _, _ := cut(r.Doc)
	return title
}

// Finding is one place where a rule does not hold, as large as what can be
// repaired alone.
type Finding struct {
	Rule     *Rule
	Severity Severity
	Line     int    // from 0
	Entry    string // id of the entry, if it has one
	Call     string // id of the tool call that it is about, if it is about one
	Message  string // a statement without capital or full stop
	Fixes    []Fix  // alternatives, the best first; none when nothing on disk helps
	Related  []int  // other lines that belong to it

	said string // what a service answered, in full
}

// Fix is a way to repair a finding. It is applied wholly or not at all.
type Fix struct {
	Message string // a verb phrase: drop the second result
	Lossy   bool   // content of an entry leaves the session (never the backup)
	Ops     []sessionlog.Op
	Way     Way // of an alternative: who wants it
}

// Way names a fix that some people prefer to the best one.
type Way string

// The ways.
const (
	DropResult Way = "drop-result"  // a result that does not stand with its call leaves the session
	KeepAsText Way = "keep-as-text" // a result without a call stays as a message
	DropCall   Way = "drop-call"    // a call without a result leaves its turn
)

// Pass is one check of one session.
type Pass struct {
	Log *sessionlog.Log
	// Was is the session before its repair, nil outside of one.
	Was *sessionlog.Log
	// Origin returns the line of Was that a line stands for, nil where that is the same.
	Origin func(line int) int
	// Name is the session's file name without folders, "" when unknown. pi puts
	// the session's id and time into it.
	Name string

	rule      *Rule
	findings  []Finding
	damage    []damaged
	ofMistral *bool
	apis      []string // of the leaves' models
	known     memory
	pairing   *pairing
	way       *ways
	unran     *[]*UnrunCall
	err       error
}

// Report adds a finding of the rule that is being checked. Rule, Severity (when
// it is zero and the rule's is not) and Entry are filled in.
func (p *Pass) Report(f Finding) {
	f.Rule = p.rule
	if f.Severity == Info && len(f.Fixes) > 0 {
		f.Severity = p.rule.Severity
	}
	if f.Entry == "" {
		f.Entry = p.Log.EntryID(f.Line)
	}
	f.Call = strings.Clone(f.Call) // else it would keep the whole line that it was read from
	p.findings = append(p.findings, f)
}

// Fail is told of the errors of a check outside of this package; nil is none.
func (p *Pass) Fail(err error) {
	if err != nil {
		p.fail(err)
	}
}

// Number returns the number of a line as people count, in the session as it came.
func (p *Pass) Number(line int) int {
	if p.Origin != nil {
		line = p.Origin(line)
	}
	return line + 1
}

// fail keeps the first error of reading; the check then has no answer.
func (p *Pass) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// entry reads an entry again. After an error it returns an empty one.
func (p *Pass) entry(line int) sessionlog.Entry {
	e, err := p.Log.Entry(line)
	if err != nil {
		p.fail(err)
		e.Raw = []byte("{}")
	}
	return e
}

// Check reports what does not hold. It goes up the layers and stops behind the
// first one with a finding of severity warning or error, since the rules above
// could be misled. Findings are in the order of layers, then of lines. The
// error is one of reading.
func Check(log *sessionlog.Log, name string, rules []*Rule) ([]Finding, error) {
	return CheckSince(nil, nil, log, name, rules)
}

// CheckSince is [Check] amid a repair of what was: it also reports what the repair
// so far has broken by changing what stands elsewhere. Messages name the lines that
// origin returns, those of the file that the user has.
func CheckSince(was *sessionlog.Log, origin func(line int) int, log *sessionlog.Log, name string, rules []*Rule) ([]Finding, error) {
	p := &Pass{Log: log, Was: was, Origin: origin, Name: name}
	for layer := Lines; layer <= Maps; layer++ {
		from := len(p.findings)
		for _, r := range rules {
			if r.Layer == layer {
				p.rule = r
				r.Check(p)
			}
		}
		if p.err != nil {
			return nil, fmt.Errorf("check: %w", p.err)
		}
		found := p.findings[from:]
		slices.SortStableFunc(found, func(a, b Finding) int { return a.Line - b.Line })
		if slices.ContainsFunc(found, misleads) {
			break
		}
	}
	return p.findings, nil
}

// misleads reports whether a finding can make the rules of higher layers see faults
// where there are none. What is left to another command is sound as it stands.
func misleads(f Finding) bool {
	return f.Severity > Info && (len(f.Fixes) > 0 || f.Rule.Next == "")
}

// Validate reports what is wrong with a list of rules: ids that are not unique
// or not of the usual form, and missing parts.
func Validate(rules []*Rule) error {
	form := regexp.MustCompile(`^(line|header|tree|call|pair|compaction|content|read|map|history)-[a-z]+(-[a-z]+)*$`)
	var errs []error
	seen := map[string]bool{}
	for _, r := range rules {
		title, rest, ok := cut(r.Doc)
		switch {
		case !form.MatchString(r.ID):
			errs = append(errs, fmt.Errorf("rule %q: the id is not a layer and a fault in words", r.ID))
		case seen[r.ID]:
			errs = append(errs, fmt.Errorf("rule %s: listed twice", r.ID))
		case !ok || title == "" || rest == "":
			errs = append(errs, fmt.Errorf("rule %s: the doc has no title or no text", r.ID))
		case r.Check == nil:
			errs = append(errs, fmt.Errorf("rule %s: no check", r.ID))
		case len(r.Classes) == 0:
			errs = append(errs, fmt.Errorf("rule %s: no class of damage", r.ID))
		}
		seen[r.ID] = true
	}
	return errors.Join(errs...)
}
