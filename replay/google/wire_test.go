package google_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/google"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
)

// The URL says which model answers and in which form.
func TestAnswers(t *testing.T) {
	const whole = `{"candidates":[{"content":{"parts":[{"text":"ok"}],"role":"model"},"finishReason":"STOP","index":0}],` +
		`"modelVersion":"gemini-3","responseId":"response-0000000000000001",` +
		`"usageMetadata":{"candidatesTokenCount":1,"promptTokenCount":1,"totalTokenCount":2}}`
	for path, want := range map[string]string{
		"/v1beta/models/gemini-3:generateContent":               whole,
		"/v1beta/models/gemini-3:streamGenerateContent":         "[" + whole + "]",
		"/v1beta/models/gemini-3:streamGenerateContent?alt=sse": "data: " + whole + "\r\n\r\n",
	} {
		c := google.Contract.At(parse(t, path))
		if got := string(c.Answer(js.Value{}, contract.Turn{}, 1).Body); got != want {
			t.Errorf("%s: got %s\nwant %s", path, got, want)
		}
	}
}

// Each call is an event of its own, the last one ends the turn, and a call is no
// reason to stop.
func TestStreamedCalls(t *testing.T) {
	c := google.Vertex.At(parse(t, "/v1/publishers/google/models/m:streamGenerateContent?alt=sse"))
	turn := contract.Turn{Text: "I look.", Calls: []contract.Call{{Name: "read"}, {ID: "x", Name: "bash"}}}
	events := strings.Split(strings.TrimSpace(string(c.Answer(js.Value{}, turn, 7).Body)), "\r\n\r\n")
	if len(events) != 3 || strings.Contains(events[1], "finishReason") || !strings.Contains(events[2], `"finishReason":"STOP"`) {
		t.Fatalf("got %s", events)
	}
	if want := `{"functionCall":{"args":{},"id":"call0007000","name":"read"},"thoughtSignature":"c2lnbmVkIGJ5IG5vIG1vZGVs"}`; !strings.Contains(events[1], want) {
		t.Errorf("got %s, want %s in it", events[1], want)
	}
}

func TestThoughtsAndLimits(t *testing.T) {
	c := google.Contract.At(parse(t, "/models/m:streamGenerateContent?alt=sse"))
	turn := contract.Turn{
		Blocks: []contract.Block{{Thought: &contract.Thought{Text: "hm", Signature: "c2ln"}}, {Text: "a"}},
		Stop:   contract.StopLength, Usage: &contract.Usage{Input: 2, Output: 3, CacheRead: 4},
	}
	got := string(c.Answer(js.Value{}, turn, 1).Body)
	for _, want := range []string{
		`"parts":[{"text":"hm","thought":true,"thoughtSignature":"c2ln"}]`, `"finishReason":"MAX_TOKENS"`,
		`{"cachedContentTokenCount":4,"candidatesTokenCount":3,"promptTokenCount":6,"totalTokenCount":9}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
	if got := string(c.Answer(js.Value{}, contract.Turn{Blocks: []contract.Block{}}, 1).Body); !strings.Contains(got, `"content":{"role":"model"},"finishReason":"STOP"`) {
		t.Errorf("got %s, want a turn that says nothing", got)
	}
}

func TestRefusals(t *testing.T) {
	const plain = `{"error":{"code":400,"message":"* GenerateContentRequest.contents: contents is not specified","status":"INVALID_ARGUMENT"}}`
	const unknown = `{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"a\" at 'contents[0]': Cannot find field.",` +
		`"status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":` +
		`[{"field":"contents[0]","description":"Invalid JSON payload received. Unknown name \"a\" at 'contents[0]': Cannot find field."}]}]}}`
	for _, test := range []struct{ path, body, want string }{
		{"/models/m:generateContent", `{}`, plain},
		{"/models/m:streamGenerateContent?alt=sse", `{}`, plain},
		{"/models/m:streamGenerateContent", `{}`, "[" + plain + "]"},
		{"/models/m:generateContent", `{"contents":[{"a":1,"parts":[{"text":"a"}]}]}`, unknown},
	} {
		c := google.Contract.At(parse(t, test.path))
		first := contract.Refusal(c.Judge([]byte(test.body)))
		if first == nil {
			t.Fatalf("%s: accepted", test.body)
		}
		if got := c.Refuse(first, 1); got.Status != 400 || string(got.Body) != test.want {
			t.Errorf("%s: got %d %s\nwant %s", test.path, got.Status, got.Body, test.want)
		}
	}
}

func TestFailures(t *testing.T) {
	v := &contract.Violation{Clause: google.Contract.Faults[contract.Overloaded], Message: "later"}
	const want = `{"error":{"code":503,"message":"later","status":"UNAVAILABLE"}}`
	if got := google.Contract.Refuse(v, 1); got.Status != 503 || string(got.Body) != want {
		t.Errorf("got %d %s, want %s", got.Status, got.Body, want)
	}
}

func TestPaths(t *testing.T) {
	for _, test := range []struct{ api, id, want string }{
		{google.API, "gemini-3", "/models/gemini-3:streamGenerateContent?alt=sse"},
		{google.API, "tunedModels/mine", "/tunedModels/mine:streamGenerateContent?alt=sse"},
		{google.API, "a b", "/models/a%20b:streamGenerateContent?alt=sse"},
		{google.VertexAPI, "gemini-3", "/v1/publishers/google/models/gemini-3:streamGenerateContent?alt=sse"},
		{google.VertexAPI, "meta/llama/4", "/v1/publishers/meta/models/llama:streamGenerateContent?alt=sse"},
		{google.API, "a?b", ""},
	} {
		m := transcript.Model{Provider: "p", API: test.api, ID: test.id}
		wire, err := google.Project(&transcript.Transcript{}, m, transcript.Version{})
		if test.want == "" {
			if err == nil {
				t.Errorf("%s: got %s, want a failure", test.id, wire.Path)
			}
			continue
		}
		if err != nil || wire.Path != test.want {
			t.Errorf("%s: got %v, %v, want %s", test.id, wire, err, test.want)
		}
	}
}

func parse(t *testing.T, path string) *url.URL {
	t.Helper()
	u, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
