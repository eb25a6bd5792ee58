package mistral

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

const framework = "the schema of the API in the words of FastAPI, which it answers with"

// body holds the clause that needs no parsed body.
func body() []*contract.Clause {
	return []*contract.Clause{{
		ID: "mistral/invalid-json", Text: "JSON decode error", Status: 422, Type: "json_invalid", Source: framework,
		Check: func(req *contract.Request, report contract.Report) {
			if req.Syntax != nil || req.Body.Repaired() || req.Body.Kind() != js.Object {
				report(req.Body)
			}
		},
	}}
}

// schema holds the clauses on the types of the body. Code names the member that
// is missing at the place.
func schema() []*contract.Clause {
	return []*contract.Clause{
		missing("model", lacksModel),
		missing("messages", lacksMessages),
		missing("content", lacksContent),
		missing("function", lacksFunction),
		missing("name", lacksName),
		missing("arguments", lacksInput),
		missing("text", lacksText),
		typed("Input should be a valid list", "list_type", notAList),
		typed("Input should be a valid string", "string_type", notAString),
		typed("Extra inputs are not permitted", "extra_forbidden", unknownMember),
		typed("Input tag '{tag}' found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', "+
			"'user'", "union_tag_invalid", unknownRole),
		typed("Input tag '{tag}' found using 'type' does not match any of the expected tags", "union_tag_invalid",
			unknownChunk),
	}
}

func missing(member string, kind faultKind) *contract.Clause {
	return &contract.Clause{
		ID: "mistral/schema", Text: "Field required", Status: 422, Type: "missing", Param: "{role}", Code: member,
		Source: framework, Check: found(kind),
	}
}

func typed(text, kind string, fault faultKind) *contract.Clause {
	return &contract.Clause{
		ID: "mistral/schema", Text: text, Status: 422, Type: kind, Param: "{role}", Source: framework, Check: found(fault),
	}
}
