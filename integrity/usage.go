package integrity

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var contentNoUsage = &Rule{
	ID: "content-no-usage",
	Doc: `an answer does not say what it took and cost

pi's terminal adds up the tokens and the cost of all answers of the file, whatever branch
they are on, and ends with an error when one has none; pi -p goes on. From 0.87 on it
fails, too, before it sends anything, when an answer of the context has no usage at all.`,
	Layer: Content, Severity: Error, Classes: []string{"A03"},
	Check: func(p *Pass) {
		for i := range p.Log.With(sessionlog.NoUsage) {
			if speech(p.Log, i) == assistant {
				p.checkUsage(i, "the answer", "message.usage")
			}
		}
	},
}

var contentUnshown = &Rule{
	ID: "content-unshown",
	Doc: `pi's terminal fails on what an entry does not say

It shows how large the context was before a compaction, adds up what entries cost, and
takes the name of the session and the words of an error for texts. Where that is
missing, or is something else, it ends with an error as soon as the session is opened. pi -p does not mind.`,
	Layer: Content, Severity: Warning, Classes: []string{"A03"},
	Check: func(p *Pass) {
		for i := range p.Log.Of(sessionlog.KindCompaction, sessionlog.KindBranchSummary, sessionlog.KindUsage, sessionlog.KindSessionInfo) {
			e, kind := p.entry(i), p.Log.Kind(i)
			name, usage := e.Get("name"), e.Get("usage")
			switch {
			case kind == sessionlog.KindSessionInfo && name.Type != gjson.Null && name.Type != gjson.String:
				p.reportSet(i, "the name of the session is no text", "make it one", e.Set("name", sessionlog.Quote(name.Raw)))
			case kind == sessionlog.KindCompaction && e.Get("tokensBefore").Type == gjson.Null:
				p.reportSet(i, "the compaction does not say how many tokens there were", "say 0", e.Set("tokensBefore", "0"))
			case kind == sessionlog.KindUsage, kind != sessionlog.KindSessionInfo && usage.Type != gjson.Null:
				p.checkUsage(i, "the entry", "usage")
			}
		}
		for i := range p.Log.With(sessionlog.Unpriced) {
			if p.Log.Role(i) == sessionlog.RoleToolResult && counts(p.entry(i).Get("message.usage")) {
				p.checkUsage(i, "the result", "message.usage")
			}
		}
		for i := range p.Log.By(sessionlog.RoleAssistant) {
			if p.Log.Stop(i) != sessionlog.StopError {
				continue
			}
			e := p.entry(i)
			if said := e.Get("message.errorMessage"); said.Type != gjson.Null && said.Type != gjson.String {
				p.reportSet(i, "the words of an error are no text", "make them one", e.SetIn("message", "errorMessage", sessionlog.Quote(said.Raw)))
			}
		}
	},
}

const (
	noCost  = `{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}`
	noUsage = `{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":` + noCost + `}`
)

// checkUsage looks whether pi can add up a usage. What it says of tokens may be missing.
func (p *Pass) checkUsage(line int, whose, path string) {
	e := p.entry(line)
	usage := e.Get(path)
	switch total := usage.Get("cost.total"); {
	case usage.Type == gjson.Null && e.Get("message.timestamp").Type == gjson.Number && p.pairs().inContext(line, line):
		// To send, pi looks only at answers that have a time, and only for null.
		p.Report(Finding{Line: line, Message: whose + " has no usage", Fixes: []Fix{{
			Message: "add one of zero", Ops: []sessionlog.Op{replaceWith(line, setAt(e, path, noUsage))}}}})
	case usage.Type == gjson.Null:
		p.reportSet(line, whose+" has no usage", "add one of zero", setAt(e, path, noUsage))
	case !usage.IsObject() || len(usage.Map()) == 0:
		p.reportSet(line, "the usage of "+whose+" is empty or no object", "put one of zero in its place", setAt(e, path, noUsage))
	case usage.Get("cost").Type == gjson.Null:
		p.reportSet(line, "the usage of "+whose+" has no cost", "add one of zero", setAt(e, path+".cost", noCost))
	case total.Type == gjson.String || total.Type == gjson.JSON:
		number := "0"
		if v := total.String(); gjson.Valid(v) && gjson.Parse(v).Type == gjson.Number {
			number = strings.TrimSpace(v)
		}
		p.reportSet(line, "the cost of "+whose+" is no number", fmt.Sprintf("make it %s", number), setAt(e, path+".cost.total", number))
	}
}

// counts reports whether JavaScript takes a value for true. What a result took is only
// looked at then.
func counts(v gjson.Result) bool {
	switch v.Type {
	case gjson.Null, gjson.False:
		return false
	case gjson.Number:
		return v.Num != 0
	case gjson.String:
		return v.Str != ""
	}
	return true
}

// setAt gives a member a value: a top-level one, or one of an object that is not empty.
func setAt(e sessionlog.Entry, path, value string) sessionlog.Edit {
	if at := strings.LastIndexByte(path, '.'); at >= 0 {
		return e.SetIn(path[:at], path[at+1:], value)
	}
	return e.Set(path, value)
}

// reportSet warns of what pi's terminal fails on.
func (p *Pass) reportSet(line int, message, fix string, edit sessionlog.Edit) {
	p.Report(Finding{Line: line, Severity: Warning, Message: message, Fixes: []Fix{{Message: fix, Ops: []sessionlog.Op{replaceWith(line, edit)}}}})
}
