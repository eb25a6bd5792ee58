package responses

import (
	"strings"
	"sync"

	"github.com/pi-fix/pi-fix/replay/js"
)

// The members of items that clauses ask for, as numbers of [ofItem].
const (
	mType = iota
	mRole
	mID
	mCallID
	mContent
	mOutput
	mName
	mArguments

	kept
	mPhase = kept
)

// ofItem has the members of all items.
var ofItem = js.NewNames("type", "role", "id", "call_id", "content", "output", "name", "arguments",
	"phase", "caller", "encrypted_content", "input", "namespace", "status", "summary")

// itemForm is what the API knows of one type of item.
type itemForm struct {
	// call says that it is a call that wants an output from the client, output that
	// it is one. Calls that the service answers itself have their output inside.
	call, output bool
	// named are calls of functions, described their outputs, whose form is text or
	// parts.
	named, described bool
	// made says that a model made it; of a message its role tells.
	made bool
	// members are what it may have, everything for items that do not occur in
	// histories of pi and are not looked into.
	members js.Set
	// prefix begins its ids.
	prefix string
}

// types are those that the service lists in its refusal and, behind the empty line,
// one that pi sends to models that know it.
var types = js.NewNames(
	"additional_tools", "agent_message", "apply_patch_call", "apply_patch_call_output",
	"code_interpreter_call", "compaction", "compaction_trigger", "computer_call", "computer_call_output",
	"custom_tool_call", "custom_tool_call_output", "file_search_call", "function_call", "function_call_output",
	"image_generation_call", "item_reference", "local_shell_call", "local_shell_call_output", "mcp_approval_request",
	"mcp_approval_response", "mcp_call", "mcp_list_tools", "message", "multi_agent_call", "multi_agent_call_output",
	"program", "program_output", "reasoning", "shell_call", "shell_call_output", "tool_search_call",
	"tool_search_output", "web_search_call",

	"configuration_update")

// formOf returns the form of a type by its number, [js.Other] being what is no item of
// the API.
func formOf(number int) *itemForm { return &forms()[number] }

var forms = sync.OnceValue(func() *[js.Other + 1]itemForm {
	all := &[js.Other + 1]itemForm{js.Other: {members: everything}}
	for i, kind := range types.Words() {
		call, output := strings.CutSuffix(kind, "_output")
		all[i] = itemForm{
			call: answered.Has(kind), output: output && answered.Has(call),
			named: functions.Has(kind), described: output && functions.Has(call),
			made:    kind == "reasoning" || strings.HasSuffix(kind, "_call"),
			members: everything,
		}
	}
	for _, p := range plain {
		form := &all[types.Number(p.kind)]
		form.prefix = p.prefix
		if p.members != nil {
			form.members = ofItem.Set(p.members...)
		}
	}
	return all
})

const everything = ^js.Set(0)

var answered = js.NewNames("function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call",
	"computer_call")

var functions = js.NewNames("function_call", "custom_tool_call")

// plain are the types that histories of pi have.
var plain = []struct {
	kind, prefix string
	members      []string
}{
	{"message", "msg", []string{"type", "id", "role", "content", "status", "phase"}},
	{"reasoning", "rs", []string{"type", "id", "summary", "content", "encrypted_content", "status"}},
	{"function_call", "fc", []string{"type", "id", "call_id", "name", "arguments", "status", "namespace", "caller"}},
	{"function_call_output", "fco", []string{"type", "id", "call_id", "output", "status", "caller"}},
	{"custom_tool_call", "ctc", []string{"type", "id", "call_id", "name", "input", "status", "namespace", "caller"}},
	{"custom_tool_call_output", "ctco", []string{"type", "id", "call_id", "output", "status", "caller"}},
	{"web_search_call", "ws", nil},
	{"item_reference", "", []string{"type", "id"}},
}

var roles = js.NewNames("assistant", "system", "developer", "user")

// partForm is what the API knows of one type of content part.
type partForm struct {
	known, said, asked bool // at all, of an assistant, of everybody else
}

// The members of parts that are asked for, as numbers of [ofPart].
const (
	mPartType = iota
	mText
)

var ofPart = js.NewNames("type", "text")

// partTypes number the types of parts, partForms tell of them.
var partTypes = js.NewNames("input_text", "input_image", "input_audio", "input_file", "scoped_content",
	"output_text", "refusal", "computer_screenshot", "summary_text", "encrypted_content")

var partForms = func() (all [js.Other + 1]partForm) {
	asked, said := partTypes.Set("input_text", "input_image", "input_audio", "input_file", "scoped_content"),
		partTypes.Set("output_text", "refusal")
	for i := range partTypes.Len() {
		all[i] = partForm{known: true, said: said.Has(i), asked: asked.Has(i)}
	}
	return all
}()
