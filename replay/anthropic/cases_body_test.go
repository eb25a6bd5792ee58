package anthropic_test

import "strings"

var bodyCases = []sample{
	{
		id: "anthropic/request-too-large", bad: full(`[{"role":"user","content":"` + strings.Repeat("x", 33<<20) + `"}]`),
		good: full(`[{"role":"user","content":"` + strings.Repeat("x", 31<<20) + `"}]`),
	},
	{
		id: "anthropic/invalid-json", bad: `{"model":é}`, good: full(`[{"role":"user","content":"é"}]`),
		message: "The request body is not valid JSON: unexpected character: line 1 column 10 (char 9)",
	},
	{
		id: "anthropic/invalid-json-lone-surrogate", bad: full(`[{"role":"user","content":"é\ud83d!"}]`),
		good: full(`[{"role":"user","content":"é\ud83d\ude00!"}]`), at: "/messages/0/content",
		message: "The request body is not valid JSON: no low surrogate in string: line 1 column 112 (char 111)",
	},
	{
		id: "anthropic/field-required", text: "model: Field required", bad: `{"max_tokens":9,"messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"a"}]}`, message: "model: Field required",
	},
	{
		id: "anthropic/field-required", text: "messages: Field required", bad: `{"model":"m","max_tokens":9}`,
		good: full(`[{"role":"user","content":"a"}]`), message: "messages: Field required",
	},
	{
		id: "anthropic/field-required", text: "max_tokens: Field required",
		bad:  `{"model":"m","messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"a"}]}`, message: "max_tokens: Field required",
	},
	{
		id:   "anthropic/tool-names-unique",
		bad:  `{"model":"m","max_tokens":9,"tools":[{"name":"a"},{"name":"a"}],"messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":9,"tools":[{"name":"a"},{"name":"b"}],"messages":[{"role":"user","content":"a"}]}`,
		at:   "/tools/1/name", message: "tools: Tool names must be unique.",
	},
	{
		id: "anthropic/tool-name-pattern", text: "tools.{i}",
		bad:  `{"model":"m","max_tokens":9,"tools":[{"name":"a.b"}],"messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":9,"tools":[{"name":"a-b"}],"messages":[{"role":"user","content":"a"}]}`,
		at:   "/tools/0/name", message: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
	},
	{
		id: "anthropic/empty-text-block", text: "system:",
		bad:  `{"model":"m","max_tokens":9,"system":[{"type":"text","text":""}],"messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":"a"}]}`,
		at:   "/system/0",
	},
	{
		id: "anthropic/extra-fields", text: "{name}: Extra",
		bad:  `{"model":"m","max_tokens":9,"seed":1,"messages":[{"role":"user","content":"a"}]}`,
		good: `{"model":"m","max_tokens":9,"thread":{"type":"create"},"output_config":{},"messages":[{"role":"user","content":"a"}]}`,
		at:   "/seed", message: "seed: Extra inputs are not permitted",
	},
}
