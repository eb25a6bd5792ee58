package replay_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

// naive is a request after a repair that looks right and is not, and the clause
// that refuses it all the same.
type naive struct{ repair, api, profile, clause, list string }

// around puts a list of messages into a body.
var around = map[string]string{
	"anthropic-messages":      `{"model":"m","max_tokens":9,"tools":[{"name":"read","input_schema":{}}],"messages":[%s]}`,
	"openai-completions":      `{"model":"m","messages":[%s]}`,
	"openai-responses":        `{"model":"m","store":false,"input":[%s]}`,
	"google-generative-ai":    `{"contents":[%s]}`,
	"mistral-conversations":   `{"model":"m","messages":[%s]}`,
	"bedrock-converse-stream": `{"toolConfig":{"tools":[]},"messages":[%s]}`,
}

const (
	claude, chat, items      = "anthropic-messages", "openai-completions", "openai-responses"
	gemini, mistral, bedrock = "google-generative-ai", "mistral-conversations", "bedrock-converse-stream"

	asks   = `{"role":"user","content":"a"}`
	says   = `{"role":"assistant","content":"b"}`
	thinks = `{"type":"thinking","thinking":"hm","signature":"c2ln"}`

	chatCalls = `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{}"}}]}`
	twoCalls  = `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{}"}},{"id":"c1","type":"function","function":{"name":"read","arguments":"{}"}}]}`
	chatTool  = `{"role":"tool","tool_call_id":"c1","content":"x"}`

	itemAsks   = `{"role":"user","content":[{"type":"input_text","text":"a"}]}`
	itemCall   = `{"type":"function_call","call_id":"c1","name":"read","arguments":"{}"}`
	itemOutput = `{"type":"function_call_output","call_id":"c1","output":"x"}`

	geminiAsks     = `{"role":"user","parts":[{"text":"a"}]}`
	geminiSays     = `{"role":"model","parts":[{"text":"b"}]}`
	geminiCalls    = `{"role":"model","parts":[{"functionCall":{"name":"read","args":{}}}]}`
	geminiResponse = `{"functionResponse":{"name":"read","response":{"output":"x"}}}`

	bedrockAsks = `{"role":"user","content":[{"text":"a"}]}`
	bedrockSays = `{"role":"assistant","content":[{"text":"b"}]}`

	nineCalls = `{"role":"assistant","content":null,"tool_calls":[{"id":"abcdefgh1","type":"function","function":{"name":"read","arguments":"{}"}}]}`
)

func userOf(blocks ...string) string {
	return `{"role":"user","content":[` + strings.Join(blocks, ",") + `]}`
}
func modelOf(blocks ...string) string {
	return `{"role":"assistant","content":[` + strings.Join(blocks, ",") + `]}`
}
func use(id string) string { return `{"type":"tool_use","id":"` + id + `","name":"read","input":{}}` }
func done(id string) string {
	return `{"type":"tool_result","tool_use_id":"` + id + `","content":"x"}`
}
func plain(text string) string { return `{"type":"text","text":"` + text + `"}` }
func served(kind, id string) string {
	if kind == "server_tool_use" {
		return `{"type":"server_tool_use","id":"` + id + `","name":"web_search","input":{}}`
	}
	return `{"type":"` + kind + `","tool_use_id":"` + id + `","content":[]}`
}
func bedrockUse(id string) string {
	return `{"toolUse":{"toolUseId":"` + id + `","name":"read","input":{}}}`
}
func bedrockDone(id string) string {
	return `{"toolResult":{"toolUseId":"` + id + `","content":[{"text":"x"}]}}`
}
func parts(parts ...string) string {
	return `{"role":"user","parts":[` + strings.Join(parts, ",") + `]}`
}

func list(messages ...string) string { return strings.Join(messages, ",") }

