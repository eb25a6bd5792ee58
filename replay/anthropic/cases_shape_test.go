package anthropic_test

import (
	"strings"

	"github.com/pi-fix/pi-fix/replay/anthropic"
)

var shapeCases = []sample{
	{
		ID: "anthropic/messages-empty", Bad: full(`[]`), Good: full(`[{"role":"user","content":"a"}]`), At: "/messages",
	},
	{
		ID: "anthropic/role-unknown", Text: "Unexpected role", Bad: full(`[{"role":"toolResult","content":"a"}]`),
		Good:    full(`[{"role":"user","content":"a"}]`),
		Message: `messages: Unexpected role "toolResult". Allowed roles are "user" or "assistant"`,
	},
	{
		ID: "anthropic/system-role-placement", Text: "messages.0:", Bad: full(`[` + said("system", `"a"`) + `,` + said("assistant", `"b"`) + `]`),
		Good: full(`[{"role":"system","content":[],"output_config":{"effort":"low"}},` + said("user", `"b"`) + `]`),
	},
	{
		ID: "anthropic/system-role-placement", Text: "must precede",
		Bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `"b"`) + `,` + said("user", `"c"`) + `]`),
		Good: full(`[` + said("user", `"a"`) + `,` + said("system", `"b"`) + `,` + said("assistant", `"c"`) + `,` + said("user", `"d"`) + `]`),
	},
	{
		ID: "anthropic/system-role-placement", Text: "at least one block",
		Bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `[]`) + `]`),
		Good: full(`[` + said("user", `"a"`) + `,{"role":"system","content":[],"output_config":{"effort":"low"}}]`),
	},
	{
		ID: "anthropic/system-role-placement", Text: "blocks only", Message: "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
		Bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":"b"},`+picture("image/png", png)+`]`) + `]`),
		Good: full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":"b"},{"type":"tool_removal","tool":{}}]`) + `]`),
	},
	{
		ID: "anthropic/system-role-placement", Text: "non-whitespace", Message: "messages.1: system text blocks must contain non-whitespace text",
		Bad:  full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":" "}]`) + `]`),
		Good: full(`[` + said("user", `"a"`) + `,` + said("system", `[{"type":"text","text":"b"}]`) + `]`),
	},
	{
		ID: "anthropic/cache-control-empty-text", Text: ".text: cache_control", Bad: with(`{"type":"text","text":"","cache_control":{"type":"ephemeral"}}`),
		Good:    with(`{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}`),
		Message: "messages.0.content.1.text: cache_control cannot be set for empty text blocks",
	},
	{
		ID: "anthropic/cache-control-empty-text", Text: "system.{i}",
		Bad:  `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"","cache_control":{}}],"messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"a","cache_control":{}}],"messages":[{"role":"user","content":"a"}]}`,
	},
	{
		ID: "anthropic/empty-text-block", Text: "messages:", Bad: with(`{"type":"text","text":""}`), Good: with(`{"type":"text","text":"a"}`),
		Message: "messages: text content blocks must be non-empty",
	},
	{
		ID: "anthropic/blank-text-block", Bad: with(`{"type":"text","text":" \n"}`), Good: with(`{"type":"text","text":" a"}`),
		Message: "messages: text content blocks must contain non-whitespace text",
	},
	{
		ID: "anthropic/empty-content", Text: "user messages", Bad: full(`[` + said("user", `[]`) + `,` + said("user", `""`) + `]`),
		Good: full(`[` + said("user", `[]`) + `,` + said("user", `"a"`) + `]`), At: "/messages/0",
		Message: "messages.0: user messages must have non-empty content",
	},
	{
		ID: "anthropic/empty-content", Text: "all messages",
		Bad:  full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `,` + said("user", `"b"`) + `]`),
		Good: full(`[` + said("user", `"a"`) + `,` + said("assistant", `[]`) + `]`), At: "/messages/1",
	},
	{
		ID: "anthropic/first-message-user", Profiles: []string{anthropic.Legacy},
		Bad: full(`[` + said("assistant", `"a"`) + `]`), Good: full(`[` + said("user", `"a"`) + `]`),
	},
	{
		ID: "anthropic/roles-must-alternate", Profiles: []string{anthropic.Compatible},
		Bad: full(`[` + said("user", `"a"`) + `,` + said("user", `"b"`) + `]`), Good: full(`[` + said("user", `"a"`) + `]`),
	},
	{
		ID: "anthropic/roles-must-alternate", Profiles: []string{anthropic.Legacy},
		Bad: full(`[` + said("user", `"a"`) + `,` + said("user", `"b"`) + `]`), Good: full(`[` + said("user", `"a"`) + `]`),
	},
	{
		ID:      "anthropic/cache-control-count",
		Bad:     with(strings.Repeat(`{"type":"text","text":"a","cache_control":{}},`, 4) + `{"type":"text","text":"a","cache_control":{}}`),
		Good:    with(strings.Repeat(`{"type":"text","text":"a","cache_control":{}},`, 3) + `{"type":"text","text":"a","cache_control":{}}`),
		Message: "A maximum of 4 blocks with cache_control may be provided. Found 5.",
	},
	{
		ID: "anthropic/tools-missing", Bad: strings.Replace(answered(`{"type":"text","text":"a"}`), `[{"name":"read","input_schema":{}}]`, `[]`, 1),
		Good: answered(`{"type":"text","text":"a"}`),
	},
}
