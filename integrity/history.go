package integrity

import (
	"fmt"
	"strings"

	"github.com/pi-fix/pi-fix/sessionlog"
)

var historyRejected = &Rule{
	ID: "history-rejected",
	Doc: `the provider refused a request of this session

The answer is in the session: a turn that ended in an error, with what the service
said about calls and results. It names the trouble at the time; the finding that
caused it is named with it where it is still there.`,
	Layer: Content, Severity: Info, Classes: []string{"P01", "P04"},
	Check: func(p *Pass) {
		for i := range p.Log.Len() {
			if p.Log.Kind(i) == sessionlog.KindMessage && p.Log.Role(i) == sessionlog.RoleAssistant &&
				p.Log.Stop(i) == sessionlog.StopError {
				p.checkRejected(i)
			}
		}
	},
}

// pairingWords are parts of what the services say about calls and results
// that do not match, in lower case.
var pairingWords = []string{
	"tool_use_id", "`tool_use` ids", "tool_use ids", "tool_result", "single result",
	"role 'tool'", "tool_call_id", "'tool_calls'", "no tool call found", "no tool output found",
	"toolresult blocks", "tooluse blocks", "function response parts", "function call turn",
	"number of function calls and responses", "tool result's tool id",
}

func (p *Pass) checkRejected(line int) {
	said := p.entry(line).Get("message.errorMessage").String()
	lower := strings.ToLower(said)
	if !strings.Contains(said, "400") && !strings.Contains(lower, "invalid") && !strings.Contains(lower, "toolresult") {
		return
	}
	for _, w := range pairingWords {
		if strings.Contains(lower, w) {
			p.Report(Finding{Line: line, said: said, Message: "the provider refused the request: " + printable(saidText(said))})
			return
		}
	}
}

// saidText cuts the service's sentence out of the error body around it.
func saidText(s string) string {
	if i := strings.Index(s, `"message":"`); i >= 0 {
		s = s[i+len(`"message":"`):]
		if end := strings.IndexByte(s, '"'); end > 0 {
			s = s[:end]
		}
	}
	return s
}

// Blame ties findings of rejected requests to what caused them: the finding
// about a call that the service named or, failing that, the nearest one about
// pairs that stands before it. It appends to the messages and to Related.
func Blame(findings []Finding) {
	for i := range findings {
		f := &findings[i]
		if f.Rule != historyRejected {
			continue
		}
		if c := culprit(*f, findings); c != nil {
			f.Related = append(f.Related, c.Line)
			f.Message += fmt.Sprintf("; cause: line %d, %s", c.Line+1, c.Rule.ID)
		}
	}
}

func culprit(f Finding, all []Finding) *Finding {
	var best *Finding
	for i := range all {
		c := &all[i]
		if c.Rule.Layer != Pairs && c.Rule.Layer != Calls {
			continue
		}
		if c.Call != "" && strings.Contains(f.said, c.Call) {
			return c
		}
		if c.Line < f.Line && (best == nil || c.Line > best.Line) {
			best = c
		}
	}
	return best
}
