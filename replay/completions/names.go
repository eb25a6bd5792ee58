package completions

import "github.com/pi-fix/pi-fix/replay/js"

// The members of messages that clauses ask for, as numbers of [ofMessage].
const (
	mRole = iota
	mContent
	mToolCalls
	mCallID
	mFunctionCall
	mRefusal
	mAudio

	keptOfMessage
	mTools = keptOfMessage
)

// ofMessage has the members of messages, at OpenAI and at its relatives.
var ofMessage = js.NewNames("role", "content", "tool_calls", "tool_call_id", "function_call", "refusal", "audio", "tools",
	"name", "reasoning")

// Those of content parts, as numbers of [ofPart].
const (
	pType = iota
	pText

	keptOfPart
)

var ofPart = js.NewNames("type", "text")

// Those of calls and of the functions in them, as numbers of [ofCall].
const (
	cID = iota
	cType
	cFunction
	cCustom
	cName
	cArguments

	keptOfCall
)

var ofCall = js.NewNames("id", "type", "function", "custom", "name", "arguments")

// The roles as numbers of [roles].
const (
	system = iota
	assistant
	user
	function
	tool
	developer
)

var roles = js.NewNames("system", "assistant", "user", "function", "tool", "developer")

// imageURL is the number of the content parts that have a sentence of their own.
const imageURL = 0

var partTypes = js.NewNames("image_url", "text", "input_audio", "file", "video_url", "refusal")

// partsOf lists, per role, the content parts beside image_url.
var partsOf = [...]js.Set{
	system:    partTypes.Set("text"),
	developer: partTypes.Set("text"),
	user:      partTypes.Set("text", "input_audio", "file", "video_url"),
	assistant: partTypes.Set("text", "refusal"),
	tool:      partTypes.Set("text"),
	function:  partTypes.Set("text"),
}
