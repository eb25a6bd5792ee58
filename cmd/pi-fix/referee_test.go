package main

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// TestRefereeRealPi is the promise of the program, with the real pi as judge:
// a damaged session that the fake refuses when pi resumes it is accepted after
// `pi-fix FILE`.
func TestRefereeRealPi(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	fix := buildProgram(t)
	cases := map[string][]byte{"many-faults": manyFaults(t)}
	for _, name := range []string{
		"pair-orphan-result/no-call", "pair-orphan-result/last-line", "pair-duplicate-result/late-differs",
		"pair-dead-turn/aborted", "pair-late-result/user", "pair-late-result/two-turns", "pair-early-result/before-call",
		"pair-edited-turn/length-recovery", "compaction-cut-pair/kept-result", "compaction-cut-pair/late-behind-cut",
		"call-unlike-id/alias",
	} {
		cases[name] = vectorInput(t, name)
	}
	for name, session := range cases {
		for _, api := range []string{realpi.Anthropic, realpi.Completions} {
			t.Run(name+"/"+api, func(t *testing.T) {
				t.Parallel()
				session := inAPI(session, api)
				if resumed(t, pi, session, api) {
					t.Fatal("the fake accepts the damaged session from pi, so there was nothing to repair")
				}
				if !resumed(t, pi, fixed(t, fix, session), api) {
					t.Error("the fake refuses the repaired session from pi")
				}
			})
		}
	}
}

// TestRefereeCycle: pi never comes back from a cycle of parents, and not from
// values that are nested too deep, whether it would send them or not.
func TestRefereeCycle(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	fix := buildProgram(t)
	for _, name := range []string{"tree-cycle/two", "content-tool-list/null", "content-too-deep/arguments", "content-too-deep/details"} {
		session := inAPI(vectorInput(t, name), realpi.Anthropic)
		if !resumed(t, pi, fixed(t, fix, session), realpi.Anthropic) {
			t.Errorf("%s: the fake refuses the repaired session from pi", name)
		}
	}
}

// TestRefereeTools: pi brings no tools back that a session has lost, and Anthropic
// wants some where there were calls.
func TestRefereeTools(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	fix := buildProgram(t)
	for _, name := range []string{"content-tools-gone/no-tools", "content-tools-gone/declaration-lost"} {
		session := vectorInput(t, name)
		if resumed(t, pi, session, realpi.Anthropic) {
			t.Errorf("%s: the fake accepts the damaged session from pi, so there was nothing to repair", name)
		}
		if !resumed(t, pi, fixed(t, fix, session), realpi.Anthropic) {
			t.Errorf("%s: the fake refuses the repaired session from pi", name)
		}
	}
}

// TestRefereePolicies: the real pi resumes what each policy makes of a session:
// a result as a message, a branch appended behind a torn line that stays, edits.
func TestRefereePolicies(t *testing.T) {
	pi := realpitest.Pi(t, "1.5.2")
	fix := buildProgram(t)
	late := inAPI(vectorInput(t, "pair-late-result/user"), realpi.Anthropic)
	orphan := inAPI(vectorInput(t, "pair-orphan-result/no-call"), realpi.Anthropic)
	picture := inAPI(vectorInput(t, "pair-orphan-result/text-image-anthropic"), realpi.Anthropic)
	for _, c := range []struct {
		name    string
		session []byte
		flags   []string
		marks   string // what the repaired session holds
	}{
		{"text", picture, []string{"--orphans", "text"}, `"customType":"pi-fix.orphan-result"`},
		{"branch", late[:len(late)-20], []string{"--strategy", "append"}, `"customType":"pi-fix.append"`},
		{"edits", bytes.ReplaceAll(orphan, []byte(`"stopReason":`), []byte(`"durationMs":5,"stopReason":`)),
			[]string{"--strategy", "append"}, `"type":"context_edit"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if resumed(t, pi, c.session, realpi.Anthropic) {
				t.Fatal("the fake accepts the damaged session from pi, so there was nothing to repair")
			}
			out := fixed(t, fix, c.session, c.flags...)
			if c.flags[1] == "append" && !bytes.HasPrefix(out, c.session) {
				t.Error("bytes that were there are not there any more")
			}
			if !bytes.Contains(out, []byte(c.marks)) {
				t.Errorf("%s is not in the repaired session", c.marks)
			}
			if !resumed(t, pi, out, realpi.Anthropic) {
				t.Error("the fake refuses what pi resumes")
			}
		})
	}
}

// buildDir is the folder of the built program; it is made when it is asked for.
var buildDir = sync.OnceValue(func() string {
	dir, err := os.MkdirTemp("", "pi-fix-built")
	if err != nil {
		panic(err)
	}
	return dir
})

var buildOnce = sync.OnceValues(func() (string, error) {
	name := filepath.Join(buildDir(), "pi-fix")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go build: %w\n%s", err, out)
	}
	return name, err
})

// buildProgram returns the program, which is built once for all tests.
func buildProgram(t *testing.T) string {
	t.Helper()
	name, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// fixed runs the program on a copy and checks that a second run changes nothing.
func fixed(t *testing.T, program string, session []byte, flags ...string) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(name, session, 0o644); err != nil {
		t.Fatal(err)
	}
	args := append(flags, name)
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Fatalf("pi-fix: %v\n%s", err, out)
	}
	once := readFile(t, name)
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil || !strings.Contains(string(out), "nothing is wrong") {
		t.Errorf("pi-fix, second run: %v\n%s", err, out)
	}
	if !bytes.Equal(once, readFile(t, name)) {
		t.Error("the second run changed the file")
	}
	return once
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// resumed lets pi resume a session against the strict fake and reports whether
// all that it sent was accepted.
func resumed(t *testing.T, pi *realpi.Pi, session []byte, api string) bool {
	t.Helper()
	fake := &replay.Provider{Contract: replay.APIOf(api).Contract}
	server := httptest.NewServer(fake)
	defer server.Close()
	out, err := pi.Run(t.Context(), realpi.Job{Session: bytes.NewReader(session), Model: realpi.Model{
		Provider: "anthropic", ID: "claude-opus-4-5", API: api, Address: server.URL,
	}})
	if err != nil {
		t.Fatal(err)
	}
	sent := fake.Exchanges()
	if len(sent) == 0 {
		t.Fatalf("pi sent nothing: %s", out.Stderr)
	}
	for _, e := range sent {
		if e.Status != 200 {
			t.Logf("%s: %v", api, e.Violations)
			return false
		}
	}
	return out.Exit == 0
}

func vectorInput(t *testing.T, name string) []byte {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("..", "..", "testdata", "vectors", filepath.FromSlash(name)+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		if f.Name == "in.jsonl" {
			// Some pi of the machine may run in the folder of the vectors, and so use them.
			return bytes.Replace(f.Data, []byte(`"cwd":"/tmp"`), []byte(`"cwd":"/nowhere"`), 1)
		}
	}
	t.Fatalf("%s has no in.jsonl", name)
	return nil
}

// inAPI makes the session one of the API, so that pi resumes its own model.
func inAPI(session []byte, api string) []byte {
	return bytes.ReplaceAll(session, []byte(`"api":"anthropic-messages"`), []byte(`"api":"`+api+`"`))
}

// manyFaults is a session with an orphaned, a duplicated and a missing result,
// two entries on one line and a torn last line.
func manyFaults(t *testing.T) []byte {
	t.Helper()
	return bytes.TrimSuffix(readFile(t, filepath.Join("..", "..", "testdata", "broken.jsonl")), []byte("\n"))
}
