package events_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pi-fix/pi-fix/replay/realpi/events"
)

func TestStreamsOfAllKinds(t *testing.T) {
	const (
		start  = `{"type":"agent_start"}` + "\n"
		answer = `{"type":"message_start","message":{"role":"assistant","content":[]}}` + "\n"
		done   = `{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"Hi."}],"stopReason":"stop"}}` + "\n" + `{"type":"agent_end"}` + "\n"
	)
	snapshot := func(blocks string) string {
		return `{"type":"message_update","message":{"role":"assistant","content":[` + blocks + `]}}` + "\n"
	}
	ended := func(blocks, stop string) string {
		return `{"type":"message_end","message":{"role":"assistant","content":[` + blocks + `],"stopReason":"` + stop + `"}}` + "\n"
	}
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	call := `{"type":"toolCall","id":"c1","name":"read","arguments":{}}`
	first := start + answer + snapshot(text("I ")) + snapshot(text("I look.")) + ended(text("I look.")+","+call, "toolUse")
	const failed = "tool-call read c1   \ntool-failed read c1   \n"
	for _, test := range []struct{ name, stream, want string }{
		{"nothing", "", "failed    crashed pi ended before it ran\n"},
		{"snapshots without pieces", start + answer + snapshot(text("H")) + snapshot(text("Hi")) + done,
			"text     H\ntext     i\ntext     .\ncompleted   stop  \n"},
		{"an end alone", start + done, "text     Hi.\ncompleted   stop  \n"},
		{"an answer repeated after its tools, as blocks",
			first + answer + snapshot(text("I look.")+","+call+","+text("Do")) + ended(text("I look.")+","+call+","+text("Done."), "stop") + `{"type":"agent_end"}`,
			"text     I \ntext     look.\ntext     Do\ntext     ne.\ncompleted   stop  \n"},
		{"repeated blocks that are not stored",
			first + answer + snapshot(text("I look.")+","+call+","+text("Do")) + ended(text("Done."), "stop") + `{"type":"agent_end"}`,
			"text     I \ntext     look.\ntext     Do\ntext     ne.\ncompleted   stop  \n"},
		{"an answer repeated after its tools, in one text",
			first + answer + snapshot(text("I look.")) + snapshot(text("I look. Done")) + ended(text("I look. Done."), "stop") + `{"type":"agent_end"}`,
			"text     I \ntext     look.\ntext      Done\ntext     .\ncompleted   stop  \n"},
		{"an answer that begins like the one before", first + answer + snapshot(text("I")) + snapshot(text("I see")) + ended(text("I see."), "stop") + `{"type":"agent_end"}`,
			"text     I \ntext     look.\ntext     I see\ntext     .\ncompleted   stop  \n"},
		{"a call that was never carried out", start + ended(call, "length") +
			`{"type":"message_end","message":{"role":"toolResult","toolCallId":"c1","toolName":"read","isError":true,"content":[]}}` + "\n" + `{"type":"agent_end"}`,
			failed + "completed   length  \n"},
		{"tried again", start + ended("", "error") + `{"type":"agent_end","willRetry":true}` + "\n" + start + done, "text     Hi.\ncompleted   stop  \n"},
		{"ended while it was to be tried again", start + ended("", "error") + `{"type":"agent_end","willRetry":true}` + "\n",
			"failed    crashed pi ended in the middle of a run\n"},
		{"aborted", start + ended("", "aborted") + `{"type":"agent_end"}`, "failed    cancelled \n"},
		{"types that nobody knows", start + `{"type":"dance","with":"me"}` + "\n" + done, "text     Hi.\ncompleted   stop  \n"},
		{"lines that end as on Windows", strings.ReplaceAll(start+done, "\n", "\r\n"), "text     Hi.\ncompleted   stop  \n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := story(read(t, strings.NewReader(test.stream))); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestStrayLinesAreKept(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	stream := "(node:1) Warning\n\n[1]\n{\"no\":\"type\"}\n{\"type\":7}\n{\"type\":\"agent_start\"}\n" + long + "\n" +
		"{\"type\":\"agent_end\"}\n{\"type\":\"cut"
	all := read(t, iotest.OneByteReader(strings.NewReader(stream)))
	last := all[len(all)-1]
	if len(all) != 1 || last.Type != events.Completed || last.Diagnosis == nil {
		t.Fatalf("got %+v", all)
	}
	want := []string{"(node:1) Warning", "[1]", `{"no":"type"}`, `{"type":7}`, long[:500] + "…", `{"type":"cut`}
	if !slices.Equal(last.Diagnosis.Stray, want) || last.Diagnosis.StrayLines != len(want) {
		t.Errorf("got %q", last.Diagnosis.Stray)
	}
}

func TestManyStrayLinesAreCounted(t *testing.T) {
	all := read(t, strings.NewReader(strings.Repeat("noise\n", 1000)))
	if d := all[0].Diagnosis; d.StrayLines != 1000 || len(d.Stray) != 50 {
		t.Errorf("%d kept of %d", len(d.Stray), d.StrayLines)
	}
}

func TestLineSeparatorIsNoLineEnd(t *testing.T) {
	stream := "{\"type\":\"agent_start\"}\n{\"type\":\"message_update\",\"assistantMessageEvent\":{\"type\":\"text_delta\",\"contentIndex\":0,\"delta\":\"a\u2028b\u2029c\u0085d\"}}\n{\"type\":\"agent_end\"}\n"
	all := read(t, strings.NewReader(stream))
	if len(all) != 2 || all[0].Text != "a\u2028b\u2029c\u0085d" || all[1].Diagnosis != nil {
		t.Errorf("got %+v", all)
	}
}

func TestSessionIsToldFirst(t *testing.T) {
	const header = `{"type":"session","id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}` + "\n"
	user := func(role, ms string) string {
		return `{"type":"agent_start"}` + "\n" + `{"type":"message_start","message":{"role":"` + role + `","timestamp":` + ms + `}}` + "\n"
	}
	for _, test := range []struct {
		name, stream string
		want         events.Type
	}{
		{"at once", header + user("user", "1767225600100"), events.Started},
		{"days later", header + user("user", "1767325600100"), events.Resumed},
		{"nothing but a header", header, events.Started},
		{"no time", strings.Replace(header, "2026", "year", 1) + user("user", "1767325600100"), events.Started},
	} {
		all := read(t, strings.NewReader(test.stream))
		if all[0].Type != test.want || all[0].Session != "s" || all[0].Cwd != "/w" {
			t.Errorf("%s: got %+v, want %s", test.name, all[0], test.want)
		}
	}
	n := events.Normalizer{Session: events.Resumed}
	if got := n.Line([]byte(header)); len(got) != 1 || got[0].Type != events.Resumed {
		t.Errorf("a session that is known to be resumed: %+v", got)
	}
}

func TestReadErrorLeavesAnEnd(t *testing.T) {
	broken := errors.New("broken")
	r := events.NewReader(io.MultiReader(strings.NewReader("{\"type\":\"agent_start\"}\n"), iotest.ErrReader(broken)))
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if left := r.Close(events.Ending{}); len(left) != 1 || left[0].Failure != events.Crashed {
		t.Errorf("got %+v", left)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("got %v after the end", err)
	}
}

func TestFailureOf(t *testing.T) {
	for message, want := range map[string]events.Failure{
		`429 {"type":"error","error":{"type":"rate_limit_error"}}`:       events.RateLimited,
		`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}`:           events.RateLimited,
		`Rate limit reached for gpt-4o`:                                  events.RateLimited,
		`529 {"type":"error","error":{"type":"overloaded_error"}}`:       events.Overloaded,
		`503 status code (no body)`:                                      events.Overloaded,
		`terminated: other side closed (UND_ERR_SOCKET)`:                 events.Overloaded,
		`Connection error.`:                                              events.Overloaded,
		`fetch failed`:                                                   events.Overloaded,
		`400 {"type":"error","error":{"message":"connection"}}`:          events.Rejected,
		`401 Unauthorized`:                                               events.Rejected,
		`413 {"error":{"type":"request_too_large"}}`:                     events.Rejected,
		`Cannot read properties of undefined (reading 'replace')`:        events.Crashed,
		`assistantMsg.content.flatMap is not a function`:                 events.Crashed,
		`You have reached something that nobody has put into words yet.`: events.Rejected,
		``: events.Rejected,
	} {
		if got := events.FailureOf(message); got != want {
			t.Errorf("%q is %s, want %s", message, got, want)
		}
	}
}
