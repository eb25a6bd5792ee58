package responses_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/responses"
)

var cases = []sample{
	{ID: "responses/invalid-json", Bad: full(said("user", `"a\udc00"`)), Good: full(said("user", `"a\ud83d\ude00"`))},
	{ID: "responses/field-required", Text: "'model'", Bad: `{"input":"a"}`, Good: `{"model":"m","input":"a"}`, Param: "model"},
	{ID: "responses/field-required", Text: "'input'", Bad: `{"model":"m","nope":1}`, Good: sound, Param: "input"},
	{
		ID: "responses/unknown-parameter", Bad: with(`"max_tokens":1`), Good: with(`"max_output_tokens":16`),
		Message: "Unknown parameter: 'max_tokens'.", Param: "max_tokens",
	},
	{ID: "responses/input-type", Text: "expected a string", Bad: `{"model":"m","input":null}`, Good: sound, Param: "input"},
	{ID: "responses/input-type", Text: "one of", Bad: `{"model":"m","input":7}`, Good: sound, Param: "input"},
	{
		ID: "responses/input-empty", Bad: full(), Good: sound,
		Message: `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`,
	},
	{
		ID: "responses/item-type-unknown", Text: "input item", Bad: full(user, `null`), Good: sound, Param: "input[1]",
		Message: "Invalid type for 'input[1]': expected an input item, but got null instead.",
	},
	{ID: "responses/item-type-unknown", Text: "Supported", Bad: full(`{"type":"toolResult"}`), Good: sound, Param: "input[0]"},
	{
		ID: "responses/item-role-unknown", Bad: full(said("tool", `"a"`)), Good: full(said("developer", `"a"`)), Param: "input[0]",
		Message: "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
	},
	{
		ID: "responses/item-extra-member", Text: "Unknown", Bad: full(`{"role":"user","content":"a","phase":"final_answer"}`),
		Good: full(`{"role":"assistant","content":"a","phase":"final_answer"}`), Param: "input[0].phase",
		Message: "Unknown parameter: 'input[0].phase'.",
	},
	{
		ID: "responses/item-extra-member", Text: "commentary", Bad: full(`{"role":"assistant","content":"a","phase":"end"}`),
		Good: full(`{"role":"assistant","content":"a","phase":"commentary"}`), Param: "input[0].phase",
		Message: "Invalid value: 'end'. Supported values are: 'commentary' and 'final_answer'.",
	},
	{ID: "responses/item-type", Text: "].id'", Bad: full(strings.Replace(message("msg_1"), `"msg_1"`, `1`, 1)), Good: full(message("msg_1")), Param: "input[0].id"},
	{ID: "responses/content-part-role", Text: "].content'.", Bad: full(`{"role":"user"}`), Good: full(said("user", `""`)), Param: "input[0].content"},
	{ID: "responses/content-part-role", Text: "].content':", Bad: full(said("user", `3`)), Good: full(said("user", `[]`)), Param: "input[0].content"},
	{
		ID: "responses/content-part-role", Text: "computer_screenshot", Bad: full(said("user", `[{"type":"text","text":"a"}]`)), Good: full(user),
		Param: "input[0].content[0].type",
	},
	{
		ID: "responses/content-part-role", Text: "are: 'output_text' and", Bad: full(user, said("assistant", `[{"type":"input_text","text":"a"}]`)),
		Good: full(said("assistant", `[{"type":"refusal","refusal":"no"}]`)), Param: "input[1].content[0]",
		Message: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
	},
	{
		ID: "responses/content-part-role", Text: "'scoped_content', and", Bad: full(said("user", `[{"type":"output_text","text":"a"}]`)), Good: full(user),
		Param: "input[0].content[0]",
	},
	{ID: "responses/content-part-role", Text: "].text'", Bad: full(said("user", `[{"type":"input_text"}]`)), Good: full(user), Param: "input[0].content[0].text"},
	{ID: "responses/output-shape", Text: "].output'", Bad: asked(strings.Replace(output("c1"), `"x"`, `{}`, 1)), Good: asked(strings.Replace(output("c1"), `"x"`, `""`, 1))},
	{
		ID: "responses/output-shape", Text: "Supported", Bad: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"output_text","text":"x"}]`, 1)),
		Good: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"input_text","text":"x"}]`, 1)), Param: "input[2].output[0]",
	},
	{ID: "responses/output-shape", Text: "].arguments'", Bad: asked(output("c1"), strings.Replace(call("c2"), `"{}"`, `{}`, 1), output("c2")), Good: sound},
	{ID: "responses/item-member-required", Text: "].call_id'", Bad: asked(output("c1"), `{"type":"function_call_output","output":"x"}`), Good: sound, Param: "input[3].call_id"},
	{ID: "responses/item-member-required", Text: "].name'", Bad: full(strings.Replace(call("c"), `"name":"read",`, ``, 1), output("c")), Good: sound},
	{ID: "responses/item-member-required", Text: "].arguments'", Bad: full(strings.Replace(call("c"), `,"arguments":"{}"`, ``, 1), output("c")), Good: sound},
	{ID: "responses/item-member-required", Text: "].input'", Bad: full(`{"type":"custom_tool_call","call_id":"c","name":"patch"}`, custom("c")), Good: full(patch("c"), custom("c"))},
	{ID: "responses/item-member-required", Text: "].output'", Bad: asked(`{"type":"function_call_output","call_id":"c1"}`), Good: sound},
	{ID: "responses/item-type", Text: "].call_id': expected", Bad: asked(output("c1"), strings.Replace(output("c2"), `"c2"`, `2`, 1)), Good: sound},
	{ID: "responses/item-type", Text: "].name'", Bad: full(strings.Replace(call("c"), `"read"`, `null`, 1), output("c")), Good: sound},
	{
		ID: "responses/item-type", Text: "empty string", Bad: full(call(""), output("")), Good: sound, Param: "input[0].call_id",
		Message: "Invalid 'input[0].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.",
	},
	{ID: "responses/function-name-pattern", Text: "pattern", Bad: full(strings.Replace(call("c"), `"read"`, `"functions.read"`, 1), output("c")), Good: sound, Param: "input[0].name"},
	{
		ID: "responses/function-name-pattern", Text: "too long", Bad: full(strings.Replace(call("c"), `"read"`, `"`+long+long+`"`, 1), output("c")),
		Good: full(strings.Replace(call("c"), `"read"`, `"`+long+`"`, 1), output("c")),
	},
	{
		ID: "responses/item-id-prefix", Bad: full(called("c", "ctc_1"), output("c")), Good: full(called("c", "fc_1"), output("c")), Param: "input[0].id",
		Message: "Invalid 'input[0].id': 'ctc_1'. Expected an ID that begins with 'fc'.",
	},
	{
		ID: "responses/item-id-pattern", Bad: full(called("c", "fc_JuxL_"), output("c")), Good: full(called("c", "fc_Ju-x_L"), output("c")), Param: "input[0].id",
		Message: "Invalid 'input[0].id': 'fc_JuxL_'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value " +
			"contained additional characters.",
	},
	{ID: "responses/id-too-long", Text: "].id'", Bad: full(called("c", "fc_"+long), output("c")), Good: full(called("c", "fc_"+long[4:]), output("c")), Param: "input[0].id"},
	{
		ID: "responses/id-too-long", Text: "].call_id'", Bad: full(call(long), output(long)), Good: full(call(long[1:]), output(long[1:])), Param: "input[0].call_id",
		Message: "Invalid 'input[0].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
	},
	{
		ID: "responses/duplicate-item-id", Bad: full(message("msg_1"), message("msg_1")), Good: full(message("msg_1"), message("msg_2")), Param: "input",
		Message: "Duplicate item found with id msg_1. Remove duplicate items from your input and try again.",
	},
	{ID: "responses/missing-tool-output", Bad: asked(user), Good: asked(user, output("c1")), Param: "input", Message: "No tool output found for function call c1."},
	{ID: "responses/missing-tool-output", Bad: full(patch("c")), Good: full(patch("c"), custom("c")), Message: "No tool output found for custom tool call c."},
	{ID: "responses/orphan-tool-output", Bad: full(user, output("c1")), Good: sound, Param: "input", Message: "No tool call found for function call output with call_id c1."},
	{ID: "responses/output-before-call", Bad: full(output("c"), call("c")), Good: full(call("c"), output("c")), Message: "No tool call found for function call output with call_id c."},
	{
		ID: "responses/duplicate-output", Bad: asked(output("c1"), user, output("c1")), Good: sound, Profiles: []string{responses.UniqueIDs},
		Message: "Duplicate function_call_output for call_id 'c1'. Each function_call must have exactly one matching function_call_output",
	},
	{ID: "responses/duplicate-output", Bad: asked(output("c1"), user, output("c1")), Good: sound},
	{
		ID: "responses/duplicate-call-id", Bad: asked(output("c1"), call("c1")), Good: sound, Profiles: []string{responses.UniqueIDs},
		Message: "Duplicate 'call_id': c1",
	},
	{ID: "responses/duplicate-call-id", Bad: asked(output("c1"), call("c1")), Good: asked(output("c1"), call("c2"), output("c2"))},
	{
		ID: "deepseek-responses/adjacency", Profiles: []string{responses.DeepSeek}, Bad: asked(user, output("c1")),
		Good: asked(call("c2"), output("c2"), output("c1")), Message: "No tool output found for tool call c1",
	},
	{ID: "responses/reasoning-summary-required", Bad: full(strings.Replace(thought("rs_1", cipher), `"summary":[],`, ``, 1), message("msg_1")), Good: full(thought("rs_1", cipher), message("msg_1"))},
	{
		ID: "responses/item-not-persisted", Bad: full(`{"type":"item_reference","id":"msg_1"}`), Good: `{"model":"m","input":[{"type":"item_reference","id":"msg_1"}]}`,
		Message: "Item with id 'msg_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or " +
			"remove this item from your input.",
	},
	{
		ID: "responses/reasoning-without-following", Bad: full(user, thought("rs_1", cipher), user), Good: full(user, thought("rs_1", cipher), thought("rs_2", cipher), call("c"), output("c")),
		Message: "Item 'rs_1' of type 'reasoning' was provided without its required following item.", Param: "input",
	},
	{
		ID: "responses/item-without-reasoning", Bad: full(user, reasoned.call, output("c1")), Good: full(user, reasoned.thought, reasoned.call, output("c1")),
		Param:   "input",
		Message: "Item '" + reasoned.id + "' of type 'function_call' was provided without its required 'reasoning' item: '" + reasoned.of + "'.",
	},
	{
		ID: "responses/item-without-reasoning", Profiles: []string{responses.Reasoning}, Bad: full(user, called("c", "fc_"+hex), output("c")),
		Good:    full(user, thought("rs_"+hex, cipher), message("msg_"+hex), called("c", "fc_"+hex), output("c")),
		Message: "Item 'fc_" + hex + "' of type 'function_call' was provided without its required 'reasoning' item: 'rs_" + hex + "'.",
	},
	{
		ID: "responses/encrypted-content-invalid", Bad: full(thought("rs_1", "**Looking around**"), message("msg_1")), Good: full(thought("rs_1", cipher), message("msg_1")),
		Message: "The encrypted content **Lo...nd** could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
	},
	{
		ID: "responses/encrypted-content-invalid", Bad: full(thought("rs_1", "c2hvcnQ="), message("msg_1")), Good: full(thought("rs_1", cipher), message("msg_1")),
	},
	{
		ID: "responses/image-invalid", Text: "unsupported MIME", Bad: full(said("user", `[{"type":"input_text","text":"a"},{"type":"input_image","image_url":"data:image/jpg;base64,AAAA"}]`)),
		Good: pictured(png), Param: "input[0].content[1].image_url",
		Message: "Invalid 'input[0].content[1].image_url'. Expected a base64-encoded data URL with an image MIME type (e.g. " +
			"'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got unsupported MIME type 'image/jpg'.",
	},
	{
		ID: "responses/context-window", Profiles: []string{"window=2"}, Good: with(`"instructions":"a"`),
		Bad: with(`"instructions":"a b"`), Param: "input",
		Message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
	},
	{ID: "responses/image-invalid", Text: "empty", Bad: pictured("data:image/png;base64,"), Good: pictured("https://example.org/a.png"), Param: "input[0].content[0].image_url"},
	{
		ID: "responses/image-invalid", Text: "valid image", Bad: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"input_image","image_url":"data:image/png;base64,undefined"}]`, 1)),
		Good: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"input_image","image_url":"`+png+`"}]`, 1)),
	},
}

