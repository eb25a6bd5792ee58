package main

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// tree prints a session as a tree. Only where it forks does it go to the right.
type tree struct {
	a      *app
	log    *sessionlog.Log
	faults map[int][]string // by line
	only   map[int]bool     // what is printed; all when empty

	children map[int]int
	depth    map[int]int // how many forks stand above
	err      error
}

// deepest is how far to the right a branch is drawn.
const deepest = 24

func faultsOf(plan *recovery.Plan) map[int][]string {
	out := map[int][]string{}
	for _, f := range plan.Found {
		out[f.At] = append(out[f.At], fmt.Sprintf("%s: %s (%s)", f.Severity, f.Message, f.Rule.ID))
	}
	return out
}

func (t *tree) print() error {
	t.children, t.depth = map[int]int{}, map[int]int{}
	for i := range t.log.Len() {
		if t.log.IsEntry(i) {
			t.children[t.log.Parent(i)]++
		}
	}
	if h := t.log.Header(); h >= 0 {
		t.line(h, 0)
	}
	met := map[int]bool{}
	t.log.Walk(func(line int) {
		met[line] = true
		p := t.log.Parent(line)
		t.depth[line] = t.depth[p]
		if p >= 0 && t.children[p] > 1 {
			t.depth[line]++
		}
		t.line(line, t.depth[line])
	}, func(int) {})
	// What no root leads to, and what is no entry.
	for i := range t.log.Len() {
		if !met[i] && i != t.log.Header() && t.log.Kind(i) != sessionlog.KindBlank {
			t.line(i, 0)
		}
	}
	return t.err
}

// line prints one line of the session and what is wrong with it.
func (t *tree) line(line, depth int) {
	if t.err != nil || len(t.only) > 0 && !t.only[line] && line != t.log.Header() {
		return
	}
	indent := strings.Repeat("│ ", min(depth, deepest))
	text, err := t.text(line)
	if err != nil {
		t.err = err
		return
	}
	mark := ""
	switch {
	case line == t.log.Active():
		mark = "  ← pi resumes here"
	case t.log.IsEntry(line) && t.children[line] == 0:
		mark = "  ← leaf"
	case t.children[line] > 1:
		mark = fmt.Sprintf("  ← %d branches", t.children[line])
	}
	_, t.err = fmt.Fprintf(t.a.out, "%6d  %s%s%s\n", line+1, indent, report.Visible(text), mark)
	for _, f := range t.faults[line] {
		if t.err == nil {
			_, t.err = fmt.Fprintf(t.a.out, "        %s! %s\n", indent, report.Visible(f))
		}
	}
}

// text is an entry in a few words.
func (t *tree) text(line int) (string, error) {
	if !t.log.IsEntry(line) && line != t.log.Header() {
		return "(" + t.log.Kind(line).String() + ")", nil
	}
	e, err := t.log.Entry(line)
	if err != nil {
		return "", err
	}
	words := []string{e.ID(), e.Get("type").String()}
	switch t.log.Kind(line) {
	case sessionlog.KindMessage:
		words[1] = e.Get("message.role").String()
		if stop := e.Get("message.stopReason").String(); stop == "error" || stop == "aborted" {
			words = append(words, "("+stop+")")
		}
		words = append(words, inShort(e.Get("message.content"), e.Get("message.toolName").String()))
	case sessionlog.KindModelChange:
		words = append(words, e.Get("provider").String()+"/"+e.Get("modelId").String())
	case sessionlog.KindContextEdit, sessionlog.KindLabel:
		words = append(words, "of "+e.Get("targetId").String())
	case sessionlog.KindHeader:
		words = append(words, "v"+e.Get("version").Raw, e.Get("cwd").String())
	default:
		words = append(words, cutText(e.Get("summary").String()+e.Get("customType").String(), 60))
	}
	return strings.TrimRight(strings.Join(words, " "), " "), nil
}

// inShort is the beginning of what a message says, and what it calls.
func inShort(content gjson.Result, tool string) string {
	var words []string
	if tool != "" {
		words = append(words, "of "+tool+":")
	}
	if !content.IsArray() {
		return strings.Join(append(words, cutText(content.String(), 60)), " ")
	}
	content.ForEach(func(_, b gjson.Result) bool {
		switch kind := b.Get("type").String(); kind {
		case "text":
			words = append(words, cutText(b.Get("text").String(), 60))
		case "toolCall":
			words = append(words, "→ "+b.Get("name").String()+" "+b.Get("id").String())
		default:
			words = append(words, "("+kind+")")
		}
		return len(words) < 8
	})
	return strings.Join(words, " ")
}

// cutText is the first line of a text, up to n characters.
func cutText(s string, n int) string {
	line, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	if runes := []rune(line[:min(len(line), 8*n)]); len(runes) > n {
		line, more = string(runes[:n]), true
	}
	if more {
		line += " …"
	}
	return line
}
