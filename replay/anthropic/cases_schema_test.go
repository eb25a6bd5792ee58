package anthropic_test

import (
	"strings"
)

var schemaCases = []sample{
	{
		ID: "anthropic/content-type", Text: "messages: Input", Bad: `{"model":"m","max_tokens":9,"messages":{}}`,
		Good: full(`[{"role":"user","content":"a"}]`), At: "/messages",
	},
	{
		ID: "anthropic/content-type", Text: "messages.{i}: Input should be an object", Bad: full(`["a"]`),
		Good: full(`[{"role":"user","content":"a"}]`), At: "/messages/0",
	},
	{
		ID: "anthropic/role-unknown", Text: "Field required", Bad: full(`[{"content":"a"}]`),
		Good: full(`[{"role":"user","content":"a"}]`), At: "/messages/0", Message: "messages.0.role: Field required",
	},
	{
		ID: "anthropic/content-type", Text: "content: Field required", Bad: full(`[{"role":"user"}]`),
		Good: full(`[{"role":"user","content":"a"}]`), Message: "messages.0.content: Field required",
	},
	{
		ID: "anthropic/content-type", Text: "content: Input should be a valid array", Bad: full(`[{"role":"user","content":null}]`),
		Good: full(`[{"role":"user","content":"a"}]`), Message: "messages.0.content: Input should be a valid array",
	},
	{
		ID: "anthropic/content-type", Text: "{inner}: Input should be an object", Bad: with(`"x"`), Good: with(`{"type":"text","text":"x"}`),
		At: "/messages/0/content/1", Message: "messages.0.content.1: Input should be an object",
	},
	{
		ID: "anthropic/content-type", Text: ".type: Field required", Bad: with(`{"text":"x"}`),
		Good: with(`{"type":"text","text":"x"}`), Message: "messages.0.content.1.type: Field required",
	},
	{
		ID: "anthropic/content-type", Text: "Input tag", Bad: with(`{"type":"audio"}`), Good: with(`{"type":"text","text":"x"}`),
		Message: "messages.0.content.1: Input tag 'audio' found using 'type' does not match any of the expected tags",
	},
	{
		ID: "anthropic/content-type", Text: "text.text: Field", Bad: with(`{"type":"text"}`), Good: with(`{"type":"text","text":"x"}`),
	},
	{
		ID: "anthropic/content-type", Text: "text.text: Input", Bad: with(`{"type":"text","text":3}`),
		Good: with(`{"type":"text","text":"3"}`), At: "/messages/0/content/1/text",
	},
	{
		ID: "anthropic/content-type", Text: "tool_result.content",
		Bad:  asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":{}}]`)),
		Good: asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","content":[]}]`)),
	},
	{
		ID: "anthropic/content-type", Text: "is_error",
		Bad:  asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":"no"}]`)),
		Good: asked(said("user", `[{"type":"tool_result","tool_use_id":"c1","is_error":false}]`)),
	},
	{ID: "anthropic/content-type", Text: "image.source", Bad: with(`{"type":"image"}`), Good: with(picture("image/png", png))},
	{
		ID: "anthropic/extra-fields", Text: "messages.{i}.{name}", Bad: full(`[{"role":"user","content":"a","timestamp":1}]`),
		Good: full(`[{"role":"user","content":"a"}]`), At: "/messages/0/timestamp",
		Message: "messages.0.timestamp: Extra inputs are not permitted",
	},
	{
		ID: "anthropic/extra-fields", Text: "{blocktype}", Bad: answered(`{"type":"text","text":"a","index":0}`),
		Good:    answered(`{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}`),
		Message: "messages.1.content.0.text.index: Extra inputs are not permitted",
	},
	{
		ID:      "anthropic/cache-control-on-thinking",
		Bad:     answered(`{"type":"thinking","thinking":"a","signature":"s","cache_control":{"type":"ephemeral"}}`),
		Good:    answered(`{"type":"thinking","thinking":"a","signature":"s"}`),
		Message: "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
	},
	{
		ID: "anthropic/tool-id-pattern", Text: "tool_use.id: String should match",
		Bad:  full(`[` + said("assistant", `[`+use("a:0")+`]`) + `,` + said("user", `[`+result("a_0")+`]`) + `]`),
		Good: full(`[` + said("assistant", `[`+use("a_0")+`]`) + `,` + said("user", `[`+result("a_0")+`]`) + `]`),
		At:   "/messages/0/content/0/id", Message: "messages.0.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
	},
	{
		ID: "anthropic/tool-id-pattern", Text: "tool_result.tool_use_id: String should match",
		Bad: asked(said("user", `[`+result("")+`]`)), Good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		ID: "anthropic/tool-id-pattern", Text: "tool_use.id: Field required",
		Bad:  full(`[` + said("assistant", `[{"type":"tool_use","name":"read","input":{}}]`) + `,` + said("user", `"a"`) + `]`),
		Good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		ID: "anthropic/tool-id-pattern", Text: "tool_use_id: Field required",
		Bad: asked(said("user", `[{"type":"tool_result"}]`)), Good: asked(said("user", `[`+result("c1")+`]`)),
	},
	{
		ID: "anthropic/tool-id-pattern", Text: "tool_use.id: String should have",
		Bad:  full(`[` + said("assistant", `[`+use(strings.Repeat("a", 65))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 65))+`]`) + `]`),
		Good: full(`[` + said("assistant", `[`+use(strings.Repeat("a", 64))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 64))+`]`) + `]`),
	},
	{
		ID: "anthropic/tool-id-pattern", Text: "tool_use_id: String should have",
		Bad:  full(`[` + said("assistant", `[`+use(strings.Repeat("a", 65))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 65))+`]`) + `]`),
		Good: full(`[` + said("assistant", `[`+use(strings.Repeat("a", 64))+`]`) + `,` + said("user", `[`+result(strings.Repeat("a", 64))+`]`) + `]`),
	},
	{
		ID:   "anthropic/server-tool-id-prefix",
		Bad:  full(`[` + said("assistant", `[`+server("server_tool_use", "toolu_1")+`]`) + `]`),
		Good: full(`[` + said("assistant", `[`+server("server_tool_use", "srvtoolu_1")+`]`) + `]`),
	},
	{
		ID: "anthropic/tool-name-pattern", Text: "tool_use.name: String",
		Bad:  answered(`{"type":"text","text":"a"},{"type":"tool_use","id":"d","name":"functions.read","input":{}}`),
		Good: answered(`{"type":"text","text":"a"}`),
	},
	{
		ID: "anthropic/tool-name-pattern", Text: "tool_use.name: Field",
		Bad: answered(`{"type":"tool_use","id":"d","input":{}}`), Good: answered(`{"type":"text","text":"a"}`),
	},
	{
		ID: "anthropic/tool-input-not-object", Text: "valid dictionary",
		Bad:  answered(`{"type":"tool_use","id":"d","name":"read","input":"{}"}`),
		Good: answered(`{"type":"text","text":"a"}`),
		At:   "/messages/1/content/0/input",
	},
	{
		ID: "anthropic/tool-input-not-object", Text: "Field required",
		Bad: answered(`{"type":"tool_use","id":"d","name":"read"}`), Good: answered(`{"type":"text","text":"a"}`),
	},
}
