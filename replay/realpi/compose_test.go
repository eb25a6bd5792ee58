package realpi_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/mistral"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// TestProjectionOfComposedSessions compares sessions made of every kind of entry and
// block, in any order, with odd values among them. A seed that shows a difference
// gives the same session again.
func TestProjectionOfComposedSessions(t *testing.T) {
	pi := realpitest.Pi(t, newest)
	seeds := uint64(10)
	if *thorough {
		seeds = 1000
	}
	for seed := *firstSeed; seed < *firstSeed+seeds; seed++ {
		random := rand.New(rand.NewPCG(seed, 7))
		api := oneOf(random, textAPIs...)
		c := &composer{Rand: random, own: api}
		all := c.session()
		if circular(all) {
			continue // pi would never end
		}
		s := []byte(strings.Join(all, "\n") + "\n")
		t.Run(fmt.Sprintf("seed %d/%s", seed, api), func(t *testing.T) {
			t.Parallel()
			compareOne(t, pi, s, api)
		})
	}
}

// A composer makes up a session.
type composer struct {
	*rand.Rand
	own   string   // the API that most answers come from
	ids   []string // of entries
	calls []string // that have no result yet, as JSON
	count int
}

// session returns the lines of a session.
func (c *composer) session() []string {
	all := []string{`{"type":"session","version":3,"id":"0199c0de-0000-7000-8000-000000000000","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}`}
	for range 4 + c.IntN(16) {
		id := fmt.Sprintf("e%07x", len(all))
		parent := "null"
		if n := len(c.ids); n > 0 {
			parent = fmt.Sprintf("%q", c.ids[n-1])
			if c.IntN(25) == 0 {
				parent = fmt.Sprintf("%q", oneOf(c.Rand, c.ids...))
			}
		}
		c.ids = append(c.ids, id)
		all = append(all, fmt.Sprintf(`{"id":%q,"parentId":%s,"timestamp":"2026-01-01T00:00:%02d.000Z",%s}`, id, parent, len(all), c.entry()))
	}
	return all
}

// mostly returns the first value, and now and then one of the others.
func (c *composer) mostly(usual string, odd ...string) string {
	if c.IntN(9) == 0 {
		return oneOf(c.Rand, odd...)
	}
	return usual
}

// member is a member of an object, left out now and then.
func (c *composer) member(name, value string) string {
	if c.IntN(20) == 0 {
		return ""
	}
	return fmt.Sprintf(",%q:%s", name, value)
}

// entry is what an entry holds beside its place in the tree.
func (c *composer) entry() string {
	switch c.IntN(22) {
	case 0, 1, 2:
		return c.message("user", c.member("content", c.content(c.text, c.text, c.image)))
	case 3, 4, 5, 6, 7:
		return c.answer()
	case 8, 9, 10, 11, 12, 13:
		return c.result()
	case 14:
		return `"type":"compaction"` + c.member("summary", c.words()) + c.member("firstKeptEntryId", c.mostly(c.target(), `7`, `null`, `"nowhere"`)) +
			c.member("tokensBefore", "9") + oneOf(c.Rand, "", "", `,"systemMessage":{"role":"system","content":"be brief","timestamp":1}`, `,"fromHook":true,"details":{}`)
	case 15:
		return `"type":"branch_summary"` + c.member("fromId", c.target()) + c.member("summary", c.mostly(c.words(), `""`, `7`, `null`, `{}`))
	case 16:
		return `"type":"custom_message"` + c.member("customType", `"notice"`) + c.member("content", c.content(c.text, c.image)) +
			c.member("display", oneOf(c.Rand, `true`, `false`))
	case 17:
		return `"type":"context_edit"` + c.member("targetId", c.target()) + `,"replacement":` +
			c.mostly(oneOf(c.Rand, `null`, `{"content":`+c.content(c.text, c.image, c.call)+`}`), `{}`, `7`, `"text"`, `[]`)
	case 18:
		return c.message("bashExecution", c.member("command", c.words())+c.member("output", c.words())+
			c.member("exitCode", c.mostly(`0`, `7`, `null`, `"1"`))+c.member("cancelled", c.mostly(`false`, `true`))+
			c.member("truncated", c.mostly(`false`, `true`))+oneOf(c.Rand, "", `,"fullOutputPath":"/tmp/x"`, `,"excludeFromContext":true`, `,"excludeFromContext":1`))
	case 19:
		return c.rare()
	default:
		return oneOf(c.Rand, `"type":"label","targetId":`+c.target()+`,"label":"here"`, `"type":"session_info","name":"x"`,
			`"type":"thinking_level_change","thinkingLevel":"high"`, `"type":"model_change","provider":"example","modelId":"example-2"`,
			`"type":"custom","customType":"state","data":{"a":1}`, `"type":"usage","kind":"x","provider":"p","model":"m","usage":{}`, `"type":"novelty"`, `"type":7`)
	}
}

