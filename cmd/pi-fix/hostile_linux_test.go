package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

var longLine = flag.Int("long-line", 64, "MiB on one line of a hostile session")

const (
	hostileHead = `{"type":"session","version":3,"id":"01990000-0000-7000-8000-000000000001","timestamp":"2026-01-01T00:00:00.000Z","cwd":""}` + "\n" +
		`{"type":"message","id":"aaaaaa01","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"hi","timestamp":1}}` + "\n"
	hostileUser = `{"type":"message","id":"%s","parentId":"aaaaaa01","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"%s","timestamp":2}}` + "\n"
	hostileTurn = `{"type":"message","id":"aaaaaa02","parentId":"aaaaaa01","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"assistant","content":[%s],"api":"anthropic-messages","provider":"anthropic","model":"m","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":"toolUse","timestamp":2}}` + "\n"
	hostileCall = `{"type":"toolCall","id":"%s","name":"bash","arguments":%s}`
)

// TestHostileSessionsTakeBoundedMemory gives the program sessions that are made
// to bring it down, and looks at how much memory it took at its peak. The bounds
// are twice what was measured, or more.
func TestHostileSessionsTakeBoundedMemory(t *testing.T) {
	program := buildProgram(t)
	for title, tt := range map[string]struct {
		session io.Reader
		args    []string
		status  int
		says    string
		most    int // MiB
	}{
		"a long line":                  {longSession(), []string{"-n"}, exitOK, "tree-dangling-parent", 64 + 14**longLine},
		"a long line that is repaired": {longSession(), nil, exitOK, "repaired 1 of 1", 64 + *longLine*3/2},
		"a hundred thousand levels": {
			strings.NewReader(hostileHead + fmt.Sprintf(hostileTurn, fmt.Sprintf(hostileCall, "toolu_1", strings.Repeat(`{"a":[`, 50_000)+strings.Repeat("]}", 50_000))) +
				strings.Repeat("[", 6_000_000) + "\n"),
			[]string{"-n"}, exitOK, "pair-missing-result", 160},
		"a hundred thousand branches": {
			lines(100_000, func(i int) string { return fmt.Sprintf(hostileUser, fmt.Sprintf("%08x", i), "a way") }),
			[]string{"check"}, exitOK, "nothing is wrong", 100},
		"a hundred thousand calls": {
			strings.NewReader(hostileHead + fmt.Sprintf(hostileTurn, strings.Join(manyCalls(100_000), ","))),
			[]string{"check"}, exitOK, "pair-missing-result", 800},
		"ids of a megabyte": {
			strings.NewReader(hostileHead + fmt.Sprintf(hostileUser, strings.Repeat("x", 1<<20), "hi") + fmt.Sprintf(hostileUser, strings.Repeat("x", 1<<20), "again")),
			[]string{"-n"}, exitOK, "tree-duplicate-id", 128},
		"a bomb": {bytes.NewReader(bytes.Repeat(packed(t, 16<<20), 130)), []string{"check"}, exitTrouble, "unpacks to more than 2 GiB", 100},
	} {
		t.Run(title, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "s.jsonl")
			f, err := os.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(f, tt.session); err != nil {
				t.Fatal(err)
			}
			f.Close()
			out, status, peak := measured(t, append([]string{program}, append(tt.args, name)...))
			if status != tt.status || !strings.Contains(out, tt.says) {
				t.Errorf("status %d: %.2000s", status, out)
			}
			if t.Logf("%d MiB", peak); peak > tt.most {
				t.Errorf("it took %d MiB, more than %d", peak, tt.most)
			}
		})
	}
}

// longSession is a session with one long line, whose parent is not there.
func longSession() io.Reader {
	return io.MultiReader(strings.NewReader(hostileHead), strings.NewReader(`{"type":"custom","customType":"x","id":"aaaaaa02","parentId":"aaaaaa09","timestamp":"2026-01-01T00:00:02.000Z","data":"`),
		io.LimitReader(endless('a'), int64(*longLine)<<20), strings.NewReader("\"}\n"))
}

// measured runs a program and returns what it printed, its status, and how many
// MiB it had at its peak. The kernel counts in what the process was before it
// became the program, so the program is started by one that is small.
func measured(t *testing.T, args []string) (out string, status, peak int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: self, Args: append([]string{"measure"}, args...)}
	b, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	at := bytes.LastIndexByte(b, '\n')
	if _, err := fmt.Sscan(string(b[at+1:]), &status, &peak); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	return string(b[:at+1]), status, peak
}

func init() {
	programs["measure"] = func() {
		cmd := exec.Command(os.Args[1], os.Args[2:]...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		_ = cmd.Run()
		fmt.Print(cmd.ProcessState.ExitCode(), " ", cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss>>10)
	}
}

// endless is a text of one byte without an end.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func lines(n int, line func(int) string) io.Reader {
	var b strings.Builder
	b.WriteString(hostileHead)
	for i := range n {
		b.WriteString(line(i))
	}
	return strings.NewReader(b.String())
}

func manyCalls(n int) []string {
	calls := make([]string, n)
	for i := range calls {
		calls[i] = fmt.Sprintf(hostileCall, fmt.Sprintf("toolu_%d", i), "{}")
	}
	return calls
}

func packed(t *testing.T, zeros int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.Copy(z, io.LimitReader(endless(0), zeros)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// evil is what a terminal, a page or a log reader would obey.
const evil = "\x1b[2J\x1b]0;title\x07\u009b31m\u202e\x00\r\x7f<script>alert(1)</script>"

// TestNoFieldReachesTheTerminal puts it into one field after another, wherever
// the example session has it, and looks at everything that is printed.
func TestNoFieldReachesTheTerminal(t *testing.T) {
	program := buildProgram(t)
	session := string(readFile(t, "../../testdata/broken.jsonl"))
	fields := map[string]bool{}
	for line := range strings.Lines(session) {
		textFields("", gjson.Parse(line), fields)
	}
	if len(fields) < 20 {
		t.Fatalf("only %d fields", len(fields))
	}
	name := filepath.Join(t.TempDir(), "s.jsonl")
	for field := range fields {
		if err := os.WriteFile(name, []byte(poisoned(session, field)), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"-n", "-v"}, {"check", "--format", "json"}, {"replay"}} {
			out, _ := exec.Command(program, append(args, name)...).CombinedOutput()
			for _, r := range string(out) {
				if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
					t.Errorf("%q with a hostile %s prints %U:\n%.1000q", args, field, r, out)
					break
				}
			}
			if len(out) == 0 || bytes.Contains(out, []byte("goroutine ")) {
				t.Errorf("%q with a hostile %s: %.2000s", args, field, out)
			}
		}
	}
}

// textFields notes the paths of all texts in a value, elements of a list alike.
func textFields(path string, v gjson.Result, to map[string]bool) {
	switch {
	case v.Type == gjson.String:
		to[path] = true
	case v.IsObject() || v.IsArray():
		v.ForEach(func(key, value gjson.Result) bool {
			below := key.String()
			if path != "" {
				below = path + "." + below
			}
			textFields(below, value, to)
			return true
		})
	}
}

// poisoned appends the evil to a field of every line that has it.
func poisoned(session, field string) string {
	var b strings.Builder
	for line := range strings.Lines(session) {
		if v := gjson.Get(line, field); v.Type == gjson.String {
			line, _ = sjson.Set(line, field, v.String()+evil)
		}
		b.WriteString(line)
	}
	return b.String()
}
