package bedrock_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/bedrock"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
)

// full makes a whole body of messages.
func full(messages ...string) string {
	return `{"toolConfig":{"tools":[]},"messages":[` + strings.Join(messages, ",") + `]}`
}

// asked makes a body with a call of c1 and what follows it.
func asked(rest ...string) string {
	return full(append([]string{user(words("hi")), model(use("c1"))}, rest...)...)
}

func user(blocks ...string) string { return message("user", blocks...) }

func model(blocks ...string) string { return message("assistant", blocks...) }

func message(role string, blocks ...string) string {
	return `{"role":"` + role + `","content":[` + strings.Join(blocks, ",") + `]}`
}

func words(said string) string { return `{"text":"` + said + `"}` }

func use(id string) string { return called(`"toolUseId":"` + id + `","name":"read","input":{}`) }

func called(members string) string { return `{"toolUse":{` + members + `}}` }

func result(id string) string { return resulted(`"toolUseId":"` + id + `","content":[{"text":"x"}]`) }

func resulted(members string) string { return `{"toolResult":{` + members + `}}` }

func thought(members string) string {
	return `{"reasoningContent":{"reasoningText":{"text":"hm"` + members + `}}}`
}

const (
	picture = `{"image":{"format":"png","source":{"bytes":"iVBORw0KGgo="}}}`
	paper   = `{"document":{"format":"txt","name":"a","source":{"bytes":"YQ=="}}}`
	marked  = `{"cachePoint":{"type":"default"}}`
	signed  = `,"signature":"c2ln"`
)

// sound is an exchange that every model takes.
var sound = asked(user(result("c1")), model(words("b")), user(words("c")))

// sample is a request with one fault beside its sound twin of the same shape.
type sample struct {
	id, text    string // the clause: its id and a part of its text
	bad, good   string
	at, message string // where and what, of the fault
	profiles    []string
}

var (
	asClaude = []string{bedrock.Claude}
	hole     = regexp.MustCompile(`\{[a-z]+\}`)
	cases    = slices.Concat(formatCases, schemaCases, pairCases)
)

func TestClauses(t *testing.T) {
	for _, c := range cases {
		name := c.id + " " + c.text
		bad := bedrock.Contract.Judge([]byte(c.bad), c.profiles...)
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
		if good := bedrock.Contract.Judge([]byte(c.good), c.profiles...); len(good) > 0 {
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
	contracttest.Covered(t, bedrock.Contract, all)
}

func refusals(body string, profiles ...string) []string {
	var ids []string
	for _, v := range bedrock.Contract.Judge([]byte(body), profiles...) {
		if v.Clause.Level == contract.Reject && !slices.Contains(ids, v.Clause.ID) {
			ids = append(ids, v.Clause.ID)
		}
	}
	return ids
}
