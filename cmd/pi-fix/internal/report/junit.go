package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// JUnit renders a test report: a suite for each session, in it one case for the
// rules and one for each API that the session was replayed to.
type JUnit struct {
	W io.Writer

	task   Task
	suites junit.Testsuites
}

// Start names the report.
func (j *JUnit) Start(r Run) error {
	j.task = r.Task
	j.suites.Name = "pi-fix"
	return nil
}

// Found does nothing: a session is a suite when it is done.
func (j *JUnit) Found(*Session) error { return nil }

// Done adds the suite of a session.
func (j *JUnit) Done(s *Session) error {
	file := Visible(s.File)
	suite := junit.Testsuite{Name: file, File: file, ID: len(j.suites.Suites), Time: "0"}
	switch {
	case s.Error != "":
		suite.AddTestcase(junit.Testcase{Name: "read", Classname: file, Error: &junit.Result{
			Message: Visible(s.Error), Type: string(s.Status),
		}})
	case j.task != TaskReplay:
		suite.AddTestcase(rulesCase(s, file))
	}
	var apis []string
	cases := map[string]*junit.Testcase{}
	for _, v := range s.Replay {
		c := cases[v.API]
		if c == nil {
			c = &junit.Testcase{Name: "replay " + v.API, Classname: file}
			cases[v.API] = c
			apis = append(apis, v.API)
		}
		addVerdict(c, s, v)
	}
	for _, api := range apis {
		suite.AddTestcase(*cases[api])
	}
	j.suites.AddSuite(suite)
	return nil
}

func rulesCase(s *Session, file string) junit.Testcase {
	c := junit.Testcase{Name: "rules", Classname: file}
	var failed, passed []string
	first := Finding{}
	for _, f := range s.Findings {
		line := fmt.Sprintf("%s:%d: %s: %s (%s)", file, f.Line, f.Severity, Visible(f.told()), f.Rule)
		if !f.Fails {
			passed = append(passed, line)
			continue
		}
		if len(failed) == 0 {
			first = f
		}
		failed = append(failed, line)
	}
	if len(failed) > 0 {
		c.Failure = &junit.Result{Message: Visible(first.Message), Type: first.Rule, Data: strings.Join(failed, "\n")}
	}
	if len(passed) > 0 {
		c.SystemOut = &junit.Output{Data: strings.Join(passed, "\n")}
	}
	return c
}

// addVerdict adds a leaf's verdict to the case of its API.
func addVerdict(c *junit.Testcase, s *Session, v Verdict) {
	var lines []string
	for _, x := range v.Violations {
		if !x.Warning {
			lines = append(lines, fmt.Sprintf("%s:%d: %s (%s at %s, leaf %s)", Visible(s.File), x.Line, Visible(x.Message),
				Visible(x.Clause), orWord(x.Pointer, "the whole request"), orWord(v.Leaf, "without an id")))
		}
	}
	text := strings.Join(lines, "\n")
	switch {
	case v.Accepted:
	case !v.Fails():
		if c.SystemOut == nil {
			c.SystemOut = &junit.Output{}
		}
		c.SystemOut.Data = strings.TrimPrefix(c.SystemOut.Data+"\n"+text, "\n")
	case c.Failure == nil:
		c.Failure = &junit.Result{Message: "leaf " + orWord(v.Leaf, "without an id") + " is rejected", Type: "rejected", Data: text}
	default:
		c.Failure.Data += "\n" + text
	}
}

// End writes the report.
func (j *JUnit) End(Summary) error {
	if _, err := io.WriteString(j.W, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"); err != nil {
		return err
	}
	return j.suites.WriteXML(j.W)
}
