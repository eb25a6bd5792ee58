package recovery_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// TestPairing holds what becomes of calls and results against lists of messages,
// in a notation that the file explains. Each list is what pi sends for a leaf.
func TestPairing(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "pairing.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(b), "\n") {
		name, rest, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		in, want, ok := strings.Cut(rest, " => ")
		if !ok {
			t.Fatalf("line %d: no =>", n+1)
		}
		t.Run(name, func(t *testing.T) {
			src := written(t, strings.Fields(in))
			obeyAs(t, src, recovery.Policy{})
			if got := sent(t, prepare(t, src).After); got != strings.Join(strings.Fields(want), " ") {
				t.Errorf("%s\n got %s\nwant %s", in, got, want)
			}
			if t.Failed() {
				t.Logf("%s", src)
			}
		})
	}
}

// written writes the session that the words stand for.
func written(t *testing.T, words []string) []byte {
	t.Helper()
	s := newScript()
	ids := []string{"null"}
	for _, w := range words {
		w, under, forked := strings.Cut(w, "@")
		if n, err := strconv.Atoi(under); forked && err == nil {
			s.last = ids[n]
		}
		kind, rest := w[:1], w[1:]
		switch kind {
		case "U":
			ids = append(ids, s.user("u"+rest))
		case "A":
			ids = append(ids, s.add("message", turnOf(rest, s.n)))
		case "T", "S":
			ids = append(ids, s.add("message", `"message":`+resultOf(kind, rest, s.n)))
		case "C":
			ids = append(ids, s.add("custom_message", `"customType":"note","content":"psst","display":true`))
		case "B":
			ids = append(ids, s.add("message", fmt.Sprintf(`"message":{"role":"bashExecution","command":"ls","output":"x","exitCode":0,"cancelled":false,"truncated":false,"timestamp":%d}`, s.n)))
		case "X":
			ids = append(ids, s.add("custom", `"customType":"note","data":{}`))
		default:
			t.Fatalf("unknown word %q", w)
		}
	}
	return []byte(s.b.String())
}

// turnOf is an assistant's message: text, then calls in brackets, then why it ended.
func turnOf(w string, n int) string {
	w, stop, said := strings.Cut(w, "!")
	text, calls, called := strings.Cut(w, "[")
	var blocks []string
	if text != "" || !called {
		blocks = append(blocks, fmt.Sprintf(`{"type":"text","text":%q}`, "a"+text))
	}
	if called && !said {
		stop = "toolUse"
	} else if !said {
		stop = "stop"
	}
	for _, c := range split(strings.TrimSuffix(calls, "]")) {
		if !strings.HasPrefix(c, "{") {
			c = fmt.Sprintf(`{"type":"toolCall","id":%q,"name":"read","arguments":{"path":"%s.go"}}`, "call_"+c, c)
		}
		blocks = append(blocks, c)
	}
	return fmt.Sprintf(`"message":{"role":"assistant","content":[%s],"api":"anthropic-messages","provider":"anthropic","model":"claude-opus-4-5","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":%q,"timestamp":%d}`,
		strings.Join(blocks, ","), stop, n)
}

// split cuts at the commas that stand in no object.
func split(s string) (out []string) {
	depth, from, quoted := 0, 0, false
	for i, c := range s + "," {
		switch {
		case c == '"' && (i == 0 || s[i-1] != '\\'):
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ',':
			if depth == 0 {
				if i > from {
					out = append(out, s[from:i])
				}
				from = i + 1
			}
		}
	}
	return out
}

func resultOf(kind, w string, n int) string {
	if strings.HasPrefix(w, "{") {
		return w
	}
	id, text, _ := strings.Cut(strings.Trim(w, "()"), ":")
	if kind == "S" {
		return fmt.Sprintf(`{"role":"toolResult","toolCallId":"call_%s","toolName":"read","content":[{"type":"text","text":"No result provided"}],"isError":true,"timestamp":%d}`, id, n)
	}
	return fmt.Sprintf(`{"role":"toolResult","toolCallId":"call_%s","toolName":"read","content":[{"type":"text","text":"r%s"}],"isError":false,"timestamp":%d}`, id, text, n)
}

// sent tells in the same notation what pi sends for each leaf.
func sent(t *testing.T, log *sessionlog.Log) string {
	t.Helper()
	var leaves []string
	for _, leaf := range log.Leaves() {
		var words []string
		for _, m := range messages(t, log, leaf) {
			if w := wordFor(m, log.Dead(m.Line)); w != "" {
				words = append(words, w)
			}
		}
		leaves = append(leaves, strings.Join(words, " "))
	}
	return strings.Join(leaves, " | ")
}

// nameOf shortens an id. One that the repair made ends in a derived number.
func nameOf(id string) string {
	id = strings.TrimPrefix(id, "call_")
	if n := len(id) - 8; n >= 0 && strings.Trim(id[n:], "0123456789abcdef") == "" {
		return strings.TrimSuffix(id[:n], "_") + "'"
	}
	return id
}

func wordFor(m sessionlog.Message, dead bool) string {
	content := gjson.ParseBytes(m.Content)
	text := content.Get(`#(type=="text").text`).String()
	switch m.Role {
	case sessionlog.RoleUser:
		return "U" + strings.TrimPrefix(text, "u")
	case sessionlog.RoleBash:
		return "B"
	case sessionlog.RoleAssistant:
		if dead || content.Get("#").Int() == 0 {
			return ""
		}
		var calls []string
		for _, c := range content.Get(`#(type=="toolCall")#`).Array() {
			calls = append(calls, nameOf(c.Get("id").String()))
		}
		word := "A" + strings.TrimPrefix(text, "a")
		if len(calls) > 0 {
			word += "[" + strings.Join(calls, ",") + "]"
		}
		return word
	case sessionlog.RoleToolResult:
		id := nameOf(gjson.GetBytes(m.JSON, "toolCallId").String())
		if strings.HasPrefix(text, "No result") || strings.HasPrefix(text, "This call was not") {
			return "S(" + id + ")"
		}
		if text = strings.TrimPrefix(text, "r"); text != "" {
			id += ":" + text
		}
		return "T(" + id + ")"
	}
	return "C"
}
