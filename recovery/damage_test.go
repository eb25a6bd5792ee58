package recovery_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// damage does one kind of harm to the lines of a session. Byte fuzzing alone
// stays shallow; these are the kinds that happen.
type damage struct {
	name string
	do   func(r *rand.Rand, lines [][]byte) [][]byte
}

// pick returns a line behind the header.
func pick(r *rand.Rand, lines [][]byte) int { return 1 + r.IntN(len(lines)-1) }

func drop(lines [][]byte, i int) [][]byte {
	return append(append([][]byte{}, lines[:i]...), lines[i+1:]...)
}

func insert(lines [][]byte, i int, line []byte) [][]byte {
	out := append([][]byte{}, lines[:i]...)
	return append(append(out, line), lines[i:]...)
}

func set(line []byte, name string, value any) []byte {
	out, err := sjson.SetBytes(bytes.Clone(line), name, value)
	if err != nil {
		return line
	}
	return out
}

var damages = []damage{
	{"drop", func(r *rand.Rand, l [][]byte) [][]byte { return drop(l, pick(r, l)) }},
	{"drop-header", func(r *rand.Rand, l [][]byte) [][]byte { return drop(l, 0) }},
	{"double", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		return insert(l, i+r.IntN(len(l)-i), l[i])
	}},
	{"double-new-id", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		twin := set(l[i], "id", fmt.Sprintf("%08x", r.Uint32()))
		twin = set(twin, "parentId", gjson.GetBytes(l[i], "id").String())
		return insert(l, i+1, twin)
	}},
	{"cut", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		l = insert(l, i, l[i][:r.IntN(max(1, len(l[i])))])
		return drop(l, i+1)
	}},
	{"cut-header", func(r *rand.Rand, l [][]byte) [][]byte {
		return append([][]byte{l[0][:min(len(l[0]), 20+r.IntN(max(1, len(l[0])-20)))]}, l[1:]...)
	}},
	{"join", func(r *rand.Rand, l [][]byte) [][]byte {
		if len(l) < 3 {
			return l
		}
		i := 1 + r.IntN(len(l)-2)
		glued := append(bytes.Clone(l[i]), l[i+1]...)
		return insert(drop(drop(l, i), i), i, glued)
	}},
	{"torn-join", func(r *rand.Rand, l [][]byte) [][]byte {
		if len(l) < 3 {
			return l
		}
		i := 1 + r.IntN(len(l)-2)
		glued := append(bytes.Clone(l[i][:r.IntN(max(1, len(l[i])))]), l[i+1]...)
		return insert(drop(drop(l, i), i), i, glued)
	}},
	{"swap", func(r *rand.Rand, l [][]byte) [][]byte {
		i, j := pick(r, l), pick(r, l)
		l = append([][]byte{}, l...)
		l[i], l[j] = l[j], l[i]
		return l
	}},
	{"reparent", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		to := gjson.GetBytes(l[pick(r, l)], "id").String()
		return insert(drop(l, i), i, set(l[i], "parentId", to))
	}},
	{"swap-parents", func(r *rand.Rand, l [][]byte) [][]byte {
		if len(l) < 3 {
			return l
		}
		i := 1 + r.IntN(len(l)-2)
		a, b := gjson.GetBytes(l[i], "parentId").String(), gjson.GetBytes(l[i], "id").String()
		c := gjson.GetBytes(l[i+1], "id").String()
		l = append([][]byte{}, l...)
		l[i], l[i+1] = set(l[i], "parentId", c), set(l[i+1], "parentId", a)
		_ = b
		return l
	}},
	{"lost-parent", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		return insert(drop(l, i), i, set(l[i], "parentId", "deadbeef"))
	}},
	{"same-id", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		return insert(drop(l, i), i, set(l[i], "id", gjson.GetBytes(l[pick(r, l)], "id").String()))
	}},
	{"no-id", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		line, _ := sjson.DeleteBytes(bytes.Clone(l[i]), "id")
		return insert(drop(l, i), i, line)
	}},
	{"abort", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if gjson.GetBytes(l[i], "message.role").String() != "assistant" {
			return l
		}
		return insert(drop(l, i), i, set(l[i], "message.stopReason", "aborted"))
	}},
	{"garbage", func(r *rand.Rand, l [][]byte) [][]byte {
		junk := []string{"<<<<<<< HEAD", "42", "null", "[]", `{"marker":true}`, "\x00\x00\x00\x00", "not json", `"x"`}
		return insert(l, pick(r, l), []byte(junk[r.IntN(len(junk))]))
	}},
	{"no-message", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		line, _ := sjson.DeleteBytes(bytes.Clone(l[i]), "message")
		return insert(drop(l, i), i, line)
	}},
	{"wrong-call", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if !gjson.GetBytes(l[i], "message.toolCallId").Exists() {
			return l
		}
		return insert(drop(l, i), i, set(l[i], "message.toolCallId", "toolu_nobody"))
	}},
	{"edit-away", func(r *rand.Rand, l [][]byte) [][]byte {
		at := pick(r, l)
		last := gjson.GetBytes(l[len(l)-1], "id").String()
		return append(append([][]byte{}, l...), []byte(fmt.Sprintf(
			`{"type":"context_edit","id":"%08x","parentId":%q,"timestamp":"2026-01-01T00:00:00.000Z","targetId":%q,"replacement":null}`,
			r.Uint32(), last, gjson.GetBytes(l[at], "id").String())))
	}},
	{"content", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if !gjson.GetBytes(l[i], "message.content").Exists() {
			return l
		}
		shapes := []any{"text", nil, 7, map[string]any{"type": "text", "text": "x"}, []any{}, []any{nil}, []any{map[string]any{"type": "text"}},
			[]any{map[string]any{"type": "audio"}}, []any{map[string]any{"type": "image", "data": "x", "mimeType": "image/png"}}}
		return insert(drop(l, i), i, set(l[i], "message.content", shapes[r.IntN(len(shapes))]))
	}},
	{"call", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		blocks := gjson.GetBytes(l[i], "message.content").Array()
		for n, b := range blocks {
			if b.Get("type").String() == "toolCall" {
				key := []string{"name", "arguments", "id"}[r.IntN(3)]
				value := []any{"", "a.b", nil, "<|x|>", []any{1}, `{"a":1}`}[r.IntN(6)]
				return insert(drop(l, i), i, set(l[i], fmt.Sprintf("message.content.%d.%s", n, key), value))
			}
		}
		return l
	}},
	{"usage", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		line, _ := sjson.DeleteBytes(bytes.Clone(l[i]), "message.usage")
		return insert(drop(l, i), i, line)
	}},
	{"half-character", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		line := bytes.Replace(bytes.Clone(l[i]), []byte(`"path":"`), []byte(`"path":"\ud83d`), 1)
		return insert(drop(l, i), i, bytes.Replace(line, []byte(`"text":"`), []byte(`"text":"\udc00`), 1))
	}},
	{"bad-bytes", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		bad := []string{"\xff", "\xe2\x82", "\xc3", "\xed\xa0\x80"}[r.IntN(4)]
		return insert(drop(l, i), i, bytes.Replace(bytes.Clone(l[i]), []byte(`"text":"`), []byte(`"text":"`+bad), 1))
	}},
	{"result-name", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if !gjson.GetBytes(l[i], "message.toolName").Exists() {
			return l
		}
		return insert(drop(l, i), i, set(l[i], "message.toolName", []any{"", " ", nil, "a b"}[r.IntN(4)]))
	}},
	{"result-id", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		id := gjson.GetBytes(l[i], "message.toolCallId").String()
		if id == "" {
			return l
		}
		half, _, _ := strings.Cut(id, "|")
		if r.IntN(3) == 0 {
			line := set(l[i], "message.tool_call_id", id)
			line, _ = sjson.DeleteBytes(line, "message.toolCallId")
			return insert(drop(l, i), i, line)
		}
		return insert(drop(l, i), i, set(l[i], "message.toolCallId", []string{" " + id + " ", half}[r.IntN(2)]))
	}},
	{"role", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if !gjson.GetBytes(l[i], "message.role").Exists() {
			return l
		}
		return insert(drop(l, i), i, set(l[i], "message.role", []any{nil, "", "narrator"}[r.IntN(3)]))
	}},
	{"deep", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if !gjson.GetBytes(l[i], "message.content").Exists() {
			return l
		}
		line, _ := sjson.SetRawBytes(bytes.Clone(l[i]), "message.details", []byte(strings.Repeat("[", 4000)+strings.Repeat("]", 4000)))
		return insert(drop(l, i), i, line)
	}},
	{"signature", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		for n, b := range gjson.GetBytes(l[i], "message.content").Array() {
			if sig := b.Get("thinkingSignature").String(); sig != "" {
				return insert(drop(l, i), i, set(l[i], fmt.Sprintf("message.content.%d.thinkingSignature", n), sig[:len(sig)/2]))
			}
		}
		return l
	}},
	{"error-result", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if gjson.GetBytes(l[i], "message.role").String() != "toolResult" {
			return l
		}
		return insert(drop(l, i), i, set(set(l[i], "message.isError", true), "message.content", []any{}))
	}},
	{"compact", func(r *rand.Rand, l [][]byte) [][]byte {
		at := pick(r, l)
		i := pick(r, l)
		comp := fmt.Sprintf(`{"type":"compaction","id":"%08x","parentId":%q,"timestamp":"2026-01-01T00:00:00.000Z","summary":"so far","firstKeptEntryId":%q,"tokensBefore":9}`,
			r.Uint32(), gjson.GetBytes(l[i], "id").String(), gjson.GetBytes(l[at], "id").String())
		id := gjson.Get(comp, "id").String()
		out := insert(l, i+1, []byte(comp))
		for k := i + 2; k < len(out); k++ {
			if gjson.GetBytes(out[k], "parentId").String() == gjson.GetBytes(l[i], "id").String() {
				out[k] = set(out[k], "parentId", id)
			}
		}
		return out
	}},
}

// harm does n damages, the choice of them and of their places by the seed, and
// joins the lines. Now and then the end is torn as well.
func harm(seed uint64, src []byte, n int) (out []byte, names []string) {
	r := rand.New(rand.NewPCG(seed, 7))
	lines := bytes.Split(bytes.TrimSuffix(src, []byte("\n")), []byte("\n"))
	for range n {
		if len(lines) < 2 {
			break
		}
		d := damages[r.IntN(len(damages))]
		lines = d.do(r, lines)
		names = append(names, d.name)
	}
	out = append(bytes.Join(lines, []byte("\n")), '\n')
	switch r.IntN(6) {
	case 0:
		out = out[:len(out)-1]
		names = append(names, "unended")
	case 1:
		out = out[:len(out)-r.IntN(min(len(out), 300))]
		names = append(names, "torn")
	}
	return out, names
}
