package anthropic_test

import "strings"

var schemaCases = []sample{
	{
		id: "anthropic/content-type", text: "messages: Input", bad: `{"model":"m","max_tokens":9,"messages":{}}`,
		good: full(`[{"role":"user","content":"a"}]`), at: "/messages",
	},
	{
		id: "anthropic/content-type", text: "messages.{i}: Input should be an object", bad: full(`["a"]`),
		good: full(`[{"role":"user","content":"a"}]`), at: "/messages/0",
	},
	{
		id: "anthropic/role-unknown", text: "Field required", bad: full(`[{"content":"a"}]`),
		good: full(`[{"role":"user","content":"a"}]`), at: "/messages/0", message: "messages.0.role: Field required",
	},
	{
		id: "anthropic/content-type", text: "content: Field required", bad: full(`[{"role":"user"}]`),
		good: full(`[{"role":"user","content":"a"}]`), message: "messages.0.content: Field required",
	},
	{
		id: "anthropic/content-type", text: "content: Input should be a valid array", bad: full(`[{"role":"user","content":null}]`),
		good: full(`[{"role":"user","content":"a"}]`), message: "messages.0.content: Input should be a valid array",
	},
	{
		id: "anthropic/content-type", text: "{inner}: Input should be an object", bad: with(`"x"`), good: with(`{"type":"text","text":"x"}`),
		at: "/messages/0/content/1", message: "messages.0.content.1: Input should be an object",
	},
	{
		id: "anthropic/content-type", text: ".type: Field required", bad: with(`{"text":"x"}`),
		good: with(`{"type":"text","text":"x"}`), message: "messages.0.content.1.type: Field required",
	},
	{
		id: "anthropic/content-type", text: "Input tag", bad: with(`{"type":"audio"}`), good: with(`{"type":"text","text":"x"}`),
		message: "messages.0.content.1: Input tag 'audio' found using 'type' does not match any of the expected tags",
	},
	{
		id: "anthropic/content-type", text: "text.text: Field", bad: with(`{"type":"text"}`), good: with(`{"type":"text","text":"x"}`),
	},
	{
		id: "anthropic/content-type", text: "text.text: Input", bad: with(`{"type":"text","text":3}`),
		good: with(`{"type":"text","text":"3"}`), at: "/messages/0/content/1/text",
	},
	{
		id: "anthropic/content-type", text: "tool_result.content",
		bad:  asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":{}}]`)),
		good: asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":[]}]`)),
	},
	{
		id: "anthropic/content-type", text: "is_error",
		bad:  asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":"no"}]`)),
		good: asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":false}]`)),
	},
	{id: "anthropic/content-type", text: "image.source", bad: with(`{"type":"image"}`), good: with(picture("image/png", png))},
	{
		id: "anthropic/extra-fields", text: "messages.{i}.{name}", bad: full(`[{"role":"user","content":"a","timestamp":1}]`),
		good: full(`[{"role":"user","content":"a"}]`), at: "/messages/0/timestamp",
		message: "messages.0.timestamp: Extra inputs are not permitted",
	},
	{
		id: "anthropic/extra-fields", text: "{blocktype}", bad: answered(`{"type":"text","text":"a","index":0}`),
		good:    answered(`{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}`),
		message: "messages.1.content.0.text.index: Extra inputs are not permitted",
	},
	{
		id:      "anthropic/cache-control-on-thinking",
		bad:     answered(`{"type":"thinking","thinking":"a","signature":"s","cache_control":{"type":"ephemeral"}}`),
		good:    answered(`{"type":"thinking","thinking":"a","signature":"s"}`),
		message: "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
	},
	{
		id: "anthropic/tool-id-pattern", text: "tool_use.id: String should match",
		bad:  full(`[` + said("assistant", `[`+use("a:0")+`]`) + `,` + said("user", `[`+result("a_0")+`]`) + `]`),
		good: full(`[` + said("assistant", `[`+use("a_0")+`]`) + `,` + said("user", `[`+result("a_0")+`]`) + `]`),
		at:   "/messages/0/content/0/id", message: "messages.0.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
	},
	{
		id: "anthropic/tool-id-pattern", text: "tool_result.tool_use_id: String should match",
		bad: asked(said("user", `[`+result("")+`]`)), good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		id: "anthropic/tool-id-pattern", text: "tool_use.id: Field required",
		bad:  full(`[` + said("assistant", `[{"type":"tool_use","name":"read","input":{}}]`) + `,` + said("user", `"a"`) + `]`),
		good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		id: "anthropic/tool-id-pattern", text: "tool_use_id: Field required",
		bad: asked(said("user", `[{"type":"tool_result"}]`)), good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		id: "anthropic/tool-id-pattern", text: "tool_use.id: String should have",
		bad:  full(`[` + said("assistant", `[`+use(strings.Repeat("a", 65))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 65))+`]`) + `]`),
		good: full(`[` + said("assistant", `[`+use(strings.Repeat("a", 64))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 64))+`]`) + `]`),
	},
	{
		id: "anthropic/tool-id-pattern", text: "tool_use_id: String should have",
		bad:  full(`[` + said("assistant", `[`+use(strings.Repeat("a", 65))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 65))+`]`) + `]`),
		good: full(`[` + said("assistant", `[`+use(strings.Repeat("a", 64))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 64))+`]`) + `]`),
	},
	{
		id:   "anthropic/server-tool-id-prefix",
		bad:  full(`[` + said("assistant", `[`+server("server_tool_use", "toolu_1")+`]`) + `]`),
		good: full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`]`) + `]`),
	},
	{
		id: "anthropic/tool-name-pattern", text: "tool_use.name: String",
		bad:  answered(`{"type":"text","text":"a"},{"type":"tool_use","id":"d","name":"functions.read","input":{}}`),
		good: answered(`{"type":"text","text":"a"}`),
	},
	{
		id: "anthropic/tool-name-pattern", text: "tool_use.name: Field",
		bad: answered(`{"type":"tool_use","id":"d","input":{}}`), good: answered(`{"type":"text","text":"a"}`),
	},
	{
		id: "anthropic/tool-input-not-object", text: "valid dictionary",
		bad:  answered(`{"type":"tool_use","id":"d","name":"read","input":"{}"}`),
		good: answered(`{"type":"text","text":"a"}`),
		at:   "/messages/1/content/0/input",
	},
	{
		id: "anthropic/tool-input-not-object", text: "Field required",
		bad: answered(`{"type":"tool_use","id":"d","name":"read"}`), good: answered(`{"type":"text","text":"a"}`),
	},
}
