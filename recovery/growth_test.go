package recovery_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// hostileShapes are sessions that grow in one respect with n, each with damage
// that grows too.
var hostileShapes = map[string]func(n int) string{
	"branches": func(n int) string {
		s := newScript()
		root := s.user("start")
		for range n {
			s.last = root
			s.user("a way")
		}
		s.result("toolu_nobody")
		return s.b.String()
	},
	"calls of one turn": func(n int) string {
		s := newScript()
		s.user("start")
		s.assistant("all at once", numbered(n)...)
		return s.b.String()
	},
	"answered calls of one turn": func(n int) string {
		s := newScript()
		s.user("start")
		calls := numbered(n)
		s.assistant("all at once", calls...)
		for _, c := range calls[1:] {
			s.result(c)
		}
		return s.b.String()
	},
	"orphans": func(n int) string {
		s := newScript()
		s.user("start")
		for _, c := range numbered(n) {
			s.result(c)
		}
		return s.b.String()
	},
	"results that come twice": func(n int) string {
		s := newScript()
		s.user("start")
		s.assistant("look", "toolu_1")
		for range n {
			s.result("toolu_1")
		}
		return s.b.String()
	},
	"lost parents": func(n int) string {
		s := newScript()
		s.user("start")
		for i := range n {
			s.last = fmt.Sprintf(`"lost%04x"`, i)
			s.user("where am I")
		}
		return s.b.String()
	},
	"one id": func(n int) string {
		s := newScript()
		for range n {
			s.n = 0
			s.user("again")
		}
		return s.b.String()
	},
	"rubbish": func(n int) string {
		return string(linear()) + strings.Repeat("{\"torn\":\n", n) + strings.Repeat("\x00", n) + "\n"
	},
	"beginnings of records": func(n int) string {
		return string(linear()) + strings.Repeat("{\"type\":\"message\",\"id\":\"x\n and}\n", n)
	},
	"records on one line": func(n int) string {
		s := newScript()
		for range n {
			s.user("on and on")
		}
		head, rest, _ := strings.Cut(s.b.String(), "\n")
		return head + "\n" + strings.ReplaceAll(rest, "\n", "") + "\n"
	},
	"nesting": func(n int) string {
		s := newScript()
		s.user("start")
		s.add("custom", `"customType":"deep","data":`+strings.Repeat(`{"a":[`, n)+"1"+strings.Repeat("]}", n))
		return s.b.String() + strings.Repeat("[", n) + "\n"
	},
	"branches off a stem, Anthropic": func(n int) string { return stem(n, "anthropic", "anthropic-messages", "claude-opus-5-5") },
	"branches off a stem, OpenAI":    func(n int) string { return stem(n, "openai", "openai-responses", "gpt-5.4") },
	"branches off a stem, Google":    func(n int) string { return stem(n, "google", "google-generative-ai", "gemini-2.5-pro") },
	"branches off a stem, Bedrock": func(n int) string {
		return stem(n, "amazon-bedrock", "bedrock-converse-stream", "us.anthropic.claude-opus-4-5")
	},
	"branches to another model": func(n int) string {
		s := newScript()
		s.user("start")
		for range n {
			at := s.assistant("on")
			s.add("model_change", `"provider":"openai","modelId":"gpt-5.4"`)
			s.last = at
		}
		s.result("toolu_nobody")
		return s.b.String()
	},
	"headers": func(n int) string {
		s := newScript()
		head := s.b.String()
		s.user("start")
		s.b.WriteString(strings.Repeat(head, n))
		s.result("toolu_nobody")
		return s.b.String()
	},
	"edits": func(n int) string {
		s := newScript()
		for range n {
			at := s.user("start")
			s.assistant("on")
			s.add("context_edit", `"targetId":`+at+`,"replacement":{"content":"other"}`)
		}
		s.result("toolu_nobody")
		return s.b.String()
	},
	"edits on branches": func(n int) string {
		s := newScript()
		at := s.user("start")
		for range n {
			s.last = at
			asked := s.user("on")
			for range 2 { // one on a branch, one on the stem
				s.last = asked
				at = s.add("context_edit", `"targetId":`+asked+`,"replacement":{"content":"other"}`)
			}
		}
		s.result("toolu_nobody")
		return s.b.String()
	},
	"compactions": func(n int) string {
		s := newScript()
		for range n {
			at := s.user("start")
			s.assistant("on")
			s.add("compaction", `"summary":"so far","firstKeptEntryId":`+at+`,"tokensBefore":9`)
		}
		s.result("toolu_nobody")
		return s.b.String()
	},
	"system messages without tools": func(n int) string {
		s := newScript()
		for range n {
			s.add("message", `"message":{"role":"system","content":"","sections":{"date":"2026-01-02"},"timestamp":1}`)
			s.user("go")
			s.assistant("on")
		}
		s.assistant("look", "toolu_1")
		s.result("toolu_1")
		return s.b.String()
	},
	"reads that did not run": func(n int) string {
		s := newScript()
		s.user("start")
		for _, c := range numbered(n) {
			s.assistant("look", c)
			s.add("message", fmt.Sprintf(`"message":{"role":"toolResult","toolCallId":%q,"toolName":"read","content":[{"type":"text","text":"Skipped due to queued user message."}],"isError":true,"timestamp":1}`, c))
		}
		s.result("toolu_nobody")
		return s.b.String()
	},
	"results of another branch": func(n int) string {
		s := newScript()
		root := s.user("start")
		for _, c := range numbered(n) {
			s.last = root
			s.assistant("look", c)
			s.last = root
			s.result(c)
		}
		return s.b.String()
	},
	"every other call answered": func(n int) string {
		s := newScript()
		s.user("start")
		calls := numbered(n)
		s.assistant("all at once", calls...)
		for i := range n / 2 {
			s.result(calls[2*i])
		}
		return s.b.String()
	},
	"a long id": func(n int) string {
		s := newScript()
		s.user("start")
		s.assistant("look", strings.Repeat("x", n))
		s.last = `"` + strings.Repeat("y", n) + `"`
		s.result(strings.Repeat("z", n))
		return s.b.String()
	},
}

