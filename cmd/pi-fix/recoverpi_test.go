package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// mapSender is an extension that sends the maps of large files as messages, in the
// mode that the variable MAP_MODE names.
const mapSender = `export default function (pi) {
  pi.on("tool_result", (event) => {
    if (event.toolName !== "read" || !event.details?.truncation?.truncated) return;
    pi.sendMessage({ customType: "file-map", display: true,
      content: "\n───\nFile Map: big.go\n3001 lines │ 30.0 KB │ Go\n───\n\nsent as " + pi.mode + ": [1]" }, { deliverAs: pi.mode });
  });
}
`

// TestRecoverWithRealPi lets pi read three files in a turn, with an extension that
// sends maps as messages; two of the reads are then made such as pi up to 0.58 left
// them. What pi sends after recover and inline has each file, or its map, in the
// result that it belongs to.
func TestRecoverWithRealPi(t *testing.T) {
	const version = "0.87.1"
	skipped := []string{"c2", "c3", "c4", "c5", "c6", "c7", "c8"}
	pi, fix := realpitest.Pi(t, version), buildProgram(t)
	for _, mode := range []string{"steer", "followUp"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			home := realpi.Home{Dir: t.TempDir()}
			recordReads(t, pi, home, mode)
			session := home.Session()
			real := results(t, session)
			skipReads(t, session, skipped...)
			for _, args := range [][]string{{"recover", "--fill", "--from", "session,disk"}, {"inline"}} {
				if out, err := exec.Command(fix, append(args, session)...).CombinedOutput(); err != nil || !strings.Contains(string(out), "repaired ") {
					t.Fatalf("pi-fix %v: %v\n%s", args, err, out)
				}
				before := readFile(t, session)
				if args[0] == "recover" {
					sameResults(t, real, results(t, session), skipped)
				}
				if out, err := exec.Command(fix, append(args, session)...).CombinedOutput(); err != nil || !bytes.Equal(before, readFile(t, session)) {
					t.Errorf("pi-fix %v, second run: %v\n%s", args, err, out)
				}
			}
			sent := resumedResults(t, pi, readFile(t, session))
			for id, want := range map[string]string{"c1": "File Map: big.go", "c2": "package b // was edited\n", "c3": "package c\n"} {
				if !strings.Contains(sent[id], want) {
					t.Errorf("the result of %s has no %q: %.300q", id, want, sent[id])
				}
			}
		})
	}
}

func recordReads(t *testing.T, pi *realpi.Pi, home realpi.Home, mode string) {
	t.Helper()
	fake := &replay.Provider{Script: []replay.Turn{
		realpitest.Calls("I write.", realpitest.Call("c0", "write", `{"path":"b.go","content":"package b // was written\n"}`)),
		realpitest.Calls("I edit.", realpitest.Call("c00", "edit", `{"path":"b.go","edits":[{"oldText":"was written","newText":"was edited"}]}`)),
		realpitest.Calls("I read.", realpitest.Call("c1", "read", `{"path":"big.go"}`),
			realpitest.Call("c2", "read", `{"path":"b.go"}`), realpitest.Call("c3", "read", `{"path":"c.go"}`),
			realpitest.Call("c4", "read", `{"path":"big.go","offset":2500}`), realpitest.Call("c5", "read", `{"path":"@big.go","offset":10,"limit":5}`),
			realpitest.Call("c6", "read", `{"path":"./wide.txt"}`), realpitest.Call("c7", "read", `{"path":"long.txt"}`),
			realpitest.Call("c8", "read", `{"path":"dot.png"}`)),
	}}
	server := httptest.NewServer(fake)
	defer server.Close()
	m := realpi.Model{Provider: "anthropic", ID: "claude-opus-4-5", API: realpi.Anthropic, Address: server.URL}
	if err := home.Furnish(m); err != nil {
		t.Fatal(err)
	}
	extension := filepath.Join(home.Dir, "maps.js")
	for name, text := range map[string]string{
		filepath.Join(home.Work(), "big.go"):   "package big\n" + strings.Repeat("// line\n", 3000),
		filepath.Join(home.Work(), "c.go"):     "package c\n",
		filepath.Join(home.Work(), "wide.txt"): strings.Repeat(strings.Repeat("wide ä ", 300)+"\n", 60),
		filepath.Join(home.Work(), "long.txt"): strings.Repeat("x", 60_000),
		filepath.Join(home.Work(), "dot.png"):  dot,
		extension:                              strings.ReplaceAll(mapSender, "pi.mode", fmt.Sprintf("%q", mode)),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := pi.Command(t.Context(), home, m, "-e", extension, "--mode", "json", "-p", "Look.").CombinedOutput(); err != nil {
		t.Fatalf("pi: %v\n%s", err, out)
	}
	if err := os.Remove(filepath.Join(home.Work(), "b.go")); err != nil {
		t.Fatal(err)
	}
	if b := readFile(t, home.Session()); !bytes.Contains(b, []byte(`"customType":"file-map"`)) {
		t.Fatalf("the extension sent no map:\n%s", b)
	}
}

// dot is a picture of one pixel.
var dot = func() string {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		panic(err)
	}
	return b.String()
}()

