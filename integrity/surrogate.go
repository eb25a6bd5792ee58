package integrity

import (
	"bytes"
	"strconv"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentLoneSurrogate = &Rule{
	ID: "content-lone-surrogate",
	Doc: `a string holds half a character

Text was cut in the middle of an emoji, say. pi mends texts when it sends them, but
not the arguments of calls: the service then cannot read the request as JSON.`,
	Layer: Content, Severity: Warning, Classes: []string{"A10"},
	Check: func(p *Pass) {
		for i := range p.Log.With(sessionlog.Surrogate) {
			if p.Log.IsEntry(i) && p.sent(i) {
				p.checkSurrogates(i)
			}
		}
	},
}

func (p *Pass) checkSurrogates(line int) {
	e := p.entry(line)
	var ops []sessionlog.Op
	for _, at := range loneSurrogates(e.Raw) {
		from := e.Span.Start + int64(at)
		ops = append(ops, replace(line, sessionlog.Span{Start: from, End: from + 6}, `\ufffd`))
	}
	if len(ops) == 0 {
		return
	}
	f := Finding{Line: line, Message: plural2(len(ops), "string escape is half a character", "string escapes are half a character"),
		Fixes: []Fix{{Message: "replace it by U+FFFD, as pi does in texts", Ops: ops}}}
	if len(p.Log.Refs(line)) > 0 && p.Log.Role(line) == sessionlog.RoleAssistant {
		f.Severity = Error
	}
	p.Report(f)
}

// loneSurrogates returns where the escapes of halves stand that make no pair.
func loneSurrogates(b []byte) []int {
	var out []int
	for i := 0; i < len(b); {
		next := bytes.IndexByte(b[i:], '\\')
		if next < 0 {
			return out
		}
		i += next
		first := half(b[i:])
		switch {
		case first == 0:
			i += 2
		case first < 0xDC00 && half(b[i+6:]) >= 0xDC00:
			i += 12
		default:
			out = append(out, i)
			i += 6
		}
	}
	return out
}

// half returns the surrogate that b begins with as an escape, or 0.
func half(b []byte) uint64 {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 32)
	if err != nil || n < 0xD800 || n > 0xDFFF {
		return 0
	}
	return n
}
