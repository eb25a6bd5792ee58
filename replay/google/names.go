package google

import (
	"strconv"
	"strings"

	"github.com/pi-fix/pi-fix/replay/js"
)

// The services know each field by two names, that of JSON (inlineData) and that
// of the schema (inline_data). They take both and complain in the second.

// snake returns the schema's name of a field.
func snake(name string) string {
	if known, ok := snakes[name]; ok {
		return known
	}
	var b strings.Builder
	for _, c := range []byte(name) {
		if 'A' <= c && c <= 'Z' {
			b.WriteByte('_')
			c |= 0x20
		}
		b.WriteByte(c)
	}
	return b.String()
}

// snakes are the names that come often.
var snakes = map[string]string{
	"role": "role", "parts": "parts", "text": "text", "name": "name", "args": "args", "id": "id", "data": "data",
	"response": "response", "thought": "thought", "inlineData": "inline_data", "mimeType": "mime_type",
	"functionCall": "function_call", "functionResponse": "function_response", "thoughtSignature": "thought_signature",
}

// pathOf words a place as the services do: contents[1].parts[0].function_call.
func pathOf(at js.Value) string {
	var steps []string
	for ; at.Parent().Exists(); at = at.Parent() {
		if at.Parent().Kind() == js.Array {
			steps = append(steps, "["+strconv.Itoa(at.Index())+"]")
			continue
		}
		steps = append(steps, "."+snake(at.Key()))
	}
	var b strings.Builder
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteString(steps[i])
	}
	return strings.TrimPrefix(b.String(), ".")
}

// fields lists what the messages of the schema have.
var fields = map[string]map[string]bool{
	"request": set("model", "contents", "tools", "tool_config", "safety_settings", "system_instruction",
		"generation_config", "cached_content", "labels", "service_tier", "store"),
	"content": set("parts", "role"),
	"part": set("text", "inline_data", "file_data", "function_call", "function_response", "executable_code",
		"code_execution_result", "tool_call", "tool_response", "thought", "thought_signature", "video_metadata",
		"part_metadata", "media_resolution", "audio_transcription"),
	"function_call":     set("id", "name", "args", "partial_args", "will_continue"),
	"function_response": set("id", "name", "response", "parts", "will_continue", "scheduling"),
	"blob":              set("mime_type", "data", "display_name"),
}

// dataFields are the members of a part of which it needs one.
var dataFields = set("text", "inline_data", "file_data", "function_call", "function_response", "executable_code",
	"code_execution_result", "tool_call", "tool_response")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, name := range names {
		m[name] = true
	}
	return m
}

// member returns a field by the schema's name.
func member(of js.Value, name string) js.Value {
	for f := range of.All() {
		if is(f.Key(), name) {
			return f
		}
	}
	return js.Value{}
}

// is reports whether a field has a name of the schema. The name in the schema is
// the longer one where they differ.
func is(key, name string) bool {
	return key == name || len(key) < len(name) && key != "" && key[0] == name[0] && snake(key) == name
}

// validName reports whether a service takes a function of that name.
func validName(name string) bool {
	if len(name) > 64 {
		return false
	}
	for i, c := range []byte(name) {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || !(c == '.' || c == ':' || c == '-' || '0' <= c && c <= '9')) {
			return false
		}
	}
	return name != ""
}
