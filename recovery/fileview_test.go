package recovery

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

// desk is a session that is written while a real file changes.
type desk struct {
	t    *testing.T
	file string
	log  strings.Builder
	n    int
	back int // the entry that the next call follows, if it is not the last one
}

func newDesk(t *testing.T) *desk {
	d := &desk{t: t, file: filepath.Join(t.TempDir(), "a.txt")}
	fmt.Fprintf(&d.log, `{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":%q}`+"\n", filepath.ToSlash(filepath.Dir(d.file)))
	return d
}

// call enters a call and its result.
func (d *desk) call(tool string, args map[string]any, text, details string) {
	d.t.Helper()
	a, err := json.Marshal(args)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, msg := range []string{
		fmt.Sprintf(`{"role":"assistant","content":[{"type":"toolCall","id":"c%d","name":%q,"arguments":%s}],"stopReason":"toolUse"}`, d.n, tool, a),
		fmt.Sprintf(`{"role":"toolResult","toolCallId":"c%d","toolName":%q,"content":[{"type":"text","text":%s}],"details":%s,"isError":false}`, d.n, tool, sessionlog.Quote(text), details),
	} {
		parent := d.n
		if d.back > 0 {
			parent, d.back = d.back, 0
		}
		fmt.Fprintf(&d.log, `{"type":"message","id":"e%d","parentId":"e%d","timestamp":"2026-01-01T00:00:00Z","message":%s}`+"\n", d.n+1, parent, msg)
		d.n++
	}
}

func (d *desk) text() string {
	b, err := os.ReadFile(d.file)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(b)
}

func (d *desk) save(text string) {
	if err := os.WriteFile(d.file, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// read enters a read of the real file. Its text is made here, without the code under
// test, for files that fit.
func (d *desk) read(offset, limit int) {
	lines := strings.Split(d.text(), "\n")
	args := map[string]any{"path": "a.txt"}
	end := len(lines)
	if offset > 0 {
		args["offset"] = offset
	}
	if limit > 0 {
		args["limit"] = limit
		end = min(max(offset, 1)-1+limit, end)
	}
	text := strings.Join(lines[max(offset, 1)-1:end], "\n")
	if end < len(lines) {
		text += fmt.Sprintf("\n\n[%d more lines in file. Use offset=%d to continue.]", len(lines)-end, end+1)
	}
	d.call("read", args, text, "{}")
}

// view is what the session tells at its end.
func (d *desk) view() *fileView {
	d.t.Helper()
	log := sessionlog.Parse([]byte(d.log.String()))
	var out fileView
	err := ask(log, integrity.CwdOf(log), []question{{log.Len() - 1, filepath.ToSlash(d.file), func(v *fileView) error {
		out = *v
		return nil
	}}})
	if err != nil {
		d.t.Fatal(err)
	}
	return &out
}

// text is all that a view holds.
func (v *fileView) text() string {
	var all []string
	for _, s := range v.known {
		all = append(all, s.lines...)
	}
	return strings.Join(all, "\n")
}

// holds compares all that is known with the real file, and returns how much that is.
func (d *desk) holds() int {
	d.t.Helper()
	v := d.view()
	if !v.agrees([]byte(d.text())) {
		d.t.Fatalf("the session tells\n%v of %d\nthe file is\n%q", v.known, v.total, d.text())
	}
	n := 0
	for _, s := range v.known {
		n += len(s.lines)
	}
	if lines, _, ok := v.whole(); ok && strings.Join(lines, "\n") != d.text() {
		d.t.Fatalf("%q is said to be all of %q", lines, d.text())
	}
	return n
}

// TestFileViewFollowsRealFiles reads, edits and writes a real file at random and
// holds what the session tells to it after each step.
func TestFileViewFollowsRealFiles(t *testing.T) {
	known, steps := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		d, fresh := newDesk(t), 0
		line := func() string { fresh++; return fmt.Sprintf("line %d", fresh) }
		some := func(n int) string {
			out := make([]string, n)
			for i := range out {
				out[i] = line()
			}
			return strings.Join(out, "\n")
		}
		d.save(some(30) + "\n")
		for range 12 {
			lines := strings.Split(d.text(), "\n")
			switch k := r.IntN(10); {
			case k < 3:
				d.read(1+r.IntN(len(lines)), 1+r.IntN(8))
			case k < 4:
				d.read(0, 0)
			case k < 5:
				text := some(5+r.IntN(20)) + strings.Repeat("\n", r.IntN(2))
				d.save(text)
				d.call("write", map[string]any{"path": "@a.txt", "content": text}, "ok", "{}")
			default:
				at := r.IntN(len(lines) - 1)
				old, text := strings.Join(lines[at:at+2], "\n"), some(r.IntN(4)+1)
				d.save(strings.Replace(d.text(), old, text, 1))
				args := map[string]any{"path": d.file, "oldText": old, "newText": text}
				if k > 7 {
					args = map[string]any{"path": "./a.txt", "edits": []any{map[string]any{"oldText": old, "newText": text}}}
				}
				d.call("edit", args, "ok", "{}")
			}
			known += d.holds()
			steps++
		}
	}
	if known < 8*steps {
		t.Errorf("%d lines known in %d steps: nearly nothing was followed", known, steps)
	}
}

// TestFileViewForgets lists what nobody can follow.
func TestFileViewForgets(t *testing.T) {
	for name, change := range map[string]func(d *desk){
		"a command that names the file": func(d *desk) { d.call("bash", map[string]any{"command": "sed -i s/a/b/ a.txt"}, "", "{}") },
		"git that puts files back":      func(d *desk) { d.call("bash", map[string]any{"command": "git stash -q"}, "", "{}") },
		"an edit that matched loosely": func(d *desk) {
			d.call("edit", map[string]any{"path": "a.txt", "oldText": "nowhere", "newText": "x"}, "ok", "{}")
		},
		"a tool of somebody else":        func(d *desk) { d.call("patch", map[string]any{"path": "a.txt"}, "ok", "{}") },
		"an edit in words of another pi": func(d *desk) { d.call("edit", map[string]any{"path": "a.txt", "diff": "-a"}, "ok", "{}") },
	} {
		d := newDesk(t)
		d.save("one\ntwo\n")
		d.read(0, 0)
		if _, doubt, ok := d.view().whole(); doubt || !ok {
			t.Fatal("a read of the whole file tells all of it")
		}
		if change(d); len(d.view().known) > 0 {
			t.Errorf("%s: the file is still said to be known", name)
		}
	}
}

// TestFileViewOfLineEnds: an edit keeps CRLF and the byte order mark, as pi does.
func TestFileViewOfLineEnds(t *testing.T) {
	d := newDesk(t)
	d.save("\uFEFFone\r\ntwo\r\nthree\r\n")
	d.read(0, 0)
	d.call("edit", map[string]any{"path": "a.txt", "oldText": "one\ntwo", "newText": "1\n2"}, "ok", "{}")
	d.save("\uFEFF1\r\n2\r\nthree\r\n")
	if d.holds(); d.view().text() != d.text() {
		t.Errorf("got %q", d.view().text())
	}
}