// rare are messages that pi keeps elsewhere or does not know.
func (c *composer) rare() string {
	switch c.IntN(6) {
	case 0:
		return c.message("custom", c.member("customType", `"notice"`)+c.member("content", c.content(c.text, c.image))+c.member("display", `false`))
	case 1:
		return c.message("branchSummary", c.member("summary", c.words())+c.member("fromId", c.target()))
	case 2:
		return c.message("compactionSummary", c.member("summary", c.words())+c.member("tokensBefore", `7`))
	case 3:
		return c.message(oneOf(c.Rand, "hookMessage", "novelty", ""), c.member("content", c.content(c.text)))
	case 4:
		return c.message("system", c.member("content", c.content(c.text))+c.member("sections", `{"a":"b","c":null}`)+
			oneOf(c.Rand, "", `,"toolsRemoved":[{"name":"read"}]`, `,"toolsAdded":[{"name":"read","parameters":{}}]`))
	default:
		return c.message("user", c.member("content", c.content(c.text, c.thought, c.call, c.image)))
	}
}

func (c *composer) message(role, members string) string {
	return fmt.Sprintf(`"type":"message","message":{"role":%q%s%s}`, role, members, c.member("timestamp", c.mostly("1767225600000", `"then"`, `null`)))
}

func (c *composer) answer() string {
	of := oneOf(c.Rand, c.own, c.own, c.own, realpi.Anthropic, realpi.Completions, realpi.Responses, google.API, mistral.API)
	usage := `{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}`
	return c.message("assistant", c.member("content", c.content(c.text, c.thought, c.call, c.call))+fmt.Sprintf(`,"api":%q`, of)+
		c.member("provider", c.mostly(`"example"`, `"other"`, `7`))+c.member("model", c.mostly(`"example-1"`, `"example-2"`, `null`))+
		`,"usage":`+usage+c.member("stopReason", c.mostly(`"toolUse"`, `"stop"`, `"length"`, `"error"`, `"aborted"`, `"pending"`, `7`))+
		oneOf(c.Rand, "", "", `,"errorMessage":"terminated"`, `,"responseId":"resp_1"`))
}

func (c *composer) result() string {
	id := c.identity()
	if len(c.calls) > 0 && c.IntN(12) > 0 {
		id, c.calls = c.calls[0], c.calls[1:]
	}
	return c.message("toolResult", c.member("toolCallId", id)+c.member("toolName", c.mostly(`"read"`, `"re ad"`, `""`, `null`, `7`))+
		c.member("content", c.content(c.text, c.text, c.image))+c.member("isError", c.mostly(`false`, `true`, `"true"`, `null`, `0`)))
}

// target names an entry, mostly an earlier one.
func (c *composer) target() string {
	if len(c.ids) == 0 || c.IntN(10) == 0 {
		return oneOf(c.Rand, `"root"`, `"e0000009"`, `""`)
	}
	return fmt.Sprintf("%q", oneOf(c.Rand, c.ids...))
}
