package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

func mistralEnds() []*contract.Clause {
	return []*contract.Clause{
		ordered(mistral("mistral/empty-list", "Conversation must have at least one message", onRequest(
			func(v *view, report contract.Report) {
				if m := v.body.Get("messages"); m.Kind() == js.Array && m.Len() == 0 {
					report(m)
				}
			}))),
		ordered(mistral("mistral/empty-list", "Conversation must start with a user message or system message", onRequest(
			func(v *view, report contract.Report) {
				if len(v.messages) == 1 && v.messages[0].role != "user" && !instructs(&v.messages[0]) {
					report(v.messages[0].at)
				}
			}))),
		ordered(mistral("mistral/last-role",
			"Expected last role User or Tool (or Assistant with prefix True) for serving but got {role}", onRequest(
				func(v *view, report contract.Report) {
					if len(v.messages) == 0 {
						return
					}
					last := v.messages[len(v.messages)-1]
					prefixed := last.role == "assistant" && last.at.Get("prefix").Kind() == js.True
					if last.speaker != js.Other && last.role != "user" && last.role != "tool" && !prefixed {
						report(last.at, last.role)
					}
				}))),
	}
}

func mistralOrder() []*contract.Clause {
	return []*contract.Clause{
		ordered(mistral("mistral/role-order", "Unexpected role '{next}' after role '{role}'", onRequest(checkMistralOrder))),
		{
			ID: "mistral/user-after-tool", Text: "Unexpected role 'user' after role 'tool'", Type: messageOrder,
			Code: messageOrderCode, Profiles: []string{MistralOld}, ByPi: contract.FromUser,
			Source: "datapizza-labs/datapizza-ai#98, BerriAI/litellm#17761, anomalyco/opencode#7488",
			Check: onRequest(func(v *view, report contract.Report) {
				for i := 1; i < len(v.messages); i++ {
					if v.messages[i].role == "user" && v.messages[i-1].role == "tool" {
						report(v.messages[i].at)
					}
				}
			}),
		},
	}
}

func mistralCounts() []*contract.Clause {
	return []*contract.Clause{
		ordered(mistral("mistral/call-count", "Not the same number of function calls and responses",
			onRequest(checkMistralCount))),
	}
}

// mistralPairs are the clauses on ids. Before tokeniser 13 only the number of calls
// and results was compared.
func mistralPairs() []*contract.Clause {
	return []*contract.Clause{
		mistralIDs("Duplicate tool call id {id} in assistant message", idRepeated),
		mistralIDs("Duplicate tool call id {id} in tool results", idAnsweredTwice),
		mistralIDs("Unexpected tool call id {id} in tool results", idUnexpected),
	}
}

// followers says which roles may follow a role. A developer is a system to Mistral.
var followers = [...]js.Set{
	system:    roles.Set("user", "assistant", "system"),
	user:      roles.Set("assistant", "system", "user"),
	assistant: roles.Set("assistant", "user", "tool"),
	tool:      roles.Set("assistant", "tool", "user"),
}

func checkMistralOrder(v *view, report contract.Report) {
	name := func(m *message) (string, int) {
		if m.speaker == developer {
			return "system", system
		}
		return m.role, m.speaker
	}
	for i := 1; i < len(v.messages); i++ {
		before, first := name(&v.messages[i-1])
		next, second := name(&v.messages[i])
		known := first < len(followers) && followers[first] != 0
		if known && second != js.Other && !followers[first].Has(second) {
			report(v.messages[i].at, next, before)
		}
	}
}

func checkMistralCount(v *view, report contract.Report) {
	calls, results := 0, 0
	for _, m := range v.messages {
		switch m.role {
		case "assistant":
			if calls != results {
				report(m.at)
			}
			calls, results = m.callHi-m.callLo, 0
		case "tool":
			results++
		}
	}
	if calls != results {
		report(v.messages[len(v.messages)-1].at)
	}
}

type idFault uint8

const (
	idRepeated idFault = iota
	idAnsweredTwice
	idUnexpected
)

func mistralIDs(text string, kind idFault) *contract.Clause {
	return &contract.Clause{
		ID: "mistral/duplicate-or-unexpected-result", Text: text, Source: validator, Profiles: []string{MistralV13},
		Check: onRequest(func(v *view, report contract.Report) {
			eachMistralID(v, func(fault idFault, at js.Value) {
				if fault == kind {
					report(at, at.Text())
				}
			})
		}),
	}
}

// eachMistralID compares the ids of results with those of the assistant message
// before them.
func eachMistralID(v *view, found func(idFault, js.Value)) {
	asked, answered := v.ids.Marks(), v.ids.Marks()
	for i := range v.messages {
		m := &v.messages[i]
		switch m.role {
		case "assistant":
			asked.Clear()
			answered.Clear()
			for _, c := range v.callsOf(m) {
				if asked.Has(c.number) {
					found(idRepeated, c.id)
				}
				asked.Add(c.number)
			}
		case "tool":
			switch {
			case !m.callID.Exists():
			case answered.Has(m.number):
				found(idAnsweredTwice, m.callID)
			case !asked.Has(m.number):
				found(idUnexpected, m.callID)
			}
			answered.Add(m.number)
		}
	}
}
