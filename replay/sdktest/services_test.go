package sdktest

import (
	"google.golang.org/genai"

	"github.com/pi-fix/pi-fix/replay"
)

func everything(u replay.Usage) replay.Usage { return u }

// asInput counts what went to a cache as input, as a service does that has no
// number for it.
func asInput(u replay.Usage) replay.Usage {
	u.Input, u.CacheWrite = u.Input+u.CacheWrite, 0
	return u
}

var services = []service{
	{
		name: "anthropic", contract: replay.ContractOf("anthropic-messages"), begin: beginAnthropic, thinks: true,
		counts: everything, stops: [2]string{"tool_use", "end_turn"}, kind: "invalid_request_error",
	},
	{
		name: "openai-completions", contract: replay.ContractOf("openai-completions"), begin: beginCompletions,
		counts: asInput, stops: [2]string{"tool_calls", "stop"}, kind: "invalid_request_error",
	},
	{
		name: "openai-responses", contract: replay.ContractOf("openai-responses"), begin: beginResponses, thinks: true,
		counts: asInput, stops: [2]string{"completed", "completed"}, kind: "invalid_request_error",
	},
	{
		name: "google", contract: replay.ContractOf("google-generative-ai"), begin: beginGoogle(genai.BackendGeminiAPI), thinks: true,
		counts: asInput, stops: [2]string{"STOP", "STOP"}, kind: "INVALID_ARGUMENT",
	},
	{
		name: "google-vertex", contract: replay.ContractOf("google-vertex"), begin: beginGoogle(genai.BackendVertexAI), thinks: true,
		counts: asInput, stops: [2]string{"STOP", "STOP"}, kind: "INVALID_ARGUMENT",
	},
	{
		name: "bedrock", contract: replay.ContractOf("bedrock-converse-stream"), begin: beginBedrock, thinks: true,
		counts: everything, stops: [2]string{"tool_use", "end_turn"}, kind: "ValidationException",
	},
}
