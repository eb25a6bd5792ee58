package anthropic

import "github.com/pi-fix/pi-fix/replay/contract"

// faults are the words for what the request is not to blame for.
var faults = contract.Words{
	contract.RateLimited: {
		Status: 429, Type: "rate_limit_error",
		Text: "This request would exceed your organization's rate limit of 30,000 input tokens per minute " +
			"(org: 00000000-0000-0000-0000-000000000000, model: {model}). For details, refer to: " +
			"https://docs.claude.com/en/api/rate-limits. You can see the response headers for current usage. Please " +
			"reduce the prompt length or the maximum tokens requested, or try again later. You may also contact sales " +
			"at https://claude.com/contact-sales to discuss your options for a rate limit increase.",
		Source: "https://github.com/anthropics/claude-code/issues/55132",
	},
	contract.Overloaded: {
		Status: 529, Type: "overloaded_error", Text: "Overloaded",
		Source: "https://platform.claude.com/docs/en/api/errors",
	},
	contract.ContextOverflow: {
		Text: "prompt is too long: 204857 tokens > 200000 maximum", Source: "utils/overflow of pi-ai",
	},
	contract.Unauthorized: {
		Status: 401, Type: "authentication_error", Text: "invalid x-api-key",
		Source: "https://platform.claude.com/docs/en/api/errors",
	},
	contract.ServerError: {
		Status: 500, Type: "api_error", Text: "Internal server error",
		Source: "https://platform.claude.com/docs/en/api/errors",
	},
}
