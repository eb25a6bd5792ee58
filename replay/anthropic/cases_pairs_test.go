package anthropic_test

import (
	"github.com/pi-fix/pi-fix/replay/anthropic"
)

var pairCases = []sample{
	{
		ID: "anthropic/tool-use-without-result", Bad: asked(said("user", `"b"`)), Good: asked(said("user", `[`+result("c1")+`]`)), At: "/messages/2",
		Message: "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` " +
			"block must have a corresponding `tool_result` block in the next message.",
	},
	{
		ID:  "anthropic/tool-result-interleaved-message",
		Bad: asked(said("assistant", `"b"`) + `,` + said("user", `[`+result("c1")+`]`)), At: "/messages/2",
		Good: asked(`{"role":"system","content":[],"output_config":{}},` + said("user", `[`+result("c1")+`]`)),
	},
	{
		ID: "anthropic/tool-result-not-first", Bad: asked(said("user", `[{"type":"text","text":"b"},`+result("c1")+`]`)),
		Good: asked(said("user", `[`+result("c1")+`,{"type":"text","text":"b"}]`)), At: "/messages/2/content/1",
	},
	{
		ID: "anthropic/orphan-tool-result", Bad: asked(said("user", `[`+result("c1")+`,`+result("c2")+`]`)),
		Good: asked(said("user", `[`+result("c1")+`]`)), At: "/messages/2/content/1",
		Message: "messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: c2. Each `tool_result` block " +
			"must have a corresponding `tool_use` block in the previous message.",
	},
	{
		ID: "anthropic/client-result-for-server-tool", Bad: asked(said("user", `[`+result("c1")+`,`+result("srvtoolu_1")+`]`)),
		Good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		ID: "anthropic/duplicate-tool-result", Bad: asked(said("user", `[`+result("c1")+`]`) + `,` + said("user", `[`+result("c1")+`]`)),
		Good: asked(said("user", `[`+result("c1")+`]`)), At: "/messages/3/content/0",
		Message: "messages.3.content.0: each tool_use must have a single result. Found multiple `tool_result` blocks with id: c1",
	},
	{
		ID:   "anthropic/duplicate-tool-use-id",
		Bad:  asked(said("user", `[`+result("c1")+`]`) + `,` + said("assistant", `[`+use("c1")+`]`) + `,` + said("user", `[`+result("c1")+`]`)),
		Good: asked(said("user", `[`+result("c1")+`]`) + `,` + said("assistant", `[`+use("c2")+`]`) + `,` + said("user", `[`+result("c2")+`]`)),
		At:   "/messages/3/content/0", Message: "messages.3.content.0: `tool_use` ids must be unique",
	},
	{
		ID: "anthropic/tool-result-split-messages", Profiles: []string{anthropic.Compatible},
		Bad:  full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`]`) + `,` + said("user", `[`+result("b")+`]`) + `]`),
		Good: full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`,`+result("b")+`]`) + `]`),
	},
	{
		ID:   "anthropic/tool-result-split-messages",
		Bad:  full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`]`) + `,` + said("user", `[`+result("b")+`]`) + `]`),
		Good: full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`,`+result("b")+`]`) + `]`),
	},
	{
		ID:      "anthropic/error-result-non-text",
		Bad:     asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":[`+picture("image/png", png)+`]}]`)),
		Good:    asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":false,"content":[`+picture("image/png", png)+`]}]`)),
		Message: "messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true",
	},
	{
		ID:      "anthropic/error-result-empty",
		Bad:     asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":""}]`)),
		Good:    asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"e"}]`)),
		Message: "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true",
	},
	{
		ID:   "anthropic/server-tool-unresolved",
		Bad:  full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
		Good: full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`,`+server("web_search_tool_result", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
		Message: "messages.0: `web_search` tool use with id `srvtoolu_1` was found without a corresponding " +
			"`web_search_tool_result` block",
	},
	{
		ID:   "anthropic/server-result-orphan",
		Bad:  full(`[` + said("assistant", `[`+server("web_search_tool_result", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
		Good: full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`,`+server("web_search_tool_result", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
	},
}
