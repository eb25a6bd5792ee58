package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/recovery"
	"github.com/pi-fix/pi-fix/replay"
	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// worker makes up what an agent does to some files. It need not know what they hold:
// edits that match nothing are part of the trial.
type worker struct {
	r     *rand.Rand
	guess map[string]string // what the files hold, if all went well
	n     int
}

var workedOn = []string{"a.txt", "b.txt", "big.txt"}

func (w *worker) line() string {
	w.n++
	return []string{
		fmt.Sprintf("line %d", w.n), fmt.Sprintf("\tif x%d == \"y\" {", w.n), fmt.Sprintf("“smart” – quote’s %d", w.n),
		fmt.Sprintf("cafe\u0301 %d", w.n), fmt.Sprintf("trailing %d  ", w.n), "same", "",
	}[w.r.IntN(7)]
}

func (w *worker) text(lines int, end string) string {
	var b strings.Builder
	for range lines {
		b.WriteString(w.line() + end)
	}
	return b.String()
}

// write is a whole text of some kind.
func (w *worker) write(file string) (string, any) {
	text := w.text(1+w.r.IntN(12), "\n")
	switch w.r.IntN(10) {
	case 0:
		text = w.text(2+w.r.IntN(5), "\r\n")
	case 1:
		text = "\uFEFF" + text
	case 2:
		text = strings.TrimSuffix(text, "\n")
	case 3:
		text = ""
	case 4:
		text = w.text(3, "\r\n") + w.text(2, "\n") + "lone\rreturn"
	case 5:
		text = w.text(2100, "\n")
	case 6:
		text = strings.Repeat(strings.Repeat("wide ä ", 400)+"\n", 40) + w.text(3, "\n")
	case 7:
		text = w.text(1, "\n") + strings.Repeat("x", 51_300) + "\n" + w.text(2, "\n")
	}
	w.guess[file] = text
	return "write", map[string]any{"path": file, "content": text}
}

// edit takes some lines of what the file is thought to hold.
func (w *worker) edit(file string) (string, any) {
	lines := strings.SplitAfter(w.guess[file], "\n")
	some := func() (string, string) {
		at := w.r.IntN(len(lines))
		old, fresh := strings.Join(lines[at:min(at+1+w.r.IntN(2), len(lines))], ""), w.text(w.r.IntN(3), "\n")
		switch w.r.IntN(8) {
		case 0:
			old = strings.ReplaceAll(old, "\r\n", "\n")
		case 1: // to be matched loosely
			old = strings.NewReplacer("“", `"`, "”", `"`, "’", "'", "–", "-", "  \n", "\n", "e\u0301", "é").Replace(old)
		case 2:
			old += "nowhere"
		case 3:
			old = strings.TrimSpace(old)
		}
		return old, fresh
	}
	old, fresh := some()
	w.guess[file] = strings.Replace(w.guess[file], old, fresh, 1)
	edits := []map[string]string{{"oldText": old, "newText": fresh}}
	if w.r.IntN(3) == 0 {
		old, fresh := some()
		w.guess[file] = strings.Replace(w.guess[file], old, fresh, 1)
		edits = append(edits, map[string]string{"oldText": old, "newText": fresh})
	}
	switch text, _ := json.Marshal(edits); w.r.IntN(6) {
	case 0:
		return "edit", map[string]any{"path": "./" + file, "edits": string(text)}
	case 1:
		return "edit", map[string]any{"path": file, "oldText": old, "newText": fresh}
	case 2:
		return "edit", map[string]any{"path": file, "edits": edits[1:], "oldText": old, "newText": fresh}
	}
	return "edit", map[string]any{"path": file, "edits": edits}
}

// shell is a command, which changes a file or does not.
func (w *worker) shell(file string) (string, any) {
	all := []string{"sed -i 's/line/LINE/' %s", "echo more >> %s", "rm -f %s", "cp a.txt %s", "perl -pi -e 's/same/other/' *.txt",
		"for f in *; do echo z >> $f; done", "mv %s moved && cat moved > b.txt", "cat %s | wc -l", "ls -la 2>/dev/null", "grep -c same %s", "true"}
	command := all[w.r.IntN(len(all))]
	if strings.Contains(command, "%s") {
		command = fmt.Sprintf(command, file)
	}
	return "bash", map[string]any{"command": command}
}

func (w *worker) read(file string) (string, any) {
	args := map[string]any{"path": []string{file, "@" + file, "./" + file, "x/../" + file}[w.r.IntN(4)]}
	if w.r.IntN(3) == 0 {
		args["offset"] = 1 + w.r.IntN(12)
	}
	if w.r.IntN(3) == 0 {
		args["limit"] = w.r.IntN(14) - 1
	}
	return "read", args
}

