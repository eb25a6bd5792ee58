// Package openai holds what the two APIs of OpenAI, Chat Completions and
// Responses, say in the same words.
package openai

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// InvalidJSON is the clause that needs no parsed body.
func InvalidJSON(id string) *contract.Clause {
	return &contract.Clause{
		ID: id,
		Text: "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP " +
			"library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have " +
			"trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)",
		Source: "widely quoted answer of the service",
		Check: func(req *contract.Request, report contract.Report) {
			if req.Syntax != nil || req.Body.Repaired() || req.Body.Kind() != js.Object {
				report(req.Body)
				return
			}
			for at := range req.Body.Lone() {
				report(at)
			}
		},
	}
}

// Required is the clause on a field that the body must have.
func Required(id, name, source string) *contract.Clause {
	return &contract.Clause{
		ID: id, Text: "Missing required parameter: '" + name + "'.",
		Param: name, Code: "missing_required_parameter", Source: source, Check: contract.Lacks(name),
	}
}

// KindOf is the services' word for what they got instead.
func KindOf(v js.Value) string {
	if v.Kind() == js.Number {
		return "an integer"
	}
	return v.Kind().String()
}