// results returns what a session holds as the messages of results, by id.
func results(t *testing.T, session string) map[string]gjson.Result {
	t.Helper()
	out := map[string]gjson.Result{}
	for line := range bytes.Lines(readFile(t, session)) {
		if m := gjson.GetBytes(line, "message"); m.Get("role").String() == "toolResult" {
			out[m.Get("toolCallId").String()] = m
		}
	}
	return out
}

// sameResults holds results that were filled in to those of pi's own read.
func sameResults(t *testing.T, real, filled map[string]gjson.Result, ids []string) {
	t.Helper()
	for _, id := range ids {
		for _, path := range []string{"content", "isError", "details.truncation"} {
			if a, b := real[id].Get(path), filled[id].Get(path); a.Raw != b.Raw {
				t.Errorf("%s of %s: pi's read returned\n%.600s\nit was filled in with\n%.600s", path, id, a.Raw, b.Raw)
			}
		}
	}
}

// skipReads makes results such as pi up to 0.58 wrote when a message came.
func skipReads(t *testing.T, name string, ids ...string) {
	t.Helper()
	var out []byte
	for line := range bytes.Lines(readFile(t, name)) {
		for _, id := range ids {
			if gjson.GetBytes(line, "message.toolCallId").String() != id {
				continue
			}
			line = asSkipped(t, line)
		}
		out = append(out, line...)
	}
	if n := bytes.Count(out, []byte("Skipped due to")); n != len(ids) {
		t.Fatalf("%d reads are skipped:\n%s", n, out)
	}
	if err := os.WriteFile(name, out, 0o600); err != nil {
		t.Fatal(err)
	}
}

// asSkipped gives the line of a result the words of pi up to 0.58.
func asSkipped(t *testing.T, line []byte) []byte {
	t.Helper()
	for path, value := range map[string]string{"message.isError": "true", "message.details": "{}",
		"message.content": `[{"type":"text","text":"Skipped due to queued user message."}]`} {
		var err error
		if line, err = sjson.SetRawBytes(line, path, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	return line
}

// resumedResults lets pi resume a session and returns what it sent as results, by id.
func resumedResults(t *testing.T, pi *realpi.Pi, session []byte) map[string]string {
	t.Helper()
	fake := &replay.Provider{}
	server := httptest.NewServer(fake)
	defer server.Close()
	out, err := pi.Run(t.Context(), realpi.Job{Session: bytes.NewReader(session), Model: realpi.Model{
		Provider: "anthropic", ID: "claude-opus-4-5", API: realpi.Anthropic, Address: server.URL,
	}})
	if err != nil || len(fake.Exchanges()) != 1 || fake.Exchanges()[0].Status != 200 {
		t.Fatalf("%v, %d requests: %+v", err, len(fake.Exchanges()), out)
	}
	sent := map[string]string{}
	gjson.GetBytes(fake.Exchanges()[0].Body, "messages").ForEach(func(_, m gjson.Result) bool {
		m.Get("content").ForEach(func(_, b gjson.Result) bool {
			if id := b.Get("tool_use_id").String(); id != "" {
				text := b.Get("content").String()
				if b.Get("content").IsArray() {
					text = ""
					for _, part := range b.Get("content.#.text").Array() {
						text += part.String()
					}
				}
				sent[id] = text
			}
			return true
		})
		return true
	})
	return sent
}
