package mistral

import "github.com/pi-fix/pi-fix/replay/contract"

// faults are the words for what the request is not to blame for.
var faults = contract.Words{
	contract.RateLimited: {
		Status: 429, Type: "rate_limited", Code: "1300", Text: "Rate limit exceeded", Source: "client trackers",
	},
	contract.Overloaded: {
		Status: 503, Type: "service_unavailable", Text: "Service unavailable.", Source: "client trackers",
	},
	contract.ContextOverflow: {
		Text: "Prompt contains 131073 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
		Code: "3051", Source: "client trackers",
	},
	contract.Unauthorized: {Status: 401, Type: "unauthorized", Text: "Unauthorized", Source: "client trackers"},
	contract.ServerError: {
		Status: 500, Type: "internal_server_error", Text: "Internal server error", Source: "client trackers",
	},
}
