package report

import (
	"fmt"
	"io"
	"strings"
)

// GitHub renders workflow commands, which GitHub Actions shows as annotations on
// the lines of a file: findings, rejections, and sessions that could not be read.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
type GitHub struct {
	W io.Writer
}

// Start does nothing.
func (g *GitHub) Start(Run) error { return nil }

// Found does nothing: what is fixed needs no annotation.
func (g *GitHub) Found(*Session) error { return nil }

// Done writes the annotations of a session.
func (g *GitHub) Done(s *Session) error {
	var err error
	annotate := func(level string, line int, title, message string) {
		if err == nil {
			_, err = fmt.Fprintln(g.W, annotation(level, s.File, line, title, message))
		}
	}
	if s.Error != "" {
		annotate("error", 0, string(s.Status), s.Error)
	}
	for _, f := range s.Findings {
		if !f.Fixed && !f.Known {
			annotate(levelOf(f.Severity, "notice"), f.Line, f.Rule, f.told())
		}
	}
	for _, v := range s.Replay {
		for _, x := range v.Violations {
			if v.Rejected() && !x.Warning && !x.Known {
				annotate("error", x.Line, x.Clause, v.API+": "+x.Message)
			}
		}
	}
	return err
}

// annotation is one workflow command. A session's own text can neither end it nor
// start another one.
func annotation(level, file string, line int, title, message string) string {
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	at := "file=" + property.Replace(Visible(file))
	if line > 0 {
		at += fmt.Sprintf(",line=%d", line)
	}
	return fmt.Sprintf("::%s %s,title=%s::%s", level, at, property.Replace(Visible(title)), data.Replace(Visible(message)))
}

// End writes the counts, for who reads the log.
func (g *GitHub) End(s Summary) error {
	_, err := fmt.Fprintf(g.W, "%s: %d sound, %d repaired, %d left, %d unreadable; %s\n", Plural(s.Sessions, "session", "sessions"),
		s.Sound, s.Repaired, s.Left, s.Unreadable, Plural(s.Findings, "finding", "findings"))
	return err
}
