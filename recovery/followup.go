package recovery

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// FollowUp returns the rules about lost reads with a fix: a message behind a leaf that
// asks the agent to repeat what is lost on its branch, once. leaf is an entry's id, ""
// for the leaf that pi resumes.
func FollowUp(leaf string) []*integrity.Rule {
	r := *integrity.Find("read-skipped")
	r.Severity = integrity.Warning
	r.Check = func(p *integrity.Pass) { p.Fail(followUp(p, leaf)) }
	return []*integrity.Rule{&r}
}

func followUp(p *integrity.Pass, id string) error {
	leaf := p.Log.Active()
	if id != "" {
		if leaf = p.Log.Find(sessionlog.KeyOf(id)); leaf < 0 {
			return fmt.Errorf("no entry has the id %q", id)
		}
	}
	if leaf < 0 {
		return nil
	}
	leaf, err := asked(p.Log, leaf)
	if err != nil {
		return err
	}
	open, err := unasked(p.Log, leaf)
	if err != nil || len(open) == 0 {
		return err
	}
	e, err := p.Log.Entry(leaf)
	if err != nil {
		return err
	}
	var asks []string
	f := integrity.Finding{Line: leaf, Message: fmt.Sprintf("reads on this branch are lost: %d", len(open))}
	for _, u := range open {
		f.Related = append(f.Related, u.Line)
		if one := asking(u); !slices.Contains(asks, one) {
			asks = append(asks, one)
		}
	}
	text := "The following read() calls were interrupted by a file map delivery and need to be completed:\n" +
		strings.Join(asks, "\n") + "\nPlease re-issue these reads now."
	f.Fixes = []integrity.Fix{{Message: fmt.Sprintf("append a message that asks for %d of them", len(asks)), Ops: []sessionlog.Op{{
		Act: sessionlog.Insert, Line: leaf, New: sessionlog.Fresh{
			Type: "custom_message", ID: p.Log.FreshID(nil, append([]string{integrity.RecoveryType, e.ID()}, asks...)...),
			Rest: fmt.Sprintf(`"timestamp":%s,"customType":"%s","content":%s,"display":true`,
				sessionlog.Quote(e.Time()), integrity.RecoveryType, sessionlog.Quote(text)),
		}}}}}
	p.Report(f)
	return nil
}

// asked returns the message that was appended to an entry before, which is the end of
// the branch since, or the entry.
func asked(log *sessionlog.Log, leaf int) (int, error) {
	for line := range log.Len() {
		if log.IsEntry(line) && log.Parent(line) == leaf {
			if typ, _, err := integrity.CustomText(log, line); err != nil {
				return leaf, err
			} else if typ == integrity.RecoveryType {
				leaf = line
			}
		}
	}
	return leaf, nil
}

// asking is the line of a message that asks for a read, in the words of pi-read-map,
// and with the lines that were asked for.
func asking(u *integrity.UnrunCall) string {
	w, lines := windowOf(u.Args), ""
	if w.offset > 0 {
		lines += fmt.Sprintf(", offset=%d", w.offset)
	}
	if w.limit > 0 {
		lines += fmt.Sprintf(", limit=%d", w.limit)
	}
	name := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return unicode.ReplacementChar // the path is one line, whatever a session says
		}
		return r
	}, integrity.PathOf(u.Args))
	return fmt.Sprintf(`- read("%s"%s)`, name, lines)
}

// unasked returns the reads that are lost on a leaf's branch and that no message
// behind them asks for.
func unasked(log *sessionlog.Log, leaf int) ([]*integrity.UnrunCall, error) {
	all, err := integrity.Unruns(log)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	at := map[int]int{} // places on the branch
	messages := map[int]string{}
	for i, line := range log.Branch(leaf) {
		at[line] = i
		if typ, text, err := integrity.CustomText(log, line); err != nil {
			return nil, err
		} else if typ == integrity.RecoveryType {
			messages[line] = text
		}
	}
	var out []*integrity.UnrunCall
	for _, u := range all {
		here, on := at[u.Line]
		isOn := func(line int) bool { _, ok := at[line]; return ok }
		if !on || !u.Read() || slices.ContainsFunc(u.Repeats, isOn) {
			continue
		}
		met := false
		for line, text := range messages {
			met = met || at[line] > here && slices.Contains(strings.Split(text, "\n"), asking(u))
		}
		if !met {
			out = append(out, u)
		}
	}
	slices.SortFunc(out, func(a, b *integrity.UnrunCall) int { return at[a.Line] - at[b.Line] })
	return out, nil
}
