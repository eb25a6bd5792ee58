package recovery

import (
	"fmt"
	"hash/maphash"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/mapper"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// wantedMap is the map that a read lacks, or why there is none.
type wantedMap struct {
	read  *readResult
	words string // where the file comes from
	why   string
	made  *madeMap
}

// madeMap is the map of a content; nil text stands for none.
type madeMap struct {
	text *mapper.Text
	err  error
}

// mapReads reports the reads that have no map, with one where the file is known. Maps
// are made side by side, as many files at a time as there are processors.
func (n *inliner) mapReads() error {
	var all []question
	var wanted []*wantedMap
	m := &mapMaker{o: n.o, seed: maphash.MakeSeed(), made: map[string]*madeMap{}, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	cwd := integrity.CwdOf(n.log)
	for _, r := range n.order {
		if n.taken[r.line] {
			continue
		}
		w := &wantedMap{read: r}
		wanted = append(wanted, w)
		all = append(all, question{r.line, r.file, func(v *fileView) error {
			if text, ok := w.find(n.o.Sources, cwd, v); ok {
				w.made = m.mapOf(r.name(), text)
			}
			return nil
		}})
	}
	err := ask(n.log, cwd, all)
	m.working.Wait()
	for i := 0; i < len(wanted) && err == nil; i++ {
		err = n.mapRead(wanted[i])
	}
	return err
}

// mapMaker makes maps beside the walk through the session.
type mapMaker struct {
	o       InlineOptions
	seed    maphash.Seed
	made    map[string]*madeMap // by name and content
	slots   chan struct{}
	working sync.WaitGroup
}

func (m *mapMaker) mapOf(name string, text []byte) *madeMap {
	key := fmt.Sprintf("%x %d %s", maphash.Bytes(m.seed, text), len(text), name)
	if one := m.made[key]; one != nil {
		return one
	}
	one := &madeMap{}
	m.made[key] = one
	m.slots <- struct{}{}
	m.working.Go(func() {
		defer func() { <-m.slots }()
		one.text, one.err = m.o.outline(name, text)
	})
	return one
}

// outline makes a map, nil where there is nothing to map.
func (o InlineOptions) outline(name string, text []byte) (*mapper.Text, error) {
	m, err := mapper.Outline(path.Base(name), text, mapper.Options{})
	if err != nil || slices.ContainsFunc(o.Off, func(l string) bool { return strings.EqualFold(l, m.Language) }) {
		return nil, nil
	}
	return m.Format(mapper.Format{Budget: o.Budget})
}

func (n *inliner) mapRead(w *wantedMap) error {
	f := integrity.Finding{Line: w.read.line, Message: fmt.Sprintf("read %q was cut off and has no map", path.Base(w.read.name()))}
	if w.made == nil {
		f.Message += "; none is made: " + w.why
		n.p.Report(f)
		return nil
	}
	if w.made.text == nil || w.made.err != nil {
		return w.made.err
	}
	e, err := n.log.Entry(w.read.line)
	if err != nil {
		return err
	}
	f.Fixes = []integrity.Fix{{Message: fmt.Sprintf("append a map of the file, %s: about %d tokens", w.words, w.made.text.Tokens),
		Ops: []sessionlog.Op{appendText(e, w.made.text.Text)}}}
	n.p.Report(f)
	return nil
}

// find looks for all of a file of which a read shows the beginning: in the session,
// else where it has the lines that the session knows, as many as it has. Of two that
// do, the disk is asked first: it answers faster, and the rest is as good a guess.
func (w *wantedMap) find(from Sources, cwd string, v *fileView) (text []byte, ok bool) {
	lines, doubt, ok := v.whole()
	if ok && !doubt {
		w.words = "from the session"
		return []byte(strings.Join(lines, "\n")), true
	}
	now, whyDisk := []byte(nil), "disk: it was not asked"
	if from.Disk != nil {
		data, err := from.Disk(cwd, w.read.file)
		switch now = decoded(data); {
		case err != nil:
			whyDisk = "disk: " + err.Error()
		case v.sureOf(now):
			w.words = fmt.Sprintf("from the disk, which has the same %d lines", v.total)
			return now, true
		case from.Now:
			whyDisk = ""
		default:
			whyDisk = "disk: it has other lines than the session (--from disk takes it as it is now)"
		}
	}
	whyGit := "git: it was not asked"
	if from.Git != nil {
		data, commit, err := from.Git(cwd, w.read.file, w.read.time)
		switch then := decoded(data); {
		case err != nil:
			whyGit = "git: " + err.Error()
		case !v.sureOf(then):
			whyGit = "git: its last commit has other lines than the session"
		default:
			w.words = "from commit " + short(commit)
			return then, true
		}
	}
	if whyDisk == "" {
		w.words = "from the disk, as of now"
		return now, true
	}
	w.why = whyGit + "; " + whyDisk
	return nil, false
}

// sureOf reports whether a text has all that is known, as many lines as the session
// says for sure.
func (v *fileView) sureOf(text []byte) bool { return v.total > 0 && !v.stale && v.agrees(text) }
