package google

import "github.com/pi-fix/pi-fix/replay/contract"

const nameRule = "Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, " +
	"0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."

// named holds the clauses on single fields that both services word alike.
func named() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "gemini/role-invalid", Text: "Please use a valid role: user, model.", Source: "client trackers",
			Check: found(badRole),
		},
		{
			ID: "gemini/response-shape", Text: "* GenerateContentRequest.{path}.name: Name cannot be empty.",
			Source: "client trackers", Check: found(noName),
		},
		{
			ID: "gemini/function-name", Text: "* GenerateContentRequest.{path}: " + nameRule,
			Source: "widely quoted answer of the service", Check: found(badName),
		},
		{
			ID:     "gemini/tools-empty",
			Text:   "* GenerateContentRequest.tools[{i}].tool_type: required one_of 'tool_type' must have one initialized field",
			Source: "client trackers", Check: found(toolsEmpty),
		},
	}
}

// studio holds the clauses on single fields in the words of Google AI Studio,
// which fills in a missing role.
func studio() []*contract.Clause {
	return append([]*contract.Clause{
		{
			ID: "gemini/contents-empty", Text: "* GenerateContentRequest.contents: contents is not specified",
			Source: "widely quoted answer of the service", Check: found(noContents),
		},
		{
			ID: "gemini/parts-empty", Text: "* GenerateContentRequest.contents[{i}].parts: contents.parts must not be empty.",
			Source: "anomalyco/opencode#17519 and nine code bases", Check: found(noParts),
		},
		{
			ID: "gemini/part-without-data",
			Text: "* GenerateContentRequest.contents[{i}].parts[{j}].data: required oneof field 'data' must have one " +
				"initialized field",
			Source: "client trackers", Check: found(noData),
		},
	}, named()...)
}

// vertex holds the clauses on single fields in the words of Vertex AI.
func vertex() []*contract.Clause {
	return append([]*contract.Clause{
		{
			ID: "gemini/contents-empty", Text: "Unable to submit request because at least one contents field is required.",
			Source: "widely quoted answer of the service", Check: found(noContents),
		},
		{
			ID: "gemini/role-invalid", Text: "Please use a valid role: user, model.", Source: "client trackers",
			Check: found(noRole),
		},
		{
			ID: "gemini/parts-empty",
			Text: "Unable to submit request because it must include at least one parts field, which describes the prompt " +
				"input. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
			Source: "nine code bases", Check: found(noParts),
		},
		{
			ID: "gemini/part-without-data", Text: "Unable to submit request because it must have a text parameter.",
			Source: "client trackers", Check: found(noData),
		},
		{
			ID: "gemini/part-without-data", Text: "Unable to submit request because it must have a text parameter.",
			Level: contract.Warn, Source: "client trackers, which do not agree on white space", Check: found(blankText),
		},
	}, named()...)
}
