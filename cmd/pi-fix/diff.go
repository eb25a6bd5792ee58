package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/pi-fix/pi-fix/cmd/pi-fix/internal/report"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// diffContext is how many unchanged lines stand around a change.
const diffContext = 3

// diffLimit is up to how many lines of one change are compared with each other;
// beyond it all old lines are shown as removed and all new ones as added.
const diffLimit = 4000

// unified returns a unified diff of what a plan changes, fit for a terminal. The
// plan itself says which regions of the file those are, so the time it takes
// grows with the changes and not with the file. Long lines are cut at both ends
// of where they differ unless whole is set.
func unified(plan *recovery.Plan, name string, whole bool) ([]byte, error) {
	d := &differ{log: plan.Before, src: plan.Before.Source(), whole: whole}
	fmt.Fprintf(&d.out, "--- %s\n+++ %s (repaired)\n", report.Visible(name), report.Visible(name))
	var hunks []region
	for _, c := range plan.Patch.Changes() {
		r := d.region(c)
		if n := len(hunks) - 1; n >= 0 && r.first-hunks[n].last <= 2*diffContext {
			hunks[n].last = max(hunks[n].last, r.last)
			hunks[n].changes = append(hunks[n].changes, c)
			continue
		}
		hunks = append(hunks, r)
	}
	for _, h := range hunks {
		if err := d.hunk(h); err != nil {
			return nil, err
		}
	}
	return d.out.Bytes(), nil
}

// region is the lines of the old file, from first up to last, that changes fall
// into.
type region struct {
	first, last int
	changes     []sessionlog.Change
}

type differ struct {
	log   *sessionlog.Log
	src   sessionlog.Source
	whole bool
	shift int // how many lines the hunks so far have added
	out   bytes.Buffer
}

// region extends a change to whole lines.
func (d *differ) region(c sessionlog.Change) region {
	r := region{first: d.lineFrom(c.Old.Start), changes: []sessionlog.Change{c}}
	fresh := c.Old.Start == d.start(r.first) // nothing of the first line stays before the change
	if len(c.New) > 0 {
		fresh = c.New[len(c.New)-1] == '\n'
	}
	r.last = d.lineFrom(c.Old.End)
	if r.last < d.log.Len() && !(fresh && c.Old.End == d.start(r.last)) {
		r.last++
	}
	return r
}

// lineFrom returns the line that an offset is in; the end of the file is in its
// last line when that has no line end, and else behind it.
func (d *differ) lineFrom(off int64) int {
	n := d.log.Len()
	if n == 0 || off >= d.src.Size() && d.log.Ended(n-1) {
		return n
	}
	return d.log.LineAt(off)
}

// start returns where a line begins; the one behind the last begins at the end.
func (d *differ) start(line int) int64 {
	if line >= d.log.Len() {
		return d.src.Size()
	}
	return d.log.Span(line).Start
}

// hunk writes one region with what stands around it.
func (d *differ) hunk(r region) error {
	from, to := max(0, r.first-diffContext), min(d.log.Len(), r.last+diffContext)
	span := sessionlog.Span{Start: d.start(r.first), End: d.start(r.last)}
	old, err := d.log.Bytes(span)
	if err != nil {
		return err
	}
	parts, err := d.parts(from, r.first, diffLines(string(old), patched(old, span.Start, r.changes)), r.last, to)
	if err != nil {
		return err
	}
	removed, added := 0, 0
	for _, p := range parts {
		if n := strings.Count(p.Text, "\n") + unendedCount(p.Text); p.Type == diffmatchpatch.DiffDelete {
			removed += n
		} else if p.Type == diffmatchpatch.DiffInsert {
			added += n
		}
	}
	fmt.Fprintf(&d.out, "@@ -%s +%s @@\n", hunkRange(from, to-from), hunkRange(from+d.shift, to-from-removed+added))
	d.shift += added - removed
	for i, p := range parts {
		d.write(p, counterpart(parts, i))
	}
	return nil
}

func unendedCount(text string) int {
	if text == "" || strings.HasSuffix(text, "\n") {
		return 0
	}
	return 1
}

// hunkRange is a range as diff writes it: an empty one begins behind a line.
func hunkRange(first, n int) string {
	if n > 0 {
		first++
	}
	return fmt.Sprintf("%d,%d", first, n)
}

// parts puts the unchanged lines before and after a change around it.
func (d *differ) parts(from, first int, inner []diffmatchpatch.Diff, last, to int) ([]diffmatchpatch.Diff, error) {
	before, err := d.log.Bytes(sessionlog.Span{Start: d.start(from), End: d.start(first)})
	if err != nil {
		return nil, err
	}
	after, err := d.log.Bytes(sessionlog.Span{Start: d.start(last), End: d.start(to)})
	if err != nil {
		return nil, err
	}
	parts := []diffmatchpatch.Diff{{Type: diffmatchpatch.DiffEqual, Text: string(before)}}
	parts = append(parts, inner...)
	return append(parts, diffmatchpatch.Diff{Type: diffmatchpatch.DiffEqual, Text: string(after)}), nil
}

// patched returns old, which begins at an offset, with changes applied.
func patched(old []byte, at int64, changes []sessionlog.Change) string {
	var b strings.Builder
	from := at
	for _, c := range changes {
		b.Write(old[from-at : c.Old.Start-at])
		b.Write(c.New)
		from = c.Old.End
	}
	b.Write(old[from-at:])
	return b.String()
}

// diffLines compares two texts by lines.
func diffLines(old, is string) []diffmatchpatch.Diff {
	if strings.Count(old, "\n")+strings.Count(is, "\n") > diffLimit {
		return []diffmatchpatch.Diff{{Type: diffmatchpatch.DiffDelete, Text: old}, {Type: diffmatchpatch.DiffInsert, Text: is}}
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // else the outcome would depend on how busy the machine is
	a, b, lines := d.DiffLinesToRunes(old, is)
	return d.DiffCharsToLines(d.DiffMainRunes(a, b, false), lines)
}
