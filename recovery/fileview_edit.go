package recovery

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// textSwap is one replacement of an edit.
type textSwap struct{ old, new string }

// swapsOf reads the arguments of pi's edit: one replacement up to 0.63, a list since,
// which some models send as text, and perhaps one more as before (core/tools/edit.js,
// prepareEditArguments). nil is for what is none of that.
func swapsOf(args gjson.Result) []textSwap {
	edits := args.Get("edits")
	if edits.Type == gjson.String {
		if !json.Valid([]byte(edits.String())) {
			return nil
		}
		edits = gjson.Parse(edits.String())
	}
	list := edits.Array() // one value is an array of it
	if args.Get("oldText").Type == gjson.String && args.Get("newText").Type == gjson.String {
		list = append(list, args)
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
	if len(v.known) == 0 {
		v.forget()
		return
	}
	if lines, doubt, ok := v.whole(); ok {
		if text, ok := swapped(strings.Join(lines, "\n"), swaps); ok {
			v.setWhole(text, source, doubt)
			return
		}
	} else if v.swapStretches(swaps) {
		v.source, v.same = source, nil
		return
	}
	v.forget()
}

// swapped replaces texts that occur once, all matched against what was there before.
// A byte order mark and line ends of CR LF stay as pi keeps them (core/tools/edit.js). Of
// a file with several kinds of line ends every version of pi makes something else.
func swapped(text string, swaps []textSwap) (string, bool) {
	text, marked := strings.CutPrefix(text, "\uFEFF")
	ending := "\n"
	if crlf := strings.Count(text, "\r\n"); strings.Contains(text, "\r") {
		if crlf != strings.Count(text, "\r") || crlf != strings.Count(text, "\n") {
			return "", false
		}
		ending = "\r\n"
	}
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
	found, text := -1, ""
	for i, k := range v.known {
		joined := strings.Join(k.lines, "\n")
		switch n := strings.Count(joined, s.old); {
		case strings.Contains(joined, "\r") || n > 1 || n == 1 && found >= 0:
			return false
		case n == 1:
			found, text = i, strings.Replace(joined, s.old, s.new, 1)
		}
	}
	if found < 0 {
		return false
	}
	k := &v.known[found]
	fresh := strings.Split(text, "\n")
	moved := len(fresh) - len(k.lines)
	k.lines = fresh
	for i := found + 1; i < len(v.known); i++ {
		v.known[i].at += moved
	}
	if v.total > 0 {
		v.total += moved
	}
	return true
}
