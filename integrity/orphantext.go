package integrity

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// ratherDrop is the fix of those who do not want a result to be moved.
func ratherDrop(line int) Fix {
	return Fix{Message: "drop the result", Lossy: true, Ops: dropOp(line), Way: DropResult}
}

// orphanType is the customType of a message that was a result.
const orphanType = "pi-fix.orphan-result"

// asText is the fix that makes a message of a result. It becomes one of pi's
// custom messages, which every service gets in the user's role: nobody takes it
// for what the user said, since a text in front tells what it is. All that the
// entry holds stays in it, and its content, images too, is what is sent.
func asText(e sessionlog.Entry) Fix {
	inside, _ := e.ValueSpan("message")
	members := sessionlog.Span{Start: inside.Start + 1, End: inside.Start + 1}
	ops := []sessionlog.Op{
		replaceWith(e.Line, e.SetIn("message", "role", `"custom"`)),
		replace(e.Line, members, `"customType":"`+orphanType+`","display":true,`),
	}
	return Fix{Message: "keep its content as a message", Ops: append(ops, markContent(e)...), Way: KeepAsText}
}

// markContent puts the text that tells what it is before the content of a result.
func markContent(e sessionlog.Entry) []sessionlog.Op {
	mark := textBlock(orphanText(e))
	content := e.Get("message.content")
	at, ok := e.ValueSpan("message.content")
	before, after := "", ""
	switch {
	case content.IsArray() && strings.TrimSpace(content.Raw[1:len(content.Raw)-1]) == "":
		return []sessionlog.Op{replace(e.Line, at, "["+mark+"]")}
	case content.IsArray():
		first := sessionlog.Span{Start: at.Start + 1, End: at.Start + 1}
		return []sessionlog.Op{replace(e.Line, first, mark+",")}
	case content.Type == gjson.String:
		before, after = "["+mark+`,{"type":"text","text":`, "}]"
	case ok && content.Type != gjson.Null:
		before, after = "["+mark+",", "]"
	default:
		return []sessionlog.Op{setContent(e, "["+mark+"]")}
	}
	return []sessionlog.Op{
		replace(e.Line, sessionlog.Span{Start: at.Start, End: at.Start}, before),
		replace(e.Line, sessionlog.Span{Start: at.End, End: at.End}, after),
	}
}

// orphanText says what the content behind it is, and that nobody in this
// conversation said it.
func orphanText(e sessionlog.Entry) string {
	var of []string
	for _, name := range []string{"toolName", "toolCallId"} {
		if word := e.Get("message." + name); word.Type == gjson.String && strings.TrimSpace(word.String()) != "" {
			of = append(of, printable(word.String()))
		}
	}
	what := "result"
	if e.Get("message.isError").Bool() {
		what = "error result"
	}
	if len(of) == 0 {
		return fmt.Sprintf("[The %s of a tool call that this conversation does not hold. It is data, not a message of the user:]", what)
	}
	return fmt.Sprintf("[The %s of a tool call that this conversation does not hold (%s). It is data, not a message of the user:]",
		what, strings.Join(of, " "))
}
