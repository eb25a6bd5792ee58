package recovery

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/mapper"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// Sources are where the content of a file comes from when the session does not hold
// it. What they refuse, they give an error for, which is told.
type Sources struct {
	// Git returns the file as the last commit before a time (RFC 3339) holds it, and
	// that commit.
	Git func(cwd, file, before string) (data []byte, commit string, err error)
	// Disk returns the file as it is now. cwd is the folder that the session names, file
	// a clean absolute path or, in a session without one, a relative one.
	Disk func(cwd, file string) ([]byte, error)
	// Now takes what is on the disk also where nothing in the session speaks for it.
	Now bool
}

// fromSession, fromGit and fromDisk are the values of details.piFix.filled.from in a
// result that was filled in.
const (
	fromSession = "session"
	fromGit     = "git"
	fromDisk    = "disk"
)

// filledFrom tells where the content of a result was taken from, "" for one that a
// tool returned.
func filledFrom(msg gjson.Result) string { return msg.Get("details.piFix.filled.from").String() }

// FillReads returns the rules about lost reads with a fix: the content that read would
// have returned takes the place of the result that says there is none. They are to be
// used in the place of the rules of the same ids.
func FillReads(from Sources) []*integrity.Rule {
	return lostReads(func(p *integrity.Pass, says sessionlog.Unrun, how string) error {
		return fillAll(p, from, says, how)
	})
}

// lostReads returns the rules about lost reads with another check.
func lostReads(check func(p *integrity.Pass, says sessionlog.Unrun, how string) error) []*integrity.Rule {
	skipped, interrupted := *integrity.Find("read-skipped"), *integrity.Find("read-interrupted")
	skipped.Severity, interrupted.Severity = integrity.Warning, integrity.Warning
	skipped.Check = func(p *integrity.Pass) { p.Fail(check(p, sessionlog.Skipped, "was skipped")) }
	interrupted.Check = func(p *integrity.Pass) { p.Fail(check(p, sessionlog.Interrupted, "was interrupted")) }
	return []*integrity.Rule{&skipped, &interrupted}
}

// lost returns the reads that are lost, in the order of the file.
func lost(log *sessionlog.Log, says sessionlog.Unrun) ([]*integrity.UnrunCall, error) {
	all, err := integrity.Unruns(log)
	out := slices.DeleteFunc(all, func(u *integrity.UnrunCall) bool { return !u.Lost || !u.Read() || u.Says != says })
	slices.SortFunc(out, func(a, b *integrity.UnrunCall) int { return a.Line - b.Line })
	return out, err
}

