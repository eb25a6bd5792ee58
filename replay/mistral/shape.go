package mistral

import "github.com/pi-fix/pi-fix/replay/js"

// The members that are asked for, as numbers of [names].
const (
	mRole = iota
	mContent
	mToolCalls
	mCallID
	mName
	mPrefix
	mID
	mFunction
	mArguments
	mModel
	mMessages

	asked
)

// names has the members of all objects of the schema.
var names = js.NewNames("role", "content", "tool_calls", "tool_call_id", "name", "prefix", "id", "function", "arguments",
	"model", "messages",

	"frequency_penalty", "guardrails", "index", "max_tokens", "metadata", "min_tokens", "n", "parallel_tool_calls",
	"prediction", "presence_penalty", "prompt_cache_key", "prompt_mode", "random_seed", "reasoning_effort",
	"response_format", "safe_prompt", "stop", "stream", "temperature", "tool_choice", "tools", "top_p", "type")

// What the objects of the schema have; the service takes no other members.
var (
	ofRequest = names.Set("model", "messages", "temperature", "top_p", "max_tokens", "min_tokens", "stream", "stop",
		"random_seed", "response_format", "tools", "tool_choice", "presence_penalty", "frequency_penalty", "n", "prediction",
		"parallel_tool_calls", "prompt_mode", "prompt_cache_key", "reasoning_effort", "safe_prompt", "metadata",
		"guardrails")
	ofMessage = [...]js.Set{
		system:    names.Set("role", "content"),
		user:      names.Set("role", "content"),
		assistant: names.Set("role", "content", "tool_calls", "prefix"),
		tool:      names.Set("role", "content", "tool_call_id", "name"),
	}
	ofCall     = names.Set("id", "type", "function", "index")
	ofFunction = names.Set("name", "arguments")
)

// The roles as numbers of [roles].
const (
	system = iota
	user
	assistant
	tool
)

var roles = js.NewNames("system", "user", "assistant", "tool")

// The chunks of content that are asked for, as numbers of [chunks].
const (
	chunkText = iota
	chunkImage
	chunkThinking
)

var chunks = js.NewNames("text", "image_url", "thinking", "reference", "document_url", "file", "input_audio")

// classes are the names that the validator has for the chunks.
var classes = []string{
	"TextChunk", "ImageURLChunk", "ThinkChunk", "ReferenceChunk", "DocumentURLChunk", "FileChunk", "AudioChunk",
}

// chunksOf lists the chunks that a message may have, by role.
var chunksOf = [...]js.Set{
	system:    chunks.Set("text", "thinking"),
	user:      chunks.Set("text", "image_url", "reference", "document_url", "file", "input_audio"),
	assistant: chunks.Set("text", "thinking", "reference"),
	tool:      chunks.Set("text", "image_url", "reference", "document_url", "file"),
}

// known reports the members of an object that its schema does not have; has are
// all of them.
func (v *view) known(at js.Value, has, schema js.Set) {
	if !has.Outside(schema) || at.Kind() != js.Object {
		return
	}
	for f := range at.All() {
		if !schema.Has(names.Key(f)) {
			v.report(unknownMember, f)
		}
	}
}

// schema looks at the types of one message.
func (v *view) schema(m *message) {
	if m.speaker == js.Other {
		v.report(unknownRole, m.at, m.role)
		return
	}
	v.known(m.at, m.has, ofMessage[m.speaker])
	v.content(m)
	for _, f := range []js.Value{m.callID, m.name} {
		if !f.Nullish() && f.Kind() != js.String {
			v.report(notAString, f)
		}
	}
	for i := m.lo; i < m.hi; i++ {
		v.function(&v.calls[i])
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
	kind := at.Get("type")
	switch number := chunks.Of(kind); {
	case number == js.Other:
		v.report(unknownChunk, at, kind.Text())
	case !chunksOf[m.speaker].Has(number):
		v.report(badChunk, at, classes[number])
	case number == chunkText && at.Get("text").Kind() != js.String:
		v.report(lacksText, at)
	case number == chunkThinking:
		v.report(thought, at, classes[number])
	case number == chunkImage:
		if m.role == "tool" {
			v.report(toolPicture, at, classes[number])
		}
		v.picture(at)
	}
}

func (v *view) function(c *toolCall) {
	v.known(c.at, c.has, ofCall)
	if c.function.Kind() != js.Object {
		v.report(lacksFunction, c.at)
		return
	}
	v.known(c.function, c.functionHas, ofFunction)
	switch {
	case !c.name.Exists():
		v.report(lacksName, c.function)
	case c.name.Kind() != js.String:
		v.report(notAString, c.name)
	case !c.arguments.Exists():
		v.report(lacksInput, c.function)
	case c.arguments.Kind() != js.String && c.arguments.Kind() != js.Object:
		v.report(notAString, c.arguments)
	}
	if !c.id.Nullish() && c.id.Kind() != js.String {
		v.report(notAString, c.id)
	}
}
