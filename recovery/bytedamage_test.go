package recovery_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"

	"github.com/tidwall/gjson"
)

// byBytes is a damage to the file as bytes, whatever its lines.
func byBytes(do func(r *rand.Rand, file []byte) []byte) func(*rand.Rand, [][]byte) [][]byte {
	return func(r *rand.Rand, lines [][]byte) [][]byte {
		file := do(r, append(bytes.Join(lines, []byte("\n")), '\n'))
		return bytes.Split(bytes.TrimSuffix(file, []byte("\n")), []byte("\n"))
	}
}

// span picks a block of the file behind the header, as disks have them.
func span(r *rand.Rand, file []byte) (from, to int) {
	const block = 512
	head := bytes.IndexByte(file, '\n') + 1
	blocks := len(file)/block + 1
	from = max(head, block*r.IntN(blocks))
	return from, min(len(file), from+block*(1+r.IntN(8)))
}

// byteDamages are what disks, editors and tools do.
var byteDamages = []damage{
	{"bit", byBytes(func(r *rand.Rand, file []byte) []byte {
		for range 1 + r.IntN(3) {
			i := r.IntN(len(file))
			if b := file[i] ^ 1<<r.IntN(8); b != '\n' && file[i] != '\n' {
				file[i] = b
			}
		}
		return file
	})},
	{"hole", byBytes(func(r *rand.Rand, file []byte) []byte {
		from, to := span(r, file)
		clear(file[from:to])
		return file
	})},
	{"block-lost", byBytes(func(r *rand.Rand, file []byte) []byte {
		from, to := span(r, file)
		return append(bytes.Clone(file[:from]), file[to:]...)
	})},
	{"block-twice", byBytes(func(r *rand.Rand, file []byte) []byte {
		from, to := span(r, file)
		return append(bytes.Clone(file[:to]), file[from:]...)
	})},
	{"blocks-swapped", byBytes(func(r *rand.Rand, file []byte) []byte {
		from, to := span(r, file)
		mid := from + (to-from)/2
		return bytes.Join([][]byte{file[:from], file[mid:to], file[from:mid], file[to:]}, nil)
	})},
	{"shifted", byBytes(func(r *rand.Rand, file []byte) []byte {
		at := r.IntN(len(file))
		return bytes.Join([][]byte{file[:at], file[r.IntN(len(file)):]}, nil)
	})},
	{"formatted", func(r *rand.Rand, l [][]byte) [][]byte {
		i := r.IntN(len(l))
		var b bytes.Buffer
		if json.Indent(&b, l[i], "", "  ") != nil {
			return l
		}
		parts := bytes.Split(b.Bytes(), []byte("\n"))
		return append(append(append([][]byte{}, l[:i]...), parts...), l[i+1:]...)
	}},
	{"list", func(r *rand.Rand, l [][]byte) [][]byte {
		if len(l) < 3 {
			return l
		}
		i := 1 + r.IntN(len(l)-2)
		j := i + 1 + r.IntN(len(l)-i)
		list := append(append([]byte{'['}, bytes.Join(l[i:j], []byte(","))...), ']')
		return append(append(append([][]byte{}, l[:i]...), list), l[j:]...)
	}},
	{"prefixed", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		mark := []string{"+", "  7\t", "\x1b[0m", "s.jsonl:7:", "> "}[r.IntN(5)]
		return insert(drop(l, i), i, append([]byte(mark), l[i]...))
	}},
	{"returns", func(r *rand.Rand, l [][]byte) [][]byte {
		out := make([][]byte, len(l))
		for i := range l {
			out[i] = append(bytes.Clone(l[i]), '\r')
		}
		return out
	}},
}

// pairDamages are more of what happens to calls and results.
var pairDamages = []damage{
	{"results-shuffled", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if i+1 >= len(l) || !gjson.GetBytes(l[i], "message.toolCallId").Exists() || !gjson.GetBytes(l[i+1], "message.toolCallId").Exists() {
			return l
		}
		out := append([][]byte{}, l...)
		out[i] = set(l[i], "message", gjson.GetBytes(l[i+1], "message").Value())
		out[i+1] = set(l[i+1], "message", gjson.GetBytes(l[i], "message").Value())
		return out
	}},
	{"result-elsewhere", func(r *rand.Rand, l [][]byte) [][]byte {
		i, at := pick(r, l), pick(r, l)
		if !gjson.GetBytes(l[i], "message.toolCallId").Exists() {
			return l
		}
		moved := set(l[i], "parentId", gjson.GetBytes(l[at], "id").String())
		for k := range l {
			if gjson.GetBytes(l[k], "parentId").String() == gjson.GetBytes(l[i], "id").String() {
				l = insert(drop(l, k), k, set(l[k], "parentId", gjson.GetBytes(l[i], "parentId").Value()))
			}
		}
		return append(drop(l, i), moved)
	}},
	{"call-twice", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		blocks := gjson.GetBytes(l[i], "message.content").Array()
		for _, b := range blocks {
			if b.Get("type").String() == "toolCall" {
				twin := b.Value().(map[string]any)
				if r.IntN(2) == 0 {
					twin["arguments"] = map[string]any{}
				}
				return insert(drop(l, i), i, set(l[i], "message.content.-1", twin))
			}
		}
		return l
	}},
	{"call-cut", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		for n, b := range gjson.GetBytes(l[i], "message.content").Array() {
			if b.Get("type").String() == "toolCall" {
				return insert(drop(l, i), i, set(l[i], "message.content."+string(rune('0'+n%10))+".partialJson", `{"path":"`))
			}
		}
		return l
	}},
	{"same-call-id", func(r *rand.Rand, l [][]byte) [][]byte {
		i, j := pick(r, l), pick(r, l)
		id := gjson.GetBytes(l[i], "message.content.#(type==\"toolCall\").id").String()
		if other := gjson.GetBytes(l[j], "message.content.#(type==\"toolCall\").id").String(); id == "" || other == "" || id == other {
			return l
		} else {
			return insert(drop(l, j), j, bytes.ReplaceAll(l[j], []byte(other), []byte(id)))
		}
	}},
	{"placeholder", func(r *rand.Rand, l [][]byte) [][]byte {
		i := pick(r, l)
		if !gjson.GetBytes(l[i], "message.toolCallId").Exists() {
			return l
		}
		twin := set(set(l[i], "message.isError", true), "message.content", []any{map[string]any{"type": "text", "text": "No result provided"}})
		twin = set(twin, "id", gjson.GetBytes(l[i], "id").String()+"f")
		real := set(l[i], "parentId", gjson.GetBytes(twin, "id").String())
		return insert(insert(drop(l, i), i, real), i, twin)
	}},
}

func init() { damages = append(append(damages, byteDamages...), pairDamages...) }
