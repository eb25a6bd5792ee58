package recovery

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// convertMap puts the map of a message into the read above it that it belongs to.
func (n *inliner) convertMap(line int) error {
	typ, text, err := integrity.CustomText(n.log, line)
	if err != nil || typ != integrity.MapType || !strings.Contains(text, integrity.MapMark) {
		return err
	}
	f := integrity.Finding{Line: line, Message: "a map stands in a message of its own"}
	r, err := n.ownRead(line, text)
	if err != nil {
		return err
	}
	if r != nil {
		n.taken[r.line], f.Related = true, []int{r.line}
		if f.Fixes, err = n.moveMap(line, r, text); err != nil {
			return err
		}
	}
	n.p.Report(f)
	return nil
}

// ownRead finds the read that the map of a message belongs to: the nearest one above of
// that file that wants a map or has this very one, else one that shows all of it.
func (n *inliner) ownRead(line int, text string) (other *readResult, err error) {
	e, err := n.log.Entry(line)
	if err != nil {
		return nil, err
	}
	of := e.Get("details.filePath").String()
	if n.log.Kind(line) == sessionlog.KindMessage {
		of = e.Get("message.details.filePath").String()
	}
	name := mappedName(text)
	for at := n.log.Parent(line); at >= 0 && at < line; at = n.log.Parent(at) {
		r := n.reads[at]
		switch {
		case r == nil || path.Base(r.file) != name || of != "" && path.Clean(of) != r.file:
		case slices.Contains(r.maps, text):
			return r, nil
		case n.taken[at] || len(r.maps) > 0:
		case r.wants:
			return r, nil
		case other == nil:
			other = r
		}
	}
	return other, nil
}

// moveMap is the fix that puts the map of a message into a read.
func (n *inliner) moveMap(line int, r *readResult, text string) ([]integrity.Fix, error) {
	f := integrity.Fix{Message: fmt.Sprintf("take it out: the read in line %d has it", n.p.Number(r.line))}
	if !slices.Contains(r.maps, text) {
		e, err := n.log.Entry(r.line)
		if err != nil {
			return nil, err
		}
		f.Message = fmt.Sprintf("put the map of %q into the read in line %d", path.Base(r.file), n.p.Number(r.line))
		f.Ops = append(f.Ops, appendText(e, text))
	}
	word := fmt.Sprintf("[The map of %s stands in the result of its read.]", path.Base(r.file))
	return n.leave(f, line, word)
}

// wordType is the customType of what stays where a message keeps two answers apart.
const wordType = "pi-fix.inlined"

// leave adds to a fix that a message goes. Between two answers a word stays in its
// place: some services refuse an answer behind an answer.
func (n *inliner) leave(f integrity.Fix, line int, word string) ([]integrity.Fix, error) {
	if !n.between(line) {
		f.Ops = append(f.Ops, sessionlog.Op{Act: sessionlog.Drop, Line: line})
		return []integrity.Fix{f}, nil
	}
	f.Message += ", and leave a word between the answers"
	e, err := n.log.Entry(line)
	if err != nil {
		return nil, err
	}
	for _, m := range [][2]string{{"customType", sessionlog.Quote(wordType)}, {"content", sessionlog.Quote(word)}} {
		edit := e.Set(m[0], m[1])
		if n.log.Kind(line) == sessionlog.KindMessage {
			edit = e.SetIn("message", m[0], m[1])
		}
		f.Ops = append(f.Ops, sessionlog.Op{Act: sessionlog.Replace, Line: line, Edit: edit})
	}
	return []integrity.Fix{f}, nil
}

// mappedName is the name in the frame of a map.
func mappedName(text string) string {
	_, rest, _ := strings.Cut(text, integrity.MapMark)
	name, _, _ := strings.Cut(rest, "\n")
	return path.Base(strings.TrimSpace(name))
}

// between reports whether a message keeps two answers apart. Of several in a row it is
// the last one that does: the others may go.
func (n *inliner) between(line int) bool {
	above := n.log.Parent(line)
	for above >= 0 && above < line && (!speaks(n.log, above) || n.sent(above)) {
		above = n.log.Parent(above)
	}
	if above < 0 || n.log.Role(above) != sessionlog.RoleAssistant {
		return false
	}
	return slices.ContainsFunc(n.next(line), func(l int) bool { return n.log.Role(l) == sessionlog.RoleAssistant })
}

// sent reports whether the extension sent a message.
func (n *inliner) sent(line int) bool {
	typ, _, err := integrity.CustomText(n.log, line)
	return err == nil && (typ == integrity.MapType || typ == integrity.RecoveryType)
}

// speaks reports whether an entry is in the request.
func speaks(log *sessionlog.Log, line int) bool {
	r := log.Role(line)
	return r != sessionlog.RoleNone && r != sessionlog.RoleSystem && !log.Dead(line) && !log.Has(line, sessionlog.Silent)
}

// next returns the entries that speak next below one, one for each branch.
func (n *inliner) next(line int) (out []int) {
	if n.kids == nil {
		n.kids = map[int][]int{}
		for i := range n.log.Len() {
			if p := n.log.Parent(i); p >= 0 && n.log.IsEntry(i) {
				n.kids[p] = append(n.kids[p], i)
			}
		}
	}
	for open := slices.Clone(n.kids[line]); len(open) > 0; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if speaks(n.log, at) {
			out = append(out, at)
		} else if at > line {
			open = append(open, n.kids[at]...)
		}
	}
	return out
}
