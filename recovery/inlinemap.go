package recovery

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/mapper"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// mapReads reports the reads that have no map, with one where the file is known.
func (n *inliner) mapReads() error {
	var files []string
	open := map[int]*cutRead{}
	for _, r := range n.order {
		if !n.taken[r.line] {
			open[r.line] = r
			files = append(files, r.file)
		}
	}
	// The last one's branch holds most of the others.
	for _, last := range slices.Backward(n.order) {
		if open[last.line] == nil {
			continue
		}
		t := newTracker(n.log, files)
		for _, line := range n.log.Branch(last.line) {
			if err := t.step(line); err != nil {
				return err
			}
			if r := open[line]; r != nil {
				delete(open, line)
				if err := n.mapRead(t, r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (n *inliner) mapRead(t *tracker, r *cutRead) error {
	name := integrity.PathOf(r.args)
	f := integrity.Finding{Line: r.line, Message: fmt.Sprintf("read %q was cut off and has no map", path.Base(name))}
	data, words, why := t.wholeFile(n.o.Sources, r)
	if data == nil {
		f.Message += "; none is made: " + why
		n.p.Report(f)
		return nil
	}
	m, err := mapper.Outline(path.Base(name), data, mapper.Options{})
	if err != nil || slices.ContainsFunc(n.o.Off, func(l string) bool { return strings.EqualFold(l, m.Language) }) {
		return nil // nothing to map
	}
	text, err := m.Format(mapper.Format{Budget: n.o.Budget})
	if err != nil {
		return err
	}
	e, err := n.log.Entry(r.line)
	if err != nil {
		return err
	}
	f.Fixes = []integrity.Fix{{Message: fmt.Sprintf("append a map of the file, %s: about %d tokens", words, text.Tokens),
		Ops: []sessionlog.Op{appendText(e, text.Text)}}}
	n.p.Report(f)
	return nil
}

// wholeFile looks for all of a file of which a read shows the beginning: in the
// session, in git, on the disk. The lines that are known decide whether it is the same.
func (t *tracker) wholeFile(from Sources, r *cutRead) (data []byte, words, why string) {
	v := t.views[r.file]
	if v.whole() {
		return []byte(v.text()), "from the session", ""
	}
	var whys []string
	if from.Git != nil {
		data, commit, err := from.Git(t.cwd, r.file, r.time)
		switch {
		case err != nil:
			whys = append(whys, "git: "+err.Error())
		case v.total == 0 || !v.agrees(splitText(data)):
			whys = append(whys, "git: its last commit has other lines than the session")
		default:
			return data, "from commit " + short(commit), ""
		}
	}
	if from.Disk != nil {
		data, err := from.Disk(t.cwd, r.file)
		switch {
		case err != nil:
			whys = append(whys, "disk: "+err.Error())
		case v.total > 0 && v.agrees(splitText(data)):
			return data, fmt.Sprintf("from the disk, which has the same %d lines", v.total), ""
		case from.Now:
			return data, "from the disk, as of now", ""
		default:
			whys = append(whys, "disk: it has other lines than the session (--from disk takes it as it is now)")
		}
	}
	return nil, "", strings.Join(whys, "; ")
}