// naiveRepairs are the thirty repairs of the provider contracts. What depends on
// thinking being on, or on a model, has a profile or the setting.
var naiveRepairs = []naive{
	{"result-in-later-message", claude, "", "anthropic/tool-use-without-result", list(asks, modelOf(use("c1")), asks, says, userOf(done("c1")))},
	{"result-in-later-message", chat, "", "openai-chat/missing-tool-messages", list(asks, chatCalls, asks, says, chatTool)},
	{"result-in-later-message", bedrock, "", "bedrock/missing-tool-result", list(bedrockAsks, modelOf(bedrockUse("c1")), bedrockAsks, bedrockSays, userOf(bedrockDone("c1")))},
	{"result-in-later-message", items, "deepseek-responses", "deepseek-responses/adjacency", list(itemAsks, itemCall, itemAsks, itemOutput)},
	{"result-after-user-text", claude, "", "anthropic/tool-result-not-first", list(asks, modelOf(use("c1")), userOf(plain("b"), done("c1")))},
	{"split-parallel-results", claude, "", "anthropic/tool-result-not-first", list(asks, modelOf(use("a"), use("b")), userOf(done("a")), asks, userOf(done("b")))},
	{"split-parallel-results", gemini, "", "gemini/response-count", list(geminiAsks, `{"role":"model","parts":[{"functionCall":{"name":"read","args":{}}},{"functionCall":{"name":"read","args":{}}}]}`, parts(geminiResponse), geminiAsks, parts(geminiResponse))},
	{"split-parallel-results", bedrock, "", "bedrock/missing-tool-result", list(bedrockAsks, modelOf(bedrockUse("a"), bedrockUse("b")), userOf(bedrockDone("a")), bedrockAsks, userOf(bedrockDone("b")))},
	{"fill-then-late-result", claude, "", "anthropic/orphan-tool-result", list(asks, modelOf(use("c1")), userOf(done("c1")), says, userOf(done("c1")))},
	{"fill-then-late-result", chat, "", "openai-chat/orphan-tool-message", list(asks, chatCalls, chatTool, asks, chatTool)},
	{"double-fill", claude, "", "anthropic/duplicate-tool-result", list(asks, modelOf(use("c1")), userOf(done("c1"), done("c1")))},
	{"double-fill", chat, "deepseek", "deepseek/duplicate-tool-call-id", list(asks, chatCalls, chatTool, chatTool)},
	{"double-fill", gemini, "", "gemini/response-count", list(geminiAsks, geminiCalls, parts(geminiResponse, geminiResponse))},
	{"drop-call-keep-result", claude, "", "anthropic/orphan-tool-result", list(asks, userOf(done("c1")))},
	{"drop-call-keep-result", chat, "", "openai-chat/orphan-tool-message", list(asks, chatTool)},
	{"drop-call-keep-result", items, "", "responses/orphan-tool-output", list(itemAsks, itemOutput)},
	{"drop-call-keep-array", chat, "", "openai-chat/tool-calls-empty", list(asks, `{"role":"assistant","content":"b","tool_calls":[]}`, asks)},
	{"drop-call-keep-thinking", items, "", "responses/reasoning-without-following", list(itemAsks, `{"type":"reasoning","id":"rs_1","summary":[]}`, itemAsks)},
	{"drop-text-keep-empty-message", claude, "", "anthropic/empty-content", list(asks, modelOf(), asks)},
	{"drop-text-keep-empty-message", bedrock, "", "bedrock/empty-message", list(bedrockAsks, modelOf(), bedrockAsks)},
	{"drop-text-keep-empty-message", gemini, "", "gemini/parts-empty", list(geminiAsks, `{"role":"model","parts":[]}`, geminiAsks)},
	{"drop-text-keep-empty-message", mistral, "", "mistral/assistant-empty", list(asks, `{"role":"assistant","content":""}`, asks)},
	{"space-filler", claude, "", "anthropic/blank-text-block", list(userOf(plain(" ")))},
	{"space-filler", bedrock, "", "bedrock/blank-text", list(userOf(`{"text":" "}`))},
	{"fill-server-tool", claude, "", "anthropic/client-result-for-server-tool", list(asks, modelOf(served("server_tool_use", "srvtoolu_1")), userOf(done("srvtoolu_1")))},
	{"answer-pending-server-tool-with-text", claude, "", "anthropic/server-tool-unresolved", list(asks, modelOf(served("server_tool_use", "srvtoolu_1"), use("c1")), userOf(done("c1"), plain("b")))},
	{"strip-server-result", claude, "", "anthropic/server-tool-unresolved", list(asks, modelOf(served("server_tool_use", "srvtoolu_1"), plain("b")), asks)},
	{"strip-server-result", claude, "", "anthropic/server-result-orphan", list(asks, modelOf(served("web_search_tool_result", "srvtoolu_1"), plain("b")), asks)},
	{"edit-early-keep-thinking", claude, "anthropic-bound", "anthropic/thinking-prefix-binding", list(modelOf(thinks, plain("b")), asks)},
	{"strip-some-thinking", claude, "manual-thinking", "anthropic/thinking-must-lead", list(asks, modelOf(plain("b"), thinks, use("c1")), userOf(done("c1")))},
	{"strip-all-thinking-manual-mode", claude, "manual-thinking", "anthropic/thinking-must-lead", list(asks, modelOf(use("c1")), userOf(done("c1")))},
	{"strip-reasoning-keep-ids", items, "reasoning", "responses/item-without-reasoning", list(itemAsks, strings.Replace(itemCall, `{`, `{"id":"fc_0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d",`, 1), itemOutput)},
	{"strip-reasoning-content", chat, "deepseek-thinking", "deepseek/reasoning-content-required", list(asks, chatCalls, chatTool)},
	{"strip-reasoning-content", chat, "kimi-thinking", "kimi/reasoning-content-required", list(asks, chatCalls, chatTool)},
	{"synthetic-call", claude, "manual-thinking", "anthropic/thinking-must-lead", list(asks, says, modelOf(use("c1")), userOf(done("c1")))},
	{"synthetic-call", gemini, "gemini-3", "gemini/missing-thought-signature", list(geminiAsks, geminiCalls, parts(geminiResponse))},
	{"synthetic-call", chat, "kimi-thinking", "kimi/reasoning-content-required", list(asks, says, chatCalls, chatTool)},
	{"synthetic-call", chat, "deepseek-thinking", "deepseek/reasoning-content-required", list(asks, says, chatCalls, chatTool)},
	{"sanitize-one-side", claude, "", "anthropic/orphan-tool-result", list(asks, modelOf(use("a_b")), userOf(done("a-b")))},
	{"sanitize-one-side", claude, "", "anthropic/tool-use-without-result", list(asks, modelOf(use("a_b")), userOf(done("a-b")))},
	{"sanitize-collision", claude, "", "anthropic/duplicate-tool-use-id", list(asks, modelOf(use("a_b"), use("a_b")), userOf(done("a_b"), done("a_b")))},
	{"sanitize-collision", chat, "", "openai-chat/duplicate-tool-call-id", list(asks, twoCalls, chatTool, chatTool)},
	{"sanitize-collision", chat, "", "openai-chat/truncated-id-collision", list(asks, strings.ReplaceAll(twoCalls, "c1", strings.Repeat("c", 40)), strings.Replace(chatTool, "c1", strings.Repeat("c", 40), 1))},
	{"reorder-results-only", claude, "", "anthropic/tool-result-interleaved-message", list(asks, modelOf(use("c1")), modelOf(plain("b")), asks, userOf(done("c1")))},
	{"reorder-results-only", bedrock, "", "bedrock/missing-tool-result", list(bedrockAsks, modelOf(bedrockUse("c1")), modelOf(bedrockUse("c2")), userOf(bedrockDone("c1"), bedrockDone("c2")))},
	{"error-result-with-image", claude, "", "anthropic/error-result-non-text", list(asks, modelOf(use("c1")), userOf(`{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"`+pixel+`"}}]}`))},
	{"empty-error-result", bedrock, "", "bedrock/empty-error-tool-result", list(bedrockAsks, modelOf(bedrockUse("c1")), userOf(`{"toolResult":{"toolUseId":"c1","status":"error","content":[]}}`))},
	{"truncate-head", claude, "", "anthropic/orphan-tool-result", list(userOf(done("c1")), says, asks)},
	{"truncate-head", gemini, "", "gemini/call-turn-order", list(geminiCalls, parts(geminiResponse))},
	{"truncate-head", bedrock, "", "bedrock/start-with-user", list(bedrockSays, bedrockAsks)},
	{"prefill-tail", claude, "anthropic-adaptive", "anthropic/prefill-unsupported", list(asks, says)},
	{"prefill-tail", mistral, "", "mistral/last-role", list(asks, says)},
	{"bridge-assistant-text", claude, "", "anthropic/tool-result-interleaved-message", list(asks, modelOf(use("c1")), says, userOf(done("c1")))},
	{"bridge-assistant-text", chat, "", "openai-chat/missing-tool-messages", list(asks, chatCalls, says, chatTool)},
	{"bridge-assistant-text", gemini, "", "gemini/response-turn-order", list(geminiAsks, geminiCalls, geminiSays, parts(geminiResponse))},
	{"bridge-assistant-text", mistral, "", "mistral/call-count", list(asks, nineCalls, says, `{"role":"tool","tool_call_id":"abcdefgh1","name":"read","content":"x"}`)},
	{"bridge-assistant-text", bedrock, "", "bedrock/missing-tool-result", list(bedrockAsks, modelOf(bedrockUse("c1")), bedrockSays, userOf(bedrockDone("c1")))},
	{"tools-dropped", claude, "", "anthropic/tools-missing", list(asks, modelOf(use("c1")), userOf(done("c1")))},
	{"tools-dropped", bedrock, "", "bedrock/tool-config-required", list(bedrockAsks, modelOf(bedrockUse("c1")), userOf(bedrockDone("c1")))},
	// Nobody can tell on the wire that a text was a thought: newer models of Claude
	// answer it with a refusal of their own, HTTP 200.
	{"demote-thinking-to-text", claude, "anthropic-adaptive", "", list(asks, modelOf(plain("I think that")), asks)},
	{"compaction-cut-inside-pair", claude, "", "anthropic/orphan-tool-result", list(asks, userOf(done("c1")), asks)},
	{"compaction-cut-inside-pair", chat, "", "openai-chat/missing-tool-messages", list(asks, chatCalls, asks)},
	{"compaction-cut-inside-pair", items, "", "responses/missing-tool-output", list(itemAsks, itemCall, itemAsks)},
}

