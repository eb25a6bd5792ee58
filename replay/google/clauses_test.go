package google_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

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

type sample = contracttest.Sample

var sound = asked(user(response("read")), user(text("a")))

var cases = []sample{
	{ID: "gemini/invalid-json", Text: "{fault}", Bad: `{"contents":[`, Good: sound, Message: "Invalid JSON payload received. Unexpected token."},
	{ID: "gemini/invalid-json", Text: "surrogate", Bad: full(user(text(`\ud83d`))), Good: full(user(text(`\ud83d\ude00`)))},
	{ID: "gemini/inline-data", Text: "104857600", Bad: bulk(100), Good: sound},
	{ID: "gemini/inline-data", Text: "20971520", Bad: bulk(20), Good: sound},
	{ID: "gemini/unknown-field", Text: `"{name}":`, Bad: `{"messages":[],"contents":[` + user(text("a")) + `]}`, Good: sound,
		Message: `Invalid JSON payload received. Unknown name "messages": Cannot find field.`},
	{ID: "gemini/unknown-field", Text: "{owner}", Good: sound,
		Bad:     full(user(text("a")), model(`{"functionCall":{"name":"read","args":{},"callId":"x"}}`), user(response("read"))),
		Message: `Invalid JSON payload received. Unknown name "callId" at 'contents[1].parts[0].function_call': Cannot find field.`},
	{ID: "gemini/unknown-field", Text: "{owner}", Profiles: []string{google.OldVertex}, Good: sound,
		Bad:     full(user(text("a")), model(`{"functionCall":{"name":"read","args":{},"id":"x"}}`), user(response("read"))),
		Message: `Invalid JSON payload received. Unknown name "id" at 'contents[1].parts[0].function_call': Cannot find field.`},
	{ID: "gemini/invalid-value", Bad: full(user(`{"text":3}`)), Good: sound, Message: "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 3"},
	{ID: "gemini/response-shape", Text: "Struct", Bad: asked(user(`{"functionResponse":{"name":"read","response":"x"}}`)), Good: sound,
		Message: `Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "x"`},
	{ID: "gemini/corrupt-thought-signature", Good: full(user(text("a")), model(signed("read")), user(response("read"))),
		Bad: full(user(text("a")), model(`{"text":"b","thoughtSignature":"reasoning_content!"}`), user(text("c"))),
		Message: "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for " +
			`"reasoning_content!"`},
	{ID: "gemini/inline-data", Text: "TYPE_BYTES", Bad: full(user(blob("application/pdf", "un defined"))), Good: full(user(blob("image/png", png)))},
	{ID: "gemini/contents-empty", Bad: full(), Good: sound},
	{ID: "gemini/role-invalid", Bad: full(said("tool", text("a"))), Good: full(said("user", text("a")))},
	{ID: "gemini/parts-empty", Bad: full(user(text("a")), model(), user(text("b"))), Good: sound},
	{ID: "gemini/part-without-data", Bad: full(user(`{"thought":true}`)), Good: full(user(text("a")))},
	{ID: "gemini/response-shape", Text: "Name", Bad: asked(user(`{"functionResponse":{"response":{}}}`)), Good: sound,
		Message: "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty."},
	{ID: "gemini/function-name", Bad: full(user(text("a")), model(call("re ad")), user(response("read"))),
		Good: full(user(text("a")), model(call("functions.read:0-a")), user(response("read")))},
	{ID: "gemini/tools-empty", Bad: `{"tools":[{"functionDeclarations":[]}],"contents":[` + user(text("a")) + `]}`,
		Good:    `{"tools":[{"functionDeclarations":[{"name":"read"}]},{"googleSearch":{}}],"contents":[` + user(text("a")) + `]}`,
		Message: "* GenerateContentRequest.tools[0].tool_type: required one_of 'tool_type' must have one initialized field"},
	{ID: "gemini/call-turn-order", Bad: full(model(call("read")), user(response("read"))), Good: sound},
	{ID: "gemini/response-turn-order", Bad: full(user(text("a")), user(response("read"))), Good: sound},
	{ID: "gemini/response-count", Bad: full(user(text("a")), model(call("a"), call("b")), user(response("a"))),
		Good: full(user(text("a")), model(call("a"), call("b")), user(response("b"), response("a")))},
	{ID: "gemini/response-mixed-parts", Profiles: []string{google.CloudCode}, Bad: asked(user(response("read"), text("a"))), Good: sound},
	{ID: "gemini/missing-thought-signature", Profiles: []string{google.Gemini3}, Bad: asked(user(response("read"))),
		Good: full(user(text("a")), model(signed("read"), call("bash")), user(response("read"), response("bash"))),
		Message: "Function call is missing a thought_signature in functionCall parts. This is required for tools to work " +
			"correctly, and missing thought_signature may lead to degraded model performance. Additional data, function " +
			"call `default_api:read` , position 2. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures " +
			"for more details."},
	{ID: "gemini/last-turn-model", Bad: full(model(text("a"))), Good: full(user(text("a")), model(text("b")))},
	{ID: "gemini/last-turn-model", Profiles: []string{google.LastUser}, Bad: full(user(text("a")), model(text("b"))), Good: full(user(text("a")))},
	{ID: "gemini/inline-data", Text: "MIME", Bad: full(user(blob("image/tiff", png))), Good: full(user(blob("audio/mpeg", "AAAA")))},
	{ID: "gemini/inline-data", Text: "MIME", Bad: full(user(blob("image/jpg", png))), Good: full(user(blob("image/jpeg", png)))},
	{
		ID: "gemini/token-limit", Profiles: []string{"window=2"}, Bad: full(user(text("a b c"))), Good: full(user(text("a b"))),
		Message: "The input token count (3) exceeds the maximum number of tokens allowed (2).",
	},
	{
		ID: "gemini/max-tokens-over-limit", Profiles: []string{"output=8"},
		Bad:  strings.Replace(full(user(text("a"))), `{`, `{"generationConfig":{"maxOutputTokens":9},`, 1),
		Good: strings.Replace(full(user(text("a"))), `{`, `{"generationConfig":{"maxOutputTokens":8},`, 1),
		Message: "Unable to submit request because it has a maxOutputTokens value of 9 but the supported range is from 1 " +
			"(inclusive) to 9 (exclusive). Update the value and try again.",
	},
	{ID: "gemini/inline-data", Text: "process", Bad: full(user(blob("image/png", "AAAA"))), Good: full(user(blob("image/png", png)))},
}

// vertexCases are those of Vertex AI alone.
var vertexCases = []sample{
	{ID: "gemini/role-invalid", Bad: full(`{"parts":[{"text":"a"}]}`), Good: full(user(text("a")))},
	{ID: "gemini/part-without-data", Bad: full(user(text(" "))), Good: full(user(text("a")))},
}

// Every clause needs a request that breaks it and a sound one beside it, or
// nobody knows what it does.
func TestClauses(t *testing.T) {
	contracttest.Check(t, google.Contract, cases)
	contracttest.Covered(t, google.Contract, cases)
	all := slices.Concat(cases, vertexCases)
	contracttest.Check(t, google.Vertex, all)
	contracttest.Covered(t, google.Vertex, all)
}
