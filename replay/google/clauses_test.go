package google_test

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/contract/contracttest"
	"github.com/pi-fix/pi-fix/replay/google"
)

// full makes a whole body of contents.
func full(contents ...string) string { return `{"contents":[` + strings.Join(contents, ",") + `]}` }

// asked makes a body with one call and what follows it.
func asked(rest ...string) string {
	return full(append([]string{user(text("hi")), model(call("read"))}, rest...)...)
}

func said(role string, parts ...string) string {
	return `{"role":"` + role + `","parts":[` + strings.Join(parts, ",") + `]}`
}

func user(parts ...string) string  { return said("user", parts...) }
func model(parts ...string) string { return said("model", parts...) }
func text(said string) string      { return `{"text":"` + said + `"}` }
func call(name string) string      { return `{"functionCall":{"name":"` + name + `","args":{}}}` }

func signed(name string) string {
	return `{"functionCall":{"name":"` + name + `","args":{}},"thoughtSignature":"c2ln"}`
}

func response(name string) string {
	return `{"functionResponse":{"name":"` + name + `","response":{"output":"x"}}}`
}

func blob(media, data string) string {
	return `{"inlineData":{"mimeType":"` + media + `","data":"` + data + `"}}`
}

var png = base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1A\n0123456789abcdef"))

// bulk is a request of more than so many mebibytes.
func bulk(mebibytes int) string { return full(user(text("a"))) + strings.Repeat(" ", mebibytes<<20) }

// sample is a request with one fault beside its sound twin of the same shape.
type sample struct {
	id, text  string // the clause: its id and a part of its text
	bad, good string
	message   string
	profile   string
	vertex    bool // only Vertex AI has the clause
}

var sound = asked(user(response("read")), user(text("a")))

