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
	{text, []string{"text", "citations"}},
	{image, []string{"source"}},
	{toolUse, []string{"id", "name", "input", "caller"}},
	{toolResult, []string{"tool_use_id", "content", "is_error"}},
	{serverUse, []string{"id", "name", "input", "caller"}},
	{thinking, []string{"thinking", "signature"}},
	{redacted, []string{"data"}},

	{"document", []string{"source", "title", "context", "citations"}},
	{"search_result", []string{"source", "title", "content", "citations"}},
	{"container_upload", []string{"file_id"}},
	{"mcp_tool_use", []string{"id", "name", "input", "server_name"}},
	{"mcp_tool_result", []string{"tool_use_id", "content", "is_error"}},
	{"tool_reference", []string{"tool_name"}},
	{"tool_addition", []string{"tool"}},
	{"tool_removal", []string{"tool"}},
	{"compaction", []string{"content"}},
	{"fallback", []string{"model", "from", "to"}},

	{"advisor_tool_result", serverResult},
	{"web_search_tool_result", serverResult},
	{"web_fetch_tool_result", serverResult},
	{"code_execution_tool_result", serverResult},
	{"bash_code_execution_tool_result", serverResult},
	{"text_editor_code_execution_tool_result", serverResult},
	{"tool_search_tool_result", serverResult},
}

var serverResult = []string{"tool_use_id", "content", "caller"}

// types numbers the block types, and allowed says what each may have. What is none
// of them may have anything.
var types, allowed = func() (*js.Names, [js.Other + 1]js.Set) {
	kinds := make([]string, len(forms))
	var sets [js.Other + 1]js.Set
	for i, f := range forms {
		kinds[i] = f.kind
		sets[i] = ofBlock.Set(f.members...).With(mType).With(mCache)
	}
	sets[js.Other] = ^js.Set(0)
	return js.NewNames(kinds...), sets
}()
