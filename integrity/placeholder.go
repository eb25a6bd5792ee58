package integrity

import (
	"slices"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// placeholders are what pi and programs around it write when a result is lost. A
// result that says more than that is a real one.
var placeholders = []string{
	"No result provided", // pi, on the wire
	"[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.",
	"The tool call was interrupted before a result was produced.", // Pydantic AI
	"Tool call interrupted by user", // tau
}

// marks are the members by which programs tell their own placeholders.
var marks = []string{"piFix.synthetic", "openclawSyntheticMissingToolResult", "pydantic_ai_synthesized_tool_return"}

func isPlaceholder(e sessionlog.Entry) bool {
	if !e.Get("message.isError").Bool() {
		return false
	}
	for _, name := range marks {
		if e.Get("message.details." + name).Bool() {
			return true
		}
	}
	content := e.Get("message.content")
	return slices.Contains(placeholders, content.String()) ||
		content.Get("#").Int() == 1 && slices.Contains(placeholders, content.Get("0.text").String())
}
