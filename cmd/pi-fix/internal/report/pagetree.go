package report

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A page shows what stands around faults, forks and ends, and folds the rest, up
// to a limit: a session can have a million entries.
const (
	aroundFaults = 3
	leastFolded  = 8
	maxShown     = 1000
	maxFolded    = 4000
)

// treeRow is a line of the session on the page.
type treeRow struct {
	Node
	Indent string
	Class  string
	Faults []Finding
}

// stretch is a run of lines, shown or folded. Left counts those that are left out.
type stretch struct {
	Folded bool
	Rows   []treeRow
	Left   int
}

// stretches cuts the tree into what is shown and what is folded.
func stretches(s *Session) []stretch {
	faults := map[int][]Finding{}
	for _, f := range s.Findings {
		faults[f.Line] = append(faults[f.Line], f)
	}
	nodes := s.Page.Nodes
	plain := make([]bool, len(nodes)) // nothing is to be seen there
	for i := range plain {
		plain[i] = true
	}
	for i, n := range nodes {
		if faults[n.Line] == nil && n.Mark == "" && i > 0 {
			continue
		}
		for j := max(0, i-aroundFaults); j <= min(len(nodes)-1, i+aroundFaults); j++ {
			plain[j] = false
		}
	}
	var out []stretch
	shown, folded := maxShown, maxFolded
	for from := 0; from < len(nodes); {
		to := from
		for to < len(nodes) && plain[to] == plain[from] {
			to++
		}
		one, room := stretch{Folded: plain[from] && to-from >= leastFolded}, &shown
		if one.Folded {
			room = &folded
		}
		for _, n := range nodes[from : from+min(to-from, *room)] {
			one.Rows = append(one.Rows, treeRow{n, strings.Repeat("│ ", n.Depth), classOf(n.Who), faults[n.Line]})
		}
		*room -= len(one.Rows)
		one.Left = to - from - len(one.Rows)
		out = append(out, one)
		from = to
	}
	return out
}

// classOf is how the page colours an entry.
func classOf(who string) string {
	switch who {
	case "user":
		return "user"
	case "assistant":
		return "model"
	case "toolResult":
		return "tool"
	}
	return "other"
}

// timeline is the session in the order of its file, from left to right.
type timeline struct {
	Bars        []bar
	Pauses      []pause
	Width       int
	First, Last string // the times of its ends
}

// bar stands for some lines; a higher one for more bytes.
type bar struct {
	X, Y, W, H int
	Class, Say string
	Fault      int // the line of the first fault, 0 without one
}

// pause is where nothing happened for a while.
type pause struct {
	X   int
	Say string
}

const (
	maxBars   = 240
	barHeight = 60
	longPause = 10 * time.Minute
)

func newTimeline(s *Session) timeline {
	nodes := inFileOrder(s.Page.Nodes)
	t := timeline{}
	if len(nodes) == 0 {
		return t
	}
	each := (len(nodes) + maxBars - 1) / maxBars
	width := max(4, min(24, 960*each/len(nodes)))
	faulty := map[int]bool{}
	for _, f := range s.Findings {
		faulty[f.Line] = true
	}
	var last time.Time
	for from := 0; from < len(nodes); from += each {
		part := nodes[from:min(len(nodes), from+each)]
		x := len(t.Bars) * width
		for _, n := range part {
			at, err := time.Parse(time.RFC3339, n.Time)
			if err != nil {
				continue
			}
			if gap := at.Sub(last); !last.IsZero() && gap >= longPause {
				t.Pauses = append(t.Pauses, pause{x, gap.Round(time.Minute).String() + " later: " + n.Time})
			}
			last = at
			if t.First == "" {
				t.First = n.Time
			}
			t.Last = n.Time
		}
		t.Bars = append(t.Bars, newBar(x, width-1, part, faulty))
	}
	t.Width = len(t.Bars) * width
	return t
}

// inFileOrder returns the lines in the order of the file.
func inFileOrder(nodes []Node) []Node {
	highest := 0
	for _, n := range nodes {
		highest = max(highest, n.Line)
	}
	byLine := make([]*Node, highest+1)
	for i := range nodes {
		byLine[nodes[i].Line] = &nodes[i]
	}
	var out []Node
	for _, n := range byLine {
		if n != nil {
			out = append(out, *n)
		}
	}
	return out
}

func newBar(x, width int, part []Node, faulty map[int]bool) bar {
	b := bar{X: x, W: width}
	var bytes int64
	count := map[string]int{}
	for _, n := range part {
		bytes += n.Bytes
		class := classOf(n.Who)
		if count[class]++; b.Class == "" || count[class] > count[b.Class] {
			b.Class = class
		}
		if b.Fault == 0 && faulty[n.Line] {
			b.Fault = n.Line
		}
	}
	b.H = max(2, min(barHeight, int(4*math.Log2(float64(1+bytes/64)))))
	b.Y = barHeight + 12 - b.H
	b.Say = fmt.Sprintf("line %d: %s", part[0].Line, part[0].Text)
	if n := len(part); n > 1 {
		b.Say = fmt.Sprintf("lines %d to %d", part[0].Line, part[n-1].Line)
	}
	return b
}
