package recovery_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// script writes a session entry by entry.
type script struct {
	b    strings.Builder
	n    int
	last string
}

func newScript() *script {
	s := &script{last: "null"}
	s.b.WriteString(`{"type":"session","version":3,"id":"0199a000-0000-7000-8000-000000000001","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/tmp"}` + "\n")
	return s
}

// add appends an entry behind the last one and returns its id in quotes.
func (s *script) add(typ, rest string) string {
	s.n++
	id := fmt.Sprintf(`"%08x"`, s.n*0x01010101)
	fmt.Fprintf(&s.b, `{"type":"%s","id":%s,"parentId":%s,"timestamp":"2026-01-01T00:00:%02d.000Z",%s}`+"\n", typ, id, s.last, s.n%60, rest)
	s.last = id
	return id
}

func (s *script) user(text string) string {
	return s.add("message", fmt.Sprintf(`"message":{"role":"user","content":[{"type":"text","text":%q}],"timestamp":%d}`, text, 1767225600000+s.n))
}

func (s *script) assistant(text string, calls ...string) string {
	var blocks strings.Builder
	stop := "stop"
	fmt.Fprintf(&blocks, `{"type":"text","text":%q}`, text)
	for _, c := range calls {
		fmt.Fprintf(&blocks, `,{"type":"toolCall","id":%q,"name":"read","arguments":{"path":"%s.go"}}`, c, c)
		stop = "toolUse"
	}
	return s.add("message", fmt.Sprintf(`"message":{"role":"assistant","content":[%s],"api":"anthropic-messages","provider":"anthropic","model":"claude-opus-4-5","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":%q,"timestamp":%d}`, blocks.String(), stop, 1767225600000+s.n))
}

func (s *script) result(call string) string {
	return s.add("message", fmt.Sprintf(`"message":{"role":"toolResult","toolCallId":%q,"toolName":"read","content":[{"type":"text","text":"content of %s"}],"isError":false,"timestamp":%d}`, call, call, 1767225600000+s.n))
}

// soundSessions are what the laws start from: scripted ones, the recorded ones,
// and the public ones where they are beside the project.
func soundSessions(t testing.TB) map[string][]byte {
	out := map[string][]byte{"linear": linear(), "branched": branched(), "compacted": compacted()}
	for provider, api := range relatives {
		out[provider] = servedBy(provider, api, branched())
	}
	for _, pattern := range []string{
		filepath.Join("..", "testdata", "sessions", "*.jsonl"),
		filepath.Join("..", "..", "shared", "corpus", "sessions", "*.jsonl"),
	} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(b) < 100_000 && len(b) > 600 && !strings.Contains(name, "Capsule-Pro") {
				out[filepath.Base(name)] = b
			}
		}
	}
	return out
}

// relatives are providers whose services speak the API of another one, each with
// rules of its own.
var relatives = map[string]string{
	"deepseek": "openai-completions", "groq": "openai-completions", "cerebras": "openai-completions",
	"xai": "openai-completions", "openrouter": "openai-completions", "moonshotai": "openai-completions",
	"zai": "openai-completions", "github-copilot": "openai-completions", "kimi-coding": "anthropic-messages",
}

// servedBy is a scripted session with another provider.
func servedBy(provider, api string, session []byte) []byte {
	old := `"api":"anthropic-messages","provider":"anthropic","model":"claude-opus-4-5"`
	return bytes.ReplaceAll(session, []byte(old), fmt.Appendf(nil, `"api":%q,"provider":%q,"model":"m"`, api, provider))
}

func linear() []byte {
	s := newScript()
	s.add("model_change", `"provider":"anthropic","modelId":"claude-opus-4-5"`)
	for i := range 4 {
		s.user(fmt.Sprintf("question %d", i))
		s.assistant("let me look", fmt.Sprintf("toolu_a%d", i), fmt.Sprintf("toolu_b%d", i))
		s.result(fmt.Sprintf("toolu_a%d", i))
		s.add("custom", `"customType":"note","data":{"x":1.50}`)
		s.result(fmt.Sprintf("toolu_b%d", i))
		s.assistant(fmt.Sprintf("answer %d", i))
	}
	return []byte(s.b.String())
}

func branched() []byte {
	s := newScript()
	s.user("start")
	fork := s.assistant("look", "toolu_1")
	s.result("toolu_1")
	mid := s.assistant("done")
	s.user("first way")
	s.assistant("yes", "toolu_2")
	s.result("toolu_2")
	s.assistant("first end")
	s.last = mid
	s.add("branch_summary", `"fromId":"root","summary":"tried the first way"`)
	s.user("second way")
	s.assistant("again", "toolu_3", "toolu_4")
	s.result("toolu_3")
	s.result("toolu_4")
	s.last = fork
	s.result("toolu_1")
	s.user("third way")
	s.assistant("third end")
	return []byte(s.b.String())
}

func compacted() []byte {
	s := newScript()
	s.user("old question")
	s.assistant("old look", "toolu_o1")
	s.result("toolu_o1")
	s.assistant("old answer")
	kept := s.user("kept question")
	s.assistant("kept look", "toolu_k1")
	s.result("toolu_k1")
	s.assistant("kept answer")
	s.add("compaction", `"summary":"it was about old things","firstKeptEntryId":`+kept+`,"tokensBefore":1000`)
	s.user("new question")
	s.assistant("new look", "toolu_n1")
	s.result("toolu_n1")
	s.add("custom_message", `"customType":"hint","content":"remember","display":true`)
	s.assistant("new answer")
	return []byte(s.b.String())
}
