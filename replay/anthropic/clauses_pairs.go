package anthropic

import (
	"slices"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

const withoutResult = "messages.{expected}: `tool_use` ids were found without `tool_result` blocks immediately " +
	"after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message."

const unexpectedResult = place + ": unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each " +
	"`tool_result` block must have a corresponding `tool_use` block in the previous message."

// pairs holds the clauses on calls and their results.
var pairs = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/tool-use-without-result", Text: withoutResult,
			Source: "pydantic/pydantic-ai#3253, anthropics/claude-code#1237, earendil-works/pi#4189",
			Check:  pairing(unanswered), Unless: []string{DeepSeek},
		},
		{
			ID: "anthropic/tool-result-interleaved-message", Text: withoutResult,
			Source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
			Check:  pairing(interleaved), Unless: []string{DeepSeek},
		},
		{
			ID: "anthropic/tool-result-not-first", Text: withoutResult,
			Source: "https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons",
			Check:  pairing(notFirst), Unless: []string{DeepSeek},
		},
		{
			ID: "anthropic/orphan-tool-result", Text: unexpectedResult,
			Source: "anthropics/claude-code#13460, #18947, mastra-ai/mastra#16201",
			Check:  pairing(orphan),
		},
		{
			ID: "anthropic/client-result-for-server-tool", Text: unexpectedResult,
			Source: "vercel/ai#17366", Check: pairing(orphanServer),
		},
		{
			ID: "anthropic/duplicate-tool-result",
			Text: place + ": each tool_use must have a single result. Found multiple `tool_result` blocks " +
				"with id: {id}",
			Source: "six code bases, Hmbown/Codewhale#6378", Check: pairing(twice),
		},
		{
			ID: "anthropic/duplicate-tool-use-id", Text: place + ": `tool_use` ids must be unique",
			Source: "trycua/cua#524, BerriAI/litellm#23510", Check: pairing(reused),
		},
		{
			ID: "anthropic/tool-result-split-messages", Text: withoutResult, Profiles: []string{Compatible}, Unless: []string{DeepSeek},
			Source: "rowboatlabs/rowboat#378, KunAgent/Kun#575, MoonshotAI/kosong#45", Check: pairing(split),
		},
		{
			ID: "anthropic/tool-result-split-messages", Text: withoutResult, Level: contract.Warn, Unless: []string{Compatible},
			Source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/parallel-tool-use",
			Check:  pairing(split),
		},
		{
			ID:     "anthropic/error-result-non-text",
			Text:   place + ".tool_result: all content must be type `text` if `is_error` is true",
			Source: "can1357/oh-my-pi#12809",
			Check: onRequest(func(v *view, report contract.Report) {
				for _, i := range v.of[types.Number(toolResult)] {
					b := &v.top[i]
					if b.get(mIsError).Kind() == js.True && slices.ContainsFunc(v.within(b), notText) {
						report(b.at)
					}
				}
			}),
		},
		{
			ID:     "anthropic/error-result-empty",
			Text:   place + ".tool_result: content cannot be empty if `is_error` is true",
			Source: "answers of the service seen with pi",
			Check: onBlocks(toolResult, func(b *block, report contract.Report) {
				empty := b.get(mContent).Nullish() || b.get(mContent).Raw() == `""` ||
					b.get(mContent).Kind() == js.Array && b.get(mContent).Len() == 0
				if empty && b.get(mIsError).Kind() == js.True {
					report(b.at)
				}
			}),
		},
		{
			ID: "anthropic/server-tool-unresolved",
			Text: "messages.{i}: `{tool}` tool use with id `{id}` was found without a corresponding " +
				"`{tool}_tool_result` block",
			Source: "https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons",
			Check:  serverTools(unresolvedServerUse),
		},
		{
			ID: "anthropic/server-result-orphan",
			Text: place + ": unexpected `tool_use_id` found in `{kind}` blocks: {id}. Each `{kind}` block must have " +
				"a corresponding `server_tool_use` block before it.",
			Source: "anthropics/claude-code#64383, #80439", Check: serverTools(strayServerResult),
		},
	}
}

func notText(b block) bool { return b.kind != text }
