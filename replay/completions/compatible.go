package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// serviceContent holds what some services say of messages that say nothing.
func serviceContent() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "xai/empty-message", Profiles: []string{XAI}, Source: "eight code bases",
			Text: "Invalid request content: Each message must have at least one content element.",
			Check: onMessages(func(m *message, report contract.Report) {
				if (m.role == "user" || m.role == "assistant") && m.toolCalls.Len() == 0 && silentContent(m) {
					report(m.at)
				}
			}),
		},
		{
			// Some models of xAI refuse what pi sends for a turn of calls alone.
			ID: "xai/empty-message", Profiles: []string{XAI}, Level: contract.Warn, Source: "eight code bases",
			Text: "Invalid request content: Each message must have at least one content element.",
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "assistant" && m.toolCalls.Len() > 0 && m.content.Nullish() {
					report(m.at)
				}
			}),
		},
		{
			ID: "kimi/empty-assistant", Profiles: []string{Kimi}, Source: "ten code bases",
			Text: "Invalid request: the message at position {i} with role 'assistant' must not be empty",
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "assistant" && m.toolCalls.Len() == 0 && silentContent(m) {
					report(m.at)
				}
			}),
		},
		{
			ID: "zai/empty-text", Profiles: []string{zaiFamily}, Code: "1214", Source: "agentscope-ai/QwenPaw#287",
			Text: "messages[{i}].content[{j}].text:text cannot be empty.",
			Check: onParts(func(p *part, report contract.Report) {
				if p.kind == "text" && p.at.Get("text").Raw() == `""` {
					report(p.at)
				}
			}),
		},
	}
}

// servicePairs holds what some services say of calls and results.
var servicePairs = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "deepseek/missing-tool-messages", Profiles: []string{DeepSeek}, Source: "agno-agi/agno#3105",
			Text: "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
				"'tool_call_id'. (insufficient tool messages following tool_calls message)",
			Check: pairing(missing),
		},
		{
			ID: "deepseek/orphan-tool-message", Profiles: []string{DeepSeek},
			Text:   "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
			Source: "OpenManus#744, #23, qwersyk/Newelle#425", Check: pairing(orphan),
		},
		duplicate(twice), duplicate(twiceEver),
		paired("groq/pairing", missingText, missing), paired("groq/pairing", orphanText, orphan),
		paired("groq/pairing", foreignText, foreign),
		{
			ID: "deepseek/reasoning-content-required", Profiles: []string{DeepSeekThinking},
			Text:   "The `reasoning_content` in the thinking mode must be passed back to the API.",
			Source: "https://api-docs.deepseek.com/guides/thinking_mode, OpenHands#14177",
			Check:  onMessages(callsWithoutReasoning),
		},
		{
			ID: "kimi/missing-tool-messages", Profiles: []string{Kimi}, Source: "MoonshotAI/kimi-cli#2405",
			Text: "an assistant message with 'tool_calls' must be followed by tool messages responding to each " +
				"'tool_call_id'. The following tool_call_ids did not have response messages: {ids}",
			Check: pairing(missing),
		},
		{
			ID: "kimi/tool-call-id-unknown", Profiles: []string{Kimi}, Text: "tool_call_id  is not found",
			Source: "one report", Check: pairing(orphan),
		},
		{
			ID: "kimi/tool-call-id-unknown", Profiles: []string{Kimi}, Text: "tool_call_id  is not found",
			Source: "one report", Check: pairing(foreign),
		},
		{
			ID: "kimi/reasoning-content-required", Profiles: []string{KimiThinking},
			Text:   "thinking is enabled but reasoning_content is missing in assistant tool call message at index {i}",
			Source: "eight code bases", Check: onMessages(callsWithoutReasoning),
		},
		illegal("The messages parameter is illegal. Please check the documentation.", Zai),
		illegal("messages 参数非法。请检查文档。", ZaiChina),
		{
			ID: "openrouter/reasoning-details", Profiles: []string{OpenRouter}, Level: contract.Warn,
			Text:   "reasoning_details must come back as they were: {index} stands behind {before}",
			Source: "https://openrouter.ai/docs/use-cases/reasoning-tokens",
			Check:  onMessages(checkDetails),
		},
	}
}

// serviceSchema holds what a service says of calls that are none.
func serviceSchema() []*contract.Clause {
	return []*contract.Clause{{
		ID: "deepseek/tool-calls-empty", Profiles: []string{DeepSeek}, Text: emptyCalls,
		Source: "NousResearch/hermes-agent#56980", Check: onMessages(hasNoCalls),
	}}
}

func duplicate(kind pairKind) *contract.Clause {
	return &contract.Clause{
		ID: "deepseek/duplicate-tool-call-id", Profiles: []string{DeepSeek}, Text: duplicateText,
		Source: "eight code bases", Check: pairing(kind),
	}
}

// paired is a fault of pairing at Groq, whose words are taken to be OpenAI's.
func paired(id, text string, kind pairKind) *contract.Clause {
	return &contract.Clause{
		ID: id, Profiles: []string{Groq}, Text: text, Source: "follows from the service's imitation of OpenAI",
		Check: pairing(kind),
	}
}

func callsWithoutReasoning(m *message, report contract.Report) {
	if m.role == "assistant" && m.toolCalls.Len() > 0 && m.at.Get("reasoning_content").Kind() != js.String {
		report(m.at)
	}
}

// illegal is the one sentence that Z.ai has for every fault in the shape of a
// conversation.
func illegal(text, profile string) *contract.Clause {
	return &contract.Clause{
		ID: "zai/messages-illegal", Text: text, Code: "1214", Profiles: []string{profile},
		Source: "anomalyco/opencode#2557, MetaGLM/zhipuai-sdk-python-v4#14",
		Check: onRequest(func(v *view, report contract.Report) {
			asked := false
			for _, m := range v.messages {
				asked = asked || m.role == "user"
			}
			if !asked {
				report(v.body.Get("messages"))
			}
			for kind := missing; kind <= twiceEver; kind++ {
				v.faults.Report(kind, func(at js.Value, _ ...any) { report(at) })
			}
		}),
	}
}

// checkDetails finds what cannot be as it was: pieces of reasoning are counted,
// and come in that order.
func checkDetails(m *message, report contract.Report) {
	before := -1.0
	for d := range m.at.Get("reasoning_details").All() {
		index := d.Get("index")
		if index.Kind() != js.Number {
			continue
		}
		if index.Float() < before {
			report(d, index.Display(), before)
		}
		before = index.Float()
	}
}
