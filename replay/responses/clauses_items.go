package responses

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/openai"
	"github.com/pi-fix/pi-fix/replay/js"
)

// items holds the clauses on what an item is and which members it has.
var items = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "responses/input-type", Text: "Invalid type for 'input': expected a string, but got an object instead.",
			Param: "input", Code: "invalid_type", Source: measured,
			Check: onRequest(func(v *view, report contract.Report) {
				if v.input.Kind() == js.Null {
					report(v.input)
				}
			}),
		},
		{
			ID:    "responses/input-type",
			Text:  "Invalid type for 'input': expected one of a string or array of input items, but got {kind} instead.",
			Param: "input", Code: "invalid_type", Source: measured,
			Check: onRequest(func(v *view, report contract.Report) {
				switch v.input.Kind() {
				case js.Object, js.Number, js.True, js.False:
					report(v.input, openai.KindOf(v.input))
				}
			}),
		},
		{
			ID:    "responses/item-type-unknown",
			Text:  "Invalid type for 'input[{i}]': expected an input item, but got {kind} instead.",
			Param: "input[{i}]", Code: "invalid_type", Source: measured,
			Check: onForms(isUnknown, func(it *item, report contract.Report) {
				if it.at.Kind() != js.Object {
					report(it.at, openai.KindOf(it.at))
				}
			}),
		},
		{
			ID: "responses/item-type-unknown",
			Text: "Invalid value: '{type}'. Supported values are: 'additional_tools', 'agent_message', 'apply_patch_call', " +
				"'apply_patch_call_output', 'code_interpreter_call', 'compaction', 'compaction_trigger', 'computer_call', " +
				"'computer_call_output', 'custom_tool_call', 'custom_tool_call_output', 'file_search_call', 'function_call', " +
				"'function_call_output', 'image_generation_call', 'item_reference', 'local_shell_call', " +
				"'local_shell_call_output', 'mcp_approval_request', 'mcp_approval_response', 'mcp_call', 'mcp_list_tools', " +
				"'message', 'multi_agent_call', 'multi_agent_call_output', 'program', 'program_output', 'reasoning', " +
				"'shell_call', 'shell_call_output', 'tool_search_call', 'tool_search_output', and 'web_search_call'.",
			Param: "input[{i}]", Code: "invalid_value", Source: measured,
			Check: onForms(isUnknown, func(it *item, report contract.Report) {
				if it.at.Kind() == js.Object {
					report(it.at, it.kind)
				}
			}),
		},
		{
			ID:    "responses/item-role-unknown",
			Text:  "Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
			Param: "input[{i}]", Code: "invalid_value", Source: measured,
			Check: onKind("message", func(it *item, report contract.Report) {
				if !it.spoken {
					report(it.at, it.role)
				}
			}),
		},
		{
			ID: "responses/item-extra-member", Text: "Unknown parameter: 'input[{i}].{name}'.",
			Param: "input[{i}].{name}", Code: "unknown_parameter", Source: measured,
			Check: onItems(func(it *item, report contract.Report) {
				allowed := it.form.members
				if it.role != "assistant" {
					allowed = allowed.Without(mPhase)
				}
				if it.form.members == everything || !it.has.Outside(allowed) || it.kind == "message" && !it.spoken {
					return
				}
				for f := range it.at.All() {
					if !allowed.Has(ofItem.Key(f)) {
						report(f, f.Key())
					}
				}
			}),
		},
		{
			ID:    "responses/item-extra-member",
			Text:  "Invalid value: '{phase}'. Supported values are: 'commentary' and 'final_answer'.",
			Param: "input[{i}].phase", Code: "invalid_value", Source: measured,
			Check: onKind("message", func(it *item, report contract.Report) {
				if it.role != "assistant" || !it.has.Has(mPhase) {
					return
				}
				switch phase := it.at.Get("phase"); phase.Text() {
				case "commentary", "final_answer":
				default:
					if !phase.Nullish() {
						report(phase, phase.Display())
					}
				}
			}),
		},
		{
			ID: "responses/item-type", Text: "Invalid type for 'input[{i}].id': expected a string, but got {kind} instead.",
			Param: "input[{i}].id", Code: "invalid_type", Source: schemaOf,
			Check: onItems(func(it *item, report contract.Report) {
				if !it.id.Nullish() && it.id.Kind() != js.String {
					report(it.id, openai.KindOf(it.id))
				}
			}),
		},
	}
}

func isUnknown(f *itemForm) bool { return f == formOf(js.Other) }
