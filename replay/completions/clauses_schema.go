package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/openai"
	"github.com/pi-fix/pi-fix/replay/js"
)

const invalidContent = "Invalid type for 'messages[{i}].content': expected one of a string or array of objects, " +
	"but got {kind} instead."

const emptyCalls = "Invalid 'messages[{i}].tool_calls': empty array. Expected an array with minimum length 1, but got " +
	"an empty array instead."

func hasNoCalls(m *message, report contract.Report) {
	if m.toolCalls.Kind() == js.Array && m.toolCalls.Len() == 0 {
		report(m.toolCalls)
	}
}

// schema holds the clauses on the fields of messages.
var schema = func() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "openai-chat/messages-empty",
			Text: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array " +
				"instead.",
			Param: "messages", Code: "empty_array", Source: measured, Unless: []string{Mistral, zaiFamily},
			Check: onRequest(func(v *view, report contract.Report) {
				if m := v.body.Get("messages"); m.Kind() == js.Array && m.Len() == 0 {
					report(m)
				}
			}),
		},
		{
			ID:    "openai-chat/content-type",
			Text:  "Invalid type for 'messages': expected an array of objects, but got {kind} instead.",
			Param: "messages", Code: "invalid_type", Source: measured,
			Check: onRequest(func(v *view, report contract.Report) {
				if m := v.body.Get("messages"); m.Exists() && m.Kind() != js.Array {
					report(m, openai.KindOf(m))
				}
			}),
		},
		{
			ID:    "openai-chat/content-type",
			Text:  "Invalid type for 'messages[{i}]': expected an object, but got {kind} instead.",
			Param: "messages[{i}]", Code: "invalid_type", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.at.Kind() != js.Object {
					report(m.at, openai.KindOf(m.at))
				}
			}),
		},
		{
			ID: "openai-chat/role-unknown",
			Text: "Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', " +
				"and 'developer'.",
			Param: "messages[{i}].role", Code: "invalid_value", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.speaker != js.Other {
					return
				}
				if role := m.at.Get("role"); role.Exists() {
					report(role, role.Display())
				}
			}),
		},
		{
			ID: "openai-chat/role-unknown", Text: "Missing required parameter: 'messages[{i}].role'.",
			Param: "messages[{i}].role", Code: "missing_required_parameter", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.at.Kind() == js.Object && !m.has.Has(mRole) {
					report(m.at)
				}
			}),
		},
		{
			ID: "openai-chat/content-type", Text: invalidContent,
			Param: "messages[{i}].content", Code: "invalid_type", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				switch m.content.Kind() {
				case js.Number, js.True, js.False, js.Object:
					report(m.content, openai.KindOf(m.content))
				}
			}),
		},
		{
			ID:    "openai-chat/content-part-type",
			Text:  "Missing required parameter: 'messages[{i}].content[{j}].type'.",
			Param: "messages[{i}].content[{j}].type", Code: "missing_required_parameter", Source: measured,
			Check: onParts(func(p *part, report contract.Report) {
				if !p.has.Has(pType) {
					report(p.at)
				}
			}),
		},
		{
			ID: "openai-chat/content-part-type",
			Text: "Invalid 'messages[{i}]'. Image URLs are only allowed for messages with role 'user', but this message " +
				"with role '{role}' contains an image URL.",
			Param: "messages[{i}]", Code: "invalid_value", Source: "ten code bases", Unless: []string{Mistral},
			Check: onParts(func(p *part, report contract.Report) {
				if p.form == imageURL && p.speaker != js.Other && p.speaker != user {
					report(p.at, p.role)
				}
			}),
		},
		{
			ID: "openai-chat/content-part-type", Text: "Invalid value: '{type}'. Supported values are: {allowed}.",
			Param: "messages[{i}].content[{j}].type", Code: "invalid_value", Source: "ten code bases",
			Check: onParts(func(p *part, report contract.Report) {
				if p.form == imageURL || p.speaker == js.Other || partsOf[p.speaker].Has(p.form) && p.form != js.Other {
					return
				}
				if kind := p.at.Get("type"); kind.Exists() {
					report(p.at, kind.Display(), allowed(p.role))
				}
			}),
		},
		{
			ID: "openai-chat/content-part-type", Text: "Missing required parameter: 'messages[{i}].content[{j}].text'.",
			Param: "messages[{i}].content[{j}].text", Code: "missing_required_parameter", Source: measured,
			Check: onParts(func(p *part, report contract.Report) {
				if p.kind == "text" && p.text.Kind() != js.String {
					report(p.at)
				}
			}),
		},
		{
			ID:   "openai-chat/tool-calls-empty",
			Text: emptyCalls, Param: "messages[{i}].tool_calls", Code: "empty_array",
			Source: measured + ", NousResearch/hermes-agent#56980", Unless: []string{DeepSeek},
			Check: onMessages(hasNoCalls),
		},
		callMissing("id", func(c *call) bool { return !c.id.Exists() }),
		callMissing("type", func(c *call) bool { return !c.kind.Exists() }),
		callMissing("function", func(c *call) bool { return !c.body.Exists() }),
		callMissing("function.name", func(c *call) bool { return c.body.Exists() && !c.name.Exists() }),
		callMissing("function.arguments", func(c *call) bool {
			return c.body.Exists() && c.kind.Text() != "custom" && !c.arguments.Exists()
		}),
		callType("id", func(c *call) js.Value { return c.id }),
		callType("function.name", func(c *call) js.Value { return c.name }),
		callType("function.arguments", func(c *call) js.Value { return c.arguments }),
		emptyID("messages[{i}].tool_calls[{j}].id", onCalls(func(c *call, report contract.Report) {
			if c.id.Raw() == `""` {
				report(c.id)
			}
		})),
		emptyID("messages[{i}].tool_call_id", onMessages(func(m *message, report contract.Report) {
			if m.callID.Raw() == `""` {
				report(m.callID)
			}
		})),
		{
			ID: "openai-chat/tool-call-shape", Text: "Missing required parameter: 'messages[{i}].tool_call_id'.",
			Param: "messages[{i}].tool_call_id", Code: "missing_required_parameter", Source: "schema of the API",
			Unless: []string{Mistral},
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "tool" && !m.callID.Exists() {
					report(m.at)
				}
			}),
		},
		{
			ID:    "openai-chat/tool-call-shape",
			Text:  "Invalid type for 'messages[{i}].tool_call_id': expected a string, but got {kind} instead.",
			Param: "messages[{i}].tool_call_id", Code: "invalid_type", Source: "schema of the API",
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "tool" && m.callID.Exists() && m.callID.Kind() != js.String {
					report(m.callID, openai.KindOf(m.callID))
				}
			}),
		},
		longID("messages[{i}].tool_calls[{j}].id", onCalls(func(c *call, report contract.Report) {
			if n := longer(c.id); n > 0 {
				report(c.id, n)
			}
		})),
		longID("messages[{i}].tool_call_id", onMessages(func(m *message, report contract.Report) {
			if n := longer(m.callID); n > 0 {
				report(m.callID, n)
			}
		})),
		functionName("string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
			"invalid_value", func(name string) bool { return name == "" || !contract.Plain(name) },
			func(string) []any { return nil }),
		functionName("string too long. Expected a string with maximum length 64, but got a string with length {n} instead.",
			"string_above_max_length", func(name string) bool { return len(name) > 64 },
			func(name string) []any { return []any{len(name)} }),
	}
}
