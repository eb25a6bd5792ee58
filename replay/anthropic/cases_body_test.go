package anthropic_test

import (
	"strings"
)

var bodyCases = []sample{
	{
		ID: "anthropic/request-too-large", Bad: full(`[{"role":"user","content":"` + strings.Repeat("x", 33<<20) + `"}]`),
		Good: full(`[{"role":"user","content":"` + strings.Repeat("x", 31<<20) + `"}]`),
	},
	{
		ID: "anthropic/invalid-json", Bad: `{"model":é}`, Good: full(`[{"role":"user","content":"é"}]`),
		Message: "The request body is not valid JSON: unexpected character: line 1 column 10 (char 9)",
	},
	{
		ID: "anthropic/invalid-json", Bad: full("[{\"role\":\"user\",\"content\":\"é\xff\"}]"), Good: full(`[{"role":"user","content":"é\ufffd"}]`),
		Message: "The request body is not valid JSON: unexpected character: line 1 column 112 (char 111)",
	},
	{
		ID: "anthropic/invalid-json-lone-surrogate", Bad: full(`[{"role":"user","content":"é\ud83d!"}]`),
		Good: full(`[{"role":"user","content":"é\ud83d\ude00!"}]`), At: "/messages/0/content",
		Message: "The request body is not valid JSON: no low surrogate in string: line 1 column 112 (char 111)",
	},
	{
		ID: "anthropic/field-required", Text: "model: Field required", Bad: `{"max_tokens":9,"messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"a"}]}`, Message: "model: Field required",
	},
	{
		ID: "anthropic/field-required", Text: "messages: Field required", Bad: `{"model":"m","max_tokens":9}`,
		Good: full(`[{"role":"user","content":"a"}]`), Message: "messages: Field required",
	},
	{
		ID: "anthropic/field-required", Text: "max_tokens: Field required",
		Bad:  `{"model":"m","messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"a"}]}`, Message: "max_tokens: Field required",
	},
	{
		ID:   "anthropic/tool-names-unique",
		Bad:  `{"model":"m","max_tokens":9,"tools":[{"name":"a"},{"name":"a"}],"messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":9,"tools":[{"name":"a"},{"name":"b"}],"messages":[{"role":"user","content":"a"}]}`,
		At:   "/tools/1/name", Message: "tools: Tool names must be unique.",
	},
	{
		ID: "anthropic/tool-name-pattern", Text: "tools.{i}",
		Bad:  `{"model":"m","max_tokens":9,"tools":[{"name":"a.b"}],"messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":9,"tools":[{"name":"a-b"}],"messages":[{"role":"user","content":"a"}]}`,
		At:   "/tools/0/name", Message: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
	},
	{
		ID: "anthropic/empty-text-block", Text: "system:",
		Bad:  `{"model":"m","max_tokens":9,"system":[{"type":"text","text":""}],"messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":9,"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":"a"}]}`,
		At:   "/system/0",
	},
	{
		ID: "anthropic/extra-fields", Text: "{name}: Extra",
		Bad:  `{"model":"m","max_tokens":9,"seed":1,"messages":[{"role":"user","content":"a"}]}`,
		Good: `{"model":"m","max_tokens":9,"thread":{"type":"create"},"output_config":{},"messages":[{"role":"user","content":"a"}]}`,
		At:   "/seed", Message: "seed: Extra inputs are not permitted",
	},
}
