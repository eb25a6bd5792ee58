package main

import (
	"bytes"
	"math/rand/v2"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// harms are the kinds of damage that the third judge is asked about.
var harms = []kind{
	{"torn", onBytes(func(r *rand.Rand, b []byte) []byte { return b[:len(b)-2-r.IntN(400)] })},
	{"unended", onBytes(func(_ *rand.Rand, b []byte) []byte { return b[:len(b)-1] })},
	{"cut anywhere", onBytes(func(r *rand.Rand, b []byte) []byte { return b[:300+r.IntN(len(b)-300)] })},
	{"beginning lost", onBytes(func(r *rand.Rand, b []byte) []byte { return b[200+r.IntN(len(b)/2):] })},
	{"NUL tail", onBytes(func(_ *rand.Rand, b []byte) []byte { return append(b, make([]byte, 1206)...) })},
	{"hole", onBytes(func(r *rand.Rand, b []byte) []byte { at := 500 + r.IntN(len(b)/2); clear(b[at : at+700]); return b })},
	{"bits", onBytes(func(r *rand.Rand, b []byte) []byte {
		for range 3 {
			b[200+r.IntN(len(b)-200)] ^= 1 << r.IntN(7)
		}
		return b
	})},
	{"block twice", onBytes(func(r *rand.Rand, b []byte) []byte {
		at := r.IntN(len(b) - 900)
		return append(b[:at+900:at+900], b[at:]...)
	})},
	{"block lost", onBytes(func(r *rand.Rand, b []byte) []byte {
		at := 300 + r.IntN(len(b)-1300)
		return append(b[:at:at], b[at+900:]...)
	})},
	{"file twice", onBytes(func(_ *rand.Rand, b []byte) []byte { return append(b, b...) })},
	{"BOM", onBytes(func(_ *rand.Rand, b []byte) []byte { return append([]byte("\xef\xbb\xbf"), b...) })},
	{"Latin-1", onBytes(func(_ *rand.Rand, b []byte) []byte { return bytes.ReplaceAll(b, []byte("ü"), []byte("\xfc")) })},
	{"one line", onBytes(func(_ *rand.Rand, b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), nil) })},
	{"list", func(_ *rand.Rand, l []string) []byte { return []byte("[" + strings.Join(l, ",") + "]\n") }},
	{"list with a comma", func(_ *rand.Rand, l []string) []byte { return []byte("[\n" + strings.Join(l, ",\n") + ",\n]\n") }},
	{"formatted", func(_ *rand.Rand, l []string) []byte {
		for i := range l {
			l[i] = indent(l[i])
		}
		return joined(l)
	}},
	{"wrapped", func(_ *rand.Rand, l []string) []byte {
		var b bytes.Buffer
		for _, line := range l {
			for len(line) > 80 {
				b.WriteString(line[:80] + "\n")
				line = line[80:]
			}
			b.WriteString(line + "\n")
		}
		return b.Bytes()
	}},
	{"numbered", func(_ *rand.Rand, l []string) []byte { return []byte("  1\t" + strings.Join(l, "\n  2\t") + "\n") }},
	{"conflict", rows(func(l []string, i int) []string {
		return inserting(inserting(inserting(l, i+1, ">>>>>>> theirs"), i, "======="), i, "<<<<<<< HEAD")
	})},
	{"raw line feed", onLine(aResult, func(_ *rand.Rand, s string) string { return strings.Replace(s, `\n`, "\n", 1) })},
	{"glued", rows(func(l []string, i int) []string { l[i] += l[i+1]; return leaving(l, i+1) })},
	{"torn and glued", rows(func(l []string, i int) []string { l[i] = l[i][:len(l[i])/2] + l[i+1]; return leaving(l, i+1) })},
	{"line lost", rows(leaving)},
	{"line twice", rows(func(l []string, i int) []string { return inserting(l, i, l[i]) })},
	{"lines swapped", rows(func(l []string, i int) []string { l[i], l[i+1] = l[i+1], l[i]; return l })},
	{"sorted", func(_ *rand.Rand, l []string) []byte {
		l = append(append([]string{}, l[1:]...), l[0])
		return joined(l)
	}},
	{"header lost", func(_ *rand.Rand, l []string) []byte { return joined(l[1:]) }},
	{"header torn", func(_ *rand.Rand, l []string) []byte { l[0] = l[0][:40]; return joined(l) }},
	{"number", rows(func(l []string, i int) []string { return inserting(l, i+1, "42") })},
	{"null at the end", func(_ *rand.Rand, l []string) []byte { return joined(append(l, "null")) }},
	{"parent unknown", put("message", "parentId", "deadbeef")},
	{"parent itself", onLine("message", func(_ *rand.Rand, s string) string {
		s, _ = sjson.Set(s, "parentId", gjson.Get(s, "id").String())
		return s
	})},
	{"id twice", rows(func(l []string, i int) []string {
		l[i+1], _ = sjson.Set(l[i+1], "id", gjson.Get(l[i], "id").String())
		return l
	})},
	{"no id", gone("message", "id")},
	{"no message", gone("message", "message")},
	{"role null", put("message.role", "message.role", nil)},
	{"kept unknown", put("firstKeptEntryId", "firstKeptEntryId", "deadbeef")},
	{"kept result", func(_ *rand.Rand, l []string) []byte {
		for i := range l {
			if gjson.Get(l[i], "type").String() == "compaction" {
				l[i], _ = sjson.Set(l[i], "firstKeptEntryId", gjson.Get(l[i-2], "id").String())
			}
		}
		return joined(l)
	}},
	{"wrong id", put(aResult, aResult, "toolu_nobody")},
	{"padded id", onLine(aResult, func(_ *rand.Rand, s string) string {
		s, _ = sjson.Set(s, aResult, " "+gjson.Get(s, aResult).String())
		return s
	})},
	{"no result id", put(aResult, aResult, "")},
	{"no tool name", put(aResult, "message.toolName", "")},
	{"result twice", func(r *rand.Rand, l []string) []byte {
		return again(r, l, aResult, func(s string) string { return strings.Replace(s, "content of", "more of", 1) })
	}},
	{"turn twice", func(r *rand.Rand, l []string) []byte { return again(r, l, aCall, func(s string) string { return s }) }},
	{"message between", func(r *rand.Rand, l []string) []byte {
		return placing(r, l, aResult, `"message":{"role":"user","content":"wait","timestamp":5}`)
	}},
	{"answer between", func(r *rand.Rand, l []string) []byte {
		return placing(r, l, aResult, `"message":{"role":"assistant","content":[{"type":"text","text":"…"}],"api":"x","provider":"x","model":"x","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"total":0}},"stopReason":"stop","timestamp":5}`)
	}},
	{"aborted", put(aCall, aTurn, "aborted")},
	{"no name", put(aCall, "message.content.1.name", "")},
	{"leaked name", put(aCall, "message.content.1.name", `read<|tool_call|>{"p"`)},
	{"no arguments", gone(aCall, "message.content.1.arguments")},
	{"arguments text", put(aCall, "message.content.1.arguments", `{"path":"a"`)},
	{"arguments null", put(aCall, "message.content.1.arguments", nil)},
	{"no call id", put(aCall, "message.content.1.id", "")},
	{"call twice", onLine(aCall, func(_ *rand.Rand, s string) string {
		s, _ = sjson.SetRaw(s, "message.content.-1", gjson.Get(s, aCall).Raw)
		return s
	})},
	{"content null", put("message.content", "message.content", nil)},
	{"content text", put(aResult, "message.content", "plain")},
	{"blank text", put("message.content", "message.content", []any{map[string]any{"type": "text", "text": " "}})},
	{"unknown block", put("message.content", "message.content.0.type", "audio")},
	{"half character", onLine(aResult, func(_ *rand.Rand, s string) string { return strings.Replace(s, "content of", `\ud83d content of`, 1) })},
	{"bad picture", onLine(`message.content.#(type=="image")`, func(_ *rand.Rand, s string) string { return strings.Replace(s, "iVBORw0KGgo", "%%%", 1) })},
	{"wrong type of picture", put(`message.content.#(type=="image")`, "message.content.1.mimeType", "image/jpeg")},
	{"empty error", func(r *rand.Rand, l []string) []byte {
		return put(aResult, "message", map[string]any{"role": "toolResult", "toolCallId": gjson.Get(l[4], aResult).String(), "toolName": "read", "content": []any{}, "isError": true})(r, l)
	}},
	{"no usage", gone(aTurn, "message.usage")},
}

