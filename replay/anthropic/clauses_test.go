package anthropic_test

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/anthropic"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
)

// full makes a whole body of a list of messages.
func full(messages string) string {
	if strings.HasPrefix(messages, "{\"model\"") || !strings.HasPrefix(messages, "[") {
		return messages
	}
	return `{"model":"m","max_tokens":9,"tools":[{"name":"read","input_schema":{}}],"messages":` + messages + `}`
}

// with makes a whole body whose first user message holds one block more.
func with(block string) string {
	return full(`[{"role":"user","content":[{"type":"text","text":"hi"},` + block + `]}]`)
}

// asked makes a body with a call of c1 and what follows it.
func asked(rest string) string {
	return full(`[{"role":"user","content":"hi"},{"role":"assistant","content":[` + use("c1") + `]},` + rest + `]`)
}

func use(id string) string {
	return `{"type":"tool_use","id":"` + id + `","name":"read","input":{}}`
}

func result(id string) string {
	return `{"type":"tool_result","tool_use_id":"` + id + `","content":"x"}`
}

func said(role, content string) string {
	return `{"role":"` + role + `","content":` + content + `}`
}

// answered is the end of a sound exchange about c1.
func answered(block string) string {
	return full(`[{"role":"user","content":"hi"},{"role":"assistant","content":[` + block + `,` + use("c1") + `]},` +
		`{"role":"user","content":[` + result("c1") + `]}]`)
}

var png = base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1A\n0123456789abcdef"))

func picture(media, data string) string {
	return `{"type":"image","source":{"type":"base64","media_type":"` + media + `","data":"` + data + `"}}`
}

func server(kind, id string) string {
	if kind == "server_tool_use" {
		return `{"type":"server_tool_use","id":"` + id + `","name":"web_search","input":{}}`
	}
	return `{"type":"` + kind + `","tool_use_id":"` + id + `","content":[]}`
}

// sample is a request with one fault beside its sound twin of the same shape.
type sample struct {
	id, text    string // the clause: its id and a part of its text
	bad, good   string
	at, message string // where and what, of the fault
	profiles    []string
}

var cases = slices.Concat(bodyCases, schemaCases, shapeCases, pairCases, thinkingCases, profileCases, limitCases, sealCases)

var hole = regexp.MustCompile(`\{[a-z]+\}`)

func TestClauses(t *testing.T) {
	for _, c := range cases {
		name := c.id + " " + c.text
		bad := anthropic.Contract.Judge([]byte(c.bad), c.profiles...)
		i := slices.IndexFunc(bad, func(v contract.Violation) bool {
			return v.Clause.ID == c.id && strings.Contains(v.Clause.Text, c.text)
		})
		if i < 0 {
			t.Errorf("%s: not found, got %v", name, bad)
			continue
		}
		if c.at != "" && string(bad[i].Pointer) != c.at {
			t.Errorf("%s: got place %s, want %s", name, bad[i].Pointer, c.at)
		}
		if c.message != "" && bad[i].Message != c.message {
			t.Errorf("%s: got %q\nwant %q", name, bad[i].Message, c.message)
		}
		if hole.MatchString(bad[i].Message) {
			t.Errorf("%s: a hole is left in %q", name, bad[i].Message)
		}
		if good := anthropic.Contract.Judge([]byte(c.good), c.profiles...); len(good) > 0 {
			t.Errorf("%s: its sound twin breaks %v", name, good)
		}
	}
}

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestEveryClauseHasACase(t *testing.T) {
	var all []contracttest.Case
	for _, c := range cases {
		all = append(all, contracttest.Case{ID: c.id, Bad: c.bad, Good: c.good, Profiles: c.profiles})
	}
	contracttest.Covered(t, anthropic.Contract, all)
}
