package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// conversation is a session with parallel calls, a picture, a branch and a
// compaction, as pi writes it for an API.
func conversation(api string) []string {
	var out []string
	last, n := "null", 0
	add := func(typ, rest string) string {
		n++
		id := fmt.Sprintf(`"%08x"`, n*0x01030507)
		out = append(out, fmt.Sprintf(`{"type":%q,"id":%s,"parentId":%s,"timestamp":"2026-01-01T00:00:%02d.000Z",%s}`, typ, id, last, n, rest))
		last = id
		return id
	}
	user := func(text string) string {
		return add("message", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"text","text":%q}],"timestamp":%d}`, text, n))
	}
	turn := func(text string, calls ...string) string {
		blocks, stop := fmt.Sprintf(`{"type":"text","text":%q}`, text), "stop"
		for _, c := range calls {
			blocks, stop = blocks+fmt.Sprintf(`,{"type":"toolCall","id":%q,"name":"read","arguments":{"path":"%s.go"}}`, wireName(api, c), c), "toolUse"
		}
		return add("message", fmt.Sprintf(`"message":{"role":"assistant","content":[%s],"api":%q,"provider":"anthropic","model":"claude-opus-4-5","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":%q,"timestamp":%d}`, blocks, api, stop, n))
	}
	result := func(call, more string) {
		add("message", fmt.Sprintf(`"message":{"role":"toolResult","toolCallId":%q,"toolName":"read","content":[{"type":"text","text":"content of %s\n"}%s],"isError":false,"timestamp":%d}`, wireName(api, call), call, more, n))
	}
	out = append(out, `{"type":"session","version":3,"id":"0199a000-0000-7000-8000-000000000007","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}`)
	add("model_change", `"provider":"anthropic","modelId":"claude-opus-4-5"`)
	user("Grüße, look at both")
	turn("I look.", "a", "b")
	result("a", "")
	result("b", `,{"type":"image","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==","mimeType":"image/png"}`)
	fork := turn("Both are here.")
	user("and the third")
	turn("It too.", "c")
	result("c", "")
	turn("There it is.")
	last = fork
	kept := user("rather the fourth")
	turn("Then that.", "d", "e")
	result("d", "")
	result("e", "")
	turn("Done with it.")
	add("compaction", fmt.Sprintf(`"summary":"They looked at files.","firstKeptEntryId":%s,"tokensBefore":99`, kept))
	user("once more")
	turn("Again.", "f", "g")
	result("f", "")
	result("g", "")
	turn("All is seen.")
	user("thanks")
	turn("Not at all.")
	return out
}

func wireName(api, call string) string {
	if strings.Contains(api, "responses") {
		return "call_" + call + "|fc_" + call
	}
	return "toolu_" + call
}

// kind is one kind of damage. It may do nothing to lines that it does not fit.
type kind struct {
	name string
	do   func(r *rand.Rand, l []string) []byte
}

func joined(l []string) []byte { return []byte(strings.Join(l, "\n") + "\n") }

// onLine damages a line whose value at a path is not empty, chosen at random.
func onLine(path string, do func(r *rand.Rand, line string) string) func(*rand.Rand, []string) []byte {
	return func(r *rand.Rand, l []string) []byte {
		var fit []int
		for i, line := range l[1:] {
			if gjson.Get(line, path).Exists() {
				fit = append(fit, i+1)
			}
		}
		i := fit[r.IntN(len(fit))]
		l[i] = do(r, l[i])
		return joined(l)
	}
}

// put sets a value there.
func put(fit, path string, value any) func(*rand.Rand, []string) []byte {
	return onLine(fit, func(_ *rand.Rand, line string) string {
		out, err := sjson.Set(line, path, value)
		if err != nil {
			panic(err)
		}
		return out
	})
}

// gone takes a member out.
func gone(fit, path string) func(*rand.Rand, []string) []byte {
	return onLine(fit, func(_ *rand.Rand, line string) string {
		out, err := sjson.Delete(line, path)
		if err != nil {
			panic(err)
		}
		return out
	})
}

// rows rearranges lines: it is told one behind the header, and not the last.
func rows(do func(l []string, i int) []string) func(*rand.Rand, []string) []byte {
	return func(r *rand.Rand, l []string) []byte { return joined(do(l, 1+r.IntN(len(l)-2))) }
}

// onBytes damages the bytes.
func onBytes(do func(r *rand.Rand, b []byte) []byte) func(*rand.Rand, []string) []byte {
	return func(r *rand.Rand, l []string) []byte { return do(r, joined(l)) }
}

func leaving(l []string, i int) []string {
	return append(append([]string{}, l[:i]...), l[i+1:]...)
}

func inserting(l []string, i int, line string) []string {
	return append(append(append([]string{}, l[:i]...), line), l[i:]...)
}

const (
	aCall   = `message.content.#(type=="toolCall")`
	aResult = `message.toolCallId`
	aTurn   = `message.stopReason`
)

// indent gives every member a line of its own.
func indent(line string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(line), "", "  "); err != nil {
		panic(err)
	}
	return b.String()
}
