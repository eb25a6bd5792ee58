package completions_test

import (
	"github.com/pi-fix/pi-fix/replay/completions"
)

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
		ID: "mistral/tool-call-id-format", Text: "must be", Profiles: asMistral, Good: sound,
		Bad:     full(said("user", `"a"`), calling(call("call_1")), tool("call_1")),
		Message: "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
	},
	{ID: "mistral/tool-call-id-format", Text: "serving", Profiles: asMistral, Good: sound, Bad: full(said("user", `"a"`), calling(call("null")), tool("null"))},
	{ID: "mistral/tool-call-id-format", Text: "defined.", Profiles: asMistral, Good: sound, Bad: behind(`{"role":"tool","content":"x"}`)},
	{
		ID: "mistral/function-name-format", Profiles: asMistral, Good: sound,
		Bad: full(said("user", `"a"`), calling(callOf("abcdefgh1", "a.b", `"{}"`)), tool("abcdefgh1")),
		Message: "Function name was a.b but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length " +
			"of 64.",
	},
	{
		ID: "mistral/function-name-format", Profiles: asMistral, Good: behind(`{"role":"tool","name":"read","tool_call_id":"abcdefgh1","content":"x"}`),
		Bad: behind(`{"role":"tool","name":"re ad","tool_call_id":"abcdefgh1","content":"x"}`),
	},
	{
		ID: "mistral/role-order", Profiles: asMistral, Bad: full(said("user", `"a"`), tool("abcdefgh1")), Good: sound,
		Message: "Unexpected role 'tool' after role 'user'",
	},
	{ID: "mistral/role-order", Profiles: asMistral, Bad: behind(tool("abcdefgh1"), said("system", `"b"`), said("user", `"c"`)), Good: behind(tool("abcdefgh1"), said("user", `"c"`))},
	{ID: "mistral/user-after-tool", Profiles: asOldMistral, Bad: behind(tool("abcdefgh1"), said("user", `"b"`)), Good: sound},
	{ID: "mistral/call-count", Profiles: asMistral, Bad: behind(said("user", `"b"`)), Good: sound},
	{ID: "mistral/call-count", Profiles: asMistral, Bad: behind(tool("abcdefgh1"), tool("abcdefgh1")), Good: behind(tool("abcdefgh1"))},
	{
		ID: "mistral/duplicate-or-unexpected-result", Text: "assistant message", Profiles: asMistralV13, Good: sound,
		Bad:     full(said("user", `"a"`), calling(call("abcdefgh1"), call("abcdefgh1")), tool("abcdefgh1"), tool("abcdefgh1")),
		Message: "Duplicate tool call id abcdefgh1 in assistant message",
	},
	{ID: "mistral/duplicate-or-unexpected-result", Text: "Duplicate tool call id {id} in tool results", Profiles: asMistralV13, Good: sound, Bad: behind(tool("abcdefgh1"), tool("abcdefgh1"))},
	{ID: "mistral/duplicate-or-unexpected-result", Text: "Unexpected", Profiles: asMistralV13, Good: sound, Bad: behind(tool("abcdefgh2"))},
	{
		ID: "mistral/last-role", Text: "Expected", Profiles: asMistral, Bad: full(said("user", `"a"`), said("assistant", `"b"`)),
		Good:    full(said("user", `"a"`), `{"role":"assistant","content":"b","prefix":true}`),
		Message: "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
	},
	{
		ID: "mistral/last-role", Text: "must be last", Profiles: asMistral, Good: sound,
		Bad: full(said("user", `"a"`), `{"role":"assistant","content":"b","prefix":true}`, said("user", `"c"`)),
	},
	{ID: "mistral/assistant-empty", Profiles: asMistral, Bad: full(said("user", `"a"`), said("assistant", `""`), said("user", `"b"`)), Good: sound},
	{ID: "mistral/empty-list", Text: "at least one", Profiles: asMistral, Bad: full(), Good: sound},
	{ID: "mistral/empty-list", Text: "must start", Profiles: asMistral, Bad: full(`{"role":"assistant","content":"a","prefix":true}`), Good: full(said("user", `"a"`))},
	{
		ID: "mistral/chunk-types", Profiles: asMistral, Good: pictured(png), Message: "Unexpected content chunk types in tool message: ['ImageURLChunk']",
		Bad: behind(`{"role":"tool","tool_call_id":"abcdefgh1","content":[{"type":"image_url","image_url":{"url":"` + png + `"}}]}`),
	},
}
