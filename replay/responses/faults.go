package responses

import "github.com/pi-fix/pi-fix/replay/contract"

// faults are the words for what the request is not to blame for.
var faults = contract.Words{
	contract.RateLimited: {
		Status: 429, Type: "tokens", Code: "rate_limit_exceeded",
		Text: "Rate limit reached for {model} in organization org-000000000000000000000000 on tokens per min (TPM): " +
			"Limit 30000, Used 28039, Requested 3906. Please try again in {seconds}s. Visit " +
			"https://platform.openai.com/account/rate-limits to learn more.",
		Source: "https://github.com/continuedev/continue/issues/10502",
	},
	contract.Overloaded: {
		Status: 503, Type: "service_unavailable_error", Code: "server_is_overloaded",
		Text:   "Our servers are currently overloaded. Please try again later.",
		Source: "client trackers",
	},
	contract.ContextOverflow: {
		Param: "input", Code: "context_length_exceeded",
		Text:   "Your input exceeds the context window of this model. Please adjust your input and try again.",
		Source: "client trackers; often told inside the stream",
	},
	contract.Unauthorized: {
		Status: 401, Code: "invalid_api_key",
		Text: "Incorrect API key provided: pi-fix**********-key. You can find your API key at " +
			"https://platform.openai.com/account/api-keys.",
		Source: "https://platform.openai.com/docs/guides/error-codes",
	},
	contract.ServerError: {
		Status: 500, Type: "server_error", Code: "server_error",
		Text:   "The server had an error while processing your request. Sorry about that!",
		Source: "https://platform.openai.com/docs/guides/error-codes",
	},
}
