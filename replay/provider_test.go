package replay_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
)

func post(t *testing.T, p *replay.Provider, path, body string) (int, http.Header, string) {
	t.Helper()
	w := httptest.NewRecorder()
	p.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
	answer, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, w.Result().Header, string(answer)
}

const hello = `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}]}`

func TestProviderRoutes(t *testing.T) {
	for _, test := range []struct {
		path string
		want string
	}{
		{"/v1/messages", "anthropic-messages"},
		{"/v1/messages?beta=true", "anthropic-messages"},
		{"/proxy/v1/messages", "anthropic-messages"},
		{"/chat/completions", "openai-completions"},
		{"/v1/chat/completions", "openai-completions"},
	} {
		p := &replay.Provider{}
		if status, _, answer := post(t, p, test.path, hello); status != 200 {
			t.Errorf("%s: got %d %s", test.path, status, answer)
		}
		if e := p.Exchanges(); len(e) != 1 || e[0].API != test.want {
			t.Errorf("%s: got %+v, want one exchange with %s", test.path, e, test.want)
		}
	}
}

// Where two APIs share the end of a path, the longer path decides, and a provider
// of one API asks no such question.
func TestProviderRoutesByTheLongerPath(t *testing.T) {
	const said = `{"model":"m","messages":[{"role":"user","content":"hi"}],"contents":[{"role":"user","parts":[{"text":"hi"}]}]}`
	for _, test := range []struct{ path, only, want string }{
		{"/v1beta/models/gemini-3:streamGenerateContent?alt=sse", "", "google-generative-ai"},
		{"/v1beta/models/gemini-3:generateContent", "", "google-generative-ai"},
		{"/v1/publishers/google/models/gemini-3:streamGenerateContent", "", "google-vertex"},
		{"/v1/projects/p/locations/l/publishers/google/models/m:generateContent", "", "google-vertex"},
		{"/mistral/v1/chat/completions", "", "mistral-conversations"},
		{"/v1/chat/completions", "mistral-conversations", "mistral-conversations"},
	} {
		p := &replay.Provider{Contract: replay.ContractOf(test.only)}
		post(t, p, test.path, said)
		if e := p.Exchanges(); len(e) != 1 || e[0].API != test.want {
			t.Errorf("%s: got %+v, want one exchange with %s", test.path, e, test.want)
		}
	}
}

func TestProviderKnowsOnlyItsAPIs(t *testing.T) {
	p := &replay.Provider{Contract: replay.ContractOf("openai-completions")}
	if status, _, _ := post(t, p, "/v1/messages", hello); status != 404 {
		t.Errorf("got %d, want 404", status)
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/v1/chat/completions", nil))
	if w.Code != 405 || w.Header().Get("allow") != "POST" || len(p.Exchanges()) != 0 {
		t.Errorf("got %d, %v and %d exchanges, want 405, POST and none", w.Code, w.Header(), len(p.Exchanges()))
	}
}

// A body that ends before its length says is no request, also where it could be one.
func TestBrokenRequestsAreNotJudged(t *testing.T) {
	p := &replay.Provider{}
	server := httptest.NewServer(p)
	defer server.Close()
	for _, request := range []string{
		"Content-Length: 900\r\n\r\n" + hello, "Transfer-Encoding: chunked\r\n\r\nno length\r\n",
	} {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(c, "POST /v1/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s", request)
		_ = c.(*net.TCPConn).CloseWrite() // the answer may be there already
		answer, told := io.ReadAll(c)
		if err := errors.Join(err, told, c.Close()); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") || len(p.Exchanges()) > 0 {
			t.Errorf("got %s and %d exchanges", answer, len(p.Exchanges()))
		}
	}
}

