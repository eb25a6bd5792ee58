package report

import (
	"fmt"
	"strings"
)

// A History tells how the requests fare that pi sent while a session grew.
type History struct {
	API  string `json:"api"`
	Leaf string `json:"leaf"`
	// Profiles are those of the service that refuses the turn.
	Profiles []string `json:"profiles,omitempty"`
	// Turns is the number of turns on the leaf's branch, Sent how many of their
	// requests were sent again.
	Turns int `json:"turns"`
	Sent  int `json:"sent"`
	// Turn is the number, from 1, of the first turn whose request is refused; 0
	// when none is. Line and Entry are those of the answer that it got.
	Turn       int         `json:"turn"`
	Line       int         `json:"line"`
	Entry      string      `json:"entry"`
	Violations []Violation `json:"violations"`
}

// breaks writes which turn was the first to break, and by what.
func (t *Text) breaks(s *Session) {
	for _, h := range s.History {
		for _, x := range h.Violations {
			if x.Warning {
				continue
			}
			t.printf("%s: %s: %s (%s)\n", t.place(s, x.Line), t.paint(red, fmt.Sprintf("broken from turn %d on", h.Turn)),
				Visible(x.Message), Visible(x.Clause))
			if !t.Quiet {
				t.printf("        at: %s of %s, the request that line %d answers, leaf %s\n",
					orWord(x.Pointer, "the whole request"), service(h.API, h.Profiles), h.Line, orWord(h.Leaf, "without an id"))
			}
			break
		}
	}
}

// history sums up the turns of each leaf.
func (t *Text) history(s *Session) {
	for _, h := range s.History {
		what := t.paint(green, "none of "+Plural(h.Turns, "turn", "turns")+" breaks")
		if h.Turn > 0 {
			what = t.paint(red, fmt.Sprintf("breaks at turn %d of %d", h.Turn, h.Turns))
		}
		var notes []string
		if len(s.History) > 1 {
			notes = append(notes, "leaf "+orWord(h.Leaf, "without an id"))
		}
		if h.Turn == 0 && h.Sent < h.Turns {
			notes = append(notes, fmt.Sprintf("%d sent, the others are part of them", h.Sent))
		}
		if len(notes) > 0 {
			what += " (" + strings.Join(notes, "; ") + ")"
		}
		t.printf("every turn: %s %s\n", h.API, what)
	}
}
