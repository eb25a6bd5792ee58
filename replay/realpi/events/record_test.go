package events_test

import (
	"flag"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

var (
	recordAgain = flag.Bool("record", false, "make the streams in testdata/events anew")
	otherPi     = flag.String("pi", "", "a pi of the oldest version, which no test installs")
)

// recorded is where the streams stand.
const recorded = "../../../testdata/events"

// studio is where streams are recorded: its name stands in them, and must say
// nothing about a machine or a user.
const studio = "/tmp/pi-fix-recording-events"

// A recording is a stream and how it comes about.
type recording struct {
	theme   string
	since   string   // the first version that shows it: older clients try again by themselves
	prompts []string // each is a run of its own, on the same session; the last one is kept
	turns   []replay.Turn
}

// oldest is of the first age of pi that the normalizer is made for.
const oldest = "0.58.3"

var versions = []string{oldest, "0.74.2", "0.87.1", "1.5.2"}

var call = realpitest.Call

// thinks tells a thought and a text, each in two pieces.
var thinks = realpitest.Thinks(replay.Thought{Text: "I count to three.", Signature: "c2lnbmVkIGJ5IGEgdGVzdCAx"}, replay.Block{Text: "There are three of them."})

var recordings = []recording{
	{theme: "tools", prompts: []string{"Read notes.txt and absent.txt"}, turns: []replay.Turn{
		{Text: "I look.", Calls: []replay.Call{
			call("toolu_one", "read", `{"path":"notes.txt"}`),
			call("toolu_two", "read", `{"path":"absent.txt"}`),
			call("toolu_three", "bash", `{"command":"echo first; sleep 0.3; echo second"}`),
		}},
		{Text: "I look. One\u2028of two – 😀."},
	}},
	{theme: "thinking", prompts: []string{"Hello", "How many?"}, turns: []replay.Turn{
		{Text: "Hello."},
		thinks,
	}},
	{theme: "overloaded", since: "0.87.1", prompts: []string{"Hello"}, turns: []replay.Turn{
		{Status: 529, Body: []byte(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)},
	}},
	{theme: "rate-limited", since: "0.87.1", prompts: []string{"Hello"}, turns: []replay.Turn{
		{Status: 429, Body: []byte(`{"type":"error","error":{"type":"rate_limit_error","message":"Number of requests has exceeded your rate limit"}}`)},
	}},
	{theme: "rejected", prompts: []string{"Hello"}, turns: []replay.Turn{
		{Status: 400, Body: []byte(`{"type":"error","error":{"type":"invalid_request_error","message":"messages: at least one message is required"}}`)},
	}},
	{theme: "cut", prompts: []string{"Hello"}, turns: []replay.Turn{
		realpitest.EndsAt(thinks, "signature_delta"),
	}},
}

func TestRecord(t *testing.T) {
	if !*recordAgain {
		t.Skip("streams are recorded only with -record")
	}
	for _, version := range versions {
		for _, r := range recordings {
			if version < r.since {
				continue
			}
			t.Run(version+"-"+r.theme, func(t *testing.T) {
				stream := record(t, piOf(t, version), r)
				name := filepath.Join(recorded, version+"-"+r.theme+".jsonl")
				if err := os.WriteFile(name, []byte(stream), 0o644); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

func piOf(t *testing.T, version string) *realpi.Pi {
	t.Helper()
	if version != oldest {
		return realpitest.Pi(t, version)
	}
	if *otherPi == "" {
		t.Skip("streams of the oldest version are recorded only with -pi")
	}
	pi, err := realpi.Open(t.Context(), *otherPi, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	if pi.Version != version {
		t.Fatalf("%s is %s, not %s", *otherPi, pi.Version, version)
	}
	return pi
}

func record(t *testing.T, pi *realpi.Pi, r recording) string {
	t.Helper()
	server := httptest.NewServer(&replay.Provider{Script: r.turns})
	defer server.Close()
	home := realpi.Home{Dir: studio}
	if err := os.MkdirAll(home.Work(), 0o755); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(studio)
	if err := os.WriteFile(filepath.Join(home.Work(), "notes.txt"), []byte("one\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	stream := ""
	for i, prompt := range r.prompts {
		if i > 0 {
			time.Sleep(6 * time.Second) // nobody resumes a session at once
		}
		outcome, err := pi.Run(t.Context(), realpi.Job{
			Model:  realpi.Model{Provider: "example", ID: "example-1", API: realpi.Anthropic, Address: server.URL, Reasoning: true},
			Prompt: prompt, Dir: studio, Args: []string{"--mode", "json", "--system-prompt", "You help to test pi-fix."},
		})
		if err != nil {
			t.Fatal(err)
		}
		stream = outcome.Stdout
	}
	return stream
}
