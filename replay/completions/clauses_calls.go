package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/internal/openai"
	"github.com/pi-fix/pi-fix/replay/js"
)

func allowed(role string) string {
	switch role {
	case "user":
		return "'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'"
	case "assistant":
		return "'text' and 'refusal'"
	default:
		return "'text'"
	}
}

func callMissing(member string, lacks func(*call) bool) *contract.Clause {
	param := "messages[{i}].tool_calls[{j}]." + member
	return &contract.Clause{
		ID: "openai-chat/tool-call-shape", Text: "Missing required parameter: '" + param + "'.",
		Param: param, Code: "missing_required_parameter", Source: "schema of the API",
		Check: onCalls(func(c *call, report contract.Report) {
			if lacks(c) {
				report(c.at)
			}
		}),
	}
}

func callType(member string, of func(*call) js.Value) *contract.Clause {
	param := "messages[{i}].tool_calls[{j}]." + member
	return &contract.Clause{
		ID:    "openai-chat/tool-call-shape",
		Text:  "Invalid type for '" + param + "': expected a string, but got {kind} instead.",
		Param: param, Code: "invalid_type", Source: "schema of the API",
		Check: onCalls(func(c *call, report contract.Report) {
			if f := of(c); f.Exists() && f.Kind() != js.String {
				report(f, openai.KindOf(f))
			}
		}),
	}
}

func emptyID(param string, c check) *contract.Clause {
	return &contract.Clause{
		ID: "openai-chat/tool-call-shape",
		Text: "Invalid '" + param + "': empty string. Expected a string with minimum length 1, but got an empty " +
			"string instead.",
		Param: param, Code: "empty_string", Source: "schema of the API", Unless: []string{Mistral}, Check: c,
	}
}

func longID(param string, c check) *contract.Clause {
	return &contract.Clause{
		ID: "openai-chat/tool-call-id-too-long", Profiles: []string{ID40},
		Text: "Invalid '" + param + "': string too long. Expected a string with maximum length 40, but got a string " +
			"with length {n} instead.",
		Param: param, Code: "string_above_max_length",
		Source: "vercel/ai#8132, Portkey-AI/gateway#1062, BerriAI/litellm#17343", Check: c,
	}
}

// longer returns how long an id is, 0 when it is not too long.
func longer(id js.Value) int {
	if len(id.Raw()) <= 40 { // no escape is shorter than what it stands for
		return 0
	}
	n := len(js.Units(id.Text()))
	if n <= 40 {
		return 0
	}
	return n
}

func functionName(fault, code string, wrong func(string) bool, tell func(string) []any) *contract.Clause {
	const param = "messages[{i}].tool_calls[{j}].function.name"
	return &contract.Clause{
		ID: "openai-chat/function-name-pattern", Text: "Invalid '" + param + "': " + fault,
		Param: param, Code: code, Source: "client trackers", Unless: []string{Mistral},
		Check: onCalls(func(c *call, report contract.Report) {
			if c.name.Kind() == js.String && wrong(c.name.Text()) {
				report(c.name, tell(c.name.Text())...)
			}
		}),
	}
}

// content is the clause that the service checks after all other schema work.
func content() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "openai-chat/content-required", Text: "Invalid value for 'content': expected a string, got null.",
			Param: "messages.[{i}].content", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role != "developer" && m.role != "assistant" && lacksContent(m) {
					report(m.at)
				}
			}),
		},
		{
			ID: "openai-chat/content-required", Text: "Invalid value for 'content': expected a string, got null.",
			Param: "messages.[{i}].content", Source: measured, Unless: []string{Mistral, XAI, Kimi},
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "assistant" && lacksContent(m) {
					report(m.at)
				}
			}),
		},
		{
			ID: "openai-chat/content-required", Text: "Missing required parameter: 'messages[{i}].content'.",
			Param: "messages[{i}].content", Code: "missing_required_parameter", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "developer" && !m.content.Exists() {
					report(m.at)
				}
			}),
		},
		{
			ID: "openai-chat/content-required", Text: invalidContent,
			Param: "messages[{i}].content", Code: "invalid_type", Source: measured,
			Check: onMessages(func(m *message, report contract.Report) {
				if m.role == "developer" && m.content.Kind() == js.Null {
					report(m.content, "null")
				}
			}),
		},
	}
}

func lacksContent(m *message) bool {
	if m.at.Kind() != js.Object || !m.content.Nullish() {
		return false
	}
	switch m.role {
	case "assistant":
		return !m.substitute && m.toolCalls.Len() == 0
	case "system":
		return !m.substitute
	default:
		return true
	}
}
