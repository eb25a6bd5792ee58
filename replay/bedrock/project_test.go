package bedrock_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"

	"github.com/pi-fix/pi-fix/replay/bedrock"
	"github.com/pi-fix/pi-fix/replay/contract"
	"github.com/pi-fix/pi-fix/replay/js"
	"github.com/pi-fix/pi-fix/replay/transcript"
	"github.com/pi-fix/pi-fix/sessionlog"
)

const claude = "us.anthropic.claude-opus-4-5-20251101-v1:0"

// stored makes the messages of a session.
func stored(messages ...string) *sessionlog.Log {
	lines := []string{`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}`}
	parent := "null"
	for i, m := range messages {
		id := `"e` + string(rune('a'+i)) + `"`
		lines = append(lines, `{"type":"message","id":`+id+`,"parentId":`+parent+`,"timestamp":"2026-01-01T00:00:01.000Z","message":`+m+`}`)
		parent = id
	}
	return sessionlog.Parse([]byte(strings.Join(lines, "\n") + "\n"))
}

func saidBy(id, content string) string {
	return `{"role":"assistant","provider":"amazon-bedrock","api":"bedrock-converse-stream","model":"` + id +
		`","usage":{"totalTokens":1},"stopReason":"stop","content":[` + content + `]}`
}

func project(t *testing.T, id string, version transcript.Version, messages ...string) (*transcript.Wire, error) {
	t.Helper()
	log := stored(messages...)
	list, err := log.Messages(log.Active())
	if err != nil {
		t.Fatal(err)
	}
	talk, err := transcript.Read(list, "go on", transcript.Version{})
	if err != nil {
		t.Fatal(err)
	}
	talk.System.Prompt = "p"
	return bedrock.Project(talk, transcript.Model{Provider: "amazon-bedrock", API: bedrock.API, ID: id}, version)
}

const (
	dot      = "iVBORw0KGgo="
	asking   = `{"role":"user","content":"hi"}`
	sealing  = `{"type":"thinking","redacted":true,"thinking":"[Reasoning redacted]","thinkingSignature":"YWJj"}`
	shown    = `{"type":"image","mimeType":"image/jpg","data":"` + dot + `"}`
	ending   = `{"role":"user","content":[{"text":"go on"}`
	pointing = `,{"cachePoint":{"type":"default"}}]}`
)

// What pi 1.5.2 makes of single messages, read from its converter.
func TestProjection(t *testing.T) {
	for name, c := range map[string]struct {
		id, message, want string
		version           transcript.Version
	}{
		"blank user":            {claude, `{"role":"user","content":" "}`, `{"role":"user","content":[{"text":"<empty>"}]}`, transcript.Version{}},
		"blank blocks":          {claude, `{"role":"user","content":[{"type":"text","text":""},{"type":"audio"}]}`, `{"role":"user","content":[{"text":"<empty>"}]}`, transcript.Version{}},
		"picture":               {claude, `{"role":"user","content":[` + shown + `]}`, `{"role":"user","content":[{"image":{"format":"jpeg","source":{"bytes":"iVBORw0KGgo="}}}]}`, transcript.Version{}},
		"signed thought":        {claude, saidBy(claude, `{"type":"thinking","thinking":"hm","thinkingSignature":"s"},{"type":"text","text":"a"}`), `[{"reasoningContent":{"reasoningText":{"text":"hm","signature":"s"}}},{"text":"a"}]`, transcript.Version{}},
		"unsigned thought":      {claude, saidBy(claude, `{"type":"thinking","thinking":"hm"}`), `[{"text":"hm"}]`, transcript.Version{}},
		"thought of Nova":       {"amazon.nova-pro-v1:0", saidBy("amazon.nova-pro-v1:0", `{"type":"thinking","thinking":"hm","thinkingSignature":"s"}`), `[{"reasoningContent":{"reasoningText":{"text":"hm"}}}]`, transcript.Version{}},
		"sealed thought":        {claude, saidBy(claude, sealing), `[{"reasoningContent":{"redactedContent":"YWJj"}}]`, transcript.Version{}},
		"sealed without data":   {claude, saidBy(claude, strings.Replace(sealing, "YWJj", "*", 1)+`,{"type":"text","text":"a"}`), `"content":[{"text":"a"}]`, transcript.Version{}},
		"member without a name": {claude, saidBy(claude, `{"type":"toolCall","id":"c","name":"read","arguments":{"a":[{"":1,"b":""}],"":2}}`), `{"toolUse":{"toolUseId":"c","name":"read","input":{"a":[{"b":""}]}}}`, transcript.Version{}},
		"call without a result": {claude, saidBy(claude, `{"type":"toolCall","id":"c","name":"read","arguments":null}`), `[{"toolUse":{"toolUseId":"c","name":"read"}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c","content":[{"text":"No result provided"}],"status":"error"}}]}`, transcript.Version{}},
		"empty result":          {claude, `{"role":"toolResult","toolCallId":"c","toolName":"read","content":[],"isError":true}`, `[{"toolResult":{"toolUseId":"c","content":[{"text":"<empty>"}],"status":"error"}}]`, transcript.Version{}},
		"picture in an error":   {claude, `{"role":"toolResult","toolCallId":"c","toolName":"read","content":[` + shown + `,` + shown + `],"isError":true}`, `"content":[{"text":"(image attached after the tool results)"}],"status":"error"}},{"text":"Images from the error result of tool call c (read):"},{"image":`, transcript.Version{}},
		"the same, 1.2":         {claude, `{"role":"toolResult","toolCallId":"c","toolName":"read","content":[` + shown + `],"isError":true}`, `"content":[{"image":{"format":"jpeg","source":{"bytes":"iVBORw0KGgo="}}}],"status":"error"`, transcript.Version{ErrorImagesInside: true}},
		"the same at Nova":      {"amazon.nova-pro-v1:0", `{"role":"toolResult","toolCallId":"c","toolName":"read","content":[` + shown + `],"isError":true}`, `"content":[{"image":{"format":"jpeg","source":{"bytes":"iVBORw0KGgo="}}}],"status":"error"`, transcript.Version{}},
	} {
		wire, err := project(t, c.id, c.version, asking, c.message)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.Contains(string(wire.Body), c.want) {
			t.Errorf("%s: no %s in %s", name, c.want, wire.Body)
		}
		marks := strings.Contains(string(wire.Body), ending+pointing)
		if marks != (c.id == claude) {
			t.Errorf("%s: marks for the cache: %t", name, marks)
		}
	}
}

