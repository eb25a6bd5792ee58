package anthropic_test

import (
	"github.com/pi-fix/pi-fix/replay/anthropic"
)

var pairCases = []sample{
	{
		id: "anthropic/tool-use-without-result", bad: asked(said("user", `"b"`)), good: asked(said("user", `[`+result("c1")+`]`)), at: "/messages/2",
		message: "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` " +
			"block must have a corresponding `tool_result` block in the next message.",
	},
	{
		id:  "anthropic/tool-result-interleaved-message",
		bad: asked(said("assistant", `"b"`) + `,` + said("user", `[`+result("c1")+`]`)), at: "/messages/2",
		good: asked(`{"role":"system","content":[],"output_config":{}},` + said("user", `[`+result("c1")+`]`)),
	},
	{
		id: "anthropic/tool-result-not-first", bad: asked(said("user", `[{"type":"text","text":"b"},`+result("c1")+`]`)),
		good: asked(said("user", `[`+result("c1")+`,{"type":"text","text":"b"}]`)), at: "/messages/2/content/1",
	},
	{
		id: "anthropic/orphan-tool-result", bad: asked(said("user", `[`+result("c1")+`,`+result("c2")+`]`)),
		good: asked(said("user", `[`+result("c1")+`]`)), at: "/messages/2/content/1",
		message: "messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: c2. Each `tool_result` block " +
			"must have a corresponding `tool_use` block in the previous message.",
	},
	{
		id: "anthropic/client-result-for-server-tool", bad: asked(said("user", `[`+result("c1")+`,`+result("srvtoolu_1")+`]`)),
		good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		id: "anthropic/duplicate-tool-result", bad: asked(said("user", `[`+result("c1")+`]`) + `,` + said("user", `[`+result("c1")+`]`)),
		good: asked(said("user", `[`+result("c1")+`]`)), at: "/messages/3/content/0",
		message: "messages.3.content.0: each tool_use must have a single result. Found multiple `tool_result` blocks with id: c1",
	},
	{
		id:   "anthropic/duplicate-tool-use-id",
		bad:  asked(said("user", `[`+result("c1")+`]`) + `,` + said("assistant", `[`+use("c1")+`]`) + `,` + said("user", `[`+result("c1")+`]`)),
		good: asked(said("user", `[`+result("c1")+`]`) + `,` + said("assistant", `[`+use("c2")+`]`) + `,` + said("user", `[`+result("c2")+`]`)),
		at:   "/messages/3/content/0", message: "messages.3.content.0: `tool_use` ids must be unique",
	},
	{
		id: "anthropic/tool-result-split-messages", profiles: []string{anthropic.Compatible},
		bad:  full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`]`) + `,` + said("user", `[`+result("b")+`]`) + `]`),
		good: full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`,`+result("b")+`]`) + `]`),
	},
	{
		id:   "anthropic/tool-result-split-messages",
		bad:  full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`]`) + `,` + said("user", `[`+result("b")+`]`) + `]`),
		good: full(`[` + said("assistant", `[`+use("a")+`,`+use("b")+`]`) + `,` + said("user", `[`+result("a")+`,`+result("b")+`]`) + `]`),
	},
	{
		id:      "anthropic/error-result-non-text",
		bad:     asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":[`+picture("image/png", png)+`]}]`)),
		good:    asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":false,"content":[`+picture("image/png", png)+`]}]`)),
		message: "messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true",
	},
	{
		id:      "anthropic/error-result-empty",
		bad:     asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":""}]`)),
		good:    asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"e"}]`)),
		message: "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true",
	},
	{
		id:   "anthropic/server-tool-unresolved",
		bad:  full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
		good: full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`,`+server("web_search_tool_result", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
		message: "messages.0: `web_search` tool use with id `srvtoolu_1` was found without a corresponding " +
			"`web_search_tool_result` block",
	},
	{
		id:   "anthropic/server-result-orphan",
		bad:  full(`[` + said("assistant", `[`+server("web_search_tool_result", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
		good: full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`,`+server("web_search_tool_result", "srvtoolu_1")+`]`) + `,` + said("user", `"a"`) + `]`),
	},
}
