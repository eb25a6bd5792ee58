package realpi_test

import (
	"fmt"
	"strings"
)

const (
	userLine   = `{"type":"message","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":"in between"}],"timestamp":1767225600000}}`
	customLine = `{"type":"custom_message","timestamp":"2026-01-01T00:00:00.000Z","customType":"notice","content":"look here","display":true}`
	bashLine   = `{"type":"message","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"bashExecution","command":"ls","output":"notes.txt","exitCode":0,"cancelled":false,"truncated":false,"timestamp":1767225600000}}`
	branchLine = `{"type":"branch_summary","timestamp":"2026-01-01T00:00:00.000Z","fromId":"root","summary":"they went astray"}`
)

func compaction(kept string) string {
	return fmt.Sprintf(`{"type":"compaction","timestamp":"2026-01-01T00:00:00.000Z","summary":"some words","firstKeptEntryId":%q,"tokensBefore":9}`, kept)
}

func edit(target, replacement string) string {
	return fmt.Sprintf(`{"type":"context_edit","timestamp":"2026-01-01T00:00:00.000Z","targetId":%q,"replacement":%s}`, target, replacement)
}

// damages work on sessions with at least two results after the first call.
var damages = []damage{
	{"orphan result", refused, func(l *lines) { l.remove(l.calling()) }},
	{"duplicate result", refused, func(l *lines) { l.insert(l.calling()+2, l.all[l.calling()+1]) }},
	{"message before the results", refused, func(l *lines) { l.insert(l.calling()+1, userLine) }},
	{"message among the results", refused, func(l *lines) { l.insert(l.calling()+2, userLine) }},
	{"notice before the results", refused, func(l *lines) { l.insert(l.calling()+1, customLine) }},
	{"command before the results", refused, func(l *lines) { l.insert(l.calling()+1, bashLine) }},
	{"result before its call", refused, func(l *lines) {
		i := l.calling()
		l.all[i], l.all[i+1] = l.all[i+1], l.all[i]
		l.relink()
	}},
	{"failed answer with results", refused, func(l *lines) { l.set(l.calling(), "message.stopReason", "error") }},
	{"omitted answer with results", refused, func(l *lines) {
		l.insert(len(l.all), edit(l.id(l.calling()), `null`))
	}},
	{"history from a result on", refused, func(l *lines) { l.set(l.calling()+1, "parentId", "deadbeef") }},
	{"compaction that keeps from a result on", refused, func(l *lines) {
		l.insert(len(l.all), compaction(l.id(l.calling()+1)))
	}},
	{"result of another call", refused, func(l *lines) { l.set(l.calling()+1, "message.toolCallId", "elsewhere") }},
	{"call without an id", refused, func(l *lines) {
		i := l.calling()
		l.set(i, l.firstCall()+".id", "")
		l.set(i+1, "message.toolCallId", "")
	}},

	{"lost result", accepted, func(l *lines) { l.remove(l.calling() + 1) }},
	{"call at the end", accepted, func(l *lines) { l.all = l.all[:l.calling()+1] }},
	{"half of the results at the end", accepted, func(l *lines) { l.all = l.all[:l.calling()+2] }},
	{"torn last line", accepted, func(l *lines) {
		last := &l.all[len(l.all)-1]
		*last = (*last)[:len(*last)/2]
	}},
	{"answer cut by its length", accepted, func(l *lines) { l.set(l.calling(), "message.stopReason", "length") }},
	{"blank text", accepted, func(l *lines) { l.set(l.calling()-1, "message.content.0.text", " \n") }},
	{"lone surrogate in a result", accepted, func(l *lines) {
		i := l.calling() + 1
		l.all[i] = strings.Replace(l.all[i], `"text":"`, `"text":"\ud83d`, 1)
	}},
	{"result with a picture", accepted, func(l *lines) {
		l.set(l.calling()+1, "message.content.1", map[string]string{"type": "image", "data": dotText, "mimeType": "image/png"})
	}},
	{"failed result with a picture", accepted, func(l *lines) {
		l.set(l.calling()+1, "message.isError", true)
		l.set(l.calling()+1, "message.content.1", map[string]string{"type": "image", "data": dotText, "mimeType": "image/png"})
	}},
	{"empty result", accepted, func(l *lines) { l.set(l.calling()+1, "message.content", []any{}) }},
	{"block of an unknown kind", accepted, func(l *lines) {
		l.set(l.calling(), "message.content.-1", map[string]string{"type": "novelty", "text": "x"})
	}},
	{"no time, and then a block without a name", accepted, func(l *lines) {
		l.setRaw(l.calling()-1, "message.timestamp", "null")
		l.setRaw(l.calling(), "message.content.-1", `{"type":"image"}`)
	}},
	{"message of nobody without a time, and then a block without a name", accepted, func(l *lines) {
		l.setRaw(l.calling(), "message.content.-1", `{"type":"image"}`)
		l.insert(l.calling(), `{"type":"message","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"novelty","content":[]}}`)
	}},
	{"unknown entry between", accepted, func(l *lines) {
		l.insert(l.calling()+1, `{"type":"novelty","timestamp":"2026-01-01T00:00:00.000Z"}`)
	}},
	{"numbers of all sorts", accepted, func(l *lines) {
		l.setRaw(l.calling(), l.firstCall()+".arguments",
			`{"b":1.0,"a":1e21,"2":-0,"1":12345678901234567890,"é":"\u2028<&>","b":0.1e-7}`)
	}},
	{"notice of two blocks", accepted, func(l *lines) {
		l.insert(l.calling(), strings.Replace(customLine, `"look here"`, `[{"type":"text","text":"look"},{"type":"text","text":" "}]`, 1))
	}},
	{"command that the model must not see", accepted, func(l *lines) {
		l.insert(l.calling()+1, strings.Replace(bashLine, `"exitCode":0`, `"excludeFromContext":true,"exitCode":0`, 1))
	}},
	{"command that was cancelled", accepted, func(l *lines) {
		l.insert(l.calling(), strings.Replace(bashLine, `"exitCode":0,"cancelled":false`, `"cancelled":true`, 1))
	}},
	{"command that went wrong", accepted, func(l *lines) {
		l.insert(l.calling(), strings.Replace(bashLine, `"output":"notes.txt","exitCode":0`, `"output":"","exitCode":7`, 1))
	}},
	{"summary of a branch", accepted, func(l *lines) { l.insert(l.calling(), branchLine) }},
	{"summary of a branch that is a number", accepted, func(l *lines) {
		l.insert(l.calling(), strings.Replace(branchLine, `"they went astray"`, `7`, 1))
	}},
	{"command that a number hides", accepted, func(l *lines) {
		l.insert(l.calling(), strings.Replace(bashLine, `"exitCode":0`, `"excludeFromContext":1,"exitCode":0`, 1))
	}},
	{"two compactions", accepted, func(l *lines) {
		twice := compaction(l.id(l.calling()))
		l.insert(l.calling(), twice)
		l.insert(len(l.all), twice)
	}},
	{"compaction without a summary", accepted, func(l *lines) {
		l.insert(len(l.all), `{"type":"compaction","timestamp":"2026-01-01T00:00:00.000Z","firstKeptEntryId":"gone","tokensBefore":9}`)
	}},
	{"edited result", accepted, func(l *lines) {
		l.insert(len(l.all), edit(l.id(l.calling()+1), `{"content":"shortened"}`))
	}},
	{"edit that empties a result", accepted, func(l *lines) {
		l.insert(len(l.all), edit(l.id(l.calling()+1), `{}`))
	}},
	{"edit that removes a compaction", accepted, func(l *lines) {
		i := l.calling()
		l.insert(i, compaction(l.id(i-1)))
		l.insert(len(l.all), edit(l.id(i), `null`))
	}},
	{"history that hangs in the air", accepted, func(l *lines) { l.set(len(l.all)-1, "parentId", "deadbeef") }},
	{"nothing for content of a user", accepted, func(l *lines) { l.set(l.calling()-1, "message.content", nil) }},
	{"string for content of a user", accepted, func(l *lines) { l.set(l.calling()-1, "message.content", "just a string") }},
	{"unsigned thought", accepted, func(l *lines) {
		l.set(l.calling(), "message.content.0", map[string]string{"type": "thinking", "thinking": "hm"})
	}},
	{"thought of another service", accepted, func(l *lines) {
		l.set(l.calling(), "message.content.0", map[string]string{"type": "thinking", "thinking": "hm", "thinkingSignature": "reasoning_content"})
	}},

	{"id with a bar", varying, func(l *lines) {
		i := l.calling()
		l.set(i, l.firstCall()+".id", "call_1.x|fc_1")
		l.set(i+1, "message.toolCallId", "call_1.x|fc_1")
	}},
	{"id of great length", varying, func(l *lines) {
		i, id := l.calling(), strings.Repeat("toolu_0123456789", 6)+"|"+strings.Repeat("fc_", 30)
		l.set(i, l.firstCall()+".id", id)
		l.set(i+1, "message.toolCallId", id)
	}},
	{"result without an id", varying, func(l *lines) { l.setRaw(l.calling()+1, "message.toolCallId", "null") }},
	{"call without arguments", varying, func(l *lines) { l.setRaw(l.calling(), l.firstCall()+".arguments", "null") }},
	{"arguments that are text", varying, func(l *lines) { l.set(l.calling(), l.firstCall()+".arguments", "text") }},
	{"lone surrogate in arguments", varying, func(l *lines) {
		l.setRaw(l.calling(), l.firstCall()+".arguments", `{"path":"\ud83d"}`)
	}},
	{"name with a blank", varying, func(l *lines) { l.set(l.calling(), l.firstCall()+".name", "re ad") }},
	{"picture of an unknown kind", varying, func(l *lines) {
		l.set(l.calling()-1, "message.content.1", map[string]string{"type": "image", "data": dotText, "mimeType": "image/tiff"})
	}},

	{"string for content of an answer", silent, func(l *lines) { l.set(l.calling(), "message.content", "text") }},
	{"string for content of a result", silent, func(l *lines) { l.set(l.calling()+1, "message.content", "text") }},
	{"object for content of a user", silent, func(l *lines) { l.setRaw(l.calling()-1, "message.content", `{"type":"text"}`) }},
	{"text block without text", silent, func(l *lines) { l.setRaw(l.calling(), "message.content.0", `{"type":"text"}`) }},
	{"nothing among the blocks", silent, func(l *lines) { l.setRaw(l.calling(), "message.content.0", "null") }},
	{"nothing among the blocks of the instructions", silent, func(l *lines) { l.setRaw(3, "message.content", "[null]") }},
	{"notice among the messages without content", silent, func(l *lines) {
		l.insert(len(l.all), `{"type":"message","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"custom","customType":"notice","display":true,"timestamp":1767225600000}}`)
	}},
	{"answer without usage", silent, func(l *lines) { l.setRaw(l.calling(), "message.usage", "null") }},
	{"edit without a replacement", silent, func(l *lines) {
		l.insert(len(l.all), fmt.Sprintf(`{"type":"context_edit","timestamp":"2026-01-01T00:00:00.000Z","targetId":%q}`, l.id(l.calling())))
	}},
}
