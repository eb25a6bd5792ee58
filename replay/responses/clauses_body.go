package responses

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/openai"
	"github.com/pi-fix/pi-fix/replay/js"
)

// body holds the clause that needs no parsed body.
func body() []*contract.Clause {
	return []*contract.Clause{openai.InvalidJSON("responses/invalid-json")}
}

func model() []*contract.Clause { return []*contract.Clause{required("model")} }
func input() []*contract.Clause { return []*contract.Clause{required("input")} }

func required(name string) *contract.Clause {
	return openai.Required("responses/field-required", name, measured)
}

// unknown is the clause on top-level fields that the API does not have.
func unknown() []*contract.Clause {
	return []*contract.Clause{{
		ID: "responses/unknown-parameter", Text: "Unknown parameter: '{name}'.",
		Param: "{name}", Code: "unknown_parameter", Source: measured,
		Check: onRequest(func(v *view, report contract.Report) {
			for f := range v.body.All() {
				if !topLevel.Has(f.Key()) {
					report(f, f.Key())
				}
			}
		}),
	}}
}

// topLevel is the API, and behind the empty line what a user of pi may set for
// services that speak it with extensions.
var topLevel = js.NewNames("model", "input", "background", "context_management", "conversation", "include", "instructions",
	"max_output_tokens", "max_tool_calls", "metadata", "moderation", "parallel_tool_calls", "previous_response_id",
	"prompt", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "reasoning", "safety_identifier",
	"service_tier", "store", "stream", "stream_options", "temperature", "text", "tool_choice", "tools", "top_logprobs",
	"top_p", "truncation", "user",

	"top_k", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty", "provider")

// empty is the clause on a request that asks nothing. It comes after the schema.
func empty() []*contract.Clause {
	return []*contract.Clause{{
		ID:   "responses/input-empty",
		Text: `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`,
		Code: "missing_required_parameter", Source: measured,
		Check: onRequest(func(v *view, report contract.Report) {
			for _, other := range []string{"previous_response_id", "prompt", "conversation"} {
				if !v.body.Get(other).Nullish() {
					return
				}
			}
			if v.input.Raw() == `""` || v.input.Kind() == js.Array && v.input.Len() == 0 {
				report(v.input)
			}
		}),
	}}
}
