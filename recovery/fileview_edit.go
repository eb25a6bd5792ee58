package recovery

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// textSwap is one replacement of an edit.
type textSwap struct{ old, new string }

// swapsOf reads the arguments of pi's edit: one replacement up to 0.63, a list since.
func swapsOf(args gjson.Result) []textSwap {
	list := args.Get("edits").Array()
	if len(list) == 0 {
		list = []gjson.Result{args}
	}
	var out []textSwap
	for _, e := range list {
		before, after := e.Get("oldText"), e.Get("newText")
		if before.Type != gjson.String || after.Type != gjson.String || before.String() == "" {
			return nil
		}
		out = append(out, textSwap{before.String(), after.String()})
	}
	return out
}

// edit follows an edit that pi has made. What it matched only loosely, or in lines
// that are not known, nobody can follow: the view is forgotten.
func (v *fileView) edit(swaps []textSwap, source int) {
	if len(v.lines) == 0 {
		return
	}
	if v.whole() {
		if text, ok := swapped(v.text(), swaps); ok {
			v.setWhole(text, source)
			return
		}
	} else if v.swapStretches(swaps) {
		v.source, v.same = source, nil
		return
	}
	v.forget()
}

// swapped replaces texts that occur once, all matched against what was there before.
// Line ends and a byte order mark stay as pi keeps them (core/tools/edit.js).
func swapped(text string, swaps []textSwap) (string, bool) {
	text, marked := strings.CutPrefix(text, "\uFEFF")
	ending := lineEnding(text)
	text = toLF(text)
	type place struct {
		at, end int
		new     string
	}
	var places []place
	for _, s := range swaps {
		old := toLF(s.old)
		at := strings.Index(text, old)
		if at < 0 || strings.Contains(text[at+1:], old) {
			return "", false
		}
		places = append(places, place{at, at + len(old), toLF(s.new)})
	}
	slices.SortFunc(places, func(a, b place) int { return a.at - b.at })
	var b strings.Builder
	from := 0
	for _, p := range places {
		if p.at < from {
			return "", false
		}
		b.WriteString(text[from:p.at])
		b.WriteString(p.new)
		from = p.end
	}
	b.WriteString(text[from:])
	out := strings.ReplaceAll(b.String(), "\n", ending)
	if marked {
		out = "\uFEFF" + out
	}
	return out, len(swaps) > 0
}

func lineEnding(text string) string {
	crlf := strings.Index(text, "\r\n")
	if crlf < 0 || crlf > strings.IndexByte(text, '\n') {
		return "\n"
	}
	return "\r\n"
}

func toLF(s string) string {
	if !strings.Contains(s, "\r") {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// swapStretches edits a file that is known in part. Each text must be in exactly one
// known stretch; lines behind it move.
func (v *fileView) swapStretches(swaps []textSwap) bool {
	for _, s := range swaps {
		if !v.swapOne(s) {
			return false
		}
	}
	return len(swaps) > 0
}

func (v *fileView) swapOne(s textSwap) bool {
	var found [2]int
	text := ""
	for _, at := range v.stretches() {
		joined := strings.Join(v.lines[at[0]-1:at[1]], "\n")
		switch n := strings.Count(joined, s.old); {
		case strings.Contains(joined, "\r") || n > 1 || n == 1 && found[0] > 0:
			return false
		case n == 1:
			found, text = at, strings.Replace(joined, s.old, s.new, 1)
		}
	}
	if found[0] == 0 {
		return false
	}
	fresh := strings.Split(text, "\n")
	moved := len(fresh) - (found[1] - found[0] + 1)
	v.lines = slices.Replace(v.lines, found[0]-1, found[1], fresh...)
	v.known = slices.Replace(v.known, found[0]-1, found[1], slices.Repeat([]bool{true}, len(fresh))...)
	if v.total > 0 {
		v.total += moved
	}
	return true
}
