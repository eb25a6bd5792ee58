package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"
)

// A Page is what a page tells of a session beyond its findings.
type Page struct {
	Nodes  []Node    // the session as a tree, each branch behind what it goes on from
	Before []Verdict // of the session as it is; those in Replay are of the repaired one
	Seen   []byte    // how a repair changes what the model sees: a diff, safe to print
	Next   string    // the command to run next, "" when there is none
}

// A Node is one line of a session.
type Node struct {
	Line  int    // from 1
	Depth int    // how many forks stand above
	Who   string // user, assistant, toolResult; "" for the rest
	Time  string // as the entry has it
	Bytes int64
	Text  string // in a few words
	Mark  string // what it is in the tree, "" for nothing but a link
}

// HTML renders one page that needs nothing but itself: no script, no file beside
// it, no network, which its own policy forbids. What comes from a session passes
// [Visible] and html/template. Sound sessions of folders are rows of its first
// table only.
type HTML struct {
	W io.Writer

	version  string
	rows     []*Session
	sections bytes.Buffer
}

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"visible": Visible,
		"plural":  Plural,
		"lines":   diffOf,
		"anchor":  func(n int) int { return n + 1 },
	}).Parse(pageText))
})

// Start keeps the version, which the page names.
func (h *HTML) Start(r Run) error {
	h.version = r.Version
	return nil
}

// Found does nothing: a session is a section when it is done.
func (h *HTML) Found(*Session) error { return nil }

// Done adds a session. Of its page nothing is kept but the text.
func (h *HTML) Done(s *Session) error {
	n := len(h.rows)
	row := *s
	row.Page, row.Diff, row.Replay = nil, nil, nil
	h.rows = append(h.rows, &row)
	if s.Page == nil || s.Status == Sound && len(s.Findings) == 0 && !s.Named {
		row.Named = false
		return nil
	}
	row.Named = true // it has a section
	return pageTemplate().ExecuteTemplate(&h.sections, "session", newSection(n, s))
}

// End writes the page.
func (h *HTML) End(s Summary) error {
	title := "sessions"
	if len(h.rows) == 1 {
		title = Visible(h.rows[0].File)
	}
	return pageTemplate().ExecuteTemplate(h.W, "page", struct {
		Title, Version string
		Rows           []*Session
		Summary        Summary
		Sections       template.HTML // made by the same template
	}{title, h.version, h.rows, s, template.HTML(h.sections.String())})
}

// section is a session as the template takes it.
type section struct {
	*Session
	N        int
	Timeline timeline
	Tree     []stretch
	Answers  []answerRow
	Rejected []rejection
	More     int // findings beyond those that are listed
}

// maxListed is how many findings and rejections of a session are listed.
const maxListed = 1000

func newSection(n int, s *Session) section {
	out := section{Session: s, N: n + 1, Timeline: newTimeline(s), Tree: stretches(s), Answers: answerRows(s)}
	if s.Page.Before != nil {
		out.Rejected = append(rejections("before", s.Page.Before), rejections("after", s.Replay)...)
	}
	out.Rejected = out.Rejected[:min(len(out.Rejected), maxListed)]
	if out.More = len(s.Findings) - maxListed; out.More > 0 {
		short := *s
		short.Findings = s.Findings[:maxListed]
		out.Session = &short
	}
	return out
}

// answerRow is what one API says before a repair and after it.
type answerRow struct {
	API           string
	Before, After answer
}

// answer is a word and how the page colours it.
type answer struct{ Word, Class string }

func answerRows(s *Session) []answerRow {
	var out []answerRow
	apis, before := byAPI(s.Page.Before)
	_, after := byAPI(s.Replay)
	for _, api := range apis {
		r := answerRow{API: service(api, before[api].profiles), Before: answerOf(*before[api])}
		if c := after[api]; c != nil {
			r.After = answerOf(*c)
		}
		out = append(out, r)
	}
	return out
}

func answerOf(c apiCount) answer {
	a := answer{Word: (&Text{}).answer(c), Class: "ok"}
	switch {
	case c.rejected > 0:
		a.Class = "rejected"
	case c.tooLarge > 0, c.other > 0:
		a.Class = "warning"
	}
	return a
}

// rejection is a clause that a service holds against the session.
type rejection struct {
	When, API, Leaf string
	Violation
}

func rejections(when string, verdicts []Verdict) []rejection {
	var out []rejection
	for _, v := range verdicts {
		for _, x := range v.Violations {
			if v.Rejected() && !x.Warning {
				out = append(out, rejection{when, service(v.API, v.Profiles), v.Leaf, x})
			}
		}
	}
	return out
}

// diffLine is a line of a diff, with what it is.
type diffLine struct{ Kind, Text string }

// maxDiffLines is how many lines of a diff a page shows.
const maxDiffLines = 4000

func diffOf(diff []byte) []diffLine {
	var out []diffLine
	for line := range strings.Lines(string(diff)) {
		if len(out) == maxDiffLines {
			return append(out, diffLine{"at", "… the rest is left out"})
		}
		kind := ""
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "@@"):
			kind = "at"
		case strings.HasPrefix(line, "-"):
			kind = "del"
		case strings.HasPrefix(line, "+"):
			kind = "add"
		}
		out = append(out, diffLine{kind, strings.TrimSuffix(line, "\n")})
	}
	return out
}
