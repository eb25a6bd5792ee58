package mistral

import "github.com/pi-fix/pi-fix/replay/js"

// members lists what the objects of the schema have; the service takes no others.
var members = map[string]map[string]bool{
	"request": set("model", "messages", "temperature", "top_p", "max_tokens", "min_tokens", "stream", "stop", "random_seed",
		"response_format", "tools", "tool_choice", "presence_penalty", "frequency_penalty", "n", "prediction",
		"parallel_tool_calls", "prompt_mode", "prompt_cache_key", "reasoning_effort", "safe_prompt", "metadata",
		"guardrails"),
	"system":    set("role", "content"),
	"user":      set("role", "content"),
	"assistant": set("role", "content", "tool_calls", "prefix"),
	"tool":      set("role", "content", "tool_call_id", "name"),
	"call":      set("id", "type", "function", "index"),
	"function":  set("name", "arguments"),
}

// classes are the chunks of content, by the names that the validator has for
// them.
var classes = map[string]string{
	"text": "TextChunk", "image_url": "ImageURLChunk", "thinking": "ThinkChunk", "reference": "ReferenceChunk",
	"document_url": "DocumentURLChunk", "file": "FileChunk", "input_audio": "AudioChunk",
}

// chunks lists the chunks that a message may have, by role.
var chunks = map[string]map[string]bool{
	"system":    set("text", "thinking"),
	"user":      set("text", "image_url", "reference", "document_url", "file", "input_audio"),
	"assistant": set("text", "thinking", "reference"),
	"tool":      set("text", "image_url", "reference", "document_url", "file"),
}

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}

// known reports the members of an object that its schema does not have.
func (v *view) known(at js.Value, object string) {
	if at.Kind() != js.Object {
		return
	}
	for f := range at.All() {
		if !members[object][f.Key()] {
			v.report(unknownMember, f)
		}
	}
}

// schema looks at the types of one message.
func (v *view) schema(m *message) {
	if members[m.role] == nil || m.role == "request" || m.role == "call" || m.role == "function" {
		v.report(unknownRole, m.at, m.role)
		return
	}
	v.known(m.at, m.role)
	v.content(m)
	for _, f := range []js.Value{m.callID, m.name} {
		if !f.Nullish() && f.Kind() != js.String {
			v.report(notAString, f)
		}
	}
	if m.toolCalls.Kind() != js.Array {
		return
	}
	for call := range m.toolCalls.All() {
		v.known(call, "call")
		v.function(call)
	}
}

func (v *view) content(m *message) {
	switch m.content.Kind() {
	case js.Undefined, js.Null:
		if m.role == "system" || m.role == "tool" {
			v.report(lacksContent, m.at)
		}
	case js.String:
	case js.Array:
		for chunk := range m.content.All() {
			v.chunk(m, chunk)
		}
	default:
		v.report(notAString, m.content)
	}
}

func (v *view) chunk(m *message, at js.Value) {
	kind := at.Get("type").Text()
	class := classes[kind]
	switch {
	case class == "":
		v.report(unknownChunk, at, kind)
	case !chunks[m.role][kind]:
		v.report(badChunk, at, class)
	case kind == "text" && at.Get("text").Kind() != js.String:
		v.report(lacksText, at)
	case kind == "thinking":
		v.report(thought, at, class)
	case kind == "image_url":
		if m.role == "tool" {
			v.report(toolPicture, at, class)
		}
		v.picture(at)
	}
}

func (v *view) function(call js.Value) {
	function := call.Get("function")
	if function.Kind() != js.Object {
		v.report(lacksFunction, call)
		return
	}
	v.known(function, "function")
	name, arguments := function.Get("name"), function.Get("arguments")
	switch {
	case !name.Exists():
		v.report(lacksName, function)
	case name.Kind() != js.String:
		v.report(notAString, name)
	case !arguments.Exists():
		v.report(lacksInput, function)
	case arguments.Kind() != js.String && arguments.Kind() != js.Object:
		v.report(notAString, arguments)
	}
	if id := call.Get("id"); !id.Nullish() && id.Kind() != js.String {
		v.report(notAString, id)
	}
}
