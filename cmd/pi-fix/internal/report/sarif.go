package report

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// homepage is where the program is explained.
const homepage = "https://github.com/pi-fix/pi-fix"

// SARIF renders one log in the Static Analysis Results Interchange Format 2.1.0,
// as code scanning takes it. A finding or rejection is a result at its line.
type SARIF struct {
	W io.Writer

	run   sarifRun
	rules map[string]int
}

// Start describes the tool and its rules.
func (j *SARIF) Start(r Run) error {
	j.run = sarifRun{ColumnKind: "utf16CodeUnits", Invocations: []sarifInvocation{{Successful: true}}, Results: []*sarifResult{}}
	driver := &j.run.Tool.Driver
	driver.Name, driver.Version, driver.InformationURI, driver.Rules = "pi-fix", r.Version, homepage, []sarifRule{}
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
	d := sarifRule{ID: r.ID, ShortDescription: sarifText{r.Title}, HelpURI: homepage, Default: sarifConfig{sarifLevels[r.Severity]}}
	if r.Text != "" {
		d.FullDescription, d.Help = &sarifText{r.Text}, &sarifText{r.Text}
	}
	rules := &j.run.Tool.Driver.Rules
	*rules = append(*rules, d)
	j.rules[r.ID] = len(*rules) - 1
	return j.rules[r.ID]
}

// Found does nothing: whether a finding is fixed is known when its session is done.
func (j *SARIF) Found(*Session) error { return nil }

var sarifLevels = map[string]string{"error": "error", "warning": "warning", "info": "note"}

// Done adds the results of a session. What a repair has mended is no result.
func (j *SARIF) Done(s *Session) error {
	if s.Error != "" {
		ran := &j.run.Invocations[0]
		ran.Successful = false
		ran.Notifications = append(ran.Notifications, sarifNotification{
			Level: "error", Message: sarifText{Visible(s.File + ": " + s.Error)}, Locations: []sarifLocation{location(s.File, 0)},
		})
	}
	for _, f := range s.Findings {
		if f.Fixed {
			continue
		}
		r := j.result(s, Rule{ID: f.Rule, Title: f.Rule, Severity: f.Severity}, f.Line, f.told(), f.Key())
		for _, line := range f.Related {
			r.Related = append(r.Related, location(s.File, line))
		}
		r.BaselineState = baselineState(f.Known)
	}
	for _, v := range s.Replay {
		for _, x := range v.Violations {
			if v.Rejected() && !x.Warning {
				rule := Rule{ID: x.Clause, Title: "a request that the service refuses", Severity: "error"}
				r := j.result(s, rule, x.Line, v.API+": "+x.Message, v.Key(x))
				r.BaselineState = baselineState(x.Known)
			}
		}
	}
	return nil
}

func (j *SARIF) result(s *Session, rule Rule, line int, message, key string) *sarifResult {
	sum := sha256.Sum256([]byte(filepath.ToSlash(s.File) + "\x00" + key))
	r := &sarifResult{
		RuleID: rule.ID, RuleIndex: j.rule(rule), Level: sarifLevels[rule.Severity], Message: sarifText{Visible(message)},
		Locations:    []sarifLocation{location(s.File, line)},
		Fingerprints: map[string]string{"piFix/v1": fmt.Sprintf("%x", sum[:16])},
	}
	j.run.Results = append(j.run.Results, r)
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
func location(file string, line int) (l sarifLocation) {
	name := filepath.ToSlash(file)
	uri := url.URL{Path: name}
	if strings.HasPrefix(name, "/") {
		uri.Scheme = "file"
	}
	l.Physical.Artifact.URI = uri.String()
	if line > 0 {
		l.Physical.Region = &sarifRegion{line}
	}
	return l
}

// End writes the log.
func (j *SARIF) End(Summary) error {
	out := json.NewEncoder(j.W)
	out.SetIndent("", "  ")
	err := out.Encode(sarifLog{
		Schema:  "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []*sarifRun{&j.run},
	})
	if err != nil {
		return fmt.Errorf("sarif: %w", err)
	}
	return nil
}
