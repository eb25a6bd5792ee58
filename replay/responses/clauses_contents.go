package responses

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/openai"
	"github.com/pi-fix/pi-fix/replay/js"
)

// contents holds the clauses on what messages and outputs consist of.
var contents = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "responses/content-part-role", Text: "Missing required parameter: 'input[{i}].content'.",
			Param: "input[{i}].content", Code: "missing_required_parameter", Source: measured,
			Check: onKind("message", func(it *item, report contract.Report) {
				if it.spoken && !it.content.Exists() {
					report(it.at)
				}
			}),
		},
		{
			ID: "responses/content-part-role",
			Text: "Invalid type for 'input[{i}].content': expected one of an array of objects or string, but got {kind} " +
				"instead.",
			Param: "input[{i}].content", Code: "invalid_type", Source: schemaOf,
			Check: onKind("message", func(it *item, report contract.Report) {
				switch it.content.Kind() {
				case js.Undefined, js.String, js.Array:
				default:
					report(it.content, openai.KindOf(it.content))
				}
			}),
		},
		{
			ID: "responses/content-part-role",
			Text: "Invalid value: '{type}'. Supported values are: 'input_text', 'input_image', 'input_audio', 'output_text', " +
				"'refusal', 'input_file', 'computer_screenshot', 'summary_text', and 'encrypted_content'.",
			Param: "input[{i}].content[{j}].type", Code: "invalid_value", Source: measured,
			Check: onParts(func(p *part, report contract.Report) {
				if p.spoken && !p.form.known {
					report(p.at, p.kind)
				}
			}),
		},
		{
			ID:    "responses/content-part-role",
			Text:  "Invalid value: '{type}'. Supported values are: 'output_text' and 'refusal'.",
			Param: "input[{i}].content[{j}]", Code: "invalid_value", Source: measured,
			Check: onParts(func(p *part, report contract.Report) {
				if p.role == "assistant" && p.form.known && !p.form.said {
					report(p.at, p.kind)
				}
			}),
		},
		{
			ID: "responses/content-part-role",
			Text: "Invalid value: '{type}'. Supported values are: 'input_text', 'input_image', 'input_file', " +
				"'scoped_content', and 'input_audio'.",
			Param: "input[{i}].content[{j}]", Code: "invalid_value", Source: measured,
			Check: onParts(func(p *part, report contract.Report) {
				if p.spoken && p.role != "assistant" && p.form.known && !p.form.asked {
					report(p.at, p.kind)
				}
			}),
		},
		{
			ID: "responses/content-part-role", Text: "Missing required parameter: 'input[{i}].content[{j}].text'.",
			Param: "input[{i}].content[{j}].text", Code: "missing_required_parameter", Source: measured,
			Check: onParts(func(p *part, report contract.Report) {
				if (p.kind == "input_text" || p.kind == "output_text") && p.spoken && !p.has.Has(mText) {
					report(p.at)
				}
			}),
		},
		{
			ID: "responses/output-shape",
			Text: "Invalid type for 'input[{i}].output': expected one of an array of objects or string, but got {kind} " +
				"instead.",
			Param: "input[{i}].output", Code: "invalid_type", Source: schemaOf,
			Check: onForms(isDescribed, func(it *item, report contract.Report) {
				if kind := it.output.Kind(); kind != js.Undefined && kind != js.String && kind != js.Array {
					report(it.output, openai.KindOf(it.output))
				}
			}),
		},
		{
			ID: "responses/output-shape",
			Text: "Invalid value: '{type}'. Supported values are: 'input_text', 'input_image', and " +
				"'input_file'.",
			Param: "input[{i}].output[{j}]", Code: "invalid_value", Source: schemaOf,
			Check: onForms(isDescribed, func(it *item, report contract.Report) {
				if it.output.Kind() != js.Array {
					return
				}
				for p := range it.output.All() {
					switch kind := p.Get("type").Text(); kind {
					case "input_text", "input_image", "input_file":
					default:
						report(p, kind)
					}
				}
			}),
		},
	}
}
