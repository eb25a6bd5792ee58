package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// serviceParameters holds what some services say of fields of the request that
// they do not have.
func serviceParameters() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "groq/unknown-parameter", Profiles: []string{Groq}, Text: "property '{name}' is unsupported",
			Source: "client trackers",
			Check: onRequest(func(v *view, report contract.Report) {
				for f := range v.body.All() {
					// pi sends "store": false to Groq, and is answered.
					stores := f.Key() == "store" && f.Kind() == js.True
					if stores || !topLevel.Has(f.Key()) {
						report(f, f.Key())
					}
				}
			}),
		},
		{
			ID: "zai/parameter", Profiles: []string{zaiFamily}, Code: "1210", Source: "charmbracelet/crush#1237",
			Text: "Invalid API parameter, please check the documentation.",
			Check: onRequest(func(v *view, report contract.Report) {
				for f := range v.body.All() {
					if !topLevel.Has(f.Key()) {
						report(f)
					}
				}
			}),
		},
	}
}

// properties holds the clauses of services that refuse members of messages which
// they do not know. OpenAI itself passes over them.
func properties() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "groq/unknown-message-property", Profiles: []string{Groq},
			Text: "'messages.{i}' : for 'role:{role}' the following must be satisfied[('messages.{i}' : property " +
				"'{name}' is unsupported{near})]",
			Source: "run-llama/llama_index#14701, SimonSchubert/Kai#265, ServiceStack/llms#17",
			Check:  onMessages(checkProperties),
		},
		{
			ID: "cerebras/unknown-property", Profiles: []string{Cerebras}, Param: "messages.{i}.{role}.{name}",
			Text:   "messages.{i}.{role}.{name}: property 'messages.{i}.{role}.{name}' is unsupported",
			Source: "nine code bases", Check: onMessages(checkProperties),
		},
		{
			// Some of its models take images by now (the model catalog of pi 0.87.1).
			ID: "cerebras/unknown-property", Profiles: []string{Cerebras}, Level: contract.Warn, Param: "messages.{i}.{role}.content",
			Text:   "messages.{i}.{role}.content.{j}: property 'messages.{i}.{role}.content.{j}.{name}' is unsupported",
			Source: "nine code bases",
			Check: onParts(func(p *part, report contract.Report) {
				if p.kind == "image_url" {
					report(p.at, p.role, p.kind)
				}
			}),
		},
	}
}

// memberNames lists what a message of each role may have, and members holds the same
// as numbers.
var (
	memberNames = [...][]string{
		system:    {"role", "content", "name"},
		developer: {"role", "content", "name"},
		user:      {"role", "content", "name"},
		assistant: {"role", "content", "name", "tool_calls", "function_call", "reasoning"},
		tool:      {"role", "content", "name", "tool_call_id"},
		function:  {"role", "content", "name"},
	}
	members = func() (of [len(memberNames)]js.Set) {
		for speaker, names := range memberNames {
			of[speaker] = ofMessage.Set(names...)
		}
		return of
	}()
)

func checkProperties(m *message, report contract.Report) {
	if m.speaker == js.Other || !m.has.Outside(members[m.speaker]) {
		return
	}
	for f := range m.at.All() {
		if !members[m.speaker].Has(ofMessage.Key(f)) {
			report(f, m.role, f.Key(), hint(", did you mean '", f.Key(), memberNames[m.speaker], "'?"))
		}
	}
}
