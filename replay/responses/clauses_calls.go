package responses

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/openai"
	"github.com/pi-fix/pi-fix/replay/js"
)

// calls holds the clauses on the members of calls and their outputs.
var calls = func() []*contract.Clause {
	return []*contract.Clause{
		memberMissing("call_id", func(f *itemForm) bool { return f.named || f.described }),
		memberMissing("name", isNamed),
		memberMissing("arguments", isForm("function_call")),
		memberMissing("input", isForm("custom_tool_call")),
		memberMissing("output", isDescribed),
		memberType("call_id", "responses/item-type", isPaired),
		memberType("name", "responses/item-type", func(f *itemForm) bool { return f.call }),
		memberType("arguments", "responses/output-shape", isForm("function_call")),
		{
			ID: "responses/item-type",
			Text: "Invalid 'input[{i}].call_id': empty string. Expected a string with minimum length 1, but got an empty " +
				"string instead.",
			Param: "input[{i}].call_id", Code: "empty_string", Source: schemaOf,
			Check: onForms(isPaired, func(it *item, report contract.Report) {
				if it.callID.Raw() == `""` {
					report(it.callID)
				}
			}),
		},
		{
			ID: "responses/function-name-pattern",
			Text: "Invalid 'input[{i}].name': string does not match pattern. Expected a string that matches the pattern " +
				"'^[a-zA-Z0-9_-]+$'.",
			Param: "input[{i}].name", Code: "invalid_value", Source: "client trackers",
			Check: onNames(func(name js.Value, report contract.Report) {
				if text := name.Text(); text == "" || !contract.Plain(text) {
					report(name)
				}
			}),
		},
		{
			ID: "responses/function-name-pattern",
			Text: "Invalid 'input[{i}].name': string too long. Expected a string with maximum length 128, but got a string " +
				"with length {n} instead.",
			Param: "input[{i}].name", Code: "string_above_max_length", Source: schemaOf,
			Check: onNames(func(name js.Value, report contract.Report) {
				if n := len(name.Text()); n > 128 {
					report(name, n)
				}
			}),
		},
	}
}

func isPaired(f *itemForm) bool    { return f.call || f.output }
func isDescribed(f *itemForm) bool { return f.described }
func isNamed(f *itemForm) bool     { return f.named }

func isForm(kind string) func(*itemForm) bool {
	return func(f *itemForm) bool { return f == formOf(types.Number(kind)) }
}

func onNames(f func(js.Value, contract.Report)) check {
	return onForms(isNamed, func(it *item, report contract.Report) {
		if it.name.Kind() == js.String {
			f(it.name, report)
		}
	})
}

func memberMissing(name string, of func(*itemForm) bool) *contract.Clause {
	member := ofItem.Number(name)
	return &contract.Clause{
		ID: "responses/item-member-required", Text: "Missing required parameter: 'input[{i}]." + name + "'.",
		Param: "input[{i}]." + name, Code: "missing_required_parameter", Source: schemaOf,
		Check: onForms(of, func(it *item, report contract.Report) {
			if !it.has.Has(member) {
				report(it.at)
			}
		}),
	}
}

func memberType(name, id string, of func(*itemForm) bool) *contract.Clause {
	return &contract.Clause{
		ID:    id,
		Text:  "Invalid type for 'input[{i}]." + name + "': expected a string, but got {kind} instead.",
		Param: "input[{i}]." + name, Code: "invalid_type", Source: schemaOf,
		Check: onForms(of, func(it *item, report contract.Report) {
			if f := it.get(name); f.Exists() && f.Kind() != js.String {
				report(f, openai.KindOf(f))
			}
		}),
	}
}
