package google

import "github.com/pi-fix/pi-fix/replay/contract"

const (
	responseTurn = "Please ensure that function response turn comes immediately after a function call turn."
	sameNumber   = "Please ensure that the number of function response parts is equal to the number of function call " +
		"parts of the function call turn."
	userAtEnd = "Please ensure that single turn requests end with a user role or the role field is empty."
)

// turns holds the clauses on calls, responses and their order.
func turns() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "gemini/call-turn-order",
			Text: "Please ensure that function call turn comes immediately after a user turn or after a function response " +
				"turn.",
			Source: "google-gemini/gemini-cli#11814, #26486, #26956, continuedev/continue#11164", Check: found(callOrder),
		},
		{
			ID: "gemini/response-turn-order",
			Text: responseTurn + " And the number of function response parts should be equal to number of function call " +
				"parts of the function call turn.",
			Source: "langchain#27799, BerriAI/litellm#26755, google-gemini/gemini-cli#14183", Check: found(responseOrder),
		},
		{
			ID: "gemini/response-count", Text: sameNumber,
			Source: "google-gemini/gemini-cli#16415, #4217, #5443, #17208", Check: found(responseCount),
		},
		{
			ID: "gemini/response-mixed-parts", Text: sameNumber, Profiles: []string{CloudCode, OldVertex},
			Source: "pi's converter, which joins them for that reason", Check: found(mixedParts),
		},
		{
			ID: "gemini/missing-thought-signature", Profiles: []string{Gemini3},
			Text: "Function call is missing a thought_signature in functionCall parts. This is required for tools to work " +
				"correctly, and missing thought_signature may lead to degraded model performance. Additional data, function " +
				"call `default_api:{name}` , position {position}. Please refer to " +
				"https://ai.google.dev/gemini-api/docs/thought-signatures for more details.",
			Source: "https://ai.google.dev/gemini-api/docs/thought-signatures", Check: found(noSignature),
		},
		{
			ID: "gemini/last-turn-model", Text: userAtEnd, Source: "client trackers", Check: found(onlyModel),
		},
		{
			ID: "gemini/last-turn-model", Text: userAtEnd, Profiles: []string{LastUser}, Source: "client trackers",
			Check: found(lastModel),
		},
	}
}

// media holds the clauses on pictures, which are opened after everything else.
func media() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "gemini/inline-data", Text: "Unsupported MIME type: {type}", Source: "client trackers",
			Check: found(unknownMedia),
		},
		{
			ID: "gemini/inline-data", Text: "Unsupported MIME type: {type}", Level: contract.Warn,
			Source: "not in the service's list, and taken by some models", Check: found(rareMedia),
		},
		{
			ID: "gemini/inline-data",
			Text: "Unable to process input image. Please retry or report in " +
				"https://developers.generativeai.google/guide/troubleshooting",
			Source: "client trackers", Check: found(noPicture),
		},
	}
}
