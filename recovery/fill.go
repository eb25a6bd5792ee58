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

// lost returns the reads that are lost.
func lost(log *sessionlog.Log, says sessionlog.Unrun) ([]*integrity.UnrunCall, error) {
	all, err := integrity.Unruns(log)
	return slices.DeleteFunc(all, func(u *integrity.UnrunCall) bool { return !u.Lost || !u.Read() || u.Says != says }), err
}

func fillAll(p *integrity.Pass, from Sources, says sessionlog.Unrun, how string) error {
	open, err := lost(p.Log, says)
	if err != nil || len(open) == 0 {
		return err
	}
	f := &filler{p: p, log: p.Log, cwd: integrity.CwdOf(p.Log), from: from, how: how}
	all := make([]question, len(open))
	for i, u := range open {
		all[i] = question{u.Line, u.File, func(v *fileView) error { return f.fill(v, u) }}
	}
	return ask(p.Log, f.cwd, all)
}

// filler looks for what lost reads would have shown.
type filler struct {
	p    *integrity.Pass
	log  *sessionlog.Log
	cwd  string
	from Sources
	how  string
}

// filling is the content of a lost read and where it comes from.
type filling struct {
	shown
	from, words string
	note        string // JSON members behind from
}

// fill reports one lost read, with a fix where its content is known.
func (l *filler) fill(v *fileView, u *integrity.UnrunCall) error {
	e, err := l.log.Entry(u.Line)
	if err != nil {
		return err
	}
	f := integrity.Finding{Line: u.Line, Call: u.ID, Related: []int{u.Turn}, Severity: integrity.Warning, Message: u.Told(l.how, l.p.Number)}
	got, why, err := l.find(v, u, e.Time())
	switch {
	case err != nil:
		return err
	case got == nil:
		f.Message += "; not filled in: " + why
	default:
		f.Fixes = []integrity.Fix{{Message: "fill it in " + got.words, Ops: got.ops(e)}}
	}
	l.p.Report(f)
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
func (l *filler) find(v *fileView, u *integrity.UnrunCall, when string) (got *filling, why string, err error) {
	if integrity.OddWindow(u.Args) {
		return nil, "it asks for lines in a way that is not known", nil
	}
	w, name := windowOf(u.Args), integrity.PathOf(u.Args)
	if got, err = l.fromView(v, w, name); got != nil || err != nil {
		return got, "", err
	}
	var whys []string
	if got, why = l.fromHistory(v, u, w, when); got != nil {
		return got, "", nil
	}
	whys = append(whys, why)
	if got, why = l.fromNow(v, u, w); got != nil {
		return got, "", nil
	}
	whys = append(whys, why)
	if got = v.sketch(name); got != nil {
		return got, "", nil
	}
	return nil, strings.Join(whys, "; "), nil
}

// fromView takes what the session has told of the file: the same read, or its lines.
func (l *filler) fromView(v *fileView, w readWindow, name string) (*filling, error) {
	if r, ok := v.same[w]; ok {
		e, err := l.log.Entry(r.line)
		if err != nil {
			return nil, err
		}
		return l.told(r.line, r.doubt, shown{readBlocks(e.Get("message.content")), e.Get("message.details.truncation").Raw}), nil
	}
	lines, doubt, ok := v.lines(w)
	if !ok {
		return nil, nil
	}
	return l.told(v.source, doubt, showLines(lines, v.total, w, name)), nil
}

// readBlocks are the blocks of a result that read itself has made: behind them stand
// maps.
func readBlocks(content gjson.Result) string {
	all := content.Array()
	n := 1
	for n < len(all) && all[n].Get("type").String() == "image" {
		n++
	}
	raw := make([]string, n)
	for i := range raw {
		raw[i] = all[i].Raw
	}
	return "[" + strings.Join(raw, ",") + "]"
}

// doubted stands behind content that may have been another one.
const doubted = "[This read did not run. The text above is what was known of the file from before and after it; " +
	"what ran in between may have changed it. Read it again to be sure.]"

func (l *filler) told(line int, doubt bool, s shown) *filling {
	g := &filling{shown: s, from: fromSession, words: fmt.Sprintf("from line %d of the session", line+1)}
	g.note = `,"entry":` + sessionlog.Quote(l.log.EntryID(line))
	if doubt {
		g.note += `,"doubt":true`
		g.words += ", which says that it is in doubt since commands ran"
		g.content = strings.TrimSuffix(g.content, "]") + `,{"type":"text","text":` + sessionlog.Quote(doubted) + `}]`
	}
	return g
}

func (l *filler) fromHistory(v *fileView, u *integrity.UnrunCall, w readWindow, when string) (*filling, string) {
	if l.from.Git == nil {
		return nil, "git was not asked"
	}
	data, commit, err := l.from.Git(l.cwd, u.File, when)
	switch {
	case err != nil:
		return nil, "git: " + err.Error()
	case v.strayed:
		return nil, "git: the session has changed the file in a way that cannot be followed"
	case !v.agrees(decoded(data)):
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
func (l *filler) fromNow(v *fileView, u *integrity.UnrunCall, w readWindow) (*filling, string) {
	if l.from.Disk == nil {
		return nil, "the disk was not asked"
	}
	data, err := l.from.Disk(l.cwd, u.File)
	if err != nil {
		return nil, "disk: " + err.Error()
	}
	speaks := v.sureOf(decoded(data))
	if !speaks && !l.from.Now {
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

// maxSketched is how many lines a file may have of which a sketch is made.
const maxSketched = 1 << 20

// sketch says which lines of the file the session knows, with a map of them.
func (v *fileView) sketch(name string) *filling {
	if len(v.known) == 0 || v.known[len(v.known)-1].end() > maxSketched {
		return nil
	}
	var b strings.Builder
	at := 0
	for _, s := range v.known {
		b.WriteString(strings.Repeat("\n", s.at-at) + strings.Join(s.lines, "\n"))
		at = s.end() - 1
	}
	m, err := mapper.Outline(path.Base(name), []byte(b.String()), mapper.Options{})
	if err != nil {
		return nil
	}
	text, err := m.Format(mapper.Format{})
	if err != nil {
		return nil
	}
	said := fmt.Sprintf("[This read did not run. What follows is no content but a map of what the session has seen of the file: %s. Read it again for its content.]\n", v.words())
	return &filling{shown: shown{content: textBlocks(said + text.Text)}, from: fromSession,
		words: "with a map of what is known, " + v.words(), note: `,"partial":true`}
}
