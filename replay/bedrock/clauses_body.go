package bedrock

import (
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
)

// body holds the clauses that need no parsed body.
func body() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "bedrock/invalid-json", Type: "SerializationException",
			Text: "The request body is not valid JSON: unexpected character at {char}", Source: "the sentence is not published",
			Check: func(req *contract.Request, report contract.Report) {
				if n, broken := req.Broken(); broken {
					report(req.Body, n)
				}
			},
		},
		{
			ID: "bedrock/invalid-json-lone-surrogate",
			Text: "The model returned the following errors: The request body is not valid JSON: no low surrogate in string: " +
				"line 1 column {column} (char {char})",
			Source: "anthropics/claude-code#60394, #46717; that it comes from the model is inferred",
			Check:  contract.Lone,
		},
	}
}

const reference = "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html"

// The places of values as this layer of the service names them: counted from one.
const (
	inMessage = "'messages.{message}.member."
	inBlock   = inMessage + "content.{block}.member."
)

// format holds the clauses on single values, which the service checks before
// anything else.
func format() []*contract.Clause {
	return []*contract.Clause{
		{
			ID: "bedrock/role-unknown",
			Text: "1 validation error detected: Value '{role}' at " + inMessage + "role' failed to satisfy constraint: Member " +
				"must satisfy enum value set: [user, assistant]",
			Source: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html",
			Check: onMessages(func(_ *view, m *message, report contract.Report) {
				if m.role != "user" && m.role != "assistant" {
					report(m.at, m.at.Get("role").Display(), m.at.Index()+1)
				}
			}),
		},
		{
			ID: "bedrock/image-format",
			Text: "1 validation error detected: Value '{format}' at " + inBlock + "image.format' failed to satisfy constraint: " +
				"Member must satisfy enum value set: [png, jpeg, gif, webp]",
			Source: "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ImageBlock.html",
			Check: onBlocks(image, func(b *block, report contract.Report) {
				switch format := b.body.Get("format"); format.Text() {
				case "png", "jpeg", "gif", "webp":
				default:
					report(b.at, format.Display(), b.at.Indexes()[0]+1, b.at.Index()+1)
				}
			}),
		},
		notString(toolUse, "toolUseId"), notString(toolResult, "toolUseId"), notString(toolUse, "name"),
		missing(toolUse, "toolUseId"), missing(toolResult, "toolUseId"), missing(toolUse, "name"),
		pattern(toolUse, "toolUseId"), pattern(toolResult, "toolUseId"), pattern(toolUse, "name"),
		short(toolUse, "toolUseId"), short(toolResult, "toolUseId"), short(toolUse, "name"),
		long(toolUse, "toolUseId"), long(toolResult, "toolUseId"), long(toolUse, "name"),
	}
}

// member makes a clause on the id or the name in a block; tell returns what of it
// goes into the text.
func member(kind, name, text string, wrong func(js.Value) bool, tell func(js.Value) []any) *contract.Clause {
	id, member := "bedrock/tool-use-id-format", ofTool.Number(name)
	if member == mName {
		id = "bedrock/tool-name-format"
	}
	return &contract.Clause{
		ID: id, Text: text, Source: reference,
		Check: onBlocks(kind, func(b *block, report contract.Report) {
			at := b.get(member)
			if !wrong(at) {
				return
			}
			args := append(tell(at), b.at.Indexes()[0]+1, b.at.Index()+1)
			if !at.Exists() {
				at = b.body
			}
			report(at, args...)
		}),
	}
}

func constraint(kind, name, fault string) string {
	return "1 validation error detected: Value '{value}' at " + inBlock + kind + "." + name +
		"' failed to satisfy constraint: Member must " + fault
}

func itself(v js.Value) []any { return []any{v.Text()} }

func pattern(kind, name string) *contract.Clause {
	return member(kind, name, constraint(kind, name, "satisfy regular expression pattern: [a-zA-Z0-9_-]+"),
		func(v js.Value) bool { return v.Kind() == js.String && v.Raw() != `""` && !contract.Plain(v.Text()) }, itself)
}

func short(kind, name string) *contract.Clause {
	return member(kind, name, constraint(kind, name, "have length greater than or equal to 1"),
		func(v js.Value) bool { return v.Raw() == `""` }, itself)
}

func long(kind, name string) *contract.Clause {
	return member(kind, name, constraint(kind, name, "have length less than or equal to 64"),
		func(v js.Value) bool { return len(v.Raw()) > 66 && len(js.Units(v.Text())) > 64 }, itself)
}

func missing(kind, name string) *contract.Clause {
	return member(kind, name, "1 validation error detected: Value at "+inBlock+kind+"."+name+
		"' failed to satisfy constraint: Member must not be null",
		js.Value.Nullish, func(js.Value) []any { return nil })
}

func notString(kind, name string) *contract.Clause {
	c := member(kind, name, "{token} can not be converted to a String",
		func(v js.Value) bool { return v.Kind() != js.String && tokens[v.Kind()] != "" },
		func(v js.Value) []any { return []any{tokens[v.Kind()]} })
	c.Type = "SerializationException"
	return c
}

// tokens is what the service calls the beginning of a value.
var tokens = map[js.Kind]string{
	js.Number: "NUMBER_VALUE", js.True: "TRUE_VALUE", js.False: "FALSE_VALUE", js.Array: "START_ARRAY",
	js.Object: "START_OBJECT",
}
