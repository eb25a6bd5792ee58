package integrity

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/sessionlog"
)

// oddMessages calls f for the messages that pi sends in some context and whose
// content is of a shape that pi does not write.
func (p *Pass) oddMessages(f func(line int, e sessionlog.Entry, content gjson.Result)) {
	p.oddRead(func(line int, e sessionlog.Entry, content gjson.Result) {
		if !p.Log.Dead(line) {
			f(line, e, content)
		}
	})
}

// oddRead is like oddMessages, with the turns that pi leaves out when it sends:
// its estimate of the size reads them all the same.
func (p *Pass) oddRead(f func(line int, e sessionlog.Entry, content gjson.Result)) {
	for i := range p.Log.With(sessionlog.OddContent) {
		if p.pairs().inContext(i, i) {
			e := p.entry(i)
			f(i, e, e.Get(p.contentAt(i)))
		}
	}
}

// contentAt returns where the content of a message is.
func (p *Pass) contentAt(line int) string {
	switch p.Log.Kind(line) {
	case sessionlog.KindCustomMessage:
		return "content"
	case sessionlog.KindContextEdit:
		return replacedContent
	}
	return "message.content"
}

// sent reports whether the line is part of what pi sends for some leaf.
func (p *Pass) sent(line int) bool {
	return !p.Log.Dead(line) && p.pairs().inContext(line, line)
}

// setContent is the operation that gives a message another content.
func setContent(e sessionlog.Entry, content string) sessionlog.Op {
	if !e.Get("message").Exists() {
		return replaceWith(e.Line, e.Set("content", content))
	}
	return replaceWith(e.Line, e.SetIn("message", "content", content))
}

func textBlock(text string) string {
	return `{"type":"text","text":` + sessionlog.Quote(text) + `}`
}

var contentShape = &Rule{
	ID: "content-shape",
	Doc: `the content of a message is no list of blocks

pi reads it as a list without looking and fails before it sends anything; only
null is taken for an empty list, from 0.80.6 on, and not in a message of role custom
behind the last answer.`,
	Layer: Content, Severity: Error, Classes: []string{"A03", "A04"},
	Check: func(p *Pass) {
		p.oddRead(func(line int, e sessionlog.Entry, content gjson.Result) {
			if content.IsArray() || content.Type == gjson.String && p.takesString(line) {
				return
			}
			f := Finding{Line: line, Message: fmt.Sprintf("the content is %s, not a list of blocks", jsonKind(content))}
			fix := Fix{Message: "make it an empty list", Ops: []sessionlog.Op{setContent(e, "[]")}}
			switch {
			case content.Type == gjson.String:
				fix = Fix{Message: "make it a text block", Ops: []sessionlog.Op{setContent(e, `[{"type":"text","text":`+content.Raw+`}]`)}}
			case content.IsObject() && content.Get("type").Type == gjson.String:
				fix = Fix{Message: "make it a list", Ops: []sessionlog.Op{setContent(e, "["+content.Raw+"]")}}
			case content.Type == gjson.Null:
				if p.Log.Role(line) != sessionlog.RoleCustom {
					f.Severity = Warning
				}
			default:
				fix.Lossy = true
			}
			f.Fixes = []Fix{fix}
			p.Report(f)
		})
	},
}

// takesString reports whether a message of the line's role may have a string for
// its content.
func (p *Pass) takesString(line int) bool {
	switch p.Log.Role(line) {
	case sessionlog.RoleUser, sessionlog.RoleSystem, sessionlog.RoleCustom:
		return true
	}
	return false
}

func jsonKind(v gjson.Result) string {
	switch {
	case !v.Exists():
		return "missing"
	case v.Type == gjson.Null:
		return "null"
	case v.IsObject():
		return "an object"
	case v.Type == gjson.String:
		return "a string"
	case v.Type == gjson.Number:
		return "a number"
	}
	return "a truth value"
}