// What pi cannot build.
func TestFailures(t *testing.T) {
	for want, message := range map[string]string{
		"pi/image-type":         `{"role":"user","content":[{"type":"image","mimeType":"image/tiff","data":"AAAA"}]}`,
		"pi/image-data":         `{"role":"user","content":[{"type":"image","mimeType":"image/png"}]}`,
		"pi/result-content":     `{"role":"toolResult","toolCallId":"c","content":"text"}`,
		"pi/thinking-signature": saidBy(claude, `{"type":"thinking","thinking":"hm","thinkingSignature":7}`),
	} {
		_, err := project(t, claude, transcript.Version{}, asking, message)
		var f *transcript.Failure
		if !errors.As(err, &f) || f.ID != want || f.Line != 2 {
			t.Errorf("got %v, want %s in line 3", err, want)
		}
	}
}

// The words are those of Node's atob.
func TestDataThatIsNoBase64(t *testing.T) {
	const character, rest = "Invalid character", "The string to be decoded is not correctly encoded."
	for data, want := range map[string]string{
		"not base64!": character, "1e-7": character, "AA-A": character, "A===": character, "AAA==": character, "AAAA=": character,
		"AAAA==": character, "AA=A": character, "==": character, "é": character, "A": rest, "A=": rest, "A==": rest, "AAAAA=": rest,
		"undefined": rest, "": "", "AA= =": "", "AAB": "", " AB \n": "", "AB==": "",
	} {
		_, err := project(t, claude, transcript.Version{}, asking,
			`{"role":"user","content":[{"type":"image","mimeType":"image/png","data":"`+data+`"}]}`)
		var f *transcript.Failure
		if got := errors.As(err, &f); got != (want != "") || got && f.Text != want {
			t.Errorf("%q: got %v, want %q", data, err, want)
		}
	}
}

func TestWire(t *testing.T) {
	wire, err := project(t, claude, transcript.Version{}, asking)
	if err != nil {
		t.Fatal(err)
	}
	if want := "/model/us.anthropic.claude-opus-4-5-20251101-v1%3A0/converse-stream"; wire.Path != want {
		t.Errorf("got %s, want %s", wire.Path, want)
	}
	if got := refusals(string(wire.Body), bedrock.Claude); len(got) > 0 {
		t.Errorf("refused: %v", got)
	}
}

// The stream can be read by the library of the service's maker.
func TestStream(t *testing.T) {
	turn := contract.Turn{Blocks: []contract.Block{
		{Thought: &contract.Thought{Text: "hm", Signature: "s"}}, {Text: "look at this one now"},
		{Call: &contract.Call{Name: "read", Arguments: []byte(`{"path":"a"}`)}},
	}}
	answer := bedrock.Contract.Answer(js.Value{}, turn, 1)
	if answer.Status != 200 || answer.Header["content-type"] != "application/vnd.amazon.eventstream" {
		t.Fatalf("got %d %v", answer.Status, answer.Header)
	}
	var got []string
	decoder, frames := eventstream.NewDecoder(), bytes.NewReader(answer.Body)
	for frames.Len() > 0 {
		m, err := decoder.Decode(frames, nil)
		if err != nil {
			t.Fatal(err)
		}
		if kind := m.Headers.Get(":message-type").String(); kind != "event" {
			t.Errorf("got a message of type %s", kind)
		}
		got = append(got, m.Headers.Get(":event-type").String()+" "+string(m.Payload))
	}
	want := []string{
		`messageStart {"role":"assistant"}`,
		`contentBlockDelta {"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"hm"}}}`,
		`contentBlockDelta {"contentBlockIndex":0,"delta":{"reasoningContent":{"signature":"s"}}}`,
		`contentBlockStop {"contentBlockIndex":0}`,
		`contentBlockDelta {"contentBlockIndex":1,"delta":{"text":"look at this one"}}`,
		`contentBlockDelta {"contentBlockIndex":1,"delta":{"text":" now"}}`,
		`contentBlockStop {"contentBlockIndex":1}`,
		`contentBlockStart {"contentBlockIndex":2,"start":{"toolUse":{"name":"read","toolUseId":"tooluse_000000000000000001_002"}}}`,
		`contentBlockDelta {"contentBlockIndex":2,"delta":{"toolUse":{"input":"{\"path\":\"a\"}"}}}`,
		`contentBlockStop {"contentBlockIndex":2}`,
		`messageStop {"stopReason":"tool_use"}`,
		`metadata {"metrics":{"latencyMs":1},"usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
