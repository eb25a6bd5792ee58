package responses

import (
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// calls holds the clauses on the members of calls and their outputs.
var calls = sync.OnceValue(func() []*contract.Clause {
	return []*contract.Clause{
		memberMissing("call_id", func(it *item) bool { return it.form.named || it.form.described }),
		memberMissing("name", func(it *item) bool { return it.form.named }),
		memberMissing("arguments", takesArguments),
		memberMissing("input", func(it *item) bool { return it.kind == "custom_tool_call" }),
		memberMissing("output", func(it *item) bool { return it.form.described }),
		memberType("call_id", "responses/item-type", isPaired),
		memberType("name", "responses/item-type", func(it *item) bool { return it.form.call }),
		memberType("arguments", "responses/output-shape", takesArguments),
		{
			ID: "responses/item-type",
			Text: "Invalid 'input[{i}].call_id': empty string. Expected a string with minimum length 1, but got an empty " +
				"string instead.",
			Param: "input[{i}].call_id", Code: "empty_string", Source: schemaOf,
			Check: onItems(func(it *item, report contract.Report) {
				if isPaired(it) && it.callID.Raw() == `""` {
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
				if text := name.Text(); text == "" || !plain(text) {
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
})

func isPaired(it *item) bool { return it.form.call || it.form.output }

func takesArguments(it *item) bool { return it.kind == "function_call" }

func onNames(f func(js.Value, contract.Report)) check {
	return onItems(func(it *item, report contract.Report) {
		if it.form.named && it.name.Kind() == js.String {
			f(it.name, report)
		}
	})
}

func memberMissing(name string, of func(*item) bool) *contract.Clause {
	return &contract.Clause{
		ID: "responses/item-member-required", Text: "Missing required parameter: 'input[{i}]." + name + "'.",
		Param: "input[{i}]." + name, Code: "missing_required_parameter", Source: schemaOf,
		Check: onItems(func(it *item, report contract.Report) {
			if of(it) && !it.get(name).Exists() {
				report(it.at)
			}
		}),
	}
}

func memberType(name, id string, of func(*item) bool) *contract.Clause {
	return &contract.Clause{
		ID:    id,
		Text:  "Invalid type for 'input[{i}]." + name + "': expected a string, but got {kind} instead.",
		Param: "input[{i}]." + name, Code: "invalid_type", Source: schemaOf,
		Check: onItems(func(it *item, report contract.Report) {
			if !of(it) {
				return
			}
			if f := it.get(name); f.Exists() && f.Kind() != js.String {
				report(f, kindOf(f))
			}
		}),
	}
}

// plain reports whether a text is made of letters, digits, dashes and
// underscores.
func plain(text string) bool {
	for _, c := range []byte(text) {
		if !(c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z') {
			return false
		}
	}
	return true
}
