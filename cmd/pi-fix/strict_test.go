package main

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// A third judge, beside the rules and the replay: what the documentation of four
// APIs asks of a request, checked over the body as it is on the wire. It shares no
// code with either.
var strict = map[string]func(gjson.Result) []string{
	"anthropic-messages":   strictAnthropic,
	"openai-completions":   strictChat,
	"openai-responses":     strictResponses,
	"google-generative-ai": strictGemini,
}

// faultsOn lists what the service of an API would refuse a body for.
func faultsOn(api string, body []byte) []string {
	if !utf8.Valid(body) || !gjson.ValidBytes(body) {
		return []string{"the body is no JSON"}
	}
	if loneHalf.Match(body) {
		return []string{"half a surrogate pair"}
	}
	return strict[api](gjson.ParseBytes(body))
}

var (
	loneHalf  = regexp.MustCompile(`(?i)(^|[^\\])(\\\\)*\\ud[89ab][0-9a-f]{2}($|[^\\]|\\[^u]|\\u([^d]|d[^c-f]))`)
	wireIDs   = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	toolNames = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
)

type faults []string

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

// blank reports whether a text has nothing but white space.
func blank(v gjson.Result) bool { return strings.TrimSpace(v.String()) == "" }

func strictAnthropic(body gjson.Result) []string {
	var f faults
	var open []string // calls of the message before
	used := map[string]bool{}
	for i, m := range body.Get("messages").Array() {
		role, content := m.Get("role").String(), m.Get("content")
		if role != "user" && role != "assistant" {
			f.add("messages.%d: role %q", i, role)
		}
		if content.Type == gjson.String && blank(content) || content.IsArray() && len(content.Array()) == 0 || !content.Exists() {
			f.add("messages.%d says nothing", i)
		}
		answered := map[string]bool{}
		var calls []string
		for n, b := range content.Array() {
			at := fmt.Sprintf("messages.%d.content.%d", i, n)
			switch b.Get("type").String() {
			case "text":
				if blank(b.Get("text")) {
					f.add("%s: blank text", at)
				}
			case "image":
				f.picture(at, b.Get("source.media_type").String(), b.Get("source.data").String())
			case "tool_use":
				calls = append(calls, b.Get("id").String())
				f.call(at, b.Get("id").String(), b.Get("name").String(), b.Get("input").IsObject(), used)
			case "tool_result":
				f.answer(at, b.Get("tool_use_id").String(), open, answered)
				if b.Get("is_error").Bool() && len(b.Get("content").String()) == 0 {
					f.add("%s: an error without content", at)
				}
			case "thinking":
				if b.Get("signature").String() == "" {
					f.add("%s: no signature", at)
				}
			case "redacted_thinking":
			default:
				if content.IsArray() {
					f.add("%s: type %q", at, b.Get("type").String())
				}
			}
		}
		f.unanswered(i, open, answered)
		open = calls
	}
	if len(open) > 0 {
		f.add("the last message calls tools")
	}
	return f
}

// call checks a call, whose id must be the only one of its kind.
func (f *faults) call(at, id, name string, object bool, used map[string]bool) {
	if !wireIDs.MatchString(id) || used[id] {
		f.add("%s: id %q", at, id)
	}
	if !toolNames.MatchString(name) {
		f.add("%s: name %q", at, name)
	}
	if !object {
		f.add("%s: the input is no object", at)
	}
	used[id] = true
}

// answer checks that a result answers an open call once.
func (f *faults) answer(at, id string, open []string, answered map[string]bool) {
	found := false
	for _, c := range open {
		found = found || c == id
	}
	if !found {
		f.add("%s: no call %q stands before it", at, id)
	}
	if answered[id] {
		f.add("%s: call %q is answered twice", at, id)
	}
	answered[id] = true
}

func (f *faults) unanswered(i int, open []string, answered map[string]bool) {
	for _, id := range open {
		if !answered[id] {
			f.add("message %d does not answer the call %q", i, id)
		}
	}
}

var beginnings = map[string]string{"image/png": "\x89PNG", "image/jpeg": "\xff\xd8\xff", "image/gif": "GIF8", "image/webp": "RIFF"}

func (f *faults) picture(at, mime, data string) {
	head, known := beginnings[mime]
	raw, err := base64.StdEncoding.DecodeString(data)
	if !known || err != nil || !strings.HasPrefix(string(raw), head) {
		f.add("%s: no %s", at, mime)
	}
}

