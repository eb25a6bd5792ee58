package bedrock

import "github.com/pi-fix/pi-fix/replay/contract"

const expectedResults = "Expected toolResult blocks at messages.{expected}.content for the following Ids: {ids}"

// pairs holds the clauses on calls and their results.
func pairs() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "bedrock/missing-tool-result", Text: expectedResults, Source: "agno-agi/agno#6698, #6694",
			Check: pairing(unanswered),
		},
		{
			ID: "bedrock/unknown-tool-result-id", Text: expectedResults, Source: "follows from bedrock/missing-tool-result",
			Check: pairing(foreign),
		},
		{
			ID: "bedrock/excess-tool-result",
			Text: "The number of toolResult blocks at messages.{i}.content exceeds the number of toolUse blocks of previous " +
				"turn.",
			Source: "pydantic/pydantic-ai#2327, strands-agents#1435, Just-Curieous/Curie#16", Check: pairing(excess),
		},
		{
			ID:   "bedrock/duplicate-tool-result",
			Text: "The toolResult blocks at messages.{i}.content contain duplicate Ids: {id}", Source: "BerriAI/litellm#20047",
			Check: pairing(twice),
		},
		{
			ID:     "bedrock/duplicate-tool-use",
			Text:   "The toolUse blocks at messages.{i}.content contain duplicate Ids: {id}",
			Source: "bvcyber/Cyber-AutoAgent-ng#72", Check: pairing(sameUse),
		},
	}
}

// theModel is how the service hands on what a model says.
const theModel = "The model returned the following errors: "

// ofModel holds the clauses of single models.
var ofModel = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "bedrock/reasoning-signature", Unless: []string{Claude},
			Text: "This model doesn't support the reasoningContent.reasoningText.signature field. Remove " +
				"reasoningContent.reasoningText.signature and try again.",
			Source: "widely quoted answer of the service",
			Check: onBlocks(reasoning, func(b *block, report contract.Report) {
				if s := b.body.Get("reasoningText").Get("signature"); s.Exists() {
					report(s)
				}
			}),
		},
		{
			ID: "bedrock/reasoning-signature", Profiles: []string{Claude},
			Text:   theModel + place + ".thinking.signature: Field required",
			Source: "anomalyco/opencode#25005",
			Check: onBlocks(reasoning, func(b *block, report contract.Report) {
				if said := b.body.Get("reasoningText"); said.Exists() && !said.Get("signature").Exists() {
					report(b.at)
				}
			}),
		},
		{
			ID: "bedrock/final-block-thinking", Profiles: []string{Claude},
			// A public session has a turn of thinking alone that Anthropic took, so this
			// is no reason to refuse.
			Level:  contract.Warn,
			Text:   theModel + "messages.{i}: The final block in an assistant message cannot be `thinking`.",
			Source: "tailcallhq/forgecode#2107",
			Check: onMessages(func(v *view, m *message, report contract.Report) {
				if m.role != "assistant" || m.hi == m.lo {
					return
				}
				if last := &v.top[m.hi-1]; last.kind == reasoning && last.body.Get("reasoningText").Exists() {
					report(last.at)
				}
			}),
		},
		{
			ID: "bedrock/duplicate-tool-use", Profiles: []string{Claude},
			Text:   theModel + place + ": `tool_use` ids must be unique",
			Source: "trycua/cua#524, BerriAI/litellm#23510", Check: pairing(reused),
		},
		{
			ID: "bedrock/block-between-results", Profiles: []string{Claude},
			Text: theModel + "messages.{expected}: `tool_use` ids were found without `tool_result` blocks immediately after: " +
				"{ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
			Source: "pydantic/pydantic-ai#3253", Check: pairing(interrupted),
		},
		{
			ID: "bedrock/error-result-non-text", Profiles: []string{Claude},
			Text:   theModel + place + ".tool_result: all content must be type `text` if `is_error` is true",
			Source: "can1357/oh-my-pi#12809",
			Check: onRequest(func(v *view, report contract.Report) {
				for _, i := range v.of[kinds.Number(toolResult)] {
					b := &v.top[i]
					if b.get(mStatus).Text() != "error" {
						continue
					}
					for _, inner := range v.within(b) {
						if inner.kind != text {
							report(b.at)
							break
						}
					}
				}
			}),
		},
	}
}
