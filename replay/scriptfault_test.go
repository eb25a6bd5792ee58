package replay_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pi-fix/pi-fix/replay"
)

func TestLoadIsToldWithATimeToWait(t *testing.T) {
	for _, api := range []string{anthropicMessages, openaiCompletions} {
		p := parse(t, `{"turns":[{"fault":"rate-limited","retry_after":"1.2s"},{"fault":"rate-limited"},{"fault":"overloaded"},{"fault":"auth"}]}`).Provider()
		client, wire := &http.Client{Transport: replay.Loopback{Handler: p}}, request(t, api)
		for _, want := range []struct{ after, retry string }{{"2", "true"}, {"1", "true"}, {"", "true"}, {"", "false"}} {
			got := ask(t, client, "http://provider.invalid", wire)
			if got.header.Get("retry-after") != want.after {
				t.Errorf("%s: got %d with retry-after %q, want %q", api, got.status, got.header.Get("retry-after"), want.after)
			}
			if api == anthropicMessages && got.header.Get("x-should-retry") != want.retry {
				t.Errorf("%d has x-should-retry %s", got.status, got.header.Get("x-should-retry"))
			}
		}
	}
}

// TestConnectionsBreakAtANamedTurn holds for every API, whatever its streams look
// like, over a network and within a process.
func TestConnectionsBreakAtANamedTurn(t *testing.T) {
	for _, api := range replay.APIs {
		for _, fault := range []string{"cut", "cut-stream", "half-chunk"} {
			t.Run(api.Name+"/"+fault, func(t *testing.T) {
				script := parse(t, `{"turns":[{"text":"one"},{"fault":"`+fault+`","text":"two","calls":[{"name":"read"}]},{}]}`)
				served := script.Provider()
				served.Contract = api.Contract
				server := httptest.NewServer(served)
				defer server.Close()
				inside := script.Provider()
				inside.Contract = api.Contract
				wire := request(t, api.Name)
				breaksOff(t, server.Client(), server.URL, wire, fault)
				breaksOff(t, &http.Client{Transport: replay.Loopback{Handler: inside}}, "http://provider.invalid", wire, fault)
			})
		}
	}
}

// A service that fails in the middle of a stream says so in an event of its own and
// ends the stream; one that has no such event breaks the connection.
func TestStreamsEndWithAnError(t *testing.T) {
	events := map[string]string{
		anthropicMessages:  "event: error\ndata: {\"error\":{\"message\":\"Overloaded\",\"type\":\"overloaded_error\"},",
		"openai-responses": "event: error\ndata: {\"code\":\"server_error\",", "azure-openai-responses": "event: error\n",
		"bedrock-converse-stream": "exception \r:content-type\x07\x00\x10application/json\r:message-type\x07\x00\texception{\"message\":",
		"openai-codex-responses":  "event: error\n", "pi-messages": "data: {\"errorMessage\":\"Overloaded\",\"reason\":\"error\",\"type\":\"error\",",
	}
	for _, api := range replay.APIs {
		p := parse(t, `{"turns":[{"fault":"error-event","text":"half","thinking":"hm"},{"text":"whole"}]}`).Provider()
		p.Contract = api.Contract
		client, wire := &http.Client{Transport: replay.Loopback{Handler: p}}, request(t, api.Name)
		first, second := ask(t, client, "http://provider.invalid", wire), ask(t, client, "http://provider.invalid", wire)
		event, has := events[api.Name]
		if api.Name == "bedrock-converse-stream" {
			has = true // its events are frames
			first.body = strings.Replace(first.body, "\x0f:exception-type\x07\x00\x17internalServerException", "\n\nexception ", 1) + "\n\n"
		}
		chunks := strings.SplitAfter(first.body, "\n\n")
		last := chunks[max(0, len(chunks)-2)]
		switch {
		case first.status != 200 || second.status != 200 || second.err != nil:
			t.Errorf("%s: got %+v, then %+v", api.Name, first, second)
		case has && (first.err != nil || !strings.HasPrefix(last, event) || len(chunks) < 3):
			t.Errorf("%s: got %v, %s\nwant it to end with %s", api.Name, first.err, first.body, event)
		case !has && !errors.Is(first.err, io.ErrUnexpectedEOF):
			t.Errorf("%s: the connection is not broken: %+v", api.Name, first)
		}
	}
}