var contentBadBlock = &Rule{
	ID: "content-bad-block",
	Doc: `a block of a message is one that breaks the request

pi fails on a block that is no object, on a text without a string, and on an image
in an answer; in what a context_edit puts into a message, too. It sends a block of an
unknown type as an image, redacted thinking without its data as it is, and an empty
text beside an image too: the service answers HTTP 400.`,
	Layer: Content, Severity: Error, Classes: []string{"A05", "A06", "K13", "P28"},
	Check: func(p *Pass) {
		p.oddRead(func(line int, e sessionlog.Entry, content gjson.Result) {
			p.reportBlocks(line, line, content, func(list string) sessionlog.Op { return setContent(e, list) })
		})
		for i := range p.Log.Of(sessionlog.KindContextEdit) {
			if p.Log.Has(i, sessionlog.EditsAway) || p.Log.Has(i, sessionlog.NoReplacement) {
				continue
			}
			if target := p.Log.Find(p.Log.Refs(i)[0]); target >= 0 {
				e := p.entry(i)
				p.reportBlocks(i, target, e.Get("replacement.content"), func(list string) sessionlog.Op {
					return replaceWith(i, e.SetIn("replacement", "content", list))
				})
			}
		}
	},
}

// reportBlocks reports what stands in a line as the content of a message.
func (p *Pass) reportBlocks(line, message int, content gjson.Result, set func(list string) sessionlog.Op) {
	if !content.IsArray() {
		return
	}
	var kept, why []string
	fix := Fix{Message: "give it its type"}
	for _, b := range content.Array() {
		with, fault := typed(b)
		if fault == "" {
			if with, fault = p.mendBlock(message, b, content); fault != "" {
				fix.Message, fix.Lossy = "take it out", true
			}
		}
		if fault != "" {
			why = append(why, fault)
		}
		if with != "" {
			kept = append(kept, with)
		}
	}
	if len(why) > 0 {
		fix.Ops = []sessionlog.Op{set("[" + strings.Join(kept, ",") + "]")}
		p.Report(Finding{Line: line, Message: printable(why[0]), Fixes: []Fix{fix}})
	}
}

// mendBlock returns what should stand in place of a block, and what is wrong
// with it.
func (p *Pass) mendBlock(line int, b, content gjson.Result) (with, fault string) {
	role := p.Log.Role(line)
	typ := b.Get("type").String()
	switch {
	case !b.IsObject():
		return "", "a block is " + jsonKind(b)
	case typ == "text" && b.Get("text").Type != gjson.String:
		return "", "a text block has no text"
	case typ == "text" && role == sessionlog.RoleToolResult && strings.TrimSpace(b.Get("text").String()) == "" &&
		content.Get(`#(type=="image")`).Exists():
		return "", "an empty text stands beside an image"
	case typ == "text" && role == sessionlog.RoleUser && b.Get("text").String() == "" && p.speaks("google-") && !saysNothing(content):
		return "", "an empty text stands beside others, which Gemini refuses"
	case typ == "thinking" && role == sessionlog.RoleAssistant && b.Get("thinking").Type != gjson.String:
		return "", "thinking has no text"
	case typ == "thinking" && b.Get("redacted").Bool() && b.Get("thinkingSignature").String() == "":
		return "", "redacted thinking has no data"
	case role == sessionlog.RoleAssistant && !spokenType(typ) &&
		(b.Get("name").Type != gjson.String || !b.Get("arguments").Exists() || p.speaks("mistral-")):
		// pi's estimate of the size takes it for a call and reads both, and what it
		// sends to Mistral has it as one, which nothing answers.
		return "", fmt.Sprintf("a block has the type %q", typ)
	case typ != "text" && typ != "image" && role != sessionlog.RoleAssistant:
		return textBlock(fmt.Sprintf("[a block of type %q was taken out: no service takes it]", printable(typ))),
			fmt.Sprintf("a block has the type %q", typ)
	}
	return b.Raw, ""
}

// spokenType reports whether pi knows the type in an answer.
func spokenType(typ string) bool {
	return typ == "text" || typ == "thinking" || typ == "toolCall"
}

var contentEmptyResult = &Rule{
	ID: "content-empty-result",
	Doc: `an error result says nothing

Anthropic refuses an error result without content.`,
	Layer: Content, Severity: Error, Classes: []string{"A08"},
	Check: func(p *Pass) {
		p.oddMessages(func(line int, e sessionlog.Entry, content gjson.Result) {
			if p.Log.Role(line) != sessionlog.RoleToolResult || !e.Get("message.isError").Bool() || !content.IsArray() {
				return
			}
			for _, b := range content.Array() {
				if b.Get("type").String() != "text" || strings.TrimSpace(b.Get("text").String()) != "" {
					return
				}
			}
			p.Report(Finding{Line: line, Message: "an error result says nothing", Fixes: []Fix{{
				Message: `say "(no tool output)" as pi does`,
				Ops:     []sessionlog.Op{setContent(e, "["+textBlock("(no tool output)")+"]")},
			}}})
		})
	},
}
