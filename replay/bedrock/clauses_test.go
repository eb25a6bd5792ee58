package bedrock_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/bedrock"
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

type sample = contracttest.Sample

var (
	asClaude = []string{bedrock.Claude}
	cases    = slices.Concat(formatCases, schemaCases, pairCases)
)

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestClauses(t *testing.T) {
	contracttest.Check(t, bedrock.Contract, cases)
	contracttest.Covered(t, bedrock.Contract, cases)
}
