package anthropic

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
)

// serverTools returns a check of the calls of tools that run at the service.
// Their results stand in the assistant's own turn, which goes on over user
// messages that hold nothing but tool results.
func serverTools(fault func(*serverTurn, contract.Report)) func(*contract.Request, contract.Report) {
	return func(req *contract.Request, report contract.Report) {
		v := req.View.(*view)
		if !v.serves {
			return
		}
		var turn serverTurn
		for _, m := range v.talk {
			switch {
			case m.role == "assistant":
				for _, b := range v.blocks(m) {
					turn.add(b)
				}
			case m.role != "user" || !v.onlyResults(m):
				turn.closed = true
				fault(&turn, report)
				turn = serverTurn{}
			}
		}
		fault(&turn, report)
	}
}

// serverTurn is what one assistant turn has of server tools.
type serverTurn struct {
	open   []block // calls without a result
	strays []block // results without a call
	closed bool    // something else followed
}

func (t *serverTurn) add(b block) {
	switch {
	case b.kind == serverUse:
		t.open = append(t.open, b)
	case isServerResult(b.kind):
		rest := without(t.open, b.id().Text())
		if len(rest) == len(t.open) {
			t.strays = append(t.strays, b)
		}
		t.open = rest
	}
}

func unresolvedServerUse(t *serverTurn, report contract.Report) {
	for _, b := range t.open {
		if t.closed {
			report(b.at, b.at.Get("name").Text(), b.id().Text())
		}
	}
}

func strayServerResult(t *serverTurn, report contract.Report) {
	for _, b := range t.strays {
		report(b.at, b.kind, b.id().Text())
	}
}

func isServerResult(kind string) bool {
	return strings.HasSuffix(kind, "_tool_result") && kind != "mcp_tool_result"
}

func without(open []block, id string) []block {
	for i, b := range open {
		if b.id().Text() == id {
			return append(append([]block(nil), open[:i]...), open[i+1:]...)
		}
	}
	return open
}

func (v *view) onlyResults(m message) bool {
	for _, b := range v.blocks(m) {
		if b.kind != toolResult {
			return false
		}
	}
	return m.hi > m.lo
}
