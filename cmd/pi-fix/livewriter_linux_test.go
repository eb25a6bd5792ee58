//go:build amd64 || arm64

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"
	"golang.org/x/sys/unix"

	"github.com/pi-fix/pi-fix/replay/realpi"
	"github.com/pi-fix/pi-fix/replay/realpi/realpitest"
)

// A writer is pi's own session manager, which appends as many entries as it is
// told to. It runs under node's name: pi-fix leaves alone what a pi has open.
type writer struct {
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Scanner
}

const writerScript = `
import { createInterface } from "node:readline";
const { SessionManager } = await import(process.argv[1]);
const session = SessionManager.open(process.argv[2]);
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
const model = { api: "anthropic-messages", provider: "anthropic", model: "claude-opus-4-5" };
let n = 0;
for await (const line of createInterface({ input: process.stdin })) {
  for (let k = Number(line); k > 0; k--, n++) {
    const content = [{ type: "text", text: "entry " + n }];
    session.appendMessage(n % 2 === 0 ? { role: "user", content, timestamp: n }
      : { role: "assistant", content, ...model, usage, stopReason: "stop", timestamp: n });
  }
  process.stdout.write(n + "\n");
}`

func startWriter(t *testing.T, session string) *writer {
	t.Helper()
	pi := realpitest.Pi(t, "1.5.2")
	argv := pi.Command(t.Context(), realpi.Home{Dir: t.TempDir()}, realpi.Model{}).Args
	manager := filepath.Join(filepath.Dir(argv[1]), "index.js")
	cmd := exec.Command(argv[0], "--input-type=module", "-e", writerScript, manager, session)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return &writer{cmd, in, bufio.NewScanner(out)}
}

// ask tells the writer to append entries; answer waits until it has, and says
// how many there are by now.
func (w *writer) ask(n int) error {
	_, err := fmt.Fprintln(w.in, n)
	return err
}

func (w *writer) answer() (int, error) {
	if !w.out.Scan() {
		return 0, errors.Join(errors.New("the writer is gone"), w.out.Err())
	}
	return strconv.Atoi(w.out.Text())
}

// TestNothingIsLostBesidePi repairs a session again and again while pi's session
// manager appends to it: between the repairs, and amid them at calls of which
// each repair takes another one, half of the time while that call is under way. A repair that notices is refused.
// Every entry is in the session afterwards, once, and each line is whole.
func TestNothingIsLostBesidePi(t *testing.T) {
	const repairs, between = 50, 2000
	program := buildProgram(t)
	name := filepath.Join(t.TempDir(), "s.jsonl")
	head := `{"type":"session","version":3,"id":"01990000-0000-7000-8000-000000000001","timestamp":"2026-01-01T00:00:00.000Z","cwd":""}` + "\n"
	if err := os.WriteFile(name, []byte(head), 0o644); err != nil {
		t.Fatal(err)
	}
	w := startWriter(t, name)
	total, done, late, refused := 0, 0, 0, false
	for turn := 0; done < repairs && turn < 4*repairs; turn++ {
		beside := &repairBeside{program: program, name: name, w: w, turn: turn, before: between}
		if refused {
			beside.before = 1
		}
		if err := beside.run(); errors.Is(err, errUnwatchable) {
			cannotWatch(t, err)
		} else if err != nil {
			t.Fatal(err)
		}
		if total, refused = beside.total, !beside.replaced; !refused {
			done++
		}
		if beside.late {
			late++
		}
	}
	wantEveryEntry(t, name, total)
	if done < repairs || late == 0 {
		t.Errorf("%d repairs, %d of them with late entries", done, late)
	}
	t.Logf("%d entries beside %d repairs, %d of them with entries that came too late for the new file; 0 lost", total, done, late)
}

// A repairBeside is one repair while the writer writes.
type repairBeside struct {
	program, name string
	w             *writer
	before, turn  int

	total, open    int // entries so far, and orders that the writer has not answered
	replaced, late bool
}

func (r *repairBeside) run() error {
	if err := r.append(r.before); err != nil {
		return err
	}
	if err := damage(r.name); err != nil {
		return err
	}
	var out bytes.Buffer
	cmd := exec.Command(r.program, "--no-verify", r.name)
	cmd.Stdout, cmd.Stderr = &out, &out
	behind := -1 // calls since the backup was made
	var failed error
	err := watch(cmd, func(c sysCall) unix.Errno {
		if strings.HasPrefix(c.Name, filepath.Dir(r.name)) && (behind >= 0 || c.Nr == unix.SYS_LINKAT) {
			behind++
			failed = errors.Join(failed, r.interfere(behind))
		}
		return proceed
	})
	for ; r.open > 0 && failed == nil; r.open-- {
		r.total, failed = r.w.answer()
	}
	r.replaced = strings.Contains(out.String(), "\nrepaired ")
	r.late = strings.Contains(out.String(), " that came meanwhile kept")
	if err == nil && !r.replaced && !strings.Contains(out.String(), "the file changed meanwhile") {
		err = fmt.Errorf("status %d\n%s", cmd.ProcessState.ExitCode(), out.String())
	}
	return errors.Join(err, failed)
}

// interfere appends at every third call from the one of this turn on.
func (r *repairBeside) interfere(call int) error {
	if from := r.turn % 50; call < from || (call-from)%3 > 0 {
		return nil
	}
	if r.turn%2 == 0 {
		return r.append(1)
	}
	r.open++
	return r.w.ask(1)
}

func (r *repairBeside) append(n int) (err error) {
	if err = r.w.ask(n); err == nil {
		r.total, err = r.w.answer()
	}
	return err
}

// damage appends a line that is nothing, and makes the session look old.
func damage(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString("rubbish\n")
	rest := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	return errors.Join(err, f.Close(), os.Chtimes(name, rest, rest))
}

// wantEveryEntry fails unless each entry is there once, as a line of its own.
func wantEveryEntry(t *testing.T, name string, total int) {
	t.Helper()
	seen := make([]int, total)
	for line := range bytes.Lines(readFile(t, name)) {
		text := gjson.GetBytes(line, "message.content.0.text").String()
		if n, err := strconv.Atoi(strings.TrimPrefix(text, "entry ")); err == nil && gjson.ValidBytes(line) && n < total {
			seen[n]++
		}
	}
	lost := 0
	for _, n := range seen {
		if n != 1 {
			lost++
		}
	}
	if lost > 0 || total == 0 {
		t.Errorf("%d of %d entries are lost or doubled", lost, total)
	}
}