// turns are calls, one for each.
func (w *worker) turns(n int) (out []replay.Turn) {
	for i := range n {
		file := workedOn[w.r.IntN(len(workedOn))]
		do := w.read
		switch k := w.r.IntN(20); {
		case i < len(workedOn) || k < 3:
			file, do = workedOn[i%len(workedOn)], w.write
		case k < 8:
			do = w.edit
		case k < 9:
			do = w.shell
		}
		name, args := do(file)
		text, err := json.Marshal(args)
		if err != nil {
			panic(err)
		}
		out = append(out, realpitest.Calls("", realpitest.Call(fmt.Sprintf("toolu_%03d", i), name, string(text))))
	}
	return out
}

// TestFileModelAgainstRealTools lets pi's own tools read, write and edit files at
// random, and commands change them behind its back. Then reads are made such as pi
// left them that it skipped. What is filled in from the session is what the tool had
// returned, or says that it is in doubt.
func TestFileModelAgainstRealTools(t *testing.T) {
	for i, version := range []string{"0.74.2", "0.87.1", "1.5.2"} {
		pi := realpitest.Pi(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := &worker{r: rand.New(rand.NewPCG(uint64(i), 6)), guess: map[string]string{}}
			session := workedSession(t, pi, w.turns(100))
			sure, reads := 0, 0
			lines := slices.Collect(bytes.Lines(session))
			for last, line := range lines {
				if isRead(line) {
					sure += fillsRight(t, lines, last, w.r)
					reads++
				}
			}
			if sure < reads/4 {
				t.Errorf("of %d reads %d were filled in: nearly nothing was followed", reads, sure)
			}
		})
	}
}

func workedSession(t *testing.T, pi *realpi.Pi, turns []replay.Turn) []byte {
	t.Helper()
	home := realpi.Home{Dir: t.TempDir()}
	server := httptest.NewServer(&replay.Provider{Script: turns})
	defer server.Close()
	m := realpi.Model{Provider: "anthropic", ID: "claude-opus-4-5", API: realpi.Anthropic, Address: server.URL}
	if err := home.Furnish(m); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(home.Work(), "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := pi.Command(t.Context(), home, m, "--mode", "json", "-p", "Work.").CombinedOutput(); err != nil {
		t.Fatalf("pi: %v\n%s", err, out)
	}
	session := readFile(t, home.Session())
	if n := bytes.Count(session, []byte(`"role":"toolResult"`)); n != len(turns) {
		t.Fatalf("%d results for %d calls", n, len(turns))
	}
	return session
}

func isRead(line []byte) bool {
	m := gjson.GetBytes(line, "message")
	return m.Get("role").String() == "toolResult" && m.Get("toolName").String() == "read"
}

// fillsRight cuts a session off behind a read, or a little later, and makes skipped ones
// of that read and some before it. What is filled in is compared with what the tool had
// returned. It returns whether the last of them is.
func fillsRight(t *testing.T, lines [][]byte, last int, r *rand.Rand) (sure int) {
	t.Helper()
	lines = slices.Clone(lines[:min(last+1+r.IntN(12), len(lines))])
	real := map[string]gjson.Result{}
	for i, line := range lines[:last+1] {
		if isRead(line) && (i == last || r.IntN(4) == 0) {
			m := gjson.GetBytes(line, "message")
			real[m.Get("toolCallId").String()] = m
			lines[i] = asSkipped(t, line)
		}
	}
	id := gjson.GetBytes(lines[last], "message.toolCallId").String()
	plan, err := recovery.Prepare(t.Context(), bytes.NewReader(bytes.Join(lines, nil)), "", recovery.Policy{
		Rules: with(integrity.Rules, recovery.FillReads(recovery.Sources{}))})
	if err != nil {
		t.Fatal(err)
	}
	if plan.Patch == nil {
		return 0
	}
	out, err := io.ReadAll(io.NewSectionReader(plan.Patch, 0, plan.Patch.Size()))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out) {
		m := gjson.GetBytes(line, "message")
		was, ok := real[m.Get("toolCallId").String()]
		filled := m.Get("details.piFix.filled")
		if !ok || !filled.Exists() || filled.Get("doubt").Bool() || filled.Get("partial").Bool() {
			continue
		}
		if m.Get("toolCallId").String() == id {
			sure = 1
		}
		for _, path := range []string{"content", "isError", "details.truncation.content", "details.truncation.outputLines", "details.truncation.totalBytes"} {
			if a, b := was.Get(path), m.Get(path); a.String() != b.String() {
				t.Errorf("%s: %s was\n%.300q\nand is filled in with\n%.300q (%s)", m.Get("toolCallId"), path, a, b, filled)
			}
		}
	}
	return sure
}
