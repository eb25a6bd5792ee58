package anthropic

import "github.com/pi-fix/pi-fix/replay/js"

// The members of blocks that clauses ask for, as numbers of [ofBlock].
const (
	mType = iota
	mID
	mUseID
	mText
	mContent
	mName
	mInput
	mIsError
	mCache

	kept
)

// members are those of all blocks.
var members = []string{
	"type", "id", "tool_use_id", "text", "content", "name", "input", "is_error", "cache_control",

	"caller", "citations", "context", "data", "file_id", "from", "model", "server_name", "signature", "source", "thinking",
	"title", "to", "tool", "tool_name",
}

// The members of messages that clauses ask for, as numbers of [ofMessage].
const (
	mRole = iota
	mSaid
)

var (
	ofBlock   = js.NewNames(members...)
	ofMessage = js.NewNames("role", "content", "output_config")
)

// forms lists the block types of the API and what each may hold beside type
// and cache_control.
var forms = []struct {
	kind    string
	members []string
}{
	{text, names("text", "citations")},
	{image, names("source")},
	{toolUse, names("id", "name", "input", "caller")},
	{toolResult, names("tool_use_id", "content", "is_error")},
	{serverUse, names("id", "name", "input", "caller")},
	{thinking, names("thinking", "signature")},
	{redacted, names("data")},

	{"document", names("source", "title", "context", "citations")},
	{"search_result", names("source", "title", "content", "citations")},
	{"container_upload", names("file_id")},
	{"mcp_tool_use", names("id", "name", "input", "server_name")},
	{"mcp_tool_result", names("tool_use_id", "content", "is_error")},
	{"tool_reference", names("tool_name")},
	{"tool_addition", names("tool")},
	{"tool_removal", names("tool")},
	{"compaction", names("content")},
	{"fallback", names("model", "from", "to")},

	{"advisor_tool_result", serverResult},
	{"web_search_tool_result", serverResult},
	{"web_fetch_tool_result", serverResult},
	{"code_execution_tool_result", serverResult},
	{"bash_code_execution_tool_result", serverResult},
	{"text_editor_code_execution_tool_result", serverResult},
	{"tool_search_tool_result", serverResult},
}

func names(names ...string) []string { return names }

var serverResult = names("tool_use_id", "content", "caller")

// types numbers the block types, and allowed says what each may have. What is none
// of them may have anything.
var types, allowed = func() (*js.Names, [js.Other + 1]js.Set) {
	var kinds []string
	var sets [js.Other + 1]js.Set
	for i, f := range forms {
		kinds = append(kinds, f.kind)
		sets[i] = ofBlock.Set(f.members...).With(mType).With(mCache)
	}
	sets[js.Other] = ^js.Set(0)
	return js.NewNames(kinds...), sets
}()
