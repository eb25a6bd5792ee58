package integrity

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var headerStart = []byte(`{"type":"session"`)

// firstRecord returns the first line that pi parses, -1 when there is none.
func (p *Pass) firstRecord() int { return p.Log.Record(0) }

// tornHeader reports whether the damaged line is the rest of the header: it
// begins like one, and nothing but it stands before the first record.
func (p *Pass) tornHeader(d damaged) bool {
	if !bytes.HasPrefix(d.body, headerStart) || len(d.whole) > 0 || d.mended != nil || p.Log.Header() >= 0 {
		return false
	}
	first := p.firstRecord()
	return first < 0 || d.line < first
}

var headerTorn = &Rule{
	ID: "header-torn",
	Doc: `the header is cut off

pi from 0.80.3 on refuses the session; 0.50 to 0.80.2 replace the whole file by a
new, empty one. What can still be read of the header is kept.`,
	Layer: Header, Severity: Error, Classes: []string{"H02"},
	Check: func(p *Pass) {
		if d, ok := p.findTornHeader(); ok && p.hasEntries() {
			p.Report(Finding{Line: d.line, Message: "the header is cut off", Fixes: []Fix{{
				Message: "complete it from what is left of it, the file's name and the entries",
				Ops: []sessionlog.Op{
					withRecords(replace(d.line, p.Log.Span(d.line), p.newHeader(d.body)), 1),
				},
			}}})
		}
	},
}

func withRecords(op sessionlog.Op, n int) sessionlog.Op {
	op.Records = n
	return op
}

func (p *Pass) findTornHeader() (damaged, bool) {
	for _, d := range p.allDamaged() {
		if p.tornHeader(d) {
			return d, true
		}
	}
	return damaged{}, false
}

var headerMissing = &Rule{
	ID: "header-missing",
	Doc: `there is no session header

pi from 0.80.3 on refuses the session; 0.50 to 0.80.2 replace the whole file by a
new, empty one.`,
	Layer: Header, Severity: Error, Classes: []string{"H01"},
	Check: func(p *Pass) {
		if p.Log.Header() >= 0 || !p.hasEntries() {
			return
		}
		if _, torn := p.findTornHeader(); torn {
			return
		}
		p.Report(Finding{Message: "there is no session header", Fixes: []Fix{{
			Message: "put one first, from the file's name and the entries",
			Ops:     []sessionlog.Op{withRecords(replace(0, sessionlog.Span{}, p.newHeader(nil)), 1)},
		}}})
	},
}

// hasEntries reports whether anything in the file is worth a header.
func (p *Pass) hasEntries() bool {
	for i := range p.Log.Len() {
		if k := p.Log.Kind(i); k > sessionlog.KindHeader && k != sessionlog.KindUnknown {
			return true
		}
	}
	return false
}

var headerMisplaced = &Rule{
	ID: "header-misplaced",
	Doc: `the header is not the first record

pi looks at the first record only: from 0.80.3 on it refuses the session, before
that it overwrites the file.`,
	Layer: Header, Severity: Error, Classes: []string{"H03"},
	Check: func(p *Pass) {
		if h := p.Log.Header(); h >= 0 && p.firstRecord() != h {
			p.Report(Finding{Line: h, Message: "the header is not the first record", Fixes: []Fix{{
				Message: "move it to the top", Ops: []sessionlog.Op{{Act: sessionlog.Lift, Line: h}},
			}}})
		}
	},
}

var headerNoID = &Rule{
	ID: "header-no-id",
	Doc: `the header has no id

pi takes a header without a string id for none at all: from 0.80.3 on it refuses
the session, before that it overwrites the file.`,
	Layer: Header, Severity: Error, Classes: []string{"H04"},
	Check: func(p *Pass) {
		h := p.Log.Header()
		if h < 0 || !p.Log.Has(h, sessionlog.NoID) {
			return
		}
		id, _ := p.identity()
		p.Report(Finding{Line: h, Message: "the header has no id", Fixes: []Fix{{
			Message: "set it from the file's name",
			Ops:     []sessionlog.Op{{Act: sessionlog.Replace, Line: h, Edit: p.entry(h).Set("id", sessionlog.Quote(id))}},
		}}})
	},
}

