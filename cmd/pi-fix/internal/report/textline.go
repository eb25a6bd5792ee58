package report

import (
	"bytes"
	"fmt"
	"strings"
)

// The SGR codes of the colours that [Text] uses.
const (
	bold   = "1"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

func severityColor(severity string) string {
	switch severity {
	case "error":
		return red
	case "warning":
		return yellow
	}
	return cyan
}

func (t *Text) paint(color, s string) string {
	if !t.Color {
		return s
	}
	return "\x1b[" + color + "m" + s + "\x1b[0m"
}

// printf keeps the first error: what follows a line that was lost is of no use.
func (t *Text) printf(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.W, format, args...)
	}
}

// place is where a finding is, in the form that editors and grep know.
func (t *Text) place(s *Session, line int) string {
	if line <= 0 {
		return t.paint(bold, Visible(s.File))
	}
	return t.paint(bold, fmt.Sprintf("%s:%d", Visible(s.File), line))
}

// Diff writes a unified diff, which is fit to print, in colours.
func (t *Text) Diff(diff []byte) error {
	for line := range bytes.Lines(diff) {
		text := strings.TrimSuffix(string(line), "\n")
		switch {
		case strings.HasPrefix(text, "---"), strings.HasPrefix(text, "+++"):
			text = t.paint(bold, text)
		case strings.HasPrefix(text, "@@"):
			text = t.paint(cyan, text)
		case strings.HasPrefix(text, "-"):
			text = t.paint(red, text)
		case strings.HasPrefix(text, "+"):
			text = t.paint(green, text)
		}
		t.printf("%s\n", text)
	}
	return t.err
}

// verdicts sums up the replay, one word for each API in the order they were asked.
func (t *Text) verdicts(s *Session) {
	if s.Replay == nil {
		return
	}
	if len(s.Replay) == 0 {
		t.printf("replay: there is no entry to resume from\n")
		return
	}
	apis, counts := byAPI(s.Replay)
	words := make([]string, len(apis))
	for i, api := range apis {
		words[i] = api + " " + t.answer(*counts[api])
		if t.Verbose {
			words[i] = service(api, counts[api].profiles) + " " + t.answer(*counts[api])
		}
	}
	t.printf("replay: %s\n", strings.Join(words, ", "))
}

// byAPI counts verdicts by API. The APIs are in the order in which they were asked.
func byAPI(verdicts []Verdict) (apis []string, counts map[string]*apiCount) {
	counts = map[string]*apiCount{}
	for _, v := range verdicts {
		c := counts[v.API]
		if c == nil {
			c = &apiCount{profiles: v.Profiles}
			counts[v.API] = c
			apis = append(apis, v.API)
		}
		c.add(v)
	}
	return apis, counts
}

// service names an API and how strict its service was taken to be.
func service(api string, profiles []string) string {
	if len(profiles) == 0 {
		return api
	}
	return api + " as " + strings.Join(profiles, " and ")
}

// apiCount counts the leaves that one API was asked about.
type apiCount struct {
	asked, rejected, tooLarge, other int

	profiles []string // of the first leaf
}

func (c *apiCount) add(v Verdict) {
	c.asked++
	switch {
	case v.TooLarge:
		c.tooLarge++
	case v.Rejected():
		c.rejected++
	case !v.Accepted:
		c.other++
	}
}

func (t *Text) answer(c apiCount) string {
	of := " of " + Plural(c.asked, "leaf", "leaves")
	switch {
	case c.rejected > 0:
		return t.paint(red, fmt.Sprintf("rejects %d", c.rejected)+of)
	case c.tooLarge > 0:
		return t.paint(yellow, fmt.Sprintf("finds %d", c.tooLarge)+of+" too large")
	}
	if c.other > 0 {
		return t.paint(yellow, fmt.Sprintf("would reject %d", c.other)+of+" after a change of model")
	}
	return t.paint(green, "ok")
}

// appended words what was added to the end of a session.
func appended(r *Repair) string {
	switch r.Form {
	case "line-end":
		return "its line end appended"
	case "edits":
		return Plural(r.Added, "entry", "entries") + " appended, context edits for pi 0.87 and later"
	}
	return Plural(r.Added, "entry", "entries") + " appended, a branch that pi resumes"
}

func orWord(s, word string) string {
	if s == "" {
		return word
	}
	return Visible(s)
}

// Plural counts things.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