// bodyOf is the request of a naive repair. Some are about what stands beside the
// messages.
func (n naive) bodyOf() string {
	body := fmt.Sprintf(around[n.api], n.list)
	switch {
	case n.repair == "tools-dropped":
		body = strings.NewReplacer(`"tools":[{"name":"read","input_schema":{}}],`, "", `"toolConfig":{"tools":[]},`, "").Replace(body)
	case n.profile == "manual-thinking":
		body = strings.Replace(body, `{`, `{"thinking":{"type":"enabled","budget_tokens":1024},`, 1)
		body = strings.Replace(body, `"max_tokens":9`, `"max_tokens":9000`, 1)
	}
	return body
}

// Repairs that look right and are not, each refused by the clause that it trips over.
func TestNaiveRepairsAreRefused(t *testing.T) {
	var names []string
	for _, n := range naiveRepairs {
		if !slices.Contains(names, n.repair) {
			names = append(names, n.repair)
		}
		refused := n.clause == ""
		found := replay.ContractOf(n.api).Judge([]byte(n.bodyOf()), n.profile)
		for _, v := range found {
			rejects := v.Clause.Level == replay.Reject
			if n.clause == "" && rejects {
				t.Errorf("%s: refused: %v", n.repair, v)
			}
			refused = refused || rejects && v.Clause.ID == n.clause
		}
		if !refused {
			t.Errorf("%s, %s: got %v, want %s", n.repair, n.api, found, n.clause)
		}
	}
	if len(names) != 30 {
		t.Errorf("%d repairs, want 30: %v", len(names), names)
	}
}
