package realpi_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// TestProjectionOfRandomDamage compares sessions that nobody thought of. A seed
// that shows a difference gives the same session again.
func TestProjectionOfRandomDamage(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	for seed, s := range struck(t, 0, 12, 400) {
		random := rand.New(rand.NewPCG(seed, 1))
		compareStored(t, pi, s, apis[seed%2], apis[random.IntN(2)])
	}
}

// struck walks recorded sessions in which accidents happened: so many, or where there
// is time so many more. Each test has a stream of its own.
func struck(t *testing.T, stream, some, more uint64) iter.Seq2[uint64, specimen] {
	all := specimens(t, recorded)
	if *thorough {
		some = more
	}
	return func(yield func(uint64, specimen) bool) {
		for seed := range some {
			random := rand.New(rand.NewPCG(seed, stream))
			s := all[random.IntN(len(all))]
			l := &lines{strings.Split(strings.TrimSuffix(string(s.session), "\n"), "\n")}
			for range 1 + random.IntN(3) {
				accident(l, random)
			}
			if circular(l.all) {
				continue // pi would never end
			}
			s.session = []byte(strings.Join(l.all, "\n") + "\n")
			s.name = fmt.Sprintf("seed %d, %s", seed, s.name)
			if !yield(seed, s) {
				return
			}
		}
	}
}

// accident damages one entry at random: the tree, or a value.
func accident(l *lines, random *rand.Rand) {
	i := 1 + random.IntN(len(l.all)-1)
	j := 1 + random.IntN(len(l.all)-1)
	switch random.IntN(13) {
	case 0:
		l.all = slices.Delete(l.all, i, i+1)
	case 1:
		l.remove(i)
	case 2:
		l.all = slices.Insert(l.all, j, l.all[i])
	case 3:
		l.insert(j, l.all[i])
	case 4:
		l.all[i], l.all[j] = l.all[j], l.all[i]
	case 5:
		l.all[i], l.all[j] = l.all[j], l.all[i]
		l.relink()
	case 6:
		l.set(i, "parentId", l.id(j))
	case 7:
		l.insert(j, oneOf(random, userLine, customLine, bashLine, branchLine))
	case 8:
		l.insert(j, compaction(l.id(i)))
	case 9:
		l.insert(j, edit(l.id(i), oneOf(random, `null`, `{}`, `{"content":""}`, `{"content":"shorter"}`,
			`{"content":[{"type":"text","text":"shorter"}]}`)))
	default:
		mistake(l, i, random)
	}
}

// mistake gives one member of an entry an unusual value.
func mistake(l *lines, i int, random *rand.Rand) {
	block := fmt.Sprintf("message.content.%d.", random.IntN(3))
	switch random.IntN(5) {
	case 0:
		l.setRaw(i, "message.content", oneOf(random, `""`, `" "`, `"text"`, `[]`, `null`, `{}`, `7`, `[null]`, `[{}]`,
			`[{"type":"text","text":""},{"type":"text","text":"x"}]`,
			`[{"type":"thinking","thinking":" "},{"type":"thinking","thinking":"hm"}]`,
			`[{"type":"thinking","thinking":"","thinkingSignature":"s"},{"type":"thinking","thinking":"x","redacted":true,"thinkingSignature":"s"}]`,
			`[{"type":"toolCall","id":"toolu_one","name":"read","arguments":{}}]`,
			`[{"type":"image","data":"`+dotText+`","mimeType":"image/png"}]`,
			`[{"type":"text","text":" "},{"type":"image","data":"`+dotText+`","mimeType":"image/png"}]`))
	case 1:
		l.set(i, "message.stopReason", oneOf(random, "stop", "length", "toolUse", "error", "aborted", "pending", ""))
	case 2:
		l.set(i, "message."+oneOf(random, "toolCallId", "toolName", "role", "provider", "api", "model"),
			oneOf(random, "toolu_one", "toolu_sleep", "call_a", "user", "assistant", "toolResult", "system", "x y|z"))
	case 3:
		// Only blocks that are there: another index would make empty ones.
		if gjson.Get(l.all[i], block+"type").Exists() {
			l.setRaw(i, block+oneOf(random, "id", "name", "arguments", "text", "thinking", "thinkingSignature", "type", "data"),
				oneOf(random, `"toolu_one"`, `"a.b|c"`, `""`, `null`, `7`, `{"a":[1e3,"\udc00"]}`, `"text"`, `"thinking"`, `"\ud83dx"`))
		}
	case 4:
		l.setRaw(i, "message."+oneOf(random, "isError", "usage", "timestamp", "errorMessage", "command", "output"),
			oneOf(random, `true`, `"true"`, `null`, `0`, `{}`, `"x"`))
	}
}

func oneOf(random *rand.Rand, all ...string) string { return all[random.IntN(len(all))] }

// circular reports whether a parent comes back. pi takes the last entry of an
// id.
func circular(all []string) bool {
	parents := map[string]string{}
	for _, line := range all[1:] {
		parents[gjson.Get(line, "id").Str] = gjson.Get(line, "parentId").Str
	}
	for id := range parents {
		for range len(all) + 1 {
			id = parents[id]
		}
		if id != "" {
			return true
		}
	}
	return false
}