// OpenRouter tells in a chunk that the service behind it failed, and in its own
// envelope what that one refuses.
func TestOpenRouterTellsOfTheServiceBehindIt(t *testing.T) {
	p := parse(t, `{"turns":[{"fault":"error-event","text":"half"}]}`).Provider()
	p.Profiles = []string{"openrouter"}
	client, wire := &http.Client{Transport: replay.Loopback{Handler: p}}, request(t, openaiCompletions)
	got := ask(t, client, "http://provider.invalid", wire)
	chunks := strings.SplitAfter(got.body, "\n\n")
	if last := chunks[max(0, len(chunks)-2)]; got.status != 200 || got.err != nil || len(chunks) < 3 ||
		!strings.Contains(last, `"error":{"code":502,"message":"Provider returned error"}`) || !strings.Contains(last, `"finish_reason":"error"`) {
		t.Errorf("got %+v", got)
	}
	status, _, answer := post(t, p, "/v1/chat/completions", `{"model":"m","messages":[{"role":"tool","tool_call_id":"a","content":"x"}]}`)
	if status != 400 || !strings.Contains(answer, `"message":"Provider returned error"`) ||
		!strings.Contains(answer, `"raw":"{\"error\":{\"message\":\"Invalid parameter: messages with role 'tool'`) {
		t.Errorf("got %d %s", status, answer)
	}
	p = &replay.Provider{Profiles: []string{"openrouter", "window=1"}}
	status, _, answer = post(t, p, "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"a b"}]}`)
	want := `{"error":{"code":400,"message":"This endpoint's maximum context length is 1 tokens. However, you requested about 2 tokens."},` +
		`"user_id":"user_pi_fix"}`
	if status != 400 || answer != want {
		t.Errorf("got %d %s\nwant %s", status, answer, want)
	}
	p = &replay.Provider{Profiles: []string{"cerebras", "window=1"}}
	if status, _, answer = post(t, p, "/v1/chat/completions", `{"model":"m","messages":[{"role":"user","content":"a b"}]}`); status != 400 || answer != "" {
		t.Errorf("got %d %q, want a refusal without words", status, answer)
	}
}

// An answer that is no stream cannot fail in its middle.
func TestPlainAnswersFailAsAWhole(t *testing.T) {
	p := parse(t, `{"turns":[{"fault":"error-event"}]}`).Provider()
	status, _, answer := post(t, p, "/v1/messages", `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"a"}]}`)
	if status != 529 || !strings.Contains(answer, "overloaded_error") {
		t.Errorf("got %d %s", status, answer)
	}
}

func breaksOff(t *testing.T, client *http.Client, root string, wire *replay.Wire, fault string) {
	t.Helper()
	first, second, third := ask(t, client, root, wire), ask(t, client, root, wire), ask(t, client, root, wire)
	if first.err != nil || third.err != nil || first.status != 200 || third.status != 200 {
		t.Errorf("got %+v and %+v around the break", first, third)
	}
	switch {
	case fault == "cut" && (second.status != 0 || second.err == nil):
		t.Errorf("got an answer: %+v", second)
	case fault != "cut" && (second.status != 200 || !errors.Is(second.err, io.ErrUnexpectedEOF) || second.body == ""):
		t.Errorf("got %+v, want the beginning of an answer", second)
	case fault == "cut-stream" && strings.HasPrefix(second.header.Get("content-type"), "text/event-stream"):
		if !strings.HasSuffix(second.body, "\n\n") && !strings.HasSuffix(second.body, "\r\n\r\n") {
			t.Errorf("cut inside of a chunk: %s", second.body)
		}
	case fault == "half-chunk" && strings.HasSuffix(second.body, "\n"):
		t.Errorf("cut between two chunks: %s", second.body)
	}
}

func TestDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := parse(t, `{"turns":[{},{"delay":"90s","text":"late"}]}`).Provider()
		client, wire := &http.Client{Transport: replay.Loopback{Handler: p}}, request(t, anthropicMessages)
		for _, want := range []time.Duration{0, 90 * time.Second, 0} {
			start := time.Now()
			if got := ask(t, client, "http://provider.invalid", wire); got.status != 200 || time.Since(start) != want {
				t.Errorf("got %d after %v, want 200 after %v", got.status, time.Since(start), want)
			}
		}
	})
}

func TestFaultsComeInBetween(t *testing.T) {
	var faults []replay.FaultAt
	for _, text := range []string{"2:overloaded", "2:half-chunk", "4:rate-limited:7s", "1:delay:3s"} {
		f, err := replay.ParseFaultAt(text)
		if err != nil {
			t.Fatal(err)
		}
		faults = append(faults, f)
	}
	script := parse(t, `{"turns":[{"text":"one"},{"text":"two"}],"then":{"text":"more"}}`).With(faults...)
	want := []replay.Turn{
		{Text: "one", Delay: 3 * time.Second},
		{Fault: replay.Overloaded},
		{Text: "two", Fault: replay.HalfChunk},
		{Text: "two"},
		{Text: "more"},
		{Fault: replay.RateLimited, RetryAfter: 7 * time.Second},
		{Text: "more"},
	}
	if len(script.Turns) != len(want) {
		t.Fatalf("got %d turns, want %d: %+v", len(script.Turns), len(want), script.Turns)
	}
	for i, w := range want {
		g := script.Turns[i]
		if g.Text != w.Text || g.Delay != w.Delay || g.Fault != w.Fault || g.RetryAfter != w.RetryAfter {
			t.Errorf("answer %d: got %+v, want %+v", i+1, g, w)
		}
	}
	if script.Then.Text != "more" {
		t.Errorf("after the script comes %+v", script.Then)
	}
}

func TestFaultsThatAreNone(t *testing.T) {
	for _, text := range []string{"", "3", "overloaded", "0:cut", "-1:cut", "x:cut", "3:cut:5s", "3:delay", "3:delay:", "3:delay:5", "3:delay:-5s", "9999999:cut"} {
		if _, err := replay.ParseFaultAt(text); !errors.Is(err, replay.ErrFaultForm) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	var unknown *replay.UnknownFaultError
	if _, err := replay.ParseFaultAt("3:overlod"); !errors.As(err, &unknown) || unknown.Name != "overlod" {
		t.Errorf("got %v", err)
	}
	for _, name := range replay.FaultNames() {
		if _, err := replay.ParseFaultAt("1:" + name + map[bool]string{true: ":1s"}[name == "delay"]); err != nil {
			t.Error(err)
		}
	}
}
