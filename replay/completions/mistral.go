package completions

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

const validator = "mistralai/mistral-common 1.11.7 protocol/instruct/validator.py"

// messageOrder is the type and code of Mistral's sentences about who may speak.
const messageOrder, messageOrderCode = "invalid_request_message_order", "3230"

// mistralMessages holds Mistral's clauses on single messages.
func mistralMessages() []*contract.Clause {
	return []*contract.Clause{
		mistral("mistral/chunk-types", "Unexpected content chunk types in {role} message: ['{chunk}']", onParts(
			func(p *part, report contract.Report) {
				if chunk := chunkOf(p); chunk != "" {
					report(p.at, p.role, chunk)
				}
			})),
		mistral("mistral/function-name-format", functionNameText, onRequest(checkMistralNames)),
		mistral("mistral/tool-call-id-format",
			"Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.", onIDs(func(id js.Value) bool {
				return id.Kind() == js.String && id.Text() != "null" && !isMistralID(id.Text())
			})),
		mistral("mistral/tool-call-id-format", "Tool call id has to be defined in serving mode.", onIDs(func(id js.Value) bool {
			return id.Raw() == `"null"`
		})),
		mistral("mistral/tool-call-id-format", "Tool call id has to be defined.", onMessages(
			func(m *message, report contract.Report) {
				if m.role == "tool" && m.callID.Nullish() {
					report(m.at)
				}
			})),
		mistral("mistral/assistant-empty", "Assistant message must have either content or tool_calls, but not none.",
			onMessages(func(m *message, report contract.Report) {
				if m.role == "assistant" && m.toolCalls.Len() == 0 && silentContent(m) {
					report(m.at)
				}
			})),
		ordered(mistral("mistral/last-role", "Assistant message with prefix True must be last message", onRequest(
			func(v *view, report contract.Report) {
				for i, m := range v.messages {
					if i < len(v.messages)-1 && m.role == "assistant" && m.at.Get("prefix").Kind() == js.True {
						report(m.at)
					}
				}
			}))),
	}
}

const functionNameText = "Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, " +
	"with a maximum length of 64."

func mistral(id, text string, c check) *contract.Clause {
	return &contract.Clause{ID: id, Text: text, Source: validator, Profiles: []string{Mistral}, Check: c}
}

func ordered(c *contract.Clause) *contract.Clause {
	c.Type, c.Code = messageOrder, messageOrderCode
	return c
}

// onIDs reports every id of a call or a result that the predicate finds wrong.
func onIDs(wrong func(js.Value) bool) check {
	return onRequest(func(v *view, report contract.Report) {
		for _, c := range v.calls {
			if wrong(c.id) {
				report(c.id, c.id.Text())
			}
		}
		for _, m := range v.messages {
			if wrong(m.callID) {
				report(m.callID, m.callID.Text())
			}
		}
	})
}

func isMistralID(id string) bool {
	return len(id) == 9 && alphanumeric.Only(id)
}

var alphanumeric = js.AlphabetOf(contract.Alphanumeric)

func checkMistralNames(v *view, report contract.Report) {
	judge := func(name js.Value) {
		if text := name.Text(); name.Kind() == js.String && (text == "" || len(text) > 64 || !contract.Plain(text)) {
			report(name, text)
		}
	}
	for tool := range v.body.Get("tools").All() {
		judge(tool.Get("function").Get("name"))
	}
	for _, c := range v.calls {
		judge(c.body.Get("name"))
	}
	for _, m := range v.messages {
		if m.role == "tool" {
			judge(m.at.Get("name"))
		}
	}
}

// chunkOf returns Mistral's name for a part that its message may not have.
func chunkOf(p *part) string {
	switch {
	case p.kind == "image_url" && p.role != "user":
		return "ImageURLChunk"
	case p.kind == "thinking" && p.role != "assistant":
		return "ThinkChunk"
	}
	return ""
}

func instructs(m *message) bool { return m.role == "system" || m.role == "developer" }

// silentContent reports whether the content of a message is missing or empty.
func silentContent(m *message) bool {
	switch m.content.Kind() {
	case js.Undefined, js.Null:
		return true
	case js.String:
		return m.content.Text() == ""
	case js.Array:
		return m.content.Len() == 0
	default:
		return false
	}
}
