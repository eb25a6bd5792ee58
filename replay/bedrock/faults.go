package bedrock

import "github.com/pi-fix/pi-fix/replay/contract"

// faults are the service's words for what a request is not to blame for.
var faults = contract.Words{
	contract.RateLimited: {
		Status: 429, Type: "ThrottlingException", Text: "Too many requests, please wait before trying again.",
	},
	contract.Overloaded: {
		Status: 503, Type: "ServiceUnavailableException", Text: "Bedrock is unable to process your request.",
	},
	contract.ContextOverflow: {Status: 400, Text: "Input is too long for requested model."},
	contract.Unauthorized: {
		Status: 403, Type: "UnrecognizedClientException", Text: "The security token included in the request is invalid.",
	},
	contract.ServerError: {
		Status: 500, Type: "InternalServerException",
		Text: "The system encountered an unexpected error during processing. Try your request again.",
	},
}
