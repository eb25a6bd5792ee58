package anthropic_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/anthropic"
)

var shapeCases = []sample{
	{
		id: "anthropic/messages-empty", bad: full(`[]`), good: full(`[{"role":"user","content":"a"}]`), at: "/messages",
	},
	{
		id: "anthropic/role-unknown", text: "Unexpected role", bad: full(`[{"role":"toolResult","content":"a"}]`),
		good:    full(`[{"role":"user","content":"a"}]`),
		message: `messages: Unexpected role "toolResult". Allowed roles are "user" or "assistant"`,
	},
	{
		id: "anthropic/system-role-placement", text: "messages.0:", bad: full(`[` + said("system", `"a"`) + `,` + said("assistant", `"b"`) + `]`),
		good: full(`[{"role":"system","content":[],"output_config":{"effort":"low"}},` + said("user", `"b"`) + `]`),
	},
	{
		id: "anthropic/system-role-placement", text: "must precede",
		bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `"b"`) + `,` + said("user", `"c"`) + `]`),
		good: full(`[` + said("user", `"a"`) + `,` + said("system", `"b"`) + `,` + said("assistant", `"c"`) + `,` + said("user", `"d"`) + `]`),
	},
	{
		id: "anthropic/system-role-placement", text: "at least one block",
		bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `[]`) + `]`),
		good: full(`[` + said("user", `"a"`) + `,{"role":"system","content":[],"output_config":{"effort":"low"}}]`),
	},
	{
		id: "anthropic/system-role-placement", text: "blocks only", message: "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
		bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":"b"},`+picture("image/png", png)+`]`) + `]`),
		good: full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":"b"},{"type":"tool_removal","tool":{}}]`) + `]`),
	},
	{
		id: "anthropic/system-role-placement", text: "non-whitespace", message: "messages.1: system text blocks must contain non-whitespace text",
		bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":" "}]`) + `]`),
		good: full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":"b"}]`) + `]`),
	},
	{
		id: "anthropic/cache-control-empty-text", text: ".text: cache_control", bad: with(`{"type":"text","text":"","cache_control":{"type":"ephemeral"}}`),
		good:    with(`{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}`),
		message: "messages.0.content.1.text: cache_control cannot be set for empty text blocks",
	},
	{
		id: "anthropic/cache-control-empty-text", text: "system.{i}",
		bad:  `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"","cache_control":{}}],"messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"a","cache_control":{}}],"messages":[{"role":"user","content":"a"}]}`,
	},
	{
		id: "anthropic/empty-text-block", text: "messages:", bad: with(`{"type":"text","text":""}`), good: with(`{"type":"text","text":"a"}`),
		message: "messages: text content blocks must be non-empty",
	},
	{
		id: "anthropic/blank-text-block", bad: with(`{"type":"text","text":" \n"}`), good: with(`{"type":"text","text":" a"}`),
		message: "messages: text content blocks must contain non-whitespace text",
	},
	{
		id: "anthropic/empty-content", text: "user messages", bad: full(`[` + said("user", `[]`) + `,` + said("user", `""`) + `]`),
		good: full(`[` + said("user", `[]`) + `,` + said("user", `"a"`) + `]`), at: "/messages/0",
		message: "messages.0: user messages must have non-empty content",
	},
	{
		id: "anthropic/empty-content", text: "all messages",
		bad:  full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `,` + said("user", `"b"`) + `]`),
		good: full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `]`), at: "/messages/1",
	},
	{
		id: "anthropic/first-message-user", profiles: []string{anthropic.Legacy},
		bad: full(`[` + said("assistant", `"a"`) + `]`), good: full(`[` + said("user", `"a"`) + `]`),
	},
	{
		id: "anthropic/roles-must-alternate", profiles: []string{anthropic.Compatible},
		bad: full(`[` + said("user", `"a"`) + `,` + said("user", `"b"`) + `]`), good: full(`[` + said("user", `"a"`) + `]`),
	},
	{
		id: "anthropic/roles-must-alternate", profiles: []string{anthropic.Legacy},
		bad: full(`[` + said("user", `"a"`) + `,` + said("user", `"b"`) + `]`), good: full(`[` + said("user", `"a"`) + `]`),
	},
	{
		id:      "anthropic/cache-control-count",
		bad:     with(strings.Repeat(`{"type":"text","text":"a","cache_control":{}},`, 4) + `{"type":"text","text":"a","cache_control":{}}`),
		good:    with(strings.Repeat(`{"type":"text","text":"a","cache_control":{}},`, 3) + `{"type":"text","text":"a","cache_control":{}}`),
		message: "A maximum of 4 blocks with cache_control may be provided. Found 5.",
	},
	{
		id: "anthropic/tools-missing", bad: strings.Replace(answered(`{"type":"text","text":"a"}`), `[{"name":"read","input_schema":{}}]`, `[]`, 1),
		good: answered(`{"type":"text","text":"a"}`),
	},
}
