package responses_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/responses"
)

var cases = []sample{
	{id: "responses/invalid-json", bad: full(said("user", `"a\udc00"`)), good: full(said("user", `"a\ud83d\ude00"`))},
	{id: "responses/field-required", text: "'model'", bad: `{"input":"a"}`, good: `{"model":"m","input":"a"}`, param: "model"},
	{id: "responses/field-required", text: "'input'", bad: `{"model":"m","nope":1}`, good: sound, param: "input"},
	{
		id: "responses/unknown-parameter", bad: with(`"max_tokens":1`), good: with(`"max_output_tokens":16`),
		message: "Unknown parameter: 'max_tokens'.", param: "max_tokens",
	},
	{id: "responses/input-type", text: "expected a string", bad: `{"model":"m","input":null}`, good: sound, param: "input"},
	{id: "responses/input-type", text: "one of", bad: `{"model":"m","input":7}`, good: sound, param: "input"},
	{
		id: "responses/input-empty", bad: full(), good: sound,
		message: `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`,
	},
	{
		id: "responses/item-type-unknown", text: "input item", bad: full(user, `null`), good: sound, param: "input[1]",
		message: "Invalid type for 'input[1]': expected an input item, but got null instead.",
	},
	{id: "responses/item-type-unknown", text: "Supported", bad: full(`{"type":"toolResult"}`), good: sound, param: "input[0]"},
	{
		id: "responses/item-role-unknown", bad: full(said("tool", `"a"`)), good: full(said("developer", `"a"`)), param: "input[0]",
		message: "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
	},
	{
		id: "responses/item-extra-member", text: "Unknown", bad: full(`{"role":"user","content":"a","phase":"final_answer"}`),
		good: full(`{"role":"assistant","content":"a","phase":"final_answer"}`), param: "input[0].phase",
		message: "Unknown parameter: 'input[0].phase'.",
	},
	{
		id: "responses/item-extra-member", text: "commentary", bad: full(`{"role":"assistant","content":"a","phase":"end"}`),
		good: full(`{"role":"assistant","content":"a","phase":"commentary"}`), param: "input[0].phase",
		message: "Invalid value: 'end'. Supported values are: 'commentary' and 'final_answer'.",
	},
	{id: "responses/item-type", text: "].id'", bad: full(strings.Replace(message("msg_1"), `"msg_1"`, `1`, 1)), good: full(message("msg_1")), param: "input[0].id"},
	{id: "responses/content-part-role", text: "].content'.", bad: full(`{"role":"user"}`), good: full(said("user", `""`)), param: "input[0].content"},
	{id: "responses/content-part-role", text: "].content':", bad: full(said("user", `3`)), good: full(said("user", `[]`)), param: "input[0].content"},
	{
		id: "responses/content-part-role", text: "computer_screenshot", bad: full(said("user", `[{"type":"text","text":"a"}]`)), good: full(user),
		param: "input[0].content[0].type",
	},
	{
		id: "responses/content-part-role", text: "are: 'output_text' and", bad: full(user, said("assistant", `[{"type":"input_text","text":"a"}]`)),
		good: full(said("assistant", `[{"type":"refusal","refusal":"no"}]`)), param: "input[1].content[0]",
		message: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
	},
	{
		id: "responses/content-part-role", text: "'scoped_content', and", bad: full(said("user", `[{"type":"output_text","text":"a"}]`)), good: full(user),
		param: "input[0].content[0]",
	},
	{id: "responses/content-part-role", text: "].text'", bad: full(said("user", `[{"type":"input_text"}]`)), good: full(user), param: "input[0].content[0].text"},
	{id: "responses/output-shape", text: "].output'", bad: asked(strings.Replace(output("c1"), `"x"`, `{}`, 1)), good: asked(strings.Replace(output("c1"), `"x"`, `""`, 1))},
	{
		id: "responses/output-shape", text: "Supported", bad: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"output_text","text":"x"}]`, 1)),
		good: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"input_text","text":"x"}]`, 1)), param: "input[2].output[0]",
	},
	{id: "responses/output-shape", text: "].arguments'", bad: asked(output("c1"), strings.Replace(call("c2"), `"{}"`, `{}`, 1), output("c2")), good: sound},
	{id: "responses/item-member-required", text: "].call_id'", bad: asked(output("c1"), `{"type":"function_call_output","output":"x"}`), good: sound, param: "input[3].call_id"},
	{id: "responses/item-member-required", text: "].name'", bad: full(strings.Replace(call("c"), `"name":"read",`, ``, 1), output("c")), good: sound},
	{id: "responses/item-member-required", text: "].arguments'", bad: full(strings.Replace(call("c"), `,"arguments":"{}"`, ``, 1), output("c")), good: sound},
	{id: "responses/item-member-required", text: "].input'", bad: full(`{"type":"custom_tool_call","call_id":"c","name":"patch"}`, custom("c")), good: full(patch("c"), custom("c"))},
	{id: "responses/item-member-required", text: "].output'", bad: asked(`{"type":"function_call_output","call_id":"c1"}`), good: sound},
	{id: "responses/item-type", text: "].call_id': expected", bad: asked(output("c1"), strings.Replace(output("c2"), `"c2"`, `2`, 1)), good: sound},
	{id: "responses/item-type", text: "].name'", bad: full(strings.Replace(call("c"), `"read"`, `null`, 1), output("c")), good: sound},
	{
		id: "responses/item-type", text: "empty string", bad: full(call(""), output("")), good: sound, param: "input[0].call_id",
		message: "Invalid 'input[0].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.",
	},
	{id: "responses/function-name-pattern", text: "pattern", bad: full(strings.Replace(call("c"), `"read"`, `"functions.read"`, 1), output("c")), good: sound, param: "input[0].name"},
	{
		id: "responses/function-name-pattern", text: "too long", bad: full(strings.Replace(call("c"), `"read"`, `"`+long+long+`"`, 1), output("c")),
		good: full(strings.Replace(call("c"), `"read"`, `"`+long+`"`, 1), output("c")),
	},
	{
		id: "responses/item-id-prefix", bad: full(called("c", "ctc_1"), output("c")), good: full(called("c", "fc_1"), output("c")), param: "input[0].id",
		message: "Invalid 'input[0].id': 'ctc_1'. Expected an ID that begins with 'fc'.",
	},
	{
		id: "responses/item-id-pattern", bad: full(called("c", "fc_JuxL_"), output("c")), good: full(called("c", "fc_Ju-x_L"), output("c")), param: "input[0].id",
		message: "Invalid 'input[0].id': 'fc_JuxL_'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value " +
			"contained additional characters.",
	},
	{id: "responses/id-too-long", text: "].id'", bad: full(called("c", "fc_"+long), output("c")), good: full(called("c", "fc_"+long[4:]), output("c")), param: "input[0].id"},
	{
		id: "responses/id-too-long", text: "].call_id'", bad: full(call(long), output(long)), good: full(call(long[1:]), output(long[1:])), param: "input[0].call_id",
		message: "Invalid 'input[0].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
	},
	{
		id: "responses/duplicate-item-id", bad: full(message("msg_1"), message("msg_1")), good: full(message("msg_1"), message("msg_2")), param: "input",
		message: "Duplicate item found with id msg_1. Remove duplicate items from your input and try again.",
	},
	{id: "responses/missing-tool-output", bad: asked(user), good: asked(user, output("c1")), param: "input", message: "No tool output found for function call c1."},
	{id: "responses/missing-tool-output", bad: full(patch("c")), good: full(patch("c"), custom("c")), message: "No tool output found for custom tool call c."},
	{id: "responses/orphan-tool-output", bad: full(user, output("c1")), good: sound, param: "input", message: "No tool call found for function call output with call_id c1."},
	{id: "responses/output-before-call", bad: full(output("c"), call("c")), good: full(call("c"), output("c")), message: "No tool call found for function call output with call_id c."},
	{
		id: "responses/duplicate-output", bad: asked(output("c1"), user, output("c1")), good: sound, profiles: []string{responses.UniqueIDs},
		message: "Duplicate function_call_output for call_id 'c1'. Each function_call must have exactly one matching function_call_output",
	},
	{id: "responses/duplicate-output", bad: asked(output("c1"), user, output("c1")), good: sound},
	{
		id: "responses/duplicate-call-id", bad: asked(output("c1"), call("c1")), good: sound, profiles: []string{responses.UniqueIDs},
		message: "Duplicate 'call_id': c1",
	},
	{id: "responses/duplicate-call-id", bad: asked(output("c1"), call("c1")), good: asked(output("c1"), call("c2"), output("c2"))},
	{
		id: "deepseek-responses/adjacency", profiles: []string{responses.DeepSeek}, bad: asked(user, output("c1")),
		good: asked(call("c2"), output("c2"), output("c1")), message: "No tool output found for tool call c1",
	},
	{id: "responses/reasoning-summary-required", bad: full(strings.Replace(thought("rs_1", cipher), `"summary":[],`, ``, 1), message("msg_1")), good: full(thought("rs_1", cipher), message("msg_1"))},
	{
		id: "responses/item-not-persisted", bad: full(`{"type":"item_reference","id":"msg_1"}`), good: `{"model":"m","input":[{"type":"item_reference","id":"msg_1"}]}`,
		message: "Item with id 'msg_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or " +
			"remove this item from your input.",
	},
	{
		id: "responses/reasoning-without-following", bad: full(user, thought("rs_1", cipher), user), good: full(user, thought("rs_1", cipher), thought("rs_2", cipher), call("c"), output("c")),
		message: "Item 'rs_1' of type 'reasoning' was provided without its required following item.", param: "input",
	},
	{
		id: "responses/item-without-reasoning", bad: full(user, reasoned.call, output("c1")), good: full(user, reasoned.thought, reasoned.call, output("c1")),
		param:   "input",
		message: "Item '" + reasoned.id + "' of type 'function_call' was provided without its required 'reasoning' item: '" + reasoned.of + "'.",
	},
	{
		id: "responses/item-without-reasoning", profiles: []string{responses.Reasoning}, bad: full(user, called("c", "fc_"+hex), output("c")),
		good:    full(user, thought("rs_"+hex, cipher), message("msg_"+hex), called("c", "fc_"+hex), output("c")),
		message: "Item 'fc_" + hex + "' of type 'function_call' was provided without its required 'reasoning' item: 'rs_" + hex + "'.",
	},
	{
		id: "responses/encrypted-content-invalid", bad: full(thought("rs_1", "**Looking around**"), message("msg_1")), good: full(thought("rs_1", cipher), message("msg_1")),
		message: "The encrypted content **Lo...nd** could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
	},
	{
		id: "responses/encrypted-content-invalid", bad: full(thought("rs_1", "c2hvcnQ="), message("msg_1")), good: full(thought("rs_1", cipher), message("msg_1")),
	},
	{
		id: "responses/image-invalid", text: "unsupported MIME", bad: full(said("user", `[{"type":"input_text","text":"a"},{"type":"input_image","image_url":"data:image/jpg;base64,AAAA"}]`)),
		good: pictured(png), param: "input[0].content[1].image_url",
		message: "Invalid 'input[0].content[1].image_url'. Expected a base64-encoded data URL with an image MIME type (e.g. " +
			"'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got unsupported MIME type 'image/jpg'.",
	},
	{
		id: "responses/context-window", profiles: []string{"window=2"}, good: with(`"instructions":"a"`),
		bad: with(`"instructions":"a b"`), param: "input",
		message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
	},
	{id: "responses/image-invalid", text: "empty", bad: pictured("data:image/png;base64,"), good: pictured("https://example.org/a.png"), param: "input[0].content[0].image_url"},
	{
		id: "responses/image-invalid", text: "valid image", bad: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"input_image","image_url":"data:image/png;base64,undefined"}]`, 1)),
		good: asked(strings.Replace(output("c1"), `"x"`, `[{"type":"input_image","image_url":"`+png+`"}]`, 1)),
	},
}

var codexCases = []sample{
	{id: "codex/store-must-be-false", bad: strings.Replace(codex(user), `"store":false,`, ``, 1), good: codex(user), message: "Store must be set to false"},
	{id: "codex/stream-must-be-true", bad: strings.Replace(codex(user), `"stream":true`, `"stream":false`, 1), good: codex(user), message: "Stream must be set to true"},
	{id: "codex/instructions", text: "required", bad: strings.Replace(codex(user), `"Be good."`, `""`, 1), good: codex(user)},
	{id: "codex/instructions", text: "not valid", bad: strings.Replace(codex(user), `"Be good."`, `7`, 1), good: codex(user)},
	{id: "codex/unsupported-parameter", bad: strings.Replace(codex(user), `{`, `{"max_output_tokens":16,`, 1), good: codex(user), message: "Unsupported parameter: max_output_tokens"},
	{id: "codex/system-message", bad: codex(said("system", `"a"`), user), good: codex(said("developer", `"a"`), user), message: "System messages are not allowed"},
}

func patch(id string) string {
	return `{"type":"custom_tool_call","call_id":"` + id + `","name":"patch","input":"x"}`
}

func custom(id string) string {
	return `{"type":"custom_tool_call_output","call_id":"` + id + `","output":"x"}`
}
