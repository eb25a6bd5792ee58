package anthropic

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// body holds the clauses that need no parsed body.
func body() []*contract.Clause {
	return []*contract.Clause{
		{
			ID:     "anthropic/request-too-large",
			Text:   "Request exceeds the maximum size",
			Source: "https://platform.claude.com/docs/en/api/errors",
			Status: 413, Type: "request_too_large",
			Check: func(req *contract.Request, report contract.Report) {
				if len(req.Raw) > 32<<20 {
					report(req.Body)
				}
			},
		},
		{
			ID:     "anthropic/invalid-json",
			Text:   "The request body is not valid JSON: unexpected character: line 1 column {column} (char {char})",
			Source: "https://platform.claude.com/docs/en/api/errors",
			Check: func(req *contract.Request, report contract.Report) {
				if n, broken := req.Broken(); broken {
					report(req.Body, n+1, n)
				}
			},
		},
		{
			ID:     "anthropic/invalid-json-lone-surrogate",
			Text:   "The request body is not valid JSON: no low surrogate in string: line 1 column {column} (char {char})",
			Source: "anthropics/claude-code#60394, #46717, #6464",
			Check:  contract.Lone,
		},
	}
}

// leading are the clauses on the fields that the service reads before messages.
func leading() []*contract.Clause {
	return []*contract.Clause{
		required("model"),
		{
			ID:     "anthropic/tool-names-unique",
			Text:   "tools: Tool names must be unique.",
			Source: "eclipse-theia/theia#16122",
			Check: onRequest(func(v *view, report contract.Report) {
				seen := map[string]bool{}
				for tool := range v.body.Get("tools").All() {
					name := tool.Get("name")
					if name.Exists() && seen[name.Text()] {
						report(name)
					}
					seen[name.Text()] = true
				}
			}),
		},
		{
			ID:     "anthropic/tool-name-pattern",
			Text:   "tools.{i}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
			Source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use",
			Check: onRequest(func(v *view, report contract.Report) {
				for tool := range v.body.Get("tools").All() {
					if name := tool.Get("name"); name.Kind() == js.String && !isName(name.Text(), 128) {
						report(name)
					}
				}
			}),
		},
	}
}

// trailing are the clauses on the fields that the service reads after messages.
func trailing() []*contract.Clause {
	return []*contract.Clause{
		{
			ID:     "anthropic/empty-text-block",
			Text:   "system: text content blocks must be non-empty",
			Source: "anthropics/claude-code#59812",
			Check: onRequest(func(v *view, report contract.Report) {
				for b := range v.body.Get("system").All() {
					if t := b.Get("text"); t.Kind() == js.String && t.Text() == "" && !b.Get("cache_control").Exists() {
						report(b)
					}
				}
			}),
		},
		required("max_tokens"),
	}
}

// unknown is the clause on top-level fields that the API does not have. The list
// is wider than the stable API: it has what pi sends under beta headers.
func unknown() []*contract.Clause {
	return []*contract.Clause{{
		ID:     "anthropic/extra-fields",
		Text:   "{name}: Extra inputs are not permitted",
		Source: "measured 2026-08-31, kangminlee-maker/local-OAuth-CLI-API-adapter test/anthropic-messages-validation-parity.test.mjs",
		Check: onRequest(func(v *view, report contract.Report) {
			for m := range v.body.All() {
				if !topLevel.Has(m.Key()) {
					report(m, m.Key())
				}
			}
		}),
	}}
}

var topLevel = js.NewNames("model", "messages", "max_tokens", "system", "tools", "tool_choice", "thinking",
	"output_config", "output_format", "cache_control", "metadata", "stop_sequences", "stream",
	"temperature", "top_k", "top_p", "service_tier", "container", "inference_geo", "context_management",
	"mcp_servers", "speed", "thread", "fallbacks", "betas", "diagnostics")

func required(name string) *contract.Clause {
	return &contract.Clause{
		ID:     "anthropic/field-required",
		Text:   name + ": Field required",
		Source: "measured 2026-08-31, kangminlee-maker/local-OAuth-CLI-API-adapter test/anthropic-messages-validation-parity.test.mjs",
		Check:  contract.Lacks(name),
	}
}

// isName reports whether s matches ^[a-zA-Z0-9_-]{1,limit}$.
func isName(s string, limit int) bool { return s != "" && len(s) <= limit && contract.Plain(s) }
