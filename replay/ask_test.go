package replay_test

import (
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

var everything = replay.Options{Questions: replay.Questions}

func TestQuestionsAreThreeRequests(t *testing.T) {
	for _, api := range replay.APIs {
		t.Run(api.Name, func(t *testing.T) {
			s := started("anthropic-messages")
			s.walk(t, "U A[c1] T(c1) A")
			o := everything
			o.APIs = []string{api.Name}
			v := s.run(t, o)
			if !v.Accepted() || len(v.Exchanges) != 3 {
				t.Fatalf("%d requests: %v", len(v.Exchanges), v.Violations)
			}
			tools, compaction := string(v.Exchanges[1].Body), string(v.Exchanges[2].Body)
			if !strings.Contains(tools, replay.StandInPrompt) || len(tools) <= len(v.Exchanges[0].Body) {
				t.Errorf("the second request does not go on from the first: %s", tools)
			}
			if strings.Contains(compaction, `"tools"`) || !strings.Contains(compaction, "[User]: ") {
				t.Errorf("no request for a summary: %s", compaction)
			}
		})
	}
}

func TestQuestionsOneByOne(t *testing.T) {
	for _, test := range []struct {
		asked []replay.Question
		want  int
	}{
		{nil, 1},
		{[]replay.Question{}, 0},
		{[]replay.Question{replay.NextPrompt}, 1},
		{[]replay.Question{replay.ToolRound}, 2},
		{[]replay.Question{replay.Compaction}, 1},
		{[]replay.Question{replay.Compaction, replay.NextPrompt}, 2},
	} {
		s := started("openai-completions")
		s.walk(t, "U A")
		if v := s.run(t, replay.Options{Questions: test.asked}); len(v.Exchanges) != test.want {
			t.Errorf("%v: %d requests, want %d", test.asked, len(v.Exchanges), test.want)
		}
	}
}

// A refused prompt has no second round, and what is told of the first request is
// not repeated for the others. A compaction has lost the form that was at fault.
func TestQuestionsAfterARefusal(t *testing.T) {
	s := started("anthropic-messages")
	s.walk(t, "U A T(x) A")
	v := s.run(t, everything)
	if len(v.Exchanges) != 2 || v.Exchanges[0].Status == 200 || v.Exchanges[1].Status != 200 {
		t.Errorf("%d requests", len(v.Exchanges))
	}
	for _, x := range v.Violations {
		if x.Request != 0 {
			t.Errorf("request %d: %v", x.Request, x)
		}
	}
}

func TestCompactionFailsOnCallsWithoutArguments(t *testing.T) {
	s := started("openai-completions")
	s.walk(t, "U")
	s.assistant(callOf("c1", "read", "null"), "toolUse")
	s.result("c1", text("a"), false)
	v := s.run(t, replay.Options{Questions: []replay.Question{replay.Compaction}})
	if v.Accepted() || len(v.Violations) != 1 || v.Violations[0].ID != "pi/compaction-arguments" || v.Violations[0].Line != 2 {
		t.Errorf("got %v", v.Violations)
	}
}

// A session that holds the id of the made-up call gets another one.
func TestToolRoundHasAnIDOfItsOwn(t *testing.T) {
	s := started("anthropic-messages")
	s.walk(t, "U A[pifix0000] T(pifix0000) A")
	if v := s.run(t, everything); !v.Accepted() || !strings.Contains(string(v.Exchanges[1].Body), "pifix0001") {
		t.Errorf("got %v", v.Violations)
	}
}

// Nothing is cried over sound sessions, whatever is asked.
func TestQuestionsAboutSoundSessions(t *testing.T) {
	soundSessions(t, func(t *testing.T, log *sessionlog.Log) {
		verdicts, err := replay.Run(t.Context(), log, everything)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verdicts {
			if !v.Accepted() || len(v.Exchanges) != 3 {
				t.Errorf("leaf %s, %d requests: %v", v.Entry, len(v.Exchanges), v.Violations)
			}
		}
	})
}
