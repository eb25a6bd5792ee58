package anthropic_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/anthropic"
	"github.com/pi-fix/pi-fix/replay/contract"
)

// set puts settings into a body.
func set(body, settings string) string {
	return strings.Replace(body, `"model"`, settings+`,"model"`, 1)
}

var (
	signature = strings.Repeat("Abc+", 30)
	other     = strings.Repeat("Xyz/", 30)
)

func signed(signature string) string {
	return `{"type":"thinking","thinking":"hm","signature":"` + signature + `"}`
}

// twoTurns is an exchange with two signed thoughts.
func twoTurns(first, second string) string {
	text := `{"type":"text","text":"b"}`
	return full(`[` + said("user", `"a"`) + `,` + said("assistant", `[`+signed(first)+`,`+text+`]`) + `,` + said("user", `"c"`) + `,` +
		said("assistant", `[`+signed(second)+`,`+text+`]`) + `,` + said("user", `"d"`) + `]`)
}

// unprompted begins with an answer.
var unprompted = full(`[` + said("assistant", `[`+signed(signature)+`,{"type":"text","text":"b"}]`) + `,` + said("user", `"c"`) + `]`)

var profileCases = []sample{
	{
		ID: "anthropic/thinking-budget", Text: "max_tokens", Bad: set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":2000}`),
		Good: strings.Replace(set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":2000}`), `"max_tokens":9`, `"max_tokens":9000`, 1),
	},
	{
		ID: "anthropic/thinking-budget", Text: "1024", Bad: set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":7}`),
		Good: strings.Replace(set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":1024}`), `"max_tokens":9`, `"max_tokens":9000`, 1),
	},
	{
		ID: "anthropic/temperature-with-thinking", Text: "tool_choice", At: "/tool_choice",
		Bad:  set(asked(ok), `"tool_choice":{"type":"any"},"thinking":{"type":"adaptive"}`),
		Good: set(asked(ok), `"tool_choice":{"type":"auto"},"thinking":{"type":"adaptive"}`),
	},
	{
		ID: "anthropic/temperature-with-thinking", Text: "temperature", Bad: set(asked(ok), `"temperature":0.5,"thinking":{"type":"adaptive"}`),
		Good: set(asked(ok), `"temperature":1,"thinking":{"type":"adaptive"}`),
	},
	{
		ID: "anthropic/thinking-mode-unsupported", Text: "enabled", Profiles: []string{anthropic.ClaudeBound}, At: "/thinking/type",
		Bad: set(asked(ok), `"thinking":{"type":"enabled"}`), Good: set(asked(ok), `"thinking":{"type":"adaptive"}`),
	},
	{
		ID: "anthropic/thinking-mode-unsupported", Text: "disabled", Profiles: []string{anthropic.AlwaysThinking},
		Bad: set(asked(ok), `"thinking":{"type":"disabled"}`), Good: set(asked(ok), `"thinking":{"type":"adaptive"}`),
	},
	{
		ID: "anthropic/system-role-placement", Text: "Unexpected role", Profiles: []string{anthropic.ClaudeManual}, At: "/messages/1",
		Bad: full(`[` + said("user", `"a"`) + `,` + said("system", `"s"`) + `]`), Good: asked(ok),
	},
	{
		ID: "anthropic/empty-content", Text: "optional final", Profiles: []string{anthropic.Claude2024}, Bad: full(`[` + said("user", `[]`) + `]`),
		Good:    asked(ok),
		Message: "messages.0: all messages must have non-empty content except for the optional final assistant message",
	},
	{
		ID: "deepseek/anthropic-endpoint-pairing", Profiles: []string{anthropic.DeepSeek}, Bad: asked(said("user", `"b"`)), Good: asked(ok),
		Message: "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` " +
			"block must have a corresponding `tool_result` block in the next message.",
	},
	{
		ID: "deepseek/anthropic-endpoint-pairing", Profiles: []string{anthropic.DeepSeek}, Bad: asked(said("assistant", `"b"`) + `,` + ok), Good: asked(ok),
	},
	{
		ID: "deepseek/anthropic-endpoint-pairing", Profiles: []string{anthropic.DeepSeek}, Good: asked(ok),
		Bad: asked(said("user", `[{"type":"text","text":"b"},`+result("c1")+`]`)),
	},
	{
		ID: "deepseek/anthropic-endpoint-pairing", Profiles: []string{anthropic.DeepSeek}, Good: asked(ok),
		Bad: full(`[` + said("user", `"a"`) + `,` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`]`) + `,` +
			said("user", `[`+result("b")+`]`) + `]`),
	},
	{ID: "anthropic/first-message-user", Profiles: []string{anthropic.Vertex}, Bad: unprompted, Good: asked(ok)},
	{
		ID: "anthropic/thinking-signature-invalid", Profiles: []string{anthropic.ClaudeBound}, Bad: twoTurns(signature, "reasoning_content"),
		Good: twoTurns(signature, other), Message: "messages.3.content.0: Invalid `signature` in `thinking` block",
	},
	{
		ID: "anthropic/thinking-prefix-binding", Profiles: []string{anthropic.ClaudeBound}, Bad: twoTurns(signature, signature),
		Good: twoTurns(signature, other), At: "/messages/3/content/0",
	},
	{
		ID: "anthropic/thinking-prefix-binding", Profiles: []string{anthropic.ClaudeBound}, Bad: unprompted,
		Good: set(unprompted, `"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}}`),
	},
}

func TestEnvelopes(t *testing.T) {
	body := full(`[` + said("assistant", `"a"`) + `,` + said("user", `"b"`) + `]`)
	for profile, want := range map[string]string{
		anthropic.Vertex: `{"type":"error","error":{"type":"invalid_request_error","message":"messages: first message must use the ` +
			`\"user\" role"},"request_id":"req_vrtx_000000000000000000000007"}`,
		anthropic.BedrockLegacy: `{"message":"The model returned the following errors: messages: first message must use the \"user\" role"}`,
	} {
		v := contract.Refusal(anthropic.Contract.Judge([]byte(body), profile))
		if v == nil {
			t.Errorf("%s: accepted", profile)
			continue
		}
		if got := anthropic.Contract.RefuseAs([]string{profile}, v, 7); string(got.Body) != want || got.Status != 400 {
			t.Errorf("%s: got %d %s\nwant 400 %s", profile, got.Status, got.Body, want)
		}
	}
}

// Repairs that look right and are not, with models of some generations.
func TestNaiveRepairsInProfiles(t *testing.T) {
	enabled := `"thinking":{"type":"enabled"}`
	for name, c := range map[string]struct{ body, profile, want string }{
		"prefill-tail":                     {full(`[` + said("user", `"a"`) + `,` + said("assistant", `"b"`) + `]`), anthropic.ClaudeAdaptive, "anthropic/prefill-unsupported"},
		"strip-all-thinking-manual-mode":   {set(asked(ok), enabled), anthropic.ClaudeManual, "anthropic/thinking-must-lead"},
		"strip-some-thinking":              {set(asked(ok), enabled), anthropic.Claude2024, "anthropic/thinking-must-lead"},
		"synthetic-call":                   {set(asked(ok), enabled), anthropic.ClaudeManual, "anthropic/thinking-must-lead"},
		"truncate-head":                    {unprompted, anthropic.ClaudeBound, "anthropic/thinking-prefix-binding"},
		"strip-some-thinking, in order":    {replayed(recorded[2], recorded[3], recorded[4]), "", "anthropic/thinking-modified"},
		"edit-early-keep-thinking":         {strings.Replace(replayed(another...), `"hi"`, `"hello"`, 1), anthropic.ClaudeBound, "anthropic/thinking-prefix-binding"},
		"edit-early-keep-thinking, copied": {twoTurns(signature, signature), anthropic.ClaudeBound, "anthropic/thinking-prefix-binding"},
	} {
		if got := refusals(c.body, c.profile); !slices.Contains(got, c.want) {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
	for _, profile := range []string{anthropic.ClaudeManual, anthropic.Claude2024} {
		if got := refusals(full(`[`+said("user", `"a"`)+`,`+said("assistant", `"b"`)+`]`), profile); len(got) > 0 {
			t.Errorf("%s: prefill: got %v", profile, got)
		}
	}
}
