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
		ID: "deepseek/missing-tool-messages", Profiles: as(completions.DeepSeek), Bad: dangling, Good: answered,
		Message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
			"(insufficient tool messages following tool_calls message)",
	},
	{ID: "deepseek/duplicate-tool-call-id", Profiles: as(completions.DeepSeek), Bad: asked(tool("c1"), tool("c1")), Good: answered},
	{ID: "deepseek/duplicate-tool-call-id", Profiles: as(completions.DeepSeek), Bad: asked(tool("c1"), calling(call("c1")), tool("c1")), Good: answered},
	{
		ID: "deepseek/tool-calls-empty", Profiles: as(completions.DeepSeek), Good: answered,
		Bad: full(said("user", `"a"`), `{"role":"assistant","content":"b","tool_calls":[]}`),
	},
	{ID: "groq/pairing", Text: "must be followed", Profiles: as(completions.Groq), Bad: dangling, Good: answered},
	{ID: "groq/pairing", Text: "must be a response", Profiles: as(completions.Groq), Bad: stray, Good: answered},
	{ID: "groq/pairing", Text: "not found", Profiles: as(completions.Groq), Bad: asked(tool("c1"), tool("c2")), Good: answered},
	{ID: "deepseek/orphan-tool-message", Profiles: as(completions.DeepSeek), Bad: stray, Good: answered},
	{
		ID: "deepseek/reasoning-content-required", Profiles: as(completions.DeepSeekThinking), Bad: answered,
		Good: thoughtful(`"reasoning_content":"",`),
	},
	{
		ID: "kimi/missing-tool-messages", Profiles: as(completions.Kimi), Bad: dangling, Good: answered,
		Message: "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
			"The following tool_call_ids did not have response messages: c1",
	},
	{ID: "kimi/tool-call-id-unknown", Profiles: as(completions.Kimi), Bad: stray, Good: answered, Message: "tool_call_id  is not found"},
	{ID: "kimi/tool-call-id-unknown", Profiles: as(completions.Kimi), Bad: asked(tool("c1"), tool("c2")), Good: answered},
	{
		ID: "kimi/reasoning-content-required", Profiles: as(completions.KimiThinking), Bad: answered,
		Good:    thoughtful(`"reasoning_content":"hm",`),
		Message: "thinking is enabled but reasoning_content is missing in assistant tool call message at index 1",
	},
	{
		ID: "kimi/empty-assistant", Profiles: as(completions.Kimi), Bad: full(said("user", `"a"`), said("assistant", `""`), said("user", `"b"`)),
		Good: answered, Message: "Invalid request: the message at position 1 with role 'assistant' must not be empty",
	},
	{ID: "xai/empty-message", Profiles: as(completions.XAI), Bad: full(said("user", `""`)), Good: full(said("user", `"a"`))},
	{
		ID: "xai/empty-message", Profiles: as(completions.XAI), Bad: answered, // pi sends null beside calls
		Good: strings.Replace(answered, `"content":null`, `"content":"a"`, 1),
	},
	{
		ID: "groq/unknown-message-property", Profiles: as(completions.Groq), Bad: thoughtful(`"reasoning_content":"hm",`),
		Good:    thoughtful(`"reasoning":"hm",`),
		Message: "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
	},
	{
		ID: "groq/unknown-message-property", Profiles: as(completions.Groq), Bad: full(`{"role":"user","content":"a","names":"b"}`),
		Good:    full(`{"role":"user","content":"a","name":"b"}`),
		Message: "'messages.0' : for 'role:user' the following must be satisfied[('messages.0' : property 'names' is unsupported, did you mean 'name'?)]",
	},
	{
		ID: "groq/unknown-parameter", Profiles: as(completions.Groq), Bad: strings.Replace(answered, `"model"`, `"store":true,"model"`, 1),
		Good: strings.Replace(answered, `"model"`, `"store":false,"model"`, 1), Message: "property 'store' is unsupported",
	},
	{
		ID: "cerebras/unknown-property", Text: "{name}: property", Profiles: as(completions.Cerebras), Bad: thoughtful(`"reasoning_content":"hm",`),
		Good: answered, Param: "messages.1.assistant.reasoning_content",
		Message: "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
	},
	{ID: "cerebras/unknown-property", Text: "content.{j}", Profiles: as(completions.Cerebras), Bad: pictured(png), Good: answered},
	{ID: "zai/messages-illegal", Text: "illegal", Profiles: as(completions.Zai), Bad: full(said("system", `"a"`)), Good: answered},
	{ID: "zai/messages-illegal", Text: "illegal", Profiles: as(completions.Zai), Bad: dangling, Good: answered},
	{ID: "zai/messages-illegal", Text: "非法", Profiles: as(completions.ZaiChina), Bad: asked(tool("c1"), tool("c1")), Good: answered},
	{
		ID: "zai/empty-text", Profiles: as(completions.Zai), Bad: full(said("user", `[{"type":"text","text":""}]`)), Good: answered,
		Message: "messages[0].content[0].text:text cannot be empty.",
	},
	{ID: "zai/parameter", Profiles: as(completions.Zai), Bad: strings.Replace(answered, `"model"`, `"nope":1,"model"`, 1), Good: answered},
	{
		ID: "openrouter/reasoning-details", Profiles: as(completions.OpenRouter), Bad: detailed(`[{"index":1},{"index":0}]`),
		Good: detailed(`[{"index":0},{"index":0},{"index":1}]`),
	},
}
