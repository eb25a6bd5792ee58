package responses

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// ids holds the clauses on the names of items.
var ids = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID:    "responses/item-id-prefix",
			Text:  "Invalid 'input[{i}].id': '{id}'. Expected an ID that begins with '{prefix}'.",
			Param: "input[{i}].id", Code: "invalid_value", Source: "six code bases; earendil-works/pi#10257",
			Check: onIDs(func(it *item, id string, report contract.Report) {
				if prefix := it.form.prefix; !strings.HasPrefix(id, prefix) {
					report(it.id, id, prefix)
				}
			}),
		},
		{
			ID: "responses/item-id-pattern",
			Text: "Invalid 'input[{i}].id': '{id}'. Expected an ID that contains letters, numbers, underscores, or dashes, " +
				"but this value contained additional characters.",
			Param: "input[{i}].id", Code: "invalid_value", Source: "five code bases; changelog of pi, #1022",
			Check: onIDs(func(it *item, id string, report contract.Report) {
				// The words do not say that an underscore at the end is refused too.
				if !contract.Plain(id) || strings.HasSuffix(id, "_") {
					report(it.id, id)
				}
			}),
		},
		tooLong("id", func(it *item) js.Value { return it.id }),
		tooLong("call_id", func(it *item) js.Value { return it.callID }),
		{
			ID:     "responses/duplicate-item-id",
			Text:   "Duplicate item found with id {id}. Remove duplicate items from your input and try again.",
			Param:  "input",
			Source: "OpenRouterTeam/ai-sdk-provider#254 and trackers of SDKs",
			Check: onRequest(func(v *view, report contract.Report) {
				for i := range v.items {
					id := v.items[i].id
					if id.Kind() != js.String {
						continue
					}
					if known := v.names.Len(); v.names.Number(id.Text()) < known {
						report(id, id.Text())
					}
				}
			}),
		},
	}
}

func onIDs(f func(*item, string, contract.Report)) check {
	return onItems(func(it *item, report contract.Report) {
		if it.id.Kind() == js.String {
			f(it, it.id.Text(), report)
		}
	})
}

func tooLong(name string, of func(*item) js.Value) *contract.Clause {
	return &contract.Clause{
		ID: "responses/id-too-long",
		Text: "Invalid 'input[{i}]." + name + "': string too long. Expected a string with maximum length 64, but got a " +
			"string with length {n} instead.",
		Param: "input[{i}]." + name, Code: "string_above_max_length", Source: "AnswerDotAI/fastllm#45",
		Check: onItems(func(it *item, report contract.Report) {
			id := of(it)
			if len(id.Raw()) <= 64 { // quotes included; no escape is shorter than what it stands for
				return
			}
			if n := len(js.Units(id.Text())); n > 64 {
				report(id, n)
			}
		}),
	}
}
