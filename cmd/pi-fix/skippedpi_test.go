package main

import (
	"bytes"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// TestReadsThatOldPiSkipped lets a pi that skips calls for messages read three files in
// a turn, with an extension that sends the map of the first as a message. After recover
// and inline today's pi sends all three contents, and the map, in the results that they
// belong to, and every service accepts them.
func TestReadsThatOldPiSkipped(t *testing.T) {
	old, today, fix := realpitest.Pi(t, "0.57.1"), piProgram(t, "1.5.2"), buildProgram(t)
	for mode, skipped := range map[string]int{"steer": 2, "followUp": 0} {
		apis := strings.Split("anthropic-messages,google-generative-ai,mistral-conversations", ",") // these mind the order of roles
		if skipped > 0 {
			apis = apiNames()
		}
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			home := realpi.Home{Dir: t.TempDir()}
			threeReads(t, old, home, mode)
			session := home.Session()
			if n := bytes.Count(readFile(t, session), []byte("Skipped due to queued user message.")); n != skipped {
				t.Fatalf("%d reads are skipped", n)
			}
			run := func(args ...string) string {
				out, err := exec.Command(fix, append(args, session)...).CombinedOutput()
				if err != nil {
					t.Fatalf("pi-fix %v: %v\n%s", args, err, out)
				}
				return string(out)
			}
			if skipped > 0 {
				run("recover", "--fill", "--from", "disk")
			}
			run("inline")
			if out := run("check"); !strings.HasSuffix(out, "nothing is wrong\n") {
				t.Error(out)
			}
			dump := t.TempDir()
			run("replay", "--with-pi="+today, "--api", strings.Join(apis, ","), "--dump", dump)
			bodies, err := filepath.Glob(filepath.Join(dump, "*.json"))
			if err != nil || len(bodies) != len(apis) {
				t.Fatalf("%d requests: %v", len(bodies), err)
			}
			for _, name := range bodies {
				followEachOther(t, filepath.Base(name), string(readFile(t, name)), "// line 1999", "File Map: big.go", "what is in b", "what is in c")
			}
		})
	}
}

// followEachOther holds texts to stand in a request in their order.
func followEachOther(t *testing.T, name, body string, texts ...string) {
	t.Helper()
	rest := body
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Errorf("%s: %q is not there, or not where it belongs", name, text)
		}
		rest = after
	}
	if strings.Contains(body, "Skipped due to") {
		t.Errorf("%s: a result says that its call was skipped", name)
	}
}

func threeReads(t *testing.T, pi *realpi.Pi, home realpi.Home, mode string) {
	t.Helper()
	server := httptest.NewServer(&replay.Provider{Script: []replay.Turn{
		realpitest.Calls("I read.", realpitest.Call("toolu_1", "read", `{"path":"big.go"}`),
			realpitest.Call("toolu_2", "read", `{"path":"b.go"}`), realpitest.Call("toolu_3", "read", `{"path":"c.go"}`)),
	}})
	defer server.Close()
	m := realpi.Model{Provider: "anthropic", ID: "claude-opus-4-5", API: realpi.Anthropic, Address: server.URL}
	if err := home.Furnish(m); err != nil {
		t.Fatal(err)
	}
	extension := filepath.Join(home.Dir, "maps.js")
	for name, text := range map[string]string{
		filepath.Join(home.Work(), "big.go"): "package big\n" + strings.Repeat("// line\n", 1997) + "// line 1999\n" + strings.Repeat("// more\n", 1000),
		filepath.Join(home.Work(), "b.go"):   "what is in b\n",
		filepath.Join(home.Work(), "c.go"):   "what is in c\n",
		extension:                            strings.ReplaceAll(mapSender, "pi.mode", `"`+mode+`"`),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := pi.Command(t.Context(), home, m, "-e", extension, "-p", "Look.").CombinedOutput(); err != nil {
		t.Fatalf("pi: %v\n%s", err, out)
	}
}
