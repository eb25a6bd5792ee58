package completions_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/completions"
)

func as(profile string) []string { return []string{profile} }

// thoughtful is a call of c1 with reasoning, and its result.
func thoughtful(reasoning string) string {
	return full(said("user", `"a"`), strings.Replace(calling(call("c1")), `"content"`, reasoning+`"content"`, 1), tool("c1"))
}

// detailed is an assistant message with reasoning in pieces.
func detailed(details string) string {
	return full(said("user", `"a"`), `{"role":"assistant","content":"b","reasoning_details":`+details+`}`, said("user", `"c"`))
}

var (
	answered = asked(tool("c1"))
	dangling = asked(said("user", `"b"`))
	stray    = full(said("user", `"a"`), tool("c1"))
)

var serviceCases = []sample{
	{
		id: "deepseek/missing-tool-messages", profiles: as(completions.DeepSeek), bad: dangling, good: answered,
		message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
			"(insufficient tool messages following tool_calls message)",
	},
	{id: "deepseek/duplicate-tool-call-id", profiles: as(completions.DeepSeek), bad: asked(tool("c1"), tool("c1")), good: answered},
	{id: "deepseek/duplicate-tool-call-id", profiles: as(completions.DeepSeek), bad: asked(tool("c1"), calling(call("c1")), tool("c1")), good: answered},
	{
		id: "deepseek/tool-calls-empty", profiles: as(completions.DeepSeek), good: answered,
		bad: full(said("user", `"a"`), `{"role":"assistant","content":"b","tool_calls":[]}`),
	},
	{id: "groq/pairing", text: "must be followed", profiles: as(completions.Groq), bad: dangling, good: answered},
	{id: "groq/pairing", text: "must be a response", profiles: as(completions.Groq), bad: stray, good: answered},
	{id: "groq/pairing", text: "not found", profiles: as(completions.Groq), bad: asked(tool("c1"), tool("c2")), good: answered},
	{id: "deepseek/orphan-tool-message", profiles: as(completions.DeepSeek), bad: stray, good: answered},
	{
		id: "deepseek/reasoning-content-required", profiles: as(completions.DeepSeekThinking), bad: answered,
		good: thoughtful(`"reasoning_content":"",`),
	},
	{
		id: "kimi/missing-tool-messages", profiles: as(completions.Kimi), bad: dangling, good: answered,
		message: "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
			"The following tool_call_ids did not have response messages: c1",
	},
	{id: "kimi/tool-call-id-unknown", profiles: as(completions.Kimi), bad: stray, good: answered, message: "tool_call_id  is not found"},
	{id: "kimi/tool-call-id-unknown", profiles: as(completions.Kimi), bad: asked(tool("c1"), tool("c2")), good: answered},
	{
		id: "kimi/reasoning-content-required", profiles: as(completions.KimiThinking), bad: answered,
		good:    thoughtful(`"reasoning_content":"hm",`),
		message: "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
	},
	{
		id: "kimi/empty-assistant", profiles: as(completions.Kimi), bad: full(said("user", `"a"`), said("assistant", `""`), said("user", `"b"`)),
		good: answered, message: "Invalid request: the message at position 1 with role 'assistant' must not be empty",
	},
	{id: "xai/empty-message", profiles: as(completions.XAI), bad: full(said("user", `""`)), good: full(said("user", `"a"`))},
	{
		id: "xai/empty-message", profiles: as(completions.XAI), bad: answered, // pi sends null beside calls
		good: strings.Replace(answered, `"content":null`, `"content":"a"`, 1),
	},
	{
		id: "groq/unknown-message-property", profiles: as(completions.Groq), bad: thoughtful(`"reasoning_content":"hm",`),
		good:    thoughtful(`"reasoning":"hm",`),
		message: "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
	},
	{
		id: "groq/unknown-message-property", profiles: as(completions.Groq), bad: full(`{"role":"user","content":"a","names":"b"}`),
		good:    full(`{"role":"user","content":"a","name":"b"}`),
		message: "'messages.0' : for 'role:user' the following must be satisfied[('messages.0' : property 'names' is unsupported, did you mean 'name'?)]",
	},
	{
		id: "groq/unknown-parameter", profiles: as(completions.Groq), bad: strings.Replace(answered, `"model"`, `"store":true,"model"`, 1),
		good: strings.Replace(answered, `"model"`, `"store":false,"model"`, 1), message: "property 'store' is unsupported",
	},
	{
		id: "cerebras/unknown-property", text: "{name}: property", profiles: as(completions.Cerebras), bad: thoughtful(`"reasoning_content":"hm",`),
		good: answered, param: "messages.1.assistant.reasoning_content",
		message: "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
	},
	{id: "cerebras/unknown-property", text: "content.{j}", profiles: as(completions.Cerebras), bad: pictured(png), good: answered},
	{id: "zai/messages-illegal", text: "illegal", profiles: as(completions.Zai), bad: full(said("system", `"a"`)), good: answered},
	{id: "zai/messages-illegal", text: "illegal", profiles: as(completions.Zai), bad: dangling, good: answered},
	{id: "zai/messages-illegal", text: "非法", profiles: as(completions.ZaiChina), bad: asked(tool("c1"), tool("c1")), good: answered},
	{
		id: "zai/empty-text", profiles: as(completions.Zai), bad: full(said("user", `[{"type":"text","text":""}]`)), good: answered,
		message: "messages[0].content[0].text:text cannot be empty.",
	},
	{id: "zai/parameter", profiles: as(completions.Zai), bad: strings.Replace(answered, `"model"`, `"nope":1,"model"`, 1), good: answered},
	{
		id: "openrouter/reasoning-details", profiles: as(completions.OpenRouter), bad: detailed(`[{"index":1},{"index":0}]`),
		good: detailed(`[{"index":0},{"index":0},{"index":1}]`),
	},
}