func TestRefusalsOnTheWire(t *testing.T) {
	p := &replay.Provider{}
	status, header, answer := post(t, p, "/v1/messages", `{"model":"m","max_tokens":9,"messages":[]}`)
	want := `{"type":"error","error":{"type":"invalid_request_error","message":"messages: at least one message is ` +
		`required"},"request_id":"req_000000000000000000000001"}`
	if status != 400 || answer != want {
		t.Errorf("got %d %s\nwant 400 %s", status, answer, want)
	}
	if header.Get("x-should-retry") != "false" || header.Get("request-id") != "req_000000000000000000000001" {
		t.Errorf("got header %v", header)
	}
	status, _, answer = post(t, p, "/v1/chat/completions", `{"model":"m","messages":[]}`)
	want = `{"error":{"message":"Invalid 'messages': empty array. Expected an array with minimum length 1, but got an ` +
		`empty array instead.","type":"invalid_request_error","param":"messages","code":"empty_array"}}`
	if status != 400 || answer != want {
		t.Errorf("got %d %s\nwant 400 %s", status, answer, want)
	}
}

func TestScript(t *testing.T) {
	p := &replay.Provider{Script: []replay.Turn{
		{Text: "look", Calls: []replay.Call{{Name: "read", Arguments: []byte(`{"path":"a"}`)}}},
		{Status: 529, Body: []byte(`{"busy":true}`), Header: map[string]string{"retry-after": "1"}},
	}}
	for _, want := range []struct {
		body, answer string
		status       int
	}{
		{`{"model":"m","max_tokens":9,"messages":[]}`, "at least one", 400},
		{hello, `"name":"read"`, 200},
		{hello, `{"busy":true}`, 529},
		{hello, `"text":"ok"`, 200},
	} {
		status, _, answer := post(t, p, "/v1/messages", want.body)
		if status != want.status || !strings.Contains(answer, want.answer) {
			t.Errorf("got %d %s, want %d with %s", status, answer, want.status, want.answer)
		}
	}
}

func TestStreams(t *testing.T) {
	script := []replay.Turn{{Text: "say", Calls: []replay.Call{{ID: "c1", Name: "bash", Arguments: []byte(`{"a":1}`)}}}}
	for _, test := range []struct {
		path string
		want []string
	}{
		{"/v1/messages", []string{
			"event: message_start", "event: content_block_start", `"text_delta"`, `"partial_json":"{\"a\":1}"`,
			"event: content_block_stop", `"stop_reason":"tool_use"`, "event: message_stop",
		}},
		{"/chat/completions", []string{
			`"role":"assistant"`, `"content":"say"`, `"id":"c1"`, `"arguments":"{\"a\":1}"`,
			`"finish_reason":"tool_calls"`, `"usage"`, "data: [DONE]",
		}},
	} {
		p := &replay.Provider{Script: script}
		body := strings.Replace(hello, `"model"`, `"stream":true,"model"`, 1)
		if test.path == "/chat/completions" {
			body = strings.Replace(body, `"model"`, `"stream_options":{"include_usage":true},"model"`, 1)
		}
		_, header, answer := post(t, p, test.path, body)
		if !strings.HasPrefix(header.Get("content-type"), "text/event-stream") {
			t.Errorf("%s: content-type %q", test.path, header.Get("content-type"))
		}
		for _, part := range test.want {
			before, after, found := strings.Cut(answer, part)
			if !found {
				t.Fatalf("%s: no %s in order in %s%s", test.path, part, before, after)
			}
			answer = after
		}
	}
}

// A stream comes in chunks and does not say beforehand how long it is.
func TestStreamsAreChunked(t *testing.T) {
	server := httptest.NewServer(&replay.Provider{})
	defer server.Close()
	for stream, chunked := range map[string]bool{hello: false, strings.Replace(hello, "{", `{"stream":true,`, 1): true} {
		res, err := http.Post(server.URL+"/v1/messages", "application/json", strings.NewReader(stream))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.Body.Close() != nil {
			t.Error(err)
		}
		if got := res.ContentLength < 0; got != chunked {
			t.Errorf("%s: chunked %t, want %t", stream, got, chunked)
		}
	}
}

func TestProviderIsConcurrent(t *testing.T) {
	p := &replay.Provider{}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { post(t, p, "/v1/messages", hello) })
	}
	wg.Wait()
	ids := map[string]bool{}
	for _, e := range p.Exchanges() {
		ids[string(e.Answer)] = true
	}
	if len(ids) != 20 {
		t.Errorf("got %d different answers, want 20", len(ids))
	}
}

func TestContractsAreComplete(t *testing.T) {
	for _, a := range replay.APIs {
		if err := a.Contract.Validate(); err != nil {
			t.Error(err)
		}
	}
}