var headerVersionLost = &Rule{
	ID: "header-version-lost",
	Doc: `the header has no version, but the entries have ids

pi takes the session for version 1, gives every entry a new id and makes one
branch of the whole file, on disk, at once. What compactions keep is lost by that.`,
	Layer: Header, Severity: Error, Classes: []string{"H04"},
	Check: func(p *Pass) {
		h := p.Log.Header()
		if h < 0 || p.Log.Version() > 1 || !p.entriesHaveIDs() {
			return
		}
		p.Report(Finding{Line: h, Message: "the header has no version, but the entries have ids", Fixes: []Fix{{
			Message: "set version " + p.treeVersion(),
			Ops:     []sessionlog.Op{{Act: sessionlog.Replace, Line: h, Edit: p.entry(h).Set("version", p.treeVersion())}},
		}}})
	},
}

// entriesHaveIDs reports whether most entries have an id or a parentId: those of
// version 1 have neither, and damage can take one of them.
func (p *Pass) entriesHaveIDs() bool {
	with, without := 0, 0
	for i := range p.Log.Len() {
		switch {
		case !p.Log.IsEntry(i):
		case p.Log.Has(i, sessionlog.NoID) && p.Log.Has(i, sessionlog.NoParentKey):
			without++
		default:
			with++
		}
	}
	return with > without
}

// treeVersion tells version 2 from 3 by the role that 3 renamed.
func (p *Pass) treeVersion() string {
	for i := range p.Log.Len() {
		if p.Log.Kind(i) == sessionlog.KindMessage && p.entry(i).Get("message.role").String() == "hookMessage" {
			return "2"
		}
	}
	return "3"
}

// newHeader returns a header line with what is still readable of the old one.
func (p *Pass) newHeader(torn []byte) string {
	id, at := p.identity()
	if s := tornValue(torn, "id"); s != "" {
		id = s
	}
	if s := tornValue(torn, "timestamp"); s != "" {
		at = s
	}
	var b strings.Builder
	b.WriteString(`{"type":"session",`)
	if p.entriesHaveIDs() {
		b.WriteString(`"version":` + p.treeVersion() + `,`)
	}
	fmt.Fprintf(&b, `"id":%s,"timestamp":%s`, sessionlog.Quote(id), sessionlog.Quote(at))
	for _, name := range []string{"cwd", "parentSession"} {
		if s := tornValue(torn, name); s != "" {
			fmt.Fprintf(&b, `,"%s":%s`, name, sessionlog.Quote(s))
		}
	}
	return b.String() + "}\n"
}

// tornValue returns the plain string value of a key in a torn object. A value
// with escapes, or one that is itself cut off, is not taken.
func tornValue(torn []byte, name string) string {
	m := regexp.MustCompile(`"` + name + `":"([^"\\]+)"`).FindSubmatch(torn)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// identity returns the id and time that a session's file name holds, as pi
// forms it (2026-01-01T00-00-00-000Z_ID.jsonl). Failing that, the id comes from
// the content and the time from the first entry.
func (p *Pass) identity() (id, at string) {
	m := regexp.MustCompile(`^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)_([A-Za-z0-9][A-Za-z0-9._-]*?)\.jsonl`).FindStringSubmatch(p.Name)
	if m != nil {
		return m[5], m[1] + ":" + m[2] + ":" + m[3] + "." + m[4]
	}
	at = "1970-01-01T00:00:00.000Z"
	for i := range p.Log.Len() {
		if p.Log.IsEntry(i) {
			e := p.entry(i)
			if e.Time() != "" {
				at = e.Time()
			}
			sum := sha256.Sum256(e.Raw)
			return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]), at
		}
	}
	return "unknown", at
}
