package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/openai"
	"github.com/pi-fix/pi-fix/replay/js"
)

// body holds the clause that needs no parsed body.
func body() []*contract.Clause {
	return []*contract.Clause{openai.InvalidJSON("openai-chat/invalid-json-surrogate")}
}

func requiredFields() []*contract.Clause {
	return []*contract.Clause{required("model"), required("messages")}
}

func required(name string) *contract.Clause {
	return openai.Required("openai-chat/field-required", name, measured)
}

// unknown is the clause on top-level fields that the API does not have.
func unknown() []*contract.Clause {
	return []*contract.Clause{{
		ID: "openai-chat/unknown-parameter", Text: "Unknown parameter: '{name}'.{near}",
		Param: "{name}", Code: "unknown_parameter", Source: measured, Unless: []string{Groq, zaiFamily},
		Check: onRequest(func(v *view, report contract.Report) {
			for f := range v.body.All() {
				if !topLevel.Has(f.Key()) {
					report(f, f.Key(), hint(" Did you mean '", f.Key(), topLevel.Words(), "'?"))
				}
			}
		}),
	}}
}

// hint words the known name that is near one, "" when there is none.
func hint(before, name string, known []string, after string) string {
	if near := nearest(name, known); near != "" {
		return before + near + after
	}
	return ""
}

// topLevel is the API, and behind the empty line what pi adds for services that
// speak it with extensions; a fake cannot know which of them a base URL means.
var topLevel = js.NewNames("model", "messages", "audio", "frequency_penalty", "function_call", "functions", "logit_bias",
	"logprobs", "max_completion_tokens", "max_tokens", "metadata", "modalities", "moderation", "n", "parallel_tool_calls",
	"prediction", "presence_penalty", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention",
	"reasoning_effort", "response_format", "safety_identifier", "seed", "service_tier", "stop", "store", "stream",
	"stream_options", "temperature", "tool_choice", "tools", "top_logprobs", "top_p", "user", "verbosity",
	"web_search_options",

	"tool_stream", "enable_thinking", "chat_template_kwargs", "chat_template_args", "thinking", "reasoning", "provider",
	"providerOptions", "priority", "thinking_token_budget", "thinking_budget", "top_k", "min_p", "repetition_penalty")

// unsupported holds the clauses on settings. They say nothing about a history.
func unsupported() []*contract.Clause {
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
}
