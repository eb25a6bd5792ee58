package report

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"
)

const (
	homepage = "https://github.com/pi-fix/pi-fix" // where the program is explained
	language = "en-US"                            // of its words
)

// SARIF renders one log in the Static Analysis Results Interchange Format 2.1.0,
// as code scanning takes it. A finding or rejection is a result at its line.
type SARIF struct {
	W io.Writer

	run   *sarif.Run
	rules map[string]int
	ran   *sarif.Invocation
}

// Start describes the tool and its rules.
func (j *SARIF) Start(r Run) error {
	driver := sarif.NewVersionedDriver("pi-fix", r.Version).WithInformationURI(homepage).WithLanguage(language)
	j.run = sarif.NewRun(sarif.Tool{Driver: driver}).WithLanguage(language).
		WithColumnKind("utf16CodeUnits").WithNewlineSequences([]string{"\n"})
	j.ran = sarif.NewInvocation().WithExecutionSuccess(true)
	j.rules = map[string]int{}
	for _, rule := range r.Rules {
		j.rule(rule)
	}
	return nil
}

func (j *SARIF) rule(r Rule) int {
	if i, ok := j.rules[r.ID]; ok {
		return i
	}
	d := sarif.NewRule(r.ID).WithDescription(r.Title).WithHelpURI(homepage).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(levelOf(r.Severity, "note")))
	if r.Text != "" {
		d.WithFullDescription(sarif.NewMultiformatMessageString(r.Text))
		d.WithHelp(sarif.NewMultiformatMessageString(r.Text))
	}
	rules := &j.run.Tool.Driver.Rules
	*rules = append(*rules, d)
	j.rules[r.ID] = len(*rules) - 1
	return j.rules[r.ID]
}

// Found does nothing: whether a finding is fixed is known when its session is done.
func (j *SARIF) Found(*Session) error { return nil }

// levelOf returns the level that others have for a severity; they call "info" otherwise.
func levelOf(severity, info string) string {
	if severity == "info" {
		return info
	}
	return severity
}

// Done adds the results of a session. What a repair has mended is no result.
func (j *SARIF) Done(s *Session) error {
	if s.Error != "" {
		j.ran.WithExecutionSuccess(false)
		j.ran.ToolExecutionNotifications = append(j.ran.ToolExecutionNotifications, sarif.NewNotification().WithLevel("error").
			WithTextMessage(Visible(s.File+": "+s.Error)).WithLocations([]*sarif.Location{location(s.File, 0)}))
	}
	for _, f := range s.Findings {
		if f.Fixed {
			continue
		}
		r := j.result(s, Rule{ID: f.Rule, Title: f.Rule, Severity: f.Severity}, f.Line, f.told(), f.Key())
		for _, line := range f.Related {
			r.AddRelatedLocation(location(s.File, line))
		}
		r.WithBaselineState(baselineState(f.Known))
	}
	for _, v := range s.Replay {
		for _, x := range v.Violations {
			if v.Rejected() && !x.Warning {
				rule := Rule{ID: x.Clause, Title: "a request that the service refuses", Severity: "error"}
				r := j.result(s, rule, x.Line, v.API+": "+x.Message, v.Key(x))
				r.WithBaselineState(baselineState(x.Known))
			}
		}
	}
	return nil
}

func (j *SARIF) result(s *Session, rule Rule, line int, message, key string) *sarif.Result {
	sum := sha256.Sum256([]byte(filepath.ToSlash(s.File) + "\x00" + key))
	r := sarif.NewRuleResult(rule.ID).WithRuleIndex(j.rule(rule)).WithLevel(levelOf(rule.Severity, "note")).
		WithMessage(sarif.NewTextMessage(Visible(message))).
		WithLocations([]*sarif.Location{location(s.File, line)}).
		WithPartialFingerPrints(map[string]any{"piFix/v1": fmt.Sprintf("%x", sum[:16])})
	j.run.AddResult(r)
	return r
}

func baselineState(known bool) string {
	if known {
		return "unchanged"
	}
	return "new"
}

// location is a place in a session. Relative names stay so: code scanning takes
// them from the root of the repository.
func location(file string, line int) *sarif.Location {
	name := filepath.ToSlash(file)
	uri := url.URL{Path: name}
	if strings.HasPrefix(name, "/") {
		uri.Scheme = "file"
	}
	place := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri.String()))
	if line > 0 {
		place.WithRegion(sarif.NewRegion().WithStartLine(line))
	}
	return sarif.NewLocation().WithPhysicalLocation(place)
}

// End writes the log.
func (j *SARIF) End(Summary) error {
	j.run.AddInvocations(j.ran)
	log, err := sarif.New(sarif.Version210)
	if err == nil {
		log.AddRun(j.run)
		err = log.PrettyWrite(j.W)
	}
	if err != nil {
		return fmt.Errorf("sarif: %w", err)
	}
	return nil
}