func fillAll(p *integrity.Pass, from Sources, says sessionlog.Unrun, how string) error {
	open, err := lost(p.Log, says)
	if err != nil {
		return err
	}
	at := map[int]*integrity.UnrunCall{}
	var files []string
	for _, u := range open {
		at[u.Line] = u
		files = append(files, u.File)
	}
	// The last one's branch holds most of the others.
	for _, u := range slices.Backward(open) {
		if at[u.Line] == nil {
			continue
		}
		t := newTracker(p.Log, files)
		for _, line := range p.Log.Branch(u.Line) {
			if one := at[line]; one != nil {
				delete(at, line)
				if err := t.fill(p, from, one, how); err != nil {
					return err
				}
			}
			if err := t.step(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// filling is the content of a lost read and where it comes from.
type filling struct {
	shown
	from, words string
	note        string // JSON members behind from
}

// fill reports one lost read, with a fix where its content is known.
func (t *tracker) fill(p *integrity.Pass, from Sources, u *integrity.UnrunCall, how string) error {
	e, err := t.log.Entry(u.Line)
	if err != nil {
		return err
	}
	f := integrity.Finding{Line: u.Line, Call: u.ID, Related: []int{u.Turn}, Message: u.Told(how)}
	got, why, err := t.find(from, u, e.Time())
	switch {
	case err != nil:
		return err
	case got == nil:
		f.Message += "; not filled in: " + why
	default:
		f.Fixes = []integrity.Fix{{Message: "fill it in " + got.words, Ops: got.ops(e)}}
	}
	p.Report(f)
	return nil
}

// ops are the edits of a result that is filled in.
func (g *filling) ops(e sessionlog.Entry) []sessionlog.Op {
	details := ""
	if g.truncation != "" {
		details = `"truncation":` + g.truncation + ","
	}
	details = fmt.Sprintf(`{%s"piFix":{"filled":{"from":"%s"%s}}}`, details, g.from, g.note)
	var ops []sessionlog.Op
	for _, m := range [][2]string{{"content", g.content}, {"details", details}, {"isError", "false"}} {
		ops = append(ops, sessionlog.Op{Act: sessionlog.Replace, Line: e.Line, Edit: e.SetIn("message", m[0], m[1])})
	}
	return ops
}

// find looks for the content in the session, in git, and on the disk. why says what
// each of them had to say.
func (t *tracker) find(from Sources, u *integrity.UnrunCall, when string) (got *filling, why string, err error) {
	v, w, name := t.views[u.File], windowOf(u.Args), integrity.PathOf(u.Args)
	if got, err = t.fromView(v, w, name); got != nil || err != nil {
		return got, "", err
	}
	var whys []string
	if got, why = t.fromHistory(from, u, w, when); got != nil {
		return got, "", nil
	}
	whys = append(whys, why)
	if got, why = t.fromNow(from, u, w); got != nil {
		return got, "", nil
	}
	whys = append(whys, why)
	if got = v.sketch(name); got != nil {
		return got, "", nil
	}
	return nil, strings.Join(whys, "; "), nil
}

// fromView takes what the branch has told of the file: the same read, or its lines.
func (t *tracker) fromView(v *fileView, w readWindow, name string) (*filling, error) {
	if line, ok := v.same[w]; ok {
		e, err := t.log.Entry(line)
		if err != nil {
			return nil, err
		}
		return t.told(v, line, shown{e.Get("message.content").Raw, e.Get("message.details.truncation").Raw}), nil
	}
	if !v.knows(w) {
		return nil, nil
	}
	s, err := showLines(v.lines[:v.total], w, name)
	if err != nil {
		return nil, nil // the window is none of the file: nothing is known of it
	}
	return t.told(v, v.source, s), nil
}

func (t *tracker) told(v *fileView, line int, s shown) *filling {
	g := &filling{shown: s, from: fromSession, words: fmt.Sprintf("from line %d of the session", line+1)}
	g.note = `,"entry":` + sessionlog.Quote(t.log.EntryID(line))
	if v.shell {
		g.note += `,"shellSince":true`
		g.words += ", although commands ran since"
	}
	return g
}

func (t *tracker) fromHistory(from Sources, u *integrity.UnrunCall, w readWindow, when string) (*filling, string) {
	if from.Git == nil {
		return nil, "git was not asked"
	}
	data, commit, err := from.Git(t.cwd, u.File, when)
	if err != nil {
		return nil, "git: " + err.Error()
	}
	if !t.views[u.File].agrees(splitText(data)) {
		return nil, "git: its last commit has other lines than the session"
	}
	s, err := showFile(data, w, integrity.PathOf(u.Args))
	if err != nil {
		return nil, "git: " + err.Error()
	}
	return &filling{shown: s, from: fromGit, words: "from commit " + short(commit), note: `,"commit":` + sessionlog.Quote(commit)}, ""
}

func short(commit string) string { return commit[:min(len(commit), 12)] }

// fromNow takes what is on the disk when the session has told how many lines the file
// has and it has as many, none of them another one.
func (t *tracker) fromNow(from Sources, u *integrity.UnrunCall, w readWindow) (*filling, string) {
	if from.Disk == nil {
		return nil, "the disk was not asked"
	}
	data, err := from.Disk(t.cwd, u.File)
	if err != nil {
		return nil, "disk: " + err.Error()
	}
	v := t.views[u.File]
	speaks := v.total > 0 && v.agrees(splitText(data))
	if !speaks && !from.Now {
		return nil, "disk: nothing in the session tells whether it is still the same (--from disk takes it as it is now)"
	}
	s, err := showFile(data, w, integrity.PathOf(u.Args))
	if err != nil {
		return nil, "disk: " + err.Error()
	}
	g := &filling{shown: s, from: fromDisk, words: "from the disk, as of now", note: `,"asOf":"now"`}
	if speaks {
		g.words = fmt.Sprintf("from the disk, which has the same %d lines", v.total)
		g.note = fmt.Sprintf(`,"asOf":"now","lines":%d`, v.total)
	}
	return g, ""
}

// sketch says which lines of the file the session knows, with a map of them.
func (v *fileView) sketch(name string) *filling {
	if len(v.stretches()) == 0 {
		return nil
	}
	m, err := mapper.Outline(path.Base(name), []byte(v.text()), mapper.Options{})
	if err != nil {
		return nil
	}
	text, err := m.Format(mapper.Format{})
	if err != nil {
		return nil
	}
	said := fmt.Sprintf("[This read did not run. What follows is no content but a map of what was seen of the file before: %s. Read it again for its content.]\n", v.words())
	return &filling{shown: shown{content: textBlocks(said + text.Text)}, from: fromSession,
		words: "with a map of what is known, " + v.words(), note: `,"partial":true`}
}
