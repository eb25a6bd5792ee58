package anthropic

import (
	"fmt"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// Profiles of the service and of its relatives. None is in force by default.
const (
	// ManualThinking is a request with thinking.type "enabled".
	ManualThinking = "manual-thinking"
	// NoPrefill are the models that want a user message at the end.
	NoPrefill = "no-prefill"
	// AdaptiveOnly are the models that know no budget for thinking.
	AdaptiveOnly = "adaptive-only"
	// AlwaysThinking are the models that cannot be told not to think.
	AlwaysThinking = "always-thinking"
	// PrefixBinding are the models whose thinking is bound to what stood before it.
	PrefixBinding = "prefix-binding"
	// Compatible are services that imitate this one and do not merge messages.
	Compatible = "compat"
	// Legacy are first versions of the API and resellers that kept their rules.
	Legacy = "legacy"

	// Claude2024 are the models up to Claude 3.7.
	Claude2024 = "anthropic-2024"
	// ClaudeManual are the models from 4.0 to 4.5.
	ClaudeManual = "anthropic-manual"
	// ClaudeAdaptive are the models from 4.6 on.
	ClaudeAdaptive = "anthropic-adaptive"
	// ClaudeBound are the models from 5.1 on.
	ClaudeBound = "anthropic-bound"
	// CompatibleService is one that imitates this one.
	CompatibleService = "anthropic-compat"
	// DeepSeek is the endpoint of DeepSeek that imitates this one.
	DeepSeek = "deepseek-anthropic"
	// Vertex is Claude on Google's platform.
	Vertex = "anthropic-vertex"
	// BedrockLegacy is Claude behind the old interface of Amazon Bedrock.
	BedrockLegacy = "bedrock-legacy"
)

// Groups of clauses that no profile is named after.
const (
	noSystemRole = "no-system-role" // models that know no system messages
	smallContext = "context-200k"   // models with a context of 200,000 tokens
	vertexLegacy = "vertex-legacy"
)

var profiles = []contract.Profile{
	{Name: Claude2024, Text: "models up to Claude 3.7", With: []string{ManualThinking, noSystemRole, smallContext}},
	{Name: ClaudeManual, Text: "models from Claude 4.0 to 4.5", With: []string{ManualThinking, noSystemRole, smallContext}},
	{Name: ClaudeAdaptive, Text: "models from Claude 4.6 on", With: []string{NoPrefill}},
	{
		Name: ClaudeBound, Text: "models from Claude 5.1 on, whose thinking is bound to its place",
		With: []string{NoPrefill, AdaptiveOnly, PrefixBinding},
	},
	{Name: CompatibleService, Text: "services that imitate Anthropic", With: []string{Compatible}},
	{Name: DeepSeek, Text: "the endpoint of DeepSeek that imitates Anthropic", With: []string{Compatible}},
	{Name: Vertex, Text: "Claude on Vertex AI", With: []string{vertexLegacy}, Refuse: refuseAsVertex},
	{Name: BedrockLegacy, Text: "Claude on Amazon Bedrock, invoked directly", With: []string{Legacy}, Refuse: refuseAsBedrock},
	{Name: ManualThinking, Text: "requests with a budget for thinking"},
	{Name: NoPrefill, Text: "models that want a user message at the end"},
	{Name: AdaptiveOnly, Text: "models that know no budget for thinking"},
	{Name: AlwaysThinking, Text: "models that cannot be told not to think"},
	{Name: PrefixBinding, Text: "accounts whose thinking is bound to its place"},
	{Name: Compatible, Text: "services that do not merge messages"},
	{Name: Legacy, Text: "first versions of the API"},
	contract.Windowed, contract.Limited,
}

// refuseAsVertex differs in the ids alone.
func refuseAsVertex(v *contract.Violation, n int) contract.Response {
	return refuseWith(v, fmt.Sprintf("req_vrtx_%024d", n))
}

// refuseAsBedrock has the sentence of the model behind one of the service.
func refuseAsBedrock(v *contract.Violation, n int) contract.Response {
	r := refuse(v, n)
	r.Header = map[string]string{
		"content-type": "application/json", "x-amzn-errortype": "ValidationException", "x-amzn-requestid": requestID(n),
	}
	r.Body = encode(object{"message": "The model returned the following errors: " + v.Message})
	return r
}

// profileShape holds what some models and services say of the shape of a
// conversation.
func profileShape() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/system-role-placement", Profiles: []string{noSystemRole}, Source: "answers of older models",
			Text: "messages: Unexpected role \"system\". The Messages API accepts a top-level `system` parameter, not \"system\" " +
				"as an input message role.",
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "system" {
					report(m.at)
				}
			}),
		},
		{
			ID: "anthropic/empty-content", Profiles: []string{Claude2024}, Source: "anthropics/claude-code#6774, #3196",
			Text: "messages.{i}: all messages must have non-empty content except for the optional final " +
				"assistant message",
			Check: onRequest(checkEmptyUser),
		},
	}
}