var cases = []sample{
	{id: "gemini/invalid-json", text: "{fault}", bad: `{"contents":[`, good: sound, message: "Invalid JSON payload received. Unexpected token."},
	{id: "gemini/invalid-json", text: "surrogate", bad: full(user(text(`\ud83d`))), good: full(user(text(`\ud83d\ude00`)))},
	{id: "gemini/inline-data", text: "104857600", bad: bulk(100), good: sound},
	{id: "gemini/inline-data", text: "20971520", bad: bulk(20), good: sound},
	{id: "gemini/unknown-field", text: `"{name}":`, bad: `{"messages":[],"contents":[` + user(text("a")) + `]}`, good: sound,
		message: `Invalid JSON payload received. Unknown name "messages": Cannot find field.`},
	{id: "gemini/unknown-field", text: "{owner}", good: sound,
		bad:     full(user(text("a")), model(`{"functionCall":{"name":"read","args":{},"callId":"x"}}`), user(response("read"))),
		message: `Invalid JSON payload received. Unknown name "callId" at 'contents[1].parts[0].function_call': Cannot find field.`},
	{id: "gemini/unknown-field", text: "{owner}", profile: google.OldVertex, good: sound,
		bad:     full(user(text("a")), model(`{"functionCall":{"name":"read","args":{},"id":"x"}}`), user(response("read"))),
		message: `Invalid JSON payload received. Unknown name "id" at 'contents[1].parts[0].function_call': Cannot find field.`},
	{id: "gemini/invalid-value", bad: full(user(`{"text":3}`)), good: sound, message: "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 3"},
	{id: "gemini/response-shape", text: "Struct", bad: asked(user(`{"functionResponse":{"name":"read","response":"x"}}`)), good: sound,
		message: `Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "x"`},
	{id: "gemini/corrupt-thought-signature", good: full(user(text("a")), model(signed("read")), user(response("read"))),
		bad: full(user(text("a")), model(`{"text":"b","thoughtSignature":"reasoning_content!"}`), user(text("c"))),
		message: "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for " +
			`"reasoning_content!"`},
	{id: "gemini/inline-data", text: "TYPE_BYTES", bad: full(user(blob("application/pdf", "un defined"))), good: full(user(blob("image/png", png)))},
	{id: "gemini/contents-empty", bad: full(), good: sound},
	{id: "gemini/role-invalid", bad: full(said("tool", text("a"))), good: full(said("user", text("a")))},
	{id: "gemini/role-invalid", vertex: true, bad: full(`{"parts":[{"text":"a"}]}`), good: full(user(text("a")))},
	{id: "gemini/parts-empty", bad: full(user(text("a")), model(), user(text("b"))), good: sound},
	{id: "gemini/part-without-data", bad: full(user(`{"thought":true}`)), good: full(user(text("a")))},
	{id: "gemini/part-without-data", vertex: true, bad: full(user(text(" "))), good: full(user(text("a")))},
	{id: "gemini/response-shape", text: "Name", bad: asked(user(`{"functionResponse":{"response":{}}}`)), good: sound,
		message: "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty."},
	{id: "gemini/function-name", bad: full(user(text("a")), model(call("re ad")), user(response("read"))),
		good: full(user(text("a")), model(call("functions.read:0-a")), user(response("read")))},
	{id: "gemini/tools-empty", bad: `{"tools":[{"functionDeclarations":[]}],"contents":[` + user(text("a")) + `]}`,
		good:    `{"tools":[{"functionDeclarations":[{"name":"read"}]},{"googleSearch":{}}],"contents":[` + user(text("a")) + `]}`,
		message: "* GenerateContentRequest.tools[0].tool_type: required one_of 'tool_type' must have one initialized field"},
	{id: "gemini/call-turn-order", bad: full(model(call("read")), user(response("read"))), good: sound},
	{id: "gemini/response-turn-order", bad: full(user(text("a")), user(response("read"))), good: sound},
	{id: "gemini/response-count", bad: full(user(text("a")), model(call("a"), call("b")), user(response("a"))),
		good: full(user(text("a")), model(call("a"), call("b")), user(response("b"), response("a")))},
	{id: "gemini/response-mixed-parts", profile: google.CloudCode, bad: asked(user(response("read"), text("a"))), good: sound},
	{id: "gemini/missing-thought-signature", profile: google.Gemini3, bad: asked(user(response("read"))),
		good: full(user(text("a")), model(signed("read"), call("bash")), user(response("read"), response("bash"))),
		message: "Function call is missing a thought_signature in functionCall parts. This is required for tools to work " +
			"correctly, and missing thought_signature may lead to degraded model performance. Additional data, function " +
			"call `default_api:read` , position 2. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures " +
			"for more details."},
	{id: "gemini/last-turn-model", bad: full(model(text("a"))), good: full(user(text("a")), model(text("b")))},
	{id: "gemini/last-turn-model", profile: google.LastUser, bad: full(user(text("a")), model(text("b"))), good: full(user(text("a")))},
	{id: "gemini/inline-data", text: "MIME", bad: full(user(blob("image/tiff", png))), good: full(user(blob("audio/mpeg", "AAAA")))},
	{id: "gemini/inline-data", text: "MIME", bad: full(user(blob("image/jpg", png))), good: full(user(blob("image/jpeg", png)))},
	{
		id: "gemini/token-limit", profile: "window=2", bad: full(user(text("a b c"))), good: full(user(text("a b"))),
		message: "The input token count (3) exceeds the maximum number of tokens allowed (2).",
	},
	{
		id: "gemini/max-tokens-over-limit", profile: "output=8",
		bad:  strings.Replace(full(user(text("a"))), `{`, `{"generationConfig":{"maxOutputTokens":9},`, 1),
		good: strings.Replace(full(user(text("a"))), `{`, `{"generationConfig":{"maxOutputTokens":8},`, 1),
		message: "Unable to submit request because it has a maxOutputTokens value of 9 but the supported range is from 1 " +
			"(inclusive) to 9 (exclusive). Update the value and try again.",
	},
	{id: "gemini/inline-data", text: "process", bad: full(user(blob("image/png", "AAAA"))), good: full(user(blob("image/png", png)))},
}

var hole = regexp.MustCompile(`\{[a-z]+\}`)

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestEveryClauseHasACase(t *testing.T) {
	for _, service := range []*contract.Contract{google.Contract, google.Vertex} {
		var all []contracttest.Case
		for _, c := range cases {
			if c.vertex && service != google.Vertex {
				continue
			}
			name := service.API + " " + c.id + " " + c.text
			bad := service.Judge([]byte(c.bad), c.profile)
			i := slices.IndexFunc(bad, func(v contract.Violation) bool {
				return v.Clause.ID == c.id && strings.Contains(v.Clause.Text, c.text)
			})
			if i < 0 {
				t.Errorf("%s: not found, got %v", name, bad)
				continue
			}
			all = append(all, contracttest.Case{ID: c.id, Bad: c.bad, Good: c.good, Profiles: []string{c.profile}})
			if c.message != "" && bad[i].Message != c.message {
				t.Errorf("%s: got %q\nwant %q", name, bad[i].Message, c.message)
			}
			if hole.MatchString(bad[i].Message + bad[i].Param) {
				t.Errorf("%s: a hole is left in %q, %q", name, bad[i].Message, bad[i].Param)
			}
			if good := service.Judge([]byte(c.good), c.profile); len(good) > 0 {
				t.Errorf("%s: its sound twin breaks %v", name, good)
			}
		}
		contracttest.Covered(t, service, all)
	}
}
