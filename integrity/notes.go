package integrity

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// The rules here report what nothing in the file can help, or what pi itself puts
// up with. None of them repairs.

var headerNewerVersion = &Rule{
	ID: "header-newer-version",
	Doc: `the session is of a newer version

pi opens it as it is. What a rule of this version calls a fault could be how the newer
one writes, so nothing behind the header is judged or changed. With --skip
header-newer-version the session is treated as one of version 3.`,
	Layer: Header, Severity: Warning, Classes: []string{"H05"},
	Check: func(p *Pass) {
		h := p.Log.Header()
		if h < 0 {
			return
		}
		if v := p.entry(h).Get("version"); v.Type == gjson.Number && v.Float() > 3 {
			p.Report(Finding{Line: h, Severity: Warning, Message: fmt.Sprintf("the session is of version %s, and 3 is known", printable(v.Raw))})
		}
	},
}

var headerOtherSession = &Rule{
	ID: "header-other-session",
	Doc: `the header of another session stands in the file

Two files were put into one. pi ignores the second header and takes its entries for
branches of the first session; those that follow are reached by /tree. Which session
they belong to is for you to say, so nothing is changed.`,
	Layer: Header, Severity: Info, Classes: []string{"H03", "T13"},
	Check: func(p *Pass) {
		h := p.Log.Header()
		if h < 0 {
			return
		}
		first := p.entry(h).Get("id").String()
		for i := h + 1; i < p.Log.Len(); i++ {
			if p.Log.Kind(i) != sessionlog.KindHeader {
				continue
			}
			if e := p.entry(i); e.Get("id").String() != first {
				p.Report(Finding{Line: i, Related: []int{h}, Message: fmt.Sprintf("the header of session %s (%s) stands in the file; %s behind it",
					printable(e.Get("id").String()), printable(e.Get("cwd").String()), plural2(p.entriesBehind(i), "entry is", "entries are"))})
			}
		}
	},
}

// entriesBehind counts the entries up to the next header.
func (p *Pass) entriesBehind(header int) int {
	n := 0
	for i := header + 1; i < p.Log.Len() && p.Log.Kind(i) != sessionlog.KindHeader; i++ {
		if p.Log.IsEntry(i) {
			n++
		}
	}
	return n
}

var treeLostTarget = &Rule{
	ID: "tree-lost-target",
	Doc: `a label or an edit is about an entry that is not in the file

It has no effect, and pi does not mind. The entry that it was about is lost, or the
line came from another file.`,
	Layer: Tree, Severity: Info, Classes: []string{"T11"},
	Check: func(p *Pass) {
		for i := range p.Log.Of(sessionlog.KindLabel, sessionlog.KindContextEdit) {
			if p.Log.Find(p.Log.Refs(i)[0]) >= 0 || p.Log.Version() == 1 {
				continue
			}
			p.Report(Finding{Line: i, Message: fmt.Sprintf("the %s is about %s, which is not in the file", p.Log.Kind(i),
				printable(p.entry(i).Get("targetId").String()))})
		}
	},
}

var treeTwoWriters = &Rule{
	ID: "tree-two-writers",
	Doc: `two programs wrote to the session at the same time

Each went on behind its own last entry, so the conversation is in two branches whose
lines alternate. pi resumes the one with the last line; the other is whole and is
reached by /tree. Nothing is changed.`,
	Layer: Tree, Severity: Info, Classes: []string{"T08"},
	Check: func(p *Pass) {
		if p.Log.Linear() || p.Log.Forward() || p.Log.Version() == 1 || len(p.Log.Repeats()) > 0 {
			return // what stands next to what tells nothing where lines were moved about
		}
		switches, first, before, tries := 0, -1, -1, 0
		for i := 0; i < p.Log.Len() && tries < enough; i++ {
			if !p.Log.IsEntry(i) {
				continue
			}
			// A result is written by the program that ran the call, at once: one
			// whose parent is not the line before was written beside another's.
			if parent := p.Log.Parent(i); before >= 0 && parent >= 0 && parent != before && speech(p.Log, i) == result &&
				spoken(p.Log, before) && p.Log.Parent(before) != parent {
				if tries++; !p.below(before, parent) {
					switches++
				}
				if switches == 1 && first < 0 {
					first = i
				}
			}
			before = i
		}
		if switches > 0 {
			p.Report(Finding{Line: first, Message: fmt.Sprintf("two programs wrote at the same time: %s behind the other's lines", plural(switches, "result"))})
		}
	},
}

// enough places are looked at: each costs a walk up the branch.
const enough = 100

// spoken reports whether the entry is a message of the conversation.
func spoken(log *sessionlog.Log, line int) bool {
	s := speech(log, line)
	return s == user || s == assistant || s == result
}

var contentNoRole = &Rule{
	ID: "content-no-role",
	Doc: `a message has no role that pi knows

pi keeps it in the tree and leaves it out of every request. Who said it is not known,
so it is not guessed; an unknown role can also be that of a newer version.`,
	Layer: Content, Severity: Info, Classes: []string{"T10"},
	Check: func(p *Pass) {
		for i := range p.Log.Len() {
			r := p.Log.Role(i)
			if p.Log.Kind(i) != sessionlog.KindMessage || p.Log.Has(i, sessionlog.NoMessage) ||
				r != sessionlog.RoleNone && r != sessionlog.RoleOther && r != sessionlog.RoleHook || !p.pairs().inContext(i, i) {
				continue
			}
			role := p.entry(i).Get("message.role")
			what := jsonKind(role)
			if role.Type == gjson.String {
				what = fmt.Sprintf("%q", printable(role.String()))
			}
			p.Report(Finding{Line: i, Message: fmt.Sprintf("the role of a message is %s, so no model sees it", what)})
		}
	},
}

var pairNoCall = &Rule{
	ID: "pair-no-call",
	Doc: `a turn says that it calls tools and calls none

The service or a proxy ended the answer so. pi went idle there; the answer is sent as
any other, and the next prompt goes on.`,
	Layer: Pairs, Severity: Info, Classes: []string{"P24"},
	Check: func(p *Pass) {
		for i := range p.Log.Len() {
			if speech(p.Log, i) == assistant && p.Log.Stop(i) == sessionlog.StopToolUse && len(p.Log.Refs(i)) == 0 {
				p.Report(Finding{Line: i, Message: "the turn says that it calls tools and calls none"})
			}
		}
	},
}
