package google

import (
	"strconv"
	"strings"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// The services know each field by two names, that of JSON (inlineData) and that
// of the schema (inline_data). They take both and complain in the second.

// snake returns the schema's name of a field.
func snake(name string) string {
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

// The fields that are asked for, as numbers of [names].
const (
	fRole = iota
	fParts
	fText
	fInlineData
	fFunctionCall
	fFunctionResponse
	fThought
	fSignature
	fID
	fName
	fArgs
	fResponse
	fMimeType
	fData
	fContents
	fTools
	fDeclarations

	asked
)

// names has the fields of all messages of the schema.
var names = js.NewNamesAlso(camels,
	"role", "parts", "text", "inline_data", "function_call", "function_response", "thought", "thought_signature",
	"id", "name", "args", "response", "mime_type", "data", "contents", "tools", "function_declarations",

	"audio_transcription", "cached_content", "code_execution_result", "display_name", "executable_code", "file_data",
	"generation_config", "labels", "media_resolution", "model", "part_metadata", "partial_args", "safety_settings",
	"scheduling", "service_tier", "store", "system_instruction", "tool_call", "tool_config", "tool_response",
	"video_metadata", "will_continue")

// camels returns the names of JSON for one of the schema: each underscore may be
// left out and the letter behind it be a capital.
func camels(name string) []string {
	head, tail, found := strings.Cut(name, "_")
	if !found {
		return nil
	}
	capital := strings.ToUpper(tail[:1]) + tail[1:]
	all := []string{head + capital}
	for _, other := range camels(capital) {
		all = append(all, head+other)
	}
	for _, other := range camels(tail) {
		all = append(all, head+"_"+other)
	}
	return all
}

// The fields of the messages of the schema.
var (
	ofRequest = names.Set("model", "contents", "tools", "tool_config", "safety_settings", "system_instruction",
		"generation_config", "cached_content", "labels", "service_tier", "store")
	ofContent = names.Set("parts", "role")
	ofPart    = names.Set("text", "inline_data", "file_data", "function_call", "function_response", "executable_code",
		"code_execution_result", "tool_call", "tool_response", "thought", "thought_signature", "video_metadata",
		"part_metadata", "media_resolution", "audio_transcription")
	ofCall     = names.Set("id", "name", "args", "partial_args", "will_continue")
	ofResponse = names.Set("id", "name", "response", "parts", "will_continue", "scheduling")
	ofBlob     = names.Set("mime_type", "data", "display_name")

	// ofData are the members of a part of which it needs one.
	ofData = names.Set("text", "inline_data", "file_data", "function_call", "function_response", "executable_code",
		"code_execution_result", "tool_call", "tool_response")
)

// fields are those of one value, the first one where a name is given twice.
type fields struct {
	of    js.Value
	has   js.Set
	first [asked]js.Ref
}

func fieldsOf(at js.Value) fields {
	all := fields{of: at}
	all.has = names.ReadFirst(at, all.first[:])
	return all
}

func (f *fields) get(number int) js.Value { return f.of.At(f.first[number]) }

var (
	letters = js.AlphabetOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
	ofNames = js.AlphabetOf(contract.Alphanumeric + "_.:-")
)

// validName reports whether a service takes a function of that name.
func validName(name string) bool {
	return name != "" && len(name) <= 64 && letters.Only(name[:1]) && ofNames.Only(name)
}
