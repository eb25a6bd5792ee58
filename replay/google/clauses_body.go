package google

import (
	"unicode/utf8"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

const parser = "protobuf, util/internal/json_stream_parser.cc"

// largest is the size up to which a request may carry its media inside, and
// older the size up to which it could once.
const largest, older = 100 << 20, 20 << 20

// body holds the clauses that need no parsed body.
func body() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "gemini/invalid-json", Text: "Invalid JSON payload received. {fault}", Source: parser,
			Check: func(req *contract.Request, report contract.Report) {
				switch {
				case req.Body.Repaired(), req.Syntax != nil && !utf8.Valid(req.Raw):
					report(req.Body, "Encountered non UTF-8 code points.")
				case req.Syntax != nil || req.Body.Kind() != js.Object:
					report(req.Body, "Unexpected token.")
				}
			},
		},
		{
			ID: "gemini/invalid-json", Text: "Invalid JSON payload received. Missing low surrogate.", Source: parser,
			Check: func(req *contract.Request, report contract.Report) {
				for at := range req.Body.Lone() {
					report(at)
				}
			},
		},
		{
			ID: "gemini/inline-data", Text: "Request payload size exceeds the limit: 104857600 bytes.",
			Source: "the service's documents since January 2026",
			Check:  size(largest),
		},
		{
			ID: "gemini/inline-data", Text: "Request payload size exceeds the limit: 20971520 bytes.", Level: contract.Warn,
			Source: "widely quoted answer of the service before January 2026",
			Check:  size(older),
		},
	}
}

func size(limit int) func(*contract.Request, contract.Report) {
	return func(req *contract.Request, report contract.Report) {
		if len(req.Raw) > limit {
			report(req.Body)
		}
	}
}

// payload holds the clauses on what the schema does not know at all. The place
// goes into the details of the refusal.
func payload() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "gemini/unknown-field", Text: `Invalid JSON payload received. Unknown name "{name}": Cannot find field.`,
			Param: "{path}", Source: "widely quoted answer of the service", Check: found(unknownTop),
		},
		{
			ID:     "gemini/unknown-field",
			Text:   `Invalid JSON payload received. Unknown name "{name}" at '{owner}': Cannot find field.`,
			Param:  "{owner}",
			Source: "widely quoted answer of the service", Check: found(unknownField),
		},
		{
			ID: "gemini/unknown-field", Profiles: []string{OldVertex},
			Text:   `Invalid JSON payload received. Unknown name "{name}" at '{owner}': Cannot find field.`,
			Param:  "{owner}",
			Source: "pi's changelog, badlogic/pi-mono#631", Check: contract.On(func(v *view, report contract.Report) {
				for _, id := range v.named {
					report(id, id.Key())
				}
			}),
		},
		{
			ID: "gemini/invalid-value", Text: "Invalid value at '{path}' ({type}), {value}",
			Param: "{path}", Source: "widely quoted answer of the service", Check: found(wrongType),
		},
		{
			ID: "gemini/response-shape", Text: "Invalid value at '{path}' (type.googleapis.com/google.protobuf.Struct), {value}",
			Param: "{path}", Source: "client trackers", Check: found(wrongStruct),
		},
		{
			ID:    "gemini/corrupt-thought-signature",
			Text:  `Invalid value at '{path}' (TYPE_BYTES), Base64 decoding failed for "{value}"`,
			Param: "{path}", Source: "ten code bases", Check: found(badSignature),
		},
		{
			ID:    "gemini/inline-data",
			Text:  `Invalid value at '{path}' (TYPE_BYTES), Base64 decoding failed for "{value}"`,
			Param: "{path}", Source: "widely quoted answer of the service", Check: found(badBytes),
		},
	}
}