// again appends a copy of a line, under a new id, behind itself in file and tree.
func again(r *rand.Rand, l []string, path string, change func(string) string) []byte {
	return inserted(r, l, path, 1, func(line, id, _ string) string {
		twin, _ := sjson.Set(change(line), "id", id)
		twin, _ = sjson.Set(twin, "parentId", gjson.Get(line, "id").String())
		return twin
	})
}

// before puts another entry before a line, in file and tree.
func placing(r *rand.Rand, l []string, path, rest string) []byte {
	return inserted(r, l, path, 0, func(_, id, parent string) string {
		return `{"type":"message","id":"` + id + `","parentId":"` + parent + `","timestamp":"2026-01-01T00:00:30.000Z",` + rest + `}`
	})
}

func inserted(r *rand.Rand, l []string, path string, behind int, entry func(line, id, parent string) string) []byte {
	var fit []int
	for i := range l {
		if gjson.Get(l[i], path).Exists() {
			fit = append(fit, i)
		}
	}
	at := fit[r.IntN(len(fit))]
	old := gjson.Get(l[at+behind-1], "id").String()
	l = inserting(l, at+behind, entry(l[at], "0badf00d", old))
	for i := at + behind + 1; i < len(l); i++ {
		if gjson.Get(l[i], "parentId").String() == old {
			l[i], _ = sjson.Set(l[i], "parentId", "0badf00d")
		}
	}
	return joined(l)
}
