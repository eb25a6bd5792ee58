package completions

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
		Status: 503, Type: "server_error",
		Text:   "The engine is currently overloaded, please try again later",
		Source: "https://platform.openai.com/docs/guides/error-codes",
	},
	contract.ContextOverflow: {
		Param: "messages", Code: "context_length_exceeded",
		Text: "This model's maximum context length is 128000 tokens. However, your messages resulted in 131072 tokens. " +
			"Please reduce the length of the messages.",
		Source: "utils/overflow of pi-ai",
	},
	contract.Unauthorized: {
		Status: 401, Code: "invalid_api_key",
		Text: "Incorrect API key provided: pi-fix**********-key. You can find your API key at " +
			"https://platform.openai.com/account/api-keys.",
		Source: "https://platform.openai.com/docs/guides/error-codes",
	},
	contract.ServerError: {
		Status: 500, Type: "server_error",
		Text:   "The server had an error while processing your request. Sorry about that!",
		Source: "https://platform.openai.com/docs/guides/error-codes",
	},
}
