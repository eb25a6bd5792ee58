package events_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

var update = flag.Bool("update", false, "write what is told of the recorded streams anew")

func read(t *testing.T, r io.Reader) []events.Event {
	t.Helper()
	in := events.NewReader(r)
	var out []events.Event
	for {
		e, err := in.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
}

func lines(t *testing.T, all []events.Event) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, e := range all {
		if err := enc.Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// streams calls f for each recorded stream.
func streams(t *testing.T, f func(t *testing.T, name string, stream []byte)) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(recorded, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no recorded streams: %v", err)
	}
	for _, name := range names {
		stream, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".jsonl"), func(t *testing.T) { f(t, name, stream) })
	}
}

func TestRecordedStreams(t *testing.T) {
	streams(t, func(t *testing.T, name string, stream []byte) {
		got := lines(t, read(t, bytes.NewReader(stream)))
		golden := strings.TrimSuffix(name, ".jsonl") + ".events"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
}

// A stream is the same for every version: snapshots and pieces tell one story.
func TestVersionsTellTheSame(t *testing.T) {
	for _, theme := range []string{"tools", "thinking", "rejected", "cut"} {
		var first string
		for _, version := range versions {
			if theme == "cut" && version == oldest {
				continue // it takes the end of a connection for that of the answer
			}
			stream, err := os.ReadFile(filepath.Join(recorded, version+"-"+theme+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			told := story(joined(read(t, bytes.NewReader(stream))))
			if first == "" {
				first = told
			}
			if told != first {
				t.Errorf("%s of %s: got\n%swant\n%s", theme, version, told, first)
			}
		}
	}
}

// joined makes one of texts that follow each other: how many there are is up to the
// service.
func joined(all []events.Event) []events.Event {
	var out []events.Event
	for _, e := range all {
		if n := len(out); n > 0 && e.Type == events.Text && out[n-1].Type == events.Text && out[n-1].Turn == e.Turn {
			out[n-1].Text += e.Text
			continue
		}
		out = append(out, e)
	}
	return out
}

// story is what happened, without ids, and without the order of tools that run
// at the same time.
func story(all []events.Event) string {
	var out, tools []string
	for _, e := range all {
		if e.Type == events.ToolUpdate {
			continue // how many there are is a matter of time
		}
		line := strings.Join([]string{string(e.Type), e.Tool, e.Call, e.Stop, string(e.Failure), e.Text}, " ")
		if e.Type == events.ToolCompleted || e.Type == events.ToolFailed {
			tools = append(tools, line)
			continue
		}
		slices.Sort(tools)
		out = append(append(out, tools...), line)
		tools = nil
	}
	return strings.Join(out, "\n") + "\n"
}

// Whatever is taken off the end of a stream, it has one end and no call without one.
func TestEveryPrefixEnds(t *testing.T) {
	streams(t, func(t *testing.T, _ string, stream []byte) {
		for n := 0; n <= len(stream); n += 97 {
			all := read(t, bytes.NewReader(stream[:n]))
			ends := 0
			calls := map[string]int{}
			for _, e := range all {
				switch e.Type {
				case events.Completed, events.Failed:
					ends++
				case events.ToolCall:
					calls[e.Call]++
				case events.ToolCompleted, events.ToolFailed:
					calls[e.Call]--
				}
			}
			if ends != 1 || !all[len(all)-1].Last() {
				t.Fatalf("%d bytes: %d ends", n, ends)
			}
			for id, open := range calls {
				if open != 0 {
					t.Fatalf("%d bytes: call %s has no end", n, id)
				}
			}
		}
	})
}

// The pieces of a turn make the text that pi stores.
func TestNoTextIsLost(t *testing.T) {
	streams(t, func(t *testing.T, _ string, stream []byte) {
		var got strings.Builder
		for _, e := range read(t, bytes.NewReader(stream)) {
			if e.Type == events.Text {
				got.WriteString(e.Text)
			}
		}
		var want strings.Builder
		for line := range bytes.Lines(stream) {
			var e struct {
				Type    string
				Message struct {
					Role    string
					Content []struct{ Type, Text string }
				}
			}
			if json.Unmarshal(line, &e) == nil && e.Type == "message_end" && e.Message.Role == "assistant" {
				for _, b := range e.Message.Content {
					want.WriteString(b.Text)
				}
			}
		}
		if got.String() != want.String() {
			t.Errorf("got %q, want %q", got.String(), want.String())
		}
	})
}

var machine = regexp.MustCompile(`/(home|root|Users|work|var|opt|usr)/|[A-Z]:\\\\|\.cache|node_modules|127\.0\.0\.1|localhost`)

func TestRecordingsTellNothingOfTheirMachine(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b` + regexp.QuoteMeta(host) + `\b`)
	streams(t, func(t *testing.T, _ string, stream []byte) {
		told := bytes.ReplaceAll(stream, []byte(studio+"/work"), nil)
		for _, pattern := range []*regexp.Regexp{machine, named} {
			if found := pattern.Find(told); found != nil {
				t.Errorf("it holds %q", found)
			}
		}
	})
}

func FuzzNormalizer(f *testing.F) {
	f.Add([]byte("{\"type\":\"agent_start\"}\n{\"type\":\"message_update\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}"))
	f.Add([]byte("{\"type\":\"tool_execution_start\",\"toolCallId\":\"x\"}\nnot json"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		all := read(t, bytes.NewReader(stream))
		for i, e := range all {
			if e.Last() != (i == len(all)-1) {
				t.Fatalf("event %d of %d is %s", i+1, len(all), e.Type)
			}
			if _, err := json.Marshal(e); err != nil {
				t.Fatal(err)
			}
		}
	})
}
