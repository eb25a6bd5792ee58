package replay_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

func TestViolationsKnowTheirLine(t *testing.T) {
	for _, test := range []struct {
		api, path, pointer, entry string
		line                      int
	}{
		{"anthropic-messages", "U A[c1,c2] T(c1) T(c2) T(c1)", "/messages/2/content/2", "e5", 5},
		{"openai-completions", "U A[c1,c2] T(c1) T(c2) T(c1)", "/messages/5/tool_call_id", "e5", 5},
		{"anthropic-messages", "U A T(x) A", "/messages/2/content/0", "e3", 3},
		{"openai-completions", "U A T(x) A", "/messages/3", "e3", 3},
		{"google-generative-ai", "U A T(x) A", "/contents/2", "e3", 3},
		{"google-generative-ai", "U A[c1,c2] T(c1) T(c2) T(c1)", "/contents/2", "e3", 3},
	} {
		s := started(test.api)
		s.walk(t, test.path)
		v := s.run(t, replay.Options{})
		if len(v.Violations) == 0 {
			t.Fatalf("%s %s: accepted", test.api, test.path)
		}
		got := v.Violations[0]
		if string(got.Pointer) != test.pointer || got.Line != test.line || got.Entry != test.entry {
			t.Errorf("%s %s: got %s line %d entry %s, want %s line %d entry %s", test.api, test.path,
				got.Pointer, got.Line, got.Entry, test.pointer, test.line, test.entry)
		}
	}
}

// A place that no line brought about counts to the line before it.
func TestMissingResultsCountToTheirCalls(t *testing.T) {
	s := started("anthropic-messages")
	s.walk(t, "U")
	s.of("xai", "openai-responses", "grok", calling("call|1"), "toolUse")
	s.assistant(calling("call|1"), "toolUse")
	s.result("call_1", text("b"), false)
	v := s.run(t, replay.Options{})
	if v.Accepted() || v.Violations[0].Line < 1 {
		t.Errorf("got %+v", v.Violations)
	}
}

func TestRunAsksEveryLeaf(t *testing.T) {
	s := started("anthropic-messages")
	s.walk(t, "U A[c1] T(c1) A")
	s.lines = append(s.lines, strings.Replace(s.lines[4], `"parentId":"e3"`, `"parentId":"e2"`, 1))
	s.lines[5] = strings.Replace(s.lines[5], `"id":"e4"`, `"id":"e5"`, 1)
	verdicts, err := replay.Run(t.Context(), s.log(), replay.Options{APIs: []string{"anthropic-messages", "openai-completions"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range verdicts {
		if !v.Accepted() || len(v.Exchanges) != 1 {
			t.Errorf("%s: %v", v.Entry, v.Violations)
		}
		got = append(got, v.Entry+" "+v.Model.ID)
	}
	want := []string{"e4 claude-opus-4-5", "e4 gpt-4o", "e5 claude-opus-4-5", "e5 gpt-4o"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDefaultAPIs(t *testing.T) {
	s := started("google-gemini-cli")
	s.walk(t, "U A")
	verdicts, err := replay.Run(t.Context(), s.log(), replay.Options{})
	if err != nil || len(verdicts) != len(replay.APIs) {
		t.Errorf("got %v, %v, want one verdict for each API", verdicts, err)
	}
	if _, err := replay.Run(t.Context(), s.log(), replay.Options{APIs: []string{"nope"}}); !errors.Is(err, replay.ErrUnknownAPI) {
		t.Errorf("got %v, want %v", err, replay.ErrUnknownAPI)
	}
	if verdicts, err := replay.Run(t.Context(), s.log(), replay.Options{Leaves: []int{}}); err != nil || len(verdicts) != 0 {
		t.Errorf("got %v, %v, want nothing asked", verdicts, err)
	}
	if (replay.Verdict{}).Accepted() {
		t.Error("a verdict without any request is accepted")
	}
}

func TestRunHonoursTheContext(t *testing.T) {
	s := started("anthropic-messages")
	s.walk(t, "U A")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := replay.Run(ctx, s.log(), replay.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// A chain of parents without an end keeps pi from coming back at all.
func TestParentCycle(t *testing.T) {
	s := started("anthropic-messages")
	s.walk(t, "U A U")
	s.lines[1] = strings.Replace(s.lines[1], `"parentId":null`, `"parentId":"e3"`, 1)
	v := s.run(t, replay.Options{APIs: []string{"anthropic-messages"}})
	if v.Accepted() || !slices.Equal(ids(v), []string{"pi/parent-cycle"}) {
		t.Errorf("got %v", v.Violations)
	}
}

// Whatever the bytes are, there is a verdict for each leaf, and it is the same
// the second time.
func FuzzRun(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("{}\n[]\n\"x\"\n"))
	for _, path := range []string{"U A[c1] T(c1) A", "U A[c1,c2]:aborted T(c1)! X S B K(2) E(2) U", "T(x)"} {
		for _, api := range []string{"anthropic-messages", "openai-completions", "google-generative-ai", "mistral-conversations"} {
			s := started(api)
			s.walk(&testing.T{}, path)
			f.Add([]byte(strings.Join(s.lines, "\n")))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		log := sessionlog.Parse(src)
		var o replay.Options
		for _, a := range replay.APIs {
			o.APIs = append(o.APIs, a.Name)
		}
		first, err := replay.Run(t.Context(), log, o)
		if err != nil {
			t.Fatal(err)
		}
		if want := len(o.APIs) * len(log.Leaves()); len(first) != want {
			t.Fatalf("got %d verdicts, want %d", len(first), want)
		}
		second, err := replay.Run(t.Context(), log, o)
		if err != nil || fmt.Sprint(first) != fmt.Sprint(second) {
			t.Fatalf("got %v, then %v, %v", first, second, err)
		}
		for _, v := range first {
			if !v.Accepted() && len(v.Violations) == 0 {
				t.Fatalf("refused without a word: %+v", v)
			}
		}
	})
}

// A prompt has the id of the leaf as its parent; without one it stands alone.
func TestLeafWithoutIDIsForgotten(t *testing.T) {
	for id, want := range map[string]bool{`"e3"`: true, `42`: true, `null`: false, `""`: false} {
		s := started(anthropicMessages)
		s.message("user", `,"content":"one"`)
		s.assistant(text("two"), "stop")
		s.message("user", `,"content":"three"`)
		s.lines[3] = strings.Replace(s.lines[3], `"id":"e3"`, `"id":`+id, 1)
		wire, err := replay.Build(s.log(), 3, anthropicMessages, replay.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, said := range []string{"one", "two", "three"} {
			if strings.Contains(string(wire.Body), said) != want {
				t.Errorf("id %s: got %s", id, wire.Body)
			}
		}
	}
}
