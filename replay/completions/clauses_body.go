package completions

import (
	"maps"
	"slices"
	"sync"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// body holds the clause that needs no parsed body.
var body = sync.OnceValue(func() []*contract.Clause {
	return []*contract.Clause{{
		ID: "openai-chat/invalid-json-surrogate",
		Text: "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP " +
			"library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have " +
			"trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)",
		Source: "widely quoted answer of the service",
		Check: func(req *contract.Request, report contract.Report) {
			if req.Syntax != nil || req.Body.Repaired() || req.Body.Kind() != js.Object {
				report(req.Body)
				return
			}
			for at := range req.Body.Lone() {
				report(at)
			}
		},
	}}
})

var requiredFields = sync.OnceValue(func() []*contract.Clause {
	return []*contract.Clause{required("model"), required("messages")}
})

func required(name string) *contract.Clause {
	return &contract.Clause{
		ID: "openai-chat/field-required", Text: "Missing required parameter: '" + name + "'.",
		Param: name, Code: "missing_required_parameter", Source: measured,
		Check: onRequest(func(v *view, report contract.Report) {
			if !v.body.Get(name).Exists() {
				report(v.body)
			}
		}),
	}
}

// unknown is the clause on top-level fields that the API does not have.
var unknown = sync.OnceValue(func() []*contract.Clause {
	return []*contract.Clause{{
		ID: "openai-chat/unknown-parameter", Text: "Unknown parameter: '{name}'.{near}",
		Param: "{name}", Code: "unknown_parameter", Source: measured, Unless: []string{Groq, zaiFamily},
		Check: onRequest(func(v *view, report contract.Report) {
			for f := range v.body.All() {
				if !topLevel[f.Key()] {
					report(f, f.Key(), hint(" Did you mean '", f.Key(), slices.Collect(maps.Keys(topLevel)), "'?"))
				}
			}
		}),
	}}
})

// hint words the known name that is near one, "" when there is none.
func hint(before, name string, known []string, after string) string {
	if near := nearest(name, known); near != "" {
		return before + near + after
	}
	return ""
}

// topLevel is the API, and behind the empty line what pi adds for services that
// speak it with extensions; a fake cannot know which of them a base URL means.
var topLevel = set("model", "messages", "audio", "frequency_penalty", "function_call", "functions", "logit_bias",
	"logprobs", "max_completion_tokens", "max_tokens", "metadata", "modalities", "moderation", "n", "parallel_tool_calls",
	"prediction", "presence_penalty", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention",
	"reasoning_effort", "response_format", "safety_identifier", "seed", "service_tier", "stop", "store", "stream",
	"stream_options", "temperature", "tool_choice", "tools", "top_logprobs", "top_p", "user", "verbosity",
	"web_search_options",

	"tool_stream", "enable_thinking", "chat_template_kwargs", "chat_template_args", "thinking", "reasoning", "provider",
	"providerOptions", "priority", "thinking_token_budget", "thinking_budget", "top_k", "min_p", "repetition_penalty")

// unsupported holds the clauses on settings. They say nothing about a history.
var unsupported = sync.OnceValue(func() []*contract.Clause {
	return []*contract.Clause{{
		ID: "openai-chat/unsupported-parameter", Profiles: []string{Reasoning},
		Text: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' " +
			"instead.",
		Param: "max_tokens", Code: "unsupported_parameter", Source: measured,
		Check: onRequest(func(v *view, report contract.Report) {
			if f := v.body.Get("max_tokens"); f.Exists() {
				report(f)
			}
		}),
	}}
})

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}
