package realpi_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// TestProjectionOfTwistedSessions compares composed sessions in which a few values,
// wherever they stand, are of a kind that nobody would think of there. A seed that
// shows a difference gives the same session again.
func TestProjectionOfTwistedSessions(t *testing.T) {
	for version, seeds := range map[string][2]uint64{newest: {7, 600}, "0.87.1": {1, 60}, "0.74.2": {1, 60}} {
		pi := realpitest.Pi(t, version)
		n := seeds[0]
		if *thorough {
			n = seeds[1]
		}
		for seed := *firstSeed; seed < *firstSeed+n; seed++ {
			random := rand.New(rand.NewPCG(seed, 8))
			apis := map[string][]string{newest: everyAPI, "0.87.1": textAPIs, "0.74.2": textAPIs[:4]}[version] // its Mistral needs an older Node
			api := oneOf(random, apis...)
			c := &composer{Rand: random, own: api}
			all := c.session()
			for range 1 + random.IntN(3) {
				at := 1 + random.IntN(len(all)-1)
				all[at] = twist(t, random, all[at])
			}
			if circular(all) {
				continue // pi would never end
			}
			s := []byte(strings.Join(all, "\n") + "\n")
			switch api {
			case realpi.Bedrock:
				s = by(s, oneOf(random, bedrockModels...))
			case google.API:
				s = by(s, oneOf(random, geminis...))
			}
			t.Run(fmt.Sprintf("%s/seed %d/%s", version, seed, api), func(t *testing.T) {
				t.Parallel()
				compareOne(t, pi, s, api)
			})
		}
	}
}

// everyAPI are the APIs that a provider in models.json can speak, those with an
// account of their own among them.
var everyAPI = append([]string{realpi.Bedrock, realpi.Azure, realpi.Codex, realpi.Gateway}, textAPIs...)

// odd are values of every kind, some of which JavaScript writes in its own way.
var odd = []string{
	`null`, `true`, `false`, `0`, `7`, `-0`, `1e400`, `-1e-400`, `123456789012345678901`, `1e21`, `0.0000001`, `1.50`,
	`""`, `" "`, `"text"`, `"\ud83d"`, `"x\udc00y"`, `"\u2028\u0085"`, `"\ufeff"`, `"7"`, `"__proto__"`, `"user"`, `"assistant"`,
	`[]`, `[null]`, `[[]]`, `[1,[2,[null]]]`, `["text"]`, `[{}]`, `[{"type":"text","text":"t"}]`,
	`[{"type":"text","text":"t"},null]`, `[{"type":"image","data":"AAAA","mimeType":"image/svg+xml"}]`,
	`[{"type":"toolCall","id":"toolu_x","name":"read","arguments":[]}]`, `[{"type":"thinking","thinking":null}]`,
	`{}`, `{"a":{"b":[null,{"c":null}]}}`, `{"\ud83d":1,"\u00e9":{"\udc00":2}}`, `{"b":1,"10":2,"9":3,"a":4,"-1":5,"01":6}`,
	`{"a":1,"b":2,"a":3}`, `{"__proto__":{"x":1},"constructor":7}`, `{"length":2,"0":"a","1":"b"}`,
	`{"content":"shorter"}`, `{"content":[{"type":"text","text":"shorter"}]}`, `{"content":[],"role":"user"}`, `{"toJSON":"x"}`,
}

// twist changes a line: a value, or a member that is given once more or added.
func twist(t *testing.T, random *rand.Rand, line string) string {
	t.Helper()
	entry, err := js.ParseString(line)
	if err != nil {
		t.Fatal(err)
	}
	var values, objects []js.Value
	var walk func(js.Value)
	walk = func(v js.Value) {
		for m := range v.All() {
			// Without its place in the tree an entry is only lost.
			if key := m.Key(); m.Parent().Parent().Exists() || key != "id" && key != "parentId" && key != "type" {
				values = append(values, m)
			}
			walk(m)
		}
		if v.Kind() == js.Object && v.Parent().Exists() {
			objects = append(objects, v)
		}
	}
	walk(entry)
	value := oneOf(random, odd...)
	if len(objects) > 0 && random.IntN(4) == 0 {
		o := objects[random.IntN(len(objects))]
		key := oneOf(random, `"content"`, `"text"`, `"id"`, `"name"`, `"10"`, `"\ud83d"`, `"a"`, `"isError"`, `"usage"`, `"stopReason"`, `"type"`,
			`"toolName"`, `"display"`, `"details"`, `"arguments"`, `"timestamp"`, `"role"`, `"thinkingSignature"`, `"summary"`, `"replacement"`)
		at := o.Offset() + 1
		if o.Len() == 0 {
			return line[:at] + key + ":" + value + line[at:]
		}
		if random.IntN(2) == 0 { // behind the others, where it counts
			at = o.Offset() + len(o.Raw()) - 1
			return line[:at] + "," + key + ":" + value + line[at:]
		}
		return line[:at] + key + ":" + value + "," + line[at:]
	}
	v := values[random.IntN(len(values))]
	return line[:v.Offset()] + value + line[v.Offset()+len(v.Raw()):]
}
