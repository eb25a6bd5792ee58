package completions_test

import "github.com/pi-fix/pi-fix/replay/completions"

var (
	asMistral    = []string{completions.Mistral}
	asOldMistral = []string{completions.MistralOld}
	asMistralV13 = []string{completions.MistralV13}
)

// sound is an exchange with ids that Mistral takes.
var sound = full(said("user", `"a"`), calling(call("abcdefgh1")), tool("abcdefgh1"), said("assistant", `"b"`), said("user", `"c"`))

// behind makes a body of a call and what follows it.
func behind(rest ...string) string {
	return full(append([]string{said("user", `"a"`), calling(call("abcdefgh1"))}, rest...)...)
}

var mistralCases = []sample{
	{
		id: "mistral/tool-call-id-format", text: "must be", profiles: asMistral, good: sound,
		bad:     full(said("user", `"a"`), calling(call("call_1")), tool("call_1")),
		message: "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
	},
	{id: "mistral/tool-call-id-format", text: "serving", profiles: asMistral, good: sound, bad: full(said("user", `"a"`), calling(call("null")), tool("null"))},
	{id: "mistral/tool-call-id-format", text: "defined.", profiles: asMistral, good: sound, bad: behind(`{"role":"tool","content":"x"}`)},
	{
		id: "mistral/function-name-format", profiles: asMistral, good: sound,
		bad: full(said("user", `"a"`), calling(callOf("abcdefgh1", "a.b", `"{}"`)), tool("abcdefgh1")),
		message: "Function name was a.b but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length " +
			"of 64.",
	},
	{
		id: "mistral/function-name-format", profiles: asMistral, good: behind(`{"role":"tool","name":"read","tool_call_id":"abcdefgh1","content":"x"}`),
		bad: behind(`{"role":"tool","name":"re ad","tool_call_id":"abcdefgh1","content":"x"}`),
	},
	{
		id: "mistral/role-order", profiles: asMistral, bad: full(said("user", `"a"`), tool("abcdefgh1")), good: sound,
		message: "Unexpected role 'tool' after role 'user'",
	},
	{id: "mistral/role-order", profiles: asMistral, bad: behind(tool("abcdefgh1"), said("system", `"b"`), said("user", `"c"`)), good: behind(tool("abcdefgh1"), said("user", `"c"`))},
	{id: "mistral/user-after-tool", profiles: asOldMistral, bad: behind(tool("abcdefgh1"), said("user", `"b"`)), good: sound},
	{id: "mistral/call-count", profiles: asMistral, bad: behind(said("user", `"b"`)), good: sound},
	{id: "mistral/call-count", profiles: asMistral, bad: behind(tool("abcdefgh1"), tool("abcdefgh1")), good: behind(tool("abcdefgh1"))},
	{
		id: "mistral/duplicate-or-unexpected-result", text: "assistant message", profiles: asMistralV13, good: sound,
		bad:     full(said("user", `"a"`), calling(call("abcdefgh1"), call("abcdefgh1")), tool("abcdefgh1"), tool("abcdefgh1")),
		message: "Duplicate tool call id abcdefgh1 in assistant message",
	},
	{id: "mistral/duplicate-or-unexpected-result", text: "Duplicate tool call id {id} in tool results", profiles: asMistralV13, good: sound, bad: behind(tool("abcdefgh1"), tool("abcdefgh1"))},
	{id: "mistral/duplicate-or-unexpected-result", text: "Unexpected", profiles: asMistralV13, good: sound, bad: behind(tool("abcdefgh2"))},
	{
		id: "mistral/last-role", text: "Expected", profiles: asMistral, bad: full(said("user", `"a"`), said("assistant", `"b"`)),
		good:    full(said("user", `"a"`), `{"role":"assistant","content":"b","prefix":true}`),
		message: "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
	},
	{
		id: "mistral/last-role", text: "must be last", profiles: asMistral, good: sound,
		bad: full(said("user", `"a"`), `{"role":"assistant","content":"b","prefix":true}`, said("user", `"c"`)),
	},
	{id: "mistral/assistant-empty", profiles: asMistral, bad: full(said("user", `"a"`), said("assistant", `""`), said("user", `"b"`)), good: sound},
	{id: "mistral/empty-list", text: "at least one", profiles: asMistral, bad: full(), good: sound},
	{id: "mistral/empty-list", text: "must start", profiles: asMistral, bad: full(`{"role":"assistant","content":"a","prefix":true}`), good: full(said("user", `"a"`))},
	{
		id: "mistral/chunk-types", profiles: asMistral, good: pictured(png), message: "Unexpected content chunk types in tool message: ['ImageURLChunk']",
		bad: behind(`{"role":"tool","tool_call_id":"abcdefgh1","content":[{"type":"image_url","image_url":{"url":"` + png + `"}}]}`),
	},
}
