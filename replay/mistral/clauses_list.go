package mistral

import "github.com/pi-fix/pi-fix/replay/contract"

const (
	// inList is the type of refusals of the list as a whole, listCode its code.
	inList, listCode = "invalid_request_message_order", "3230"
	// inCall is the type of refusals of a call, callCode its code.
	inCall, callCode = "invalid_function_call", "3280"
)

// ends holds the clauses on the beginning and the end of the messages.
func ends() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "mistral/empty-list", Text: "Conversation must have at least one message", Source: validator,
			Type: inList, Code: listCode, Check: found(emptyList),
		},
		{
			ID: "mistral/empty-list", Text: "Conversation must start with a user message or system message",
			Type: inList, Code: listCode, Source: validator, Check: found(noStart),
		},
		{
			ID: "mistral/last-role",
			Text: "Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for " +
				"serving but got {role}",
			Type: inList, Code: listCode, Source: validator, Check: found(lastRole),
		},
	}
}

// order holds the clauses on which role follows which.
func order() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "mistral/role-order", Text: "Unexpected role '{this}' after role '{before}'",
			Type: inList, Code: listCode, Source: validator + ", charmbracelet/crush#279", Check: found(wrongOrder),
		},
		{
			ID: "mistral/user-after-tool", Text: "Unexpected role 'user' after role 'tool'", Profiles: []string{Old}, ByPi: contract.FromUser,
			Type: inList, Code: listCode, Check: found(userAfterTool),
			Source: "datapizza-labs/datapizza-ai#98, onyx#6458, BerriAI/litellm#17761, opencode#7488",
		},
	}
}

// counts holds the clause on the numbers of calls and results.
func counts() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "mistral/call-count", Text: "Not the same number of function calls and responses",
			Type: inList, Code: listCode, Source: validator, Check: found(notBalanced),
		},
	}
}

// pairs holds the clauses on the ids of calls and results.
func pairs() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "mistral/duplicate-or-unexpected-result", Text: "Duplicate tool call id {id} in assistant message",
			Profiles: []string{V13}, Type: inList, Code: listCode, Source: validator, Check: found(callTwice),
		},
		{
			ID: "mistral/duplicate-or-unexpected-result", Text: "Duplicate tool call id {id} in tool results",
			Profiles: []string{V13}, Type: inList, Code: listCode, Source: validator, Check: found(resultTwice),
		},
		{
			ID: "mistral/duplicate-or-unexpected-result", Text: "Unexpected tool call id {id} in tool results",
			Profiles: []string{V13}, Type: inList, Code: listCode, Source: validator, Check: found(resultUnknown),
		},
	}
}

// messages holds the clauses on each message by itself.
func messages() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "mistral/assistant-empty", Text: "Assistant message must have either content or tool_calls, but not none.",
			Source: "client trackers", Check: found(saysNothing),
		},
		{
			ID: "mistral/assistant-empty", Text: "Assistant message must have either content or tool_calls, but not both.",
			Profiles: []string{V3}, Source: validator, Check: found(saysBoth),
		},
		{
			ID: "mistral/last-role", Text: "Assistant message with prefix True must be last message",
			Type: inList, Code: listCode, Source: validator, Check: found(earlyPrefix),
		},
		{
			ID:   "mistral/tool-call-id-format",
			Text: "Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.",
			Type: inCall, Code: callCode, Source: validator, Check: found(badID),
		},
		{
			ID: "mistral/tool-call-id-format", Text: "Tool call id has to be defined in serving mode.",
			Type: inCall, Code: callCode, Source: validator, Check: found(nullID),
		},
		{
			ID: "mistral/tool-call-id-format", Text: "Tool call id has to be defined.",
			Type: inCall, Code: callCode, Source: validator, Check: found(noID),
		},
		functionName(inCall, callCode, badName),
		chunkTypes(badChunk),
		chunkTypes(toolPicture, Old, V3),
		chunkTypes(thought, V3),
	}
}

// declared holds the clause on the declared tools.
func declared() []*contract.Clause {
	return []*contract.Clause{functionName("invalid_request_error", "", badTool)}
}

// images holds the clause on pictures, which are opened after everything else.
func images() []*contract.Clause {
	return []*contract.Clause{{
		ID:   "mistral/image-invalid",
		Text: "Image content must be a URL (starting with 'https') or base64 encoded image (starting with 'data:image/')",
		Type: "invalid_request_file", Code: "3310", Source: "client trackers; the wording varies", Check: found(noPicture),
	}}
}

func functionName(kind, code string, fault faultKind) *contract.Clause {
	return &contract.Clause{
		ID: "mistral/function-name-format",
		Text: "Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum " +
			"length of 64.",
		Type: kind, Code: code, Source: validator, Check: found(fault),
	}
}

func chunkTypes(fault faultKind, profiles ...string) *contract.Clause {
	return &contract.Clause{
		ID: "mistral/chunk-types", Text: "Unexpected content chunk types in {role} message: ['{class}']",
		Profiles: profiles, Source: validator, Check: found(fault),
	}
}
