package integrity

import (
	"fmt"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var pairEditedTurn = &Rule{
	ID: "pair-edited-turn",
	Doc: `an edit took a call away and left its result

pi 0.87.0 to 1.3 omit a turn that was cut off at the output limit by a
context_edit, but not its results, so each request has a result without a call.
The repair omits the results by edits of the same kind; nothing leaves the file.`,
	Layer: Pairs, Severity: Error, Classes: []string{"P06"},
	Check: func(p *Pass) {
		taken := map[string]bool{}
		all := p.pairs().edited
		for i := 0; i < len(all); {
			n := i
			for n < len(all) && all[n].edit == all[i].edit && all[n].turn == all[i].turn {
				n++
			}
			p.reportEdited(all[i:n], taken)
			i = n
		}
	},
}

func (p *Pass) reportEdited(rs []editedResult, taken map[string]bool) {
	edit := p.entry(rs[0].edit)
	children := p.children(rs[0].edit)
	f := Finding{Line: rs[0].edit, Related: []int{rs[0].turn},
		Message: fmt.Sprintf("the edit takes the calls of line %d away and leaves %s", p.Number(rs[0].turn), plural(len(rs), "result"))}
	var ops []sessionlog.Op
	for _, r := range rs {
		target := p.Log.EntryID(r.line)
		id := p.Log.FreshID(func(id string) bool { return taken[id] }, "edit", edit.ID(), target)
		taken[id] = true
		f.Related = append(f.Related, r.line)
		ops = append(ops, sessionlog.Op{Act: sessionlog.Insert, Line: r.edit, Adopt: children, New: sessionlog.Fresh{
			Type: "context_edit", ID: id,
			Rest: fmt.Sprintf(`"timestamp":%s,"targetId":%s,"replacement":null`, sessionlog.Quote(edit.Time()), sessionlog.Quote(target)),
		}})
	}
	f.Fixes = []Fix{{Message: "omit the results by edits as well", Ops: ops}}
	p.Report(f)
}