var codexCases = []sample{
	{ID: "codex/store-must-be-false", Bad: strings.Replace(codex(user), `"store":false,`, ``, 1), Good: codex(user), Message: "Store must be set to false"},
	{ID: "codex/stream-must-be-true", Bad: strings.Replace(codex(user), `"stream":true`, `"stream":false`, 1), Good: codex(user), Message: "Stream must be set to true"},
	{ID: "codex/instructions", Text: "required", Bad: strings.Replace(codex(user), `"Be good."`, `""`, 1), Good: codex(user)},
	{ID: "codex/instructions", Text: "not valid", Bad: strings.Replace(codex(user), `"Be good."`, `7`, 1), Good: codex(user)},
	{ID: "codex/unsupported-parameter", Bad: strings.Replace(codex(user), `{`, `{"max_output_tokens":16,`, 1), Good: codex(user), Message: "Unsupported parameter: max_output_tokens"},
	{ID: "codex/system-message", Bad: codex(said("system", `"a"`), user), Good: codex(said("developer", `"a"`), user), Message: "System messages are not allowed"},
}

func patch(id string) string {
	return `{"type":"custom_tool_call","call_id":"` + id + `","name":"patch","input":"x"}`
}

func custom(id string) string {
	return `{"type":"custom_tool_call_output","call_id":"` + id + `","output":"x"}`
}
