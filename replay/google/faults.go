package google

import "github.com/pi-fix/pi-fix/replay/contract"

// faults are the words for what the request is not to blame for. The type of a
// clause is its status in the envelope.
var faults = contract.Words{
	contract.RateLimited: {
		Status: 429, Type: "RESOURCE_EXHAUSTED",
		Text:   "You exceeded your current quota, please check your plan and billing details. Please retry in {seconds}s.",
		Source: "widely quoted answer of the service",
	},
	contract.Overloaded: {
		Status: 503, Type: "UNAVAILABLE", Text: "The model is overloaded. Please try again later.",
		Source: "widely quoted answer of the service",
	},
	contract.ContextOverflow: {
		ID:     "gemini/token-limit",
		Text:   "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).",
		Source: "client trackers",
	},
	contract.Unauthorized: {
		Text: "API key not valid. Please pass a valid API key.", Source: "widely quoted answer of the service",
	},
	contract.ServerError: {
		Status: 500, Type: "INTERNAL",
		Text: "An internal error has occurred. Please retry or report in " +
			"https://developers.generativeai.google/guide/troubleshooting",
		Source: "widely quoted answer of the service",
	},
}
