package responses

import "strings"

// itemForm is what the API knows of one type of item.
type itemForm struct {
	// known says that the type is one of the API's.
	known bool
	// call says that it is a call that wants an output from the client, output that
	// it is one. Calls that the service answers itself have their output inside.
	call, output bool
	// named are calls of functions, described their outputs, whose form is text or
	// parts.
	named, described bool
	// made says that a model made it; of a message its role tells.
	made bool
	// members are what it may have, nil for items that do not occur in histories of
	// pi and are not looked into.
	members map[string]bool
	// prefix begins its ids.
	prefix string
}

// forms are those of all types in [types].
var forms = func() map[string]*itemForm {
	all := map[string]*itemForm{}
	for kind := range types {
		call, output := strings.CutSuffix(kind, "_output")
		all[kind] = &itemForm{
			known: true, call: answered[kind], output: output && answered[call],
			named: functions[kind], described: output && functions[call],
			made:    kind == "reasoning" || strings.HasSuffix(kind, "_call"),
			members: members[kind], prefix: prefixes[kind],
		}
	}
	return all
}()

// nothing is the form of what is no item of the API.
var nothing = &itemForm{}

// types are those that the service lists in its refusal and, behind the empty line,
// one that pi sends to models that know it.
var types = set("additional_tools", "agent_message", "apply_patch_call", "apply_patch_call_output",
	"code_interpreter_call", "compaction", "compaction_trigger", "computer_call", "computer_call_output",
	"custom_tool_call", "custom_tool_call_output", "file_search_call", "function_call", "function_call_output",
	"image_generation_call", "item_reference", "local_shell_call", "local_shell_call_output", "mcp_approval_request",
	"mcp_approval_response", "mcp_call", "mcp_list_tools", "message", "multi_agent_call", "multi_agent_call_output",
	"program", "program_output", "reasoning", "shell_call", "shell_call_output", "tool_search_call",
	"tool_search_output", "web_search_call",

	"configuration_update")

var answered = set("function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call",
	"computer_call")

var functions = set("function_call", "custom_tool_call")

var members = map[string]map[string]bool{
	"message":                 set("type", "id", "role", "content", "status", "phase"),
	"reasoning":               set("type", "id", "summary", "content", "encrypted_content", "status"),
	"function_call":           set("type", "id", "call_id", "name", "arguments", "status", "namespace", "caller"),
	"function_call_output":    set("type", "id", "call_id", "output", "status", "caller"),
	"custom_tool_call":        set("type", "id", "call_id", "name", "input", "status", "namespace", "caller"),
	"custom_tool_call_output": set("type", "id", "call_id", "output", "status", "caller"),
	"item_reference":          set("type", "id"),
}

var prefixes = map[string]string{
	"message": "msg", "reasoning": "rs", "function_call": "fc", "custom_tool_call": "ctc", "web_search_call": "ws",
	"function_call_output": "fco", "custom_tool_call_output": "ctco",
}

var roles = set("assistant", "system", "developer", "user")

// partForm is what the API knows of one type of content part.
type partForm struct {
	known, said, asked bool // at all, of an assistant, of everybody else
}

var partForms = map[string]partForm{
	"input_text": {known: true, asked: true}, "input_image": {known: true, asked: true},
	"input_audio": {known: true, asked: true}, "input_file": {known: true, asked: true},
	"scoped_content": {known: true, asked: true}, "output_text": {known: true, said: true},
	"refusal": {known: true, said: true}, "computer_screenshot": {known: true}, "summary_text": {known: true},
	"encrypted_content": {known: true},
}