func strictChat(body gjson.Result) []string {
	var f faults
	var open []string
	answered := map[string]bool{}
	for i, m := range body.Get("messages").Array() {
		role, content := m.Get("role").String(), m.Get("content")
		if role == "tool" {
			f.answer(fmt.Sprintf("messages.%d", i), m.Get("tool_call_id").String(), open, answered)
			continue
		}
		f.unanswered(i, open, answered)
		open, answered = nil, map[string]bool{}
		used := map[string]bool{}
		for n, c := range m.Get("tool_calls").Array() {
			args := c.Get("function.arguments")
			open = append(open, c.Get("id").String())
			f.call(fmt.Sprintf("messages.%d.tool_calls.%d", i, n), strings.NewReplacer("|", "_", ".", "_", ":", "_").Replace(c.Get("id").String()), c.Get("function.name").String(),
				args.Type == gjson.String && gjson.Valid(args.String()) && gjson.Parse(args.String()).IsObject(), used)
		}
		switch role {
		case "user":
			if !content.IsArray() && content.Type != gjson.String || content.IsArray() && len(content.Array()) == 0 {
				f.add("messages.%d: no content", i)
			}
		case "assistant":
			if len(open) == 0 && (content.Type == gjson.Null || content.IsArray() && len(content.Array()) == 0) {
				f.add("messages.%d: neither content nor calls", i)
			}
		case "system", "developer":
		default:
			f.add("messages.%d: role %q", i, role)
		}
	}
	if len(open) > 0 {
		f.add("the last message calls tools")
	}
	return f
}

func strictResponses(body gjson.Result) []string {
	var f faults
	calls, answers, items := map[string]bool{}, map[string]bool{}, map[string]bool{}
	thinking := false // a reasoning item waits for what follows it
	input := body.Get("input").Array()
	for i, it := range input {
		at, typ := fmt.Sprintf("input.%d", i), it.Get("type").String()
		if id := it.Get("id").String(); id != "" {
			if items[id] || len(id) > 64 {
				f.add("%s: id %q", at, id)
			}
			items[id] = true
		}
		made := typ == "function_call" || typ == "message" && it.Get("role").String() == "assistant"
		if thinking && !made && typ != "reasoning" {
			f.add("%s: nothing follows the reasoning before it", at)
		}
		thinking = typ == "reasoning"
		id := it.Get("call_id").String()
		switch typ {
		case "function_call":
			args := it.Get("arguments")
			f.call(at, id, it.Get("name").String(), args.Type == gjson.String && gjson.Valid(args.String()), calls)
		case "function_call_output":
			if !calls[id] || answers[id] {
				f.add("%s: no open call %q stands before it", at, id)
			}
			answers[id] = true
		case "reasoning":
			if !it.Get("summary").IsArray() {
				f.add("%s: no summary", at)
			}
		}
	}
	for id := range calls {
		if !answers[id] {
			f.add("the call %q has no output", id)
		}
	}
	return f
}

func strictGemini(body gjson.Result) []string {
	var f faults
	open, before := []string(nil), ""
	for i, c := range body.Get("contents").Array() {
		role, parts := c.Get("role").String(), c.Get("parts").Array()
		if role != "user" && role != "model" || len(parts) == 0 {
			f.add("contents.%d: role %q, %d parts", i, role, len(parts))
		}
		var calls, answers []string
		for n, p := range parts {
			at := fmt.Sprintf("contents.%d.parts.%d", i, n)
			switch {
			case p.Get("functionCall").Exists():
				calls = append(calls, p.Get("functionCall.name").String())
				f.call(at, "x", p.Get("functionCall.name").String(), p.Get("functionCall.args").IsObject(), map[string]bool{})
			case p.Get("functionResponse").Exists():
				answers = append(answers, p.Get("functionResponse.name").String())
			case p.Get("inlineData").Exists():
				f.picture(at, p.Get("inlineData.mimeType").String(), p.Get("inlineData.data").String())
			}
		}
		if len(answers) != len(open) || strings.Join(answers, " ") != strings.Join(open, " ") {
			f.add("contents.%d answers %q, called were %q", i, answers, open)
		}
		if len(calls) > 0 && before != "user" {
			f.add("contents.%d calls tools behind role %q", i, before)
		}
		open, before = calls, role
	}
	if len(open) > 0 {
		f.add("the last content calls tools")
	}
	return f
}
