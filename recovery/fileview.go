package recovery

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/integrity"
)

const (
	// maxViewed is how many lines a file may have of which something is kept.
	maxViewed = 1 << 24
	// maxStretches is how many stretches of one file are kept.
	maxStretches = 1 << 10
)

// fileView is what a session tells of one file at one moment.
type fileView struct {
	known  []stretch // in order, not next to each other but where one is in doubt
	total  int       // lines as pi counts them, one more than line ends; 0 when unknown
	stale  bool      // the number of lines is in doubt
	source int       // the line of the session that told last
	same   map[readWindow]sameRead
	// strayed tells that the session has changed the file in a way that nobody can
	// follow, and that no line of it was shown since.
	strayed bool
	asked   []question
}

// stretch is some lines that are known.
type stretch struct {
	at    int // lines above it
	lines []string
	doubt bool // something ran since that may have changed them
}

func (s stretch) end() int { return s.at + len(s.lines) }

// readWindow is what a read asked for, 0 for nothing.
type readWindow struct{ offset, limit int }

// sameRead is a result of a read since the last change, by its line.
type sameRead struct {
	line  int
	doubt bool
}

// forget is for a change that nobody can follow.
func (v *fileView) forget() { *v = fileView{asked: v.asked, strayed: true} }

// setWhole takes in the whole text.
func (v *fileView) setWhole(text string, source int, doubt bool) {
	lines := strings.Split(text, "\n")
	*v = fileView{known: []stretch{{0, lines, doubt}}, total: len(lines), stale: doubt, source: source, asked: v.asked}
}

// doubt is for something that may have changed the file.
func (v *fileView) doubt() {
	for i := range v.known {
		v.known[i].doubt = true
	}
	for w, s := range v.same {
		v.same[w] = sameRead{s.line, true}
	}
	v.stale = v.total > 0
}

// setPart takes in some lines, which agree with what was known.
func (v *fileView) setPart(p integrity.Shown, source int) {
	v.total, v.stale, v.strayed, v.source = p.Total, false, false, source
	if len(v.known) == maxStretches {
		v.known = nil
	}
	v.put(stretch{at: p.First - 1, lines: p.Lines})
}

// put lays a stretch over the others.
func (v *fileView) put(n stretch) {
	from, _ := slices.BinarySearchFunc(v.known, n.at, func(s stretch, at int) int { return s.end() - at })
	for from < len(v.known) && v.known[from].end() == n.at && v.known[from].doubt != n.doubt {
		from++
	}
	to, fresh := from, []stretch(nil)
	for ; to < len(v.known) && v.known[to].at <= n.end(); to++ {
		switch s := v.known[to]; {
		case s.doubt == n.doubt && s.at <= n.at && s.end() >= n.end():
			return // it was known
		case s.at < n.at:
			s.lines = s.lines[: n.at-s.at : n.at-s.at]
			fresh = append(fresh, s)
		}
	}
	fresh = append(fresh, n)
	if to > from {
		if s := v.known[to-1]; s.end() > n.end() {
			fresh = append(fresh, stretch{max(s.at, n.end()), s.lines[max(n.end()-s.at, 0):], s.doubt})
		}
	}
	v.known = slices.Replace(v.known, from, to, joined(fresh)...)
}

// joined makes one of neighbours of which none is more in doubt than the other.
func joined(list []stretch) (out []stretch) {
	for _, s := range list {
		if k := len(out) - 1; k >= 0 && out[k].doubt == s.doubt && out[k].end() == s.at {
			out[k].lines = append(out[k].lines, s.lines...)
			continue
		}
		out = append(out, s)
	}
	return out
}

// contradicts reports whether lines are others than those that were known: then the
// file has changed.
func (v *fileView) contradicts(p integrity.Shown) bool {
	end := p.First - 1 + len(p.Lines)
	if v.total > 0 && (p.Total != v.total || end > v.total) {
		return true
	}
	for _, s := range v.known {
		from, to := max(s.at, p.First-1), min(s.end(), end)
		if from < to && !slices.Equal(s.lines[from-s.at:to-s.at], p.Lines[from-p.First+1:to-p.First+1]) {
			return true
		}
	}
	return false
}

// lines returns what a read would show before it is cut off, when all of it is known,
// and whether it is in doubt.
func (v *fileView) lines(w readWindow) (out []string, doubt, ok bool) {
	at, end := max(w.offset, 1)-1, v.total
	if w.limit > 0 {
		end = min(at+w.limit, v.total)
	}
	doubt = v.stale
	for _, s := range v.known {
		if s.at > at || s.end() <= at || at >= end {
			continue
		}
		some := s.lines[at-s.at : min(end, s.end())-s.at]
		if out = append(out, some...); len(some) == end-at && len(out) == len(some) {
			out = some // no copy of a whole file
		}
		at, doubt = min(end, s.end()), doubt || s.doubt
	}
	return out, doubt, len(out) > 0 && at == end
}

// whole returns every line, when all are known.
func (v *fileView) whole() (lines []string, doubt, ok bool) { return v.lines(readWindow{}) }

// agrees reports whether a whole file has all the lines that are known.
func (v *fileView) agrees(text []byte) bool {
	if v.total > 0 && bytes.Count(text, lineEnd)+1 != v.total {
		return false
	}
	at, more, line := 0, true, []byte(nil)
	for _, s := range v.known {
		for ; at < s.at && more; at++ {
			_, text, more = bytes.Cut(text, lineEnd)
		}
		for _, l := range s.lines {
			if !more {
				return false
			}
			if line, text, more = bytes.Cut(text, lineEnd); string(line) != l {
				return false
			}
			at++
		}
	}
	return true
}

var lineEnd = []byte("\n")

// words says which lines are known.
func (v *fileView) words() string {
	var parts []string
	for _, s := range v.known {
		if len(parts) == 20 {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, fmt.Sprintf("%d-%d", s.at+1, s.end()))
	}
	of := ""
	if v.total > 0 {
		of = fmt.Sprintf(" of %d", v.total)
	}
	return "lines " + strings.Join(parts, ", ") + of
}
