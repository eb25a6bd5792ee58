package bedrock_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/bedrock"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
)

// What the service is known to take, and what pi sends to sound sessions.
func TestTolerated(t *testing.T) {
	for name, c := range map[string]struct{ body, profile string }{
		"results in another order":     {full(user(words("a")), model(use("a"), use("b")), user(result("b"), result("a"))), bedrock.Claude},
		"text behind results":          {asked(user(result("c1"), words("b"))), bedrock.Claude},
		"success without content":      {misled(`"toolUseId":"c1","status":"success","content":[]`), bedrock.Claude},
		"a tool that is gone":          {broken(`"toolUseId":"c2","name":"gone","input":{}`), bedrock.Claude},
		"last message from the model":  {full(user(words("a")), model(words("b"))), bedrock.Claude},
		"block between results":        {full(user(words("a")), model(use("a"), use("b")), user(result("a"), picture, result("b"))), bedrock.Nova},
		"an id used in two turns":      {asked(user(result("c1")), model(use("c1")), user(result("c1"))), bedrock.Nova},
		"image in an error result":     {misled(`"toolUseId":"c1","status":"error","content":[` + picture + `]`), bedrock.Nova},
		"thoughts without a signature": {full(user(words("a")), model(thought(""), words("b")), user(words("c"))), bedrock.Nova},
		"sealed thoughts":              {full(user(words("a")), model(`{"reasoningContent":{"redactedContent":"YQ=="}}`, words("b")), user(words("c"))), bedrock.Claude},
		"neighbours of one role":       {asked(user(result("c1")), user(words("go on"))), bedrock.Claude},
		"a mark behind the prompt":     {full(user(words("a"), marked)), bedrock.Claude},
		"what stands for nothing":      {full(user(words("<empty>"))), bedrock.Nova},
	} {
		if got := refusals(c.body, c.profile); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Repairs that look right and are not; see the names.
func TestNaiveRepairs(t *testing.T) {
	two := []string{user(words("a")), model(use("a"), use("b"))}
	for name, c := range map[string]struct{ body, want string }{
		"result-in-later-message":      {asked(user(words("b")), model(words("c")), user(result("c1"))), "bedrock/missing-tool-result"},
		"split-parallel-results":       {full(append(two, user(result("a")), user(words("queued")), user(result("b")))...), "bedrock/missing-tool-result"},
		"fill-then-late-result":        {asked(user(result("c1")), model(words("b")), user(result("c1"))), "bedrock/excess-tool-result"},
		"double-fill":                  {asked(user(result("c1"), result("c1"))), "bedrock/excess-tool-result"},
		"drop-call-keep-result":        {full(user(words("a")), user(result("c1"))), "bedrock/excess-tool-result"},
		"drop-text-keep-empty-message": {full(user(words("a")), model(), user(words("b"))), "bedrock/empty-message"},
		"space-filler":                 {full(user(words(" "))), "bedrock/blank-text"},
		"sanitize-one-side":            {full(user(words("a")), model(use("a_b")), user(result("a-b"))), "bedrock/missing-tool-result"},
		"sanitize-collision":           {full(user(words("a")), model(use("a_b"), use("a_b")), user(result("a_b"), result("a_b"))), "bedrock/duplicate-tool-use"},
		"reorder-results-only":         {asked(model(use("c2")), user(result("c1"), result("c2"))), "bedrock/missing-tool-result"},
		"error-result-with-image":      {misled(`"toolUseId":"c1","status":"error","content":[` + picture + `]`), "bedrock/error-result-non-text"},
		"empty-error-result":           {misled(`"toolUseId":"c1","status":"error","content":[]`), "bedrock/empty-error-tool-result"},
		"truncate-head":                {full(model(words("b")), user(words("c"))), "bedrock/start-with-user"},
		"truncate-head to a result":    {full(user(result("c1")), model(words("b")), user(words("c"))), "bedrock/excess-tool-result"},
		"bridge-assistant-text":        {asked(model(words("b")), user(result("c1"))), "bedrock/missing-tool-result"},
		"tools-dropped":                {strings.Replace(sound, `"toolConfig":{"tools":[]},`, ``, 1), "bedrock/tool-config-required"},
		"compaction-cut-inside-pair":   {full(user(words("summary")), user(result("c1")), user(words("go on"))), "bedrock/excess-tool-result"},
	} {
		if got := refusals(c.body, bedrock.Claude); len(got) == 0 || !slices.Contains(got[:min(2, len(got))], c.want) {
			t.Errorf("%s: got %v, want %s first", name, got, c.want)
		}
	}
}

// A value of the wrong form is met before a fault of a message, that before one
// of the pairs, and the model last.
func TestOrderOfFaults(t *testing.T) {
	body := strings.Replace(full(user(words("a")), model(use("a"), thought("")), user(words(""), result("b.c"))), `"toolConfig":{"tools":[]},`, ``, 1)
	var got []string
	for _, v := range bedrock.Contract.Judge([]byte(body), bedrock.Claude) {
		got = append(got, v.Clause.ID)
	}
	want := []string{
		"bedrock/tool-use-id-format", "bedrock/tool-config-required", "bedrock/blank-text", "bedrock/missing-tool-result",
		"bedrock/unknown-tool-result-id", "bedrock/reasoning-signature", "bedrock/final-block-thinking", "bedrock/block-between-results",
	}
	slices.Sort(got[len(got)-3:])
	slices.Sort(want[len(want)-3:])
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func refusals(body string, profiles ...string) []string {
	return contracttest.Refusals(bedrock.Contract, body, profiles...)
}
