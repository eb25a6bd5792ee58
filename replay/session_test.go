package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// session writes a session line by line, each entry the child of the one before.
type session struct {
	api, provider, model string

	lines []string
}

// started begins a session of a model that speaks the API.
func started(api string) *session {
	s := &session{api: api, provider: "anthropic", model: "claude-opus-4-5"}
	if api == "openai-completions" {
		s.provider, s.model = "openai", "gpt-4o"
	}
	s.lines = []string{`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}`}
	return s
}

// entry adds an entry; fields begins with a comma or is empty.
func (s *session) entry(kind, fields string) {
	n := len(s.lines)
	parent := "null"
	if n > 1 {
		parent = fmt.Sprintf(`"e%d"`, n-1)
	}
	s.lines = append(s.lines, fmt.Sprintf(
		`{"type":%q,"id":"e%d","parentId":%s,"timestamp":"2026-01-01T00:00:%02d.000Z"%s}`, kind, n, parent, n%60, fields))
}

func (s *session) message(role, fields string) {
	s.entry("message", fmt.Sprintf(`,"message":{"role":%q,"timestamp":%d%s}`, role, len(s.lines), fields))
}

// assistant adds an assistant message of the session's own model.
func (s *session) assistant(content, stop string) {
	s.of(s.provider, s.api, s.model, content, stop)
}

func (s *session) of(provider, api, model, content, stop string) {
	s.message("assistant", fmt.Sprintf(`,"content":[%s],"provider":%q,"api":%q,"model":%q,"usage":{"totalTokens":1},"stopReason":%q`,
		content, provider, api, model, stop))
}

func (s *session) result(id, content string, isError bool) {
	s.message("toolResult", fmt.Sprintf(`,"toolCallId":%q,"toolName":"read","content":[%s],"isError":%v`, id, content, isError))
}

func calling(id string) string { return callOf(id, "read", `{"path":"a"}`) }

func callOf(id, name, arguments string) string {
	return fmt.Sprintf(`{"type":"toolCall","id":%q,"name":%q,"arguments":%s}`, id, name, arguments)
}

func text(s string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, s) }

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func image(media string) string {
	return fmt.Sprintf(`{"type":"image","mimeType":%q,"data":%q}`, media, pixel)
}

// walk adds the entries of a short notation: U user, A assistant, A[c1,c2] with
// calls, A[c1]:aborted with a reason to stop, T(c1) result, T(c1)! error result,
// X custom message, B command of the user, S branch summary, K(3) compaction that
// keeps from the third entry, E(3) an edit that removes the third entry.
func (s *session) walk(t *testing.T, path string) {
	t.Helper()
	for _, step := range strings.Fields(path) {
		arg := step[1:]
		if i, j := strings.IndexAny(step, "[("), strings.IndexAny(step, "])"); i > 0 {
			arg = step[i+1 : j]
		}
		switch step[0] {
		case 'U':
			s.message("user", `,"content":[`+text("ask")+`]`)
		case 'A':
			_, stop, _ := strings.Cut(step, ":")
			content := text("say")
			if strings.Contains(step, "[") {
				content = ""
				for _, id := range strings.Split(arg, ",") {
					content += "," + calling(id)
				}
				content = content[1:]
			}
			s.assistant(content, stop)
		case 'T':
			s.result(arg, text("out"), strings.HasSuffix(step, "!"))
		case 'X':
			s.entry("custom_message", `,"customType":"note","content":"notice","display":true`)
		case 'B':
			s.message("bashExecution", `,"command":"ls","output":"a","exitCode":0,"cancelled":false,"truncated":false`)
		case 'S':
			s.entry("branch_summary", `,"fromId":"root","summary":"other way"`)
		case 'K':
			s.entry("compaction", `,"summary":"so far","tokensBefore":1,"firstKeptEntryId":"e`+arg+`"`)
		case 'E':
			s.entry("context_edit", `,"targetId":"e`+arg+`","replacement":null`)
		default:
			t.Fatalf("unknown step %s", step)
		}
	}
}

func (s *session) log() *sessionlog.Log {
	return sessionlog.Parse([]byte(strings.Join(s.lines, "\n") + "\n"))
}

// run replays the active leaf with the session's own API.
func (s *session) run(t *testing.T, o replay.Options) replay.Verdict {
	t.Helper()
	log := s.log()
	if o.Leaves == nil {
		o.Leaves = []int{log.Active()}
	}
	verdicts, err := replay.Run(t.Context(), log, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(verdicts) != 1 {
		t.Fatalf("got %d verdicts, want 1", len(verdicts))
	}
	return verdicts[0]
}

func ids(v replay.Verdict) []string {
	var ids []string
	for _, violation := range v.Violations {
		ids = append(ids, violation.ID)
	}
	return ids
}
