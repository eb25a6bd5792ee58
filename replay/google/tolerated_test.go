package google_test

import (
	"slices"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
	"github.com/pi-fix/pi-fix/replay/google"
)

func refusals(body string, profiles ...string) []string {
	return contracttest.Refusals(google.Contract, body, profiles...)
}

// What the service is known to take, and what pi sends to sound sessions.
func TestTolerated(t *testing.T) {
	thought := `{"thought":true,"text":"hm"}`
	for name, body := range map[string]string{
		"neighbours from the user":         full(user(text("a")), user(text("b"))),
		"neighbours from the model":        full(user(text("a")), model(text("b")), model(text("c")), user(text("d"))),
		"thoughts without signature":       full(user(text("a")), model(thought, text("b")), user(text("c"))),
		"thoughts with signature":          full(user(text("a")), model(`{"thought":true,"text":"","thoughtSignature":"c2ln"}`, text("b")), user(text("c"))),
		"an empty text with its signature": full(user(text("a")), model(`{"text":"","thoughtSignature":"c2ln"}`), user(text("c"))),
		"unsigned calls":                   asked(user(response("read"))),
		"responses in another order":       full(user(text("a")), model(call("a"), call("b")), user(response("b"), response("a"))),
		"a response under another name":    asked(user(response("write"))),
		"a tool that nobody declared":      `{"tools":[{"functionDeclarations":[{"name":"write"}]}],"contents":[` + user(text("a")) + "," + model(call("read")) + "," + user(response("read")) + `]}`,
		"the model first":                  full(model(text("a")), user(text("b"))),
		"the model last":                   full(user(text("a")), model(text("b"))),
		"no role":                          full(`{"parts":[{"text":"a"}]}`),
		"the role of old responses":        asked(said("function", response("read"))),
		"text beside responses":            asked(user(response("read"), text("a"))),
		"responses in two contents":        full(user(text("a")), model(call("a"), call("b")), user(response("a")), user(response("b"))),
		"ids":                              full(user(text("a")), model(`{"functionCall":{"name":"a","args":{},"id":"1"}}`), user(`{"functionResponse":{"name":"a","response":{},"id":"1"}}`)),
		"no arguments":                     full(user(text("a")), model(`{"functionCall":{"name":"a"}}`), user(response("a"))),
		"a picture in a response":          asked(user(`{"functionResponse":{"name":"read","response":{},"parts":[` + blob("image/png", png) + `]}}`)),
		"a picture behind a response":      asked(user(response("read")), user(text("Tool result image:"), blob("image/png", png))),
		"names of the schema":              full(user(text("a")), model(`{"function_call":{"name":"a","args":{}},"thought_signature":"c2ln"}`), user(`{"function_response":{"name":"a","response":{}}}`)),
		"what pi sends beside": `{"contents":[` + user(text("a")) + `],"systemInstruction":{"parts":[{"text":"s"}],"role":"user"},` +
			`"tools":[{"functionDeclarations":[{"name":"read","description":"d","parametersJsonSchema":{}}]}],` +
			`"toolConfig":{},"generationConfig":{"maxOutputTokens":9,"thinkingConfig":{}}}`,
	} {
		if got := refusals(body); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Calls of earlier turns need no signature, and there is a word that stands for
// one.
func TestSignaturesOfTheCurrentTurn(t *testing.T) {
	for name, body := range map[string]string{
		"an earlier turn": asked(user(response("read")), user(text("next"))),
		"a word instead":  full(user(text("a")), model(`{"functionCall":{"name":"a"},"thoughtSignature":"skip_thought_signature_validator"}`), user(response("a"))),
	} {
		if got := refusals(body, google.Gemini3); len(got) > 0 {
			t.Errorf("%s: got %v", name, got)
		}
	}
	for path, want := range map[string]int{"/models/gemini-3-pro:generateContent": 1, "/models/gemini-2.5-pro:generateContent": 0} {
		if got := google.Contract.At(parse(t, path)).Judge([]byte(asked(user(response("read"))))); len(got) != want {
			t.Errorf("%s: got %v, want %d", path, got, want)
		}
	}
	second := full(user(text("a")), model(signed("a")), user(response("a")), model(call("b")), user(response("b")))
	if got := refusals(second, google.Gemini3); !slices.Equal(got, []string{"gemini/missing-thought-signature"}) {
		t.Errorf("the second step: got %v", got)
	}
}

// Repairs that look right and are not; see the names.
func TestNaiveRepairs(t *testing.T) {
	for name, c := range map[string]struct{ body, want, profile string }{
		"result-in-later-message":     {body: asked(user(text("b")), model(text("c")), user(response("read"))), want: "gemini/response-count"},
		"split-parallel-results":      {body: full(user(text("a")), model(call("a"), call("b")), user(response("a")), user(text("queued")), user(response("b"))), want: "gemini/response-count"},
		"fill-then-late-result":       {body: asked(user(response("read")), user(text("b")), user(response("read"))), want: "gemini/response-turn-order"},
		"double-fill":                 {body: asked(user(response("read"), response("read"))), want: "gemini/response-count"},
		"drop-call-keep-result":       {body: full(user(text("a")), user(response("read"))), want: "gemini/response-turn-order"},
		"drop-text-keep-empty":        {body: full(user(text("a")), model(), user(text("b"))), want: "gemini/parts-empty"},
		"synthetic-call":              {body: asked(user(response("read"))), want: "gemini/missing-thought-signature", profile: google.Gemini3},
		"reorder-results-only":        {body: asked(model(call("b")), user(response("read"), response("b"))), want: "gemini/call-turn-order"},
		"truncate-head":               {body: full(model(call("read")), user(response("read"))), want: "gemini/call-turn-order"},
		"truncate-head-to-the-result": {body: full(user(response("read")), model(text("b")), user(text("c"))), want: "gemini/response-turn-order"},
		"bridge-assistant-text":       {body: asked(model(text("b")), user(response("read"))), want: "gemini/response-turn-order"},
		"compaction-cut-inside-pair":  {body: full(user(text("summary")), user(response("read")), user(text("go on"))), want: "gemini/response-turn-order"},
		"call-at-the-end":             {body: asked(), want: "gemini/response-count"},
		"picture-between-results":     {body: full(user(text("a")), model(call("a"), call("b")), user(response("a")), user(text("Tool result image:"), blob("image/png", png)), user(response("b"))), want: "gemini/response-count"},
	} {
		if got := refusals(c.body, c.profile); !slices.Contains(got, c.want) {
			t.Errorf("%s: got %v, want %s", name, got, c.want)
		}
	}
}

// What the schema does not know is met before a field without a value, that
// before the turns, and pictures come last.
func TestOrderOfFaults(t *testing.T) {
	body := full(user(blob("image/tiff", png)), user(response("read")), model(), user(`{"texts":"a"}`))
	var got []string
	for _, v := range google.Contract.Judge([]byte(body)) {
		got = append(got, v.Clause.ID)
	}
	want := []string{
		"gemini/unknown-field", "gemini/parts-empty", "gemini/part-without-data", "gemini/response-turn-order",
		"gemini/inline-data",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
