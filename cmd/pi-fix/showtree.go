package main

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// tree shows a session as a tree. Only where it forks does it go to the right.
type tree struct {
	log  *sessionlog.Log
	only map[int]bool // what is shown; all when empty

	children map[int]int
	depth    map[int]int // how many forks stand above
}

// row is one line of the session as the tree shows it.
type row struct {
	line, depth int
	entry       sessionlog.Entry // empty for what is none
	text        string           // the entry in a few words
	mark        string           // what it is in the tree, "" for nothing but a link
}

// deepest is how far to the right a branch is drawn.
const deepest = 24

// each calls f for every line that is shown, from the header on, each branch
// behind what it goes on from, up to the first error.
func (t *tree) each(f func(row) error) error {
	t.children, t.depth = map[int]int{}, map[int]int{}
	for i := range t.log.Len() {
		if t.log.IsEntry(i) {
			t.children[t.log.Parent(i)]++
		}
	}
	var err error
	show := func(line, depth int) {
		if err != nil || len(t.only) > 0 && !t.only[line] && line != t.log.Header() {
			return
		}
		r := row{line: line, depth: min(depth, deepest), mark: t.mark(line)}
		if err = t.describe(&r); err == nil {
			err = f(r)
		}
	}
	if h := t.log.Header(); h >= 0 {
		show(h, 0)
	}
	met := map[int]bool{}
	t.log.Walk(func(line int) {
		met[line] = true
		p := t.log.Parent(line)
		t.depth[line] = t.depth[p]
		if p >= 0 && t.children[p] > 1 {
			t.depth[line]++
		}
		show(line, t.depth[line])
	}, func(int) {})
	// What no root leads to, and what is no entry.
	for i := range t.log.Len() {
		if !met[i] && i != t.log.Header() && t.log.Kind(i) != sessionlog.KindBlank {
			show(i, 0)
		}
	}
	return err
}

// mark says what a line is in the tree.
func (t *tree) mark(line int) string {
	switch {
	case line == t.log.Active():
		return "pi resumes here"
	case t.log.IsEntry(line) && t.children[line] == 0:
		return "leaf"
	case t.children[line] > 1:
		return fmt.Sprintf("%d branches", t.children[line])
	}
	return ""
}

// printTree prints a tree, and what is wrong below the line where it is.
func (a *app) printTree(t *tree, plan *recovery.Plan) error {
	faults := map[int][]string{}
	for _, f := range plan.Found {
		faults[f.At] = append(faults[f.At], fmt.Sprintf("%s: %s (%s)", f.Severity, f.Message, f.Rule.ID))
	}
	return t.each(func(r row) error {
		indent, mark := strings.Repeat("│ ", r.depth), ""
		if r.mark != "" {
			mark = "  ← " + r.mark
		}
		_, err := fmt.Fprintf(a.out, "%6d  %s%s%s\n", r.line+1, indent, report.Visible(r.text), mark)
		for _, f := range faults[r.line] {
			if err == nil {
				_, err = fmt.Fprintf(a.out, "        %s! %s\n", indent, report.Visible(f))
			}
		}
		return err
	})
}

// describe adds what an entry is, in a few words.
func (t *tree) describe(r *row) error {
	if !t.log.IsEntry(r.line) && r.line != t.log.Header() {
		r.text = "(" + t.log.Kind(r.line).String() + ")"
		return nil
	}
	e, err := t.log.Entry(r.line)
	if err != nil {
		return err
	}
	words := []string{e.ID(), e.Get("type").String()}
	switch t.log.Kind(r.line) {
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
	r.entry, r.text = e, strings.TrimRight(strings.Join(words, " "), " ")
	return nil
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