// stem is n turns with signed thinking and a call, a branch off each, and a result of no
// call at the end.
func stem(n int, provider, api, model string) string {
	s := newScript()
	s.user("start")
	for i := range n {
		call, signed := fmt.Sprintf("call_%d", i), fmt.Sprintf("%08d", i)+strings.Repeat("A", 120)
		if api == "openai-responses" {
			call = fmt.Sprintf("call_%d|fc_%d", i, i)
			signed = fmt.Sprintf(`{"type":"reasoning","id":"rs_%d","summary":[],"encrypted_content":"gAAA"}`, i)
		}
		s.add("message", fmt.Sprintf(`"message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm","thinkingSignature":%q},`+
			`{"type":"toolCall","id":%q,"name":"read","arguments":{"path":"a.go"}}],"api":%q,"provider":%q,"model":%q,"usage":{"input":1,"cost":{"total":0}},"stopReason":"toolUse","timestamp":1}`,
			signed, call, api, provider, model))
		at := s.result(call)
		s.user("a way")
		s.last = at
	}
	s.result("toolu_nobody")
	return s.b.String()
}

func numbered(n int) []string {
	calls := make([]string, n)
	for i := range calls {
		calls[i] = fmt.Sprintf("toolu_%d", i)
	}
	return calls
}

// counted counts what is read of a source.
type counted struct {
	sessionlog.Source
	bytes atomic.Int64
}

func (c *counted) ReadAt(p []byte, off int64) (int, error) {
	c.bytes.Add(int64(len(p)))
	return c.Source.ReadAt(p, off)
}

// TestHostileShapesCostWhatTheyAreLong repairs each shape in two sizes. Time says
// little on a busy machine, so what is read and what is allocated are counted:
// both grow as the session does, and no faster.
func TestHostileShapesCostWhatTheyAreLong(t *testing.T) {
	for name, shape := range hostileShapes {
		t.Run(name, func(t *testing.T) {
			const n, times = 2000, 4
			session := shape(times * n)
			small, large := expense(t, shape(n)), expense(t, session)
			for i, what := range []string{"bytes read", "allocations", "bytes allocated"} {
				// A constant part apart, half as much again for tables that double, and lines
				// that are read again, which a small session is not.
				if most := times*small[i] + times*small[i]/2 + 1<<20 + 4*int64(len(session)); large[i] > most {
					t.Errorf("%s: %d for %d, %d for %d", what, small[i], n, large[i], times*n)
				}
			}
		})
	}
}

func expense(t *testing.T, session string) [3]int64 {
	t.Helper()
	src := &counted{Source: strings.NewReader(session)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := recovery.Prepare(context.Background(), src, "session.jsonl", recovery.Policy{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if p.Patch == nil {
		t.Error("there was nothing to repair")
	}
	return [3]int64{src.bytes.Load(), int64(after.Mallocs - before.Mallocs), int64(after.TotalAlloc - before.TotalAlloc)}
}

// TestASessionIsReadOnce repairs a session of several megabytes: but for what was changed
// and looked at, it is read once, whatever becomes of it.
func TestASessionIsReadOnce(t *testing.T) {
	for title, tt := range map[string]struct {
		stray    bool // in the middle; appending repeats what comes behind
		strategy recovery.Strategy
	}{
		"the middle":            {true, recovery.Rewrite},
		"the end":               {false, recovery.Rewrite},
		"the end, by appending": {false, recovery.Append},
	} {
		t.Run(title, func(t *testing.T) {
			s := newScript()
			for n := range 1400 {
				s.user(strings.Repeat("a long question ", 200))
				s.assistant(strings.Repeat("a long answer ", 200))
				if tt.stray && n == 700 {
					s.result("toolu_nobody")
				}
			}
			s.assistant("look", "toolu_open")
			src := &counted{Source: strings.NewReader(s.b.String())}
			p, err := recovery.Prepare(context.Background(), src, "session.jsonl", recovery.Policy{Workers: 1, Strategy: tt.strategy})
			if err != nil || p.Patch == nil {
				t.Fatal("nothing is repaired", err)
			}
			if read := src.bytes.Load(); read > src.Size()+src.Size()/10 {
				t.Errorf("read %d of %d bytes", read, src.Size())
			}
		})
	}
}
