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
		id: "anthropic/thinking-budget", text: "max_tokens", bad: set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":2000}`),
		good: strings.Replace(set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":2000}`), `"max_tokens":9`, `"max_tokens":9000`, 1),
	},
	{
		id: "anthropic/thinking-budget", text: "1024", bad: set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":7}`),
		good: strings.Replace(set(asked(ok), `"thinking":{"type":"enabled","budget_tokens":1024}`), `"max_tokens":9`, `"max_tokens":9000`, 1),
	},
	{
		id: "anthropic/temperature-with-thinking", text: "tool_choice", at: "/tool_choice",
		bad:  set(asked(ok), `"tool_choice":{"type":"any"},"thinking":{"type":"adaptive"}`),
		good: set(asked(ok), `"tool_choice":{"type":"auto"},"thinking":{"type":"adaptive"}`),
	},
	{
		id: "anthropic/temperature-with-thinking", text: "temperature", bad: set(asked(ok), `"temperature":0.5,"thinking":{"type":"adaptive"}`),
		good: set(asked(ok), `"temperature":1,"thinking":{"type":"adaptive"}`),
	},
	{
		id: "anthropic/thinking-mode-unsupported", text: "enabled", profiles: []string{anthropic.ClaudeBound}, at: "/thinking/type",
		bad: set(asked(ok), `"thinking":{"type":"enabled"}`), good: set(asked(ok), `"thinking":{"type":"adaptive"}`),
	},
	{
		id: "anthropic/thinking-mode-unsupported", text: "disabled", profiles: []string{anthropic.AlwaysThinking},
		bad: set(asked(ok), `"thinking":{"type":"disabled"}`), good: set(asked(ok), `"thinking":{"type":"adaptive"}`),
	},
	{
		id: "anthropic/system-role-placement", text: "Unexpected role", profiles: []string{anthropic.ClaudeManual}, at: "/messages/1",
		bad: full(`[` + said("user", `"a"`) + `,` + said("system", `"s"`) + `]`), good: asked(ok),
	},
	{
		id: "anthropic/empty-content", text: "optional final", profiles: []string{anthropic.Claude2024}, bad: full(`[` + said("user", `[]`) + `]`),
		good:    asked(ok),
		message: "messages.0: all messages must have non-empty content except for the optional final assistant message",
	},
	{
		id: "deepseek/anthropic-endpoint-pairing", profiles: []string{anthropic.DeepSeek}, bad: asked(said("user", `"b"`)), good: asked(ok),
		message: "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` " +
			"block must have a corresponding `tool_result` block in the next message.",
	},
	{
		id: "deepseek/anthropic-endpoint-pairing", profiles: []string{anthropic.DeepSeek}, bad: asked(said("assistant", `"b"`) + `,` + ok), good: asked(ok),
	},
	{
		id: "deepseek/anthropic-endpoint-pairing", profiles: []string{anthropic.DeepSeek}, good: asked(ok),
		bad: asked(said("user", `[{"type":"text","text":"b"},`+result("c1")+`]`)),
	},
	{
		id: "deepseek/anthropic-endpoint-pairing", profiles: []string{anthropic.DeepSeek}, good: asked(ok),
		bad: full(`[` + said("user", `"a"`) + `,` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`]`) + `,` +
			said("user", `[`+result("b")+`]`) + `]`),
	},
	{id: "anthropic/first-message-user", profiles: []string{anthropic.Vertex}, bad: unprompted, good: asked(ok)},
	{
		id: "anthropic/thinking-signature-invalid", profiles: []string{anthropic.ClaudeBound}, bad: twoTurns(signature, "reasoning_content"),
		good: twoTurns(signature, other), message: "messages.3.content.0: Invalid `signature` in `thinking` block",
	},
	{
		id: "anthropic/thinking-prefix-binding", profiles: []string{anthropic.ClaudeBound}, bad: twoTurns(signature, signature),
		good: twoTurns(signature, other), at: "/messages/3/content/0",
	},
	{
		id: "anthropic/thinking-prefix-binding", profiles: []string{anthropic.ClaudeBound}, bad: unprompted,
		good: set(unprompted, `"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}}`),
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

// Every refusal of a profile is one of the union of all of them, but for what needs
// a number.
func TestStrictUnion(t *testing.T) {
	for _, c := range cases {
		union := []string{contract.StrictUnion}
		for _, name := range c.profiles {
			if _, _, counted := contract.CutProfile(name); counted {
				union = append(union, name)
			}
		}
		all := refusals(c.bad, union...)
		for _, id := range refusals(c.bad, c.profiles...) {
			if !slices.Contains(all, id) {
				t.Errorf("%s: %s is not in the union", c.id, id)
			}
		}
	}
}

func TestContract(t *testing.T) {
	if err := anthropic.Contract.Validate(); err != nil {
		t.Error(err)
	}
}