// profileFields holds what some models say of the settings for thinking.
func profileFields() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/thinking-mode-unsupported", Profiles: []string{AdaptiveOnly},
			Text: `"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and ` +
				`"output_config.effort" to control thinking behavior.`,
			Source: "jin-bo/agentao#296, zhukunpenglinyutong/jetbrains-cc-gui#1003", Check: thinkingType("enabled"),
		},
		{
			ID: "anthropic/thinking-mode-unsupported", Profiles: []string{AlwaysThinking},
			Text:   `"thinking.type.disabled" is not supported for this model.`,
			Source: "https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking; worded like its twin",
			Check:  thinkingType("disabled"),
		},
	}
}

func thinkingType(kind string) check {
	return onRequest(func(v *view, report contract.Report) {
		if at := v.body.Get("thinking").Get("type"); at.Text() == kind {
			report(at)
		}
	})
}

// settings holds the clauses on thinking beside other settings. They say nothing
// about a history.
func settings() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "anthropic/thinking-budget", Source: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
			Text: "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at " +
				"https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size",
			Check: onBudget(func(v *view, budget js.Value) bool {
				most := v.body.Get("max_tokens")
				return most.Kind() == js.Number && most.Float() <= budget.Float()
			}),
		},
		{
			ID: "anthropic/thinking-budget", Source: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
			Text:  "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
			Check: onBudget(func(_ *view, budget js.Value) bool { return budget.Float() < 1024 }),
		},
		{
			ID: "anthropic/temperature-with-thinking", Text: "Thinking may not be enabled when tool_choice forces tool use.",
			Source: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
			Check: onRequest(func(v *view, report contract.Report) {
				at := v.body.Get("tool_choice")
				if kind := at.Get("type").Text(); enabled(v) && (kind == "any" || kind == "tool") {
					report(at)
				}
			}),
		},
		{
			ID: "anthropic/temperature-with-thinking",
			Text: "`temperature` may only be set to 1 when thinking is enabled. Please consult our documentation at " +
				"https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
			Source: "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
			Check: onRequest(func(v *view, report contract.Report) {
				if at := v.body.Get("temperature"); enabled(v) && at.Kind() == js.Number && at.Float() != 1 {
					report(at)
				}
			}),
		},
	}
}

// onBudget reports a budget for thinking that the predicate finds wrong.
func onBudget(wrong func(*view, js.Value) bool) check {
	return onRequest(func(v *view, report contract.Report) {
		t := v.body.Get("thinking")
		budget := t.Get("budget_tokens")
		if t.Get("type").Text() == "enabled" && budget.Kind() == js.Number && wrong(v, budget) {
			report(budget)
		}
	})
}

// profilePairs holds what an imitating service says of calls without results.
func profilePairs() []*contract.Clause {
	return []*contract.Clause{endpoint(unanswered), endpoint(interleaved), endpoint(notFirst), endpoint(split)}
}

// endpoint words a fault of pairing as DeepSeek does: with the message of the
// call where Anthropic names the one behind it.
func endpoint(kind pairKind) *contract.Clause {
	return &contract.Clause{
		ID: "deepseek/anthropic-endpoint-pairing", Text: withoutResult, Profiles: []string{DeepSeek},
		Source: "Hmbown/Codewhale#4329, opencode-go-copilot#89",
		Check: onRequest(func(v *view, report contract.Report) {
			v.pairs.Report(kind, func(at js.Value, args ...any) {
				i := min(args[0].(int), len(v.messages)) - 1
				for i > 0 && v.messages[i].role != "assistant" {
					i--
				}
				report(at, i, args[1])
			})
		}),
	}
}
