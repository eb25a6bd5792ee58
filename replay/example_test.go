package replay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// The fake service in a Go test: it answers from a script and refuses what the real
// service refuses, in its words.
func ExampleProvider() {
	provider := &replay.Provider{Script: []replay.Turn{{Text: "It is package main."}}}
	service := httptest.NewServer(provider)
	defer service.Close()

	ask := func(messages string) {
		body := `{"model":"m","max_tokens":99,"messages":[` + messages + `],
			"tools":[{"name":"read","input_schema":{"type":"object"}}]}`
		res, err := http.Post(service.URL+"/v1/messages", "application/json", strings.NewReader(body))
		if err != nil {
			log.Fatal(err)
		}
		defer res.Body.Close()
		answer, err := io.ReadAll(res.Body)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(res.StatusCode, strings.Contains(string(answer), "package main"))
	}
	ask(`{"role":"user","content":"What is in a.go?"}`)
	ask(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"package main"}]}`)
	for _, e := range provider.Exchanges() {
		for _, v := range e.Violations {
			fmt.Println(v.Clause.ID, v.Pointer)
		}
	}
	// Output:
	// 200 true
	// 400 false
	// anthropic/orphan-tool-result /messages/0/content/0
}

// Would the services take the session, for each of its leaves?
func ExampleRun() {
	src, err := os.ReadFile("../testdata/sessions/0.87.1-branch.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	session := sessionlog.Parse(src)
	verdicts, err := replay.Run(context.Background(), session, replay.Options{APIs: []string{"anthropic-messages"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range verdicts {
		fmt.Printf("leaf on line %d: %s accepted: %t\n", v.Leaf+1, v.API, v.Accepted())
	}
	// Output:
	// leaf on line 10: anthropic-messages accepted: true
	// leaf on line 15: anthropic-messages accepted: true
}

// A script from a file: what the model says, turn by turn, and what goes wrong.
func ExampleReadScript() {
	script, err := replay.ReadScript([]byte(`{"turns": [{"text": "I look.", "calls": [{"name": "read", "arguments": {"path": "a.go"}}]}]}`))
	if err != nil {
		log.Fatal(err)
	}
	fault, err := replay.ParseFaultAt("1:overloaded")
	if err != nil {
		log.Fatal(err)
	}
	service := httptest.NewServer(script.With(fault).Provider())
	defer service.Close()
	for range 3 {
		res, err := http.Post(service.URL+"/v1/chat/completions", "application/json",
			strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"What is in a.go?"}]}`))
		if err != nil {
			log.Fatal(err)
		}
		answer, err := io.ReadAll(res.Body)
		if err = errors.Join(err, res.Body.Close()); err != nil {
			log.Fatal(err)
		}
		fmt.Println(res.StatusCode, strings.Contains(string(answer), `"name":"read"`))
	}
	// Output:
	// 503 false
	// 200 true
	// 200 false
}
