package recovery

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/pi-fix/pi-fix/integrity"
	"github.com/pi-fix/pi-fix/sessionlog"
)

const skippedText = "Skipped due to queued user message."

// skip enters a read that was skipped.
func (d *desk) skip(args map[string]any) {
	d.t.Helper()
	args["path"] = "a.txt"
	d.call("read", args, skippedText, "{}")
}

func (d *desk) bash(command string) { d.call("bash", map[string]any{"command": command}, "", "{}") }

// filled fills in what was skipped and returns the results by their ids, those that
// were not filled in by what was said.
func (d *desk) filled(from Sources) map[string]string {
	d.t.Helper()
	log := sessionlog.Parse([]byte(d.log.String()))
	found, err := integrity.Check(log, "", FillReads(from))
	if err != nil {
		d.t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range found {
		if len(f.Fixes) == 0 {
			out[f.Call] = f.Message
			continue
		}
		s := sessionlog.NewSurgery(log)
		if err := s.Do(f.Fixes[0].Ops); err != nil {
			d.t.Fatal(err)
		}
		done, err := s.Outcome()
		if err != nil {
			d.t.Fatal(err)
		}
		after, err := sessionlog.Apply([]byte(d.log.String()), done.Edits)
		if err != nil {
			d.t.Fatal(err)
		}
		msg := gjson.Get(strings.Split(string(after), "\n")[f.Line], "message")
		out[f.Call] = msg.Get("content.#.text").String() + msg.Get("details.piFix.filled").Raw
	}
	return out
}

// TestFillKnowsWhatIsInDoubt: what is filled in is what the file was at that moment, or
// the result says that it may have been another one.
func TestFillKnowsWhatIsInDoubt(t *testing.T) {
	const one = `["one\ntwo\nthree\n"]{"from":"session"`
	for name, c := range map[string]struct {
		work func(d *desk)
		want string
	}{
		"nothing ran in between":     {func(d *desk) { d.read(0, 0); d.skip(map[string]any{}) }, one + `,"entry":"e2"}`},
		"only looks":                 {func(d *desk) { d.read(0, 0); d.bash("grep -n x *.txt 2>/dev/null | head"); d.skip(map[string]any{}) }, one + `,"entry":"e2"}`},
		"a command without its name": {func(d *desk) { d.read(0, 0); d.bash("make fmt"); d.skip(map[string]any{}) }, `may have changed it. Read it again to be sure.]"]{"from":"session","entry":"e2","doubt":true}`},
		"a tool of somebody else":    {func(d *desk) { d.read(0, 0); d.call("agent", map[string]any{}, "", "{}"); d.skip(map[string]any{}) }, `"doubt":true`},
		"a command with its name":    {func(d *desk) { d.read(0, 0); d.bash("mv b.txt a.txt"); d.skip(map[string]any{}) }, "not filled in"},
		"another branch wrote":       {otherBranch("new\n"), `["new\n"]`},
		"later reads of its parts": {func(d *desk) {
			d.skip(map[string]any{"limit": 3})
			d.read(2, 1)
			d.read(3, 0)
			d.bash("ls")
			d.read(1, 1)
			d.cut()
		}, `["one\ntwo\nthree\n\n[1 more lines in file. Use offset=4 to continue.]"]`},
		"a part is shown after a command": {func(d *desk) { d.read(0, 0); d.bash("make"); d.read(3, 1); d.skip(map[string]any{"limit": 2}) }, `"doubt":true`},
		"the part that was shown after": {func(d *desk) {
			d.read(0, 0)
			d.bash("make")
			d.read(2, 2)
			d.skip(map[string]any{"offset": 2, "limit": 1})
		}, `["two\n\n[2 more lines in file. Use offset=3 to continue.]"]{"from":"session","entry":"e6"}`},
		"no lines at all": {func(d *desk) { d.read(0, 0); d.skip(map[string]any{"limit": 0}) }, "not filled in: it asks for lines in a way that is not known"},
		"all lines but the last": {func(d *desk) {
			d.call("read", map[string]any{"path": "a.txt", "limit": -1}, "one", "{}")
			d.skip(map[string]any{})
		}, "not filled in"},
	} {
		d := newDesk(t)
		d.save("one\ntwo\nthree\n")
		c.work(d)
		got := ""
		for _, text := range d.filled(Sources{}) {
			got = text
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// cut turns the last call into one of another branch, so that its read makes up for
// nothing.
func (d *desk) cut() {
	all := strings.SplitAfter(strings.TrimSuffix(d.log.String(), "\n"), "\n")
	d.log.Reset()
	at := len(all) - 2
	all[at] = strings.Replace(all[at], `"parentId":"e`, `"parentId":"e2","was":"e`, 1)
	d.log.WriteString(strings.Join(all, "") + "\n")
}

// otherBranch reads a file, goes back, writes it, and comes back to the first branch.
func otherBranch(text string) func(d *desk) {
	return func(d *desk) {
		d.call("ls", map[string]any{}, "", "{}")
		d.read(0, 0) // e3, e4
		d.back = 2
		d.call("write", map[string]any{"path": "a.txt", "content": text}, "ok", "{}")
		d.back = 4
		d.skip(map[string]any{})
	}
}

// TestFillTakesNoSketchForTheFile: a map of what is known is no content for another
// read, and neither is what a repair has filled in from elsewhere.
func TestFillTakesNoSketchForTheFile(t *testing.T) {
	for _, filled := range []string{`{"from":"session","entry":"x","partial":true}`, `{"from":"session","entry":"x","doubt":true}`, `{"from":"disk"}`} {
		d := newDesk(t)
		d.call("read", map[string]any{"path": "a.txt"}, "[This read did not run.]\nMAP", `{"piFix":{"filled":`+filled+`}}`)
		d.skip(map[string]any{})
		for _, got := range d.filled(Sources{}) {
			if strings.Contains(got, "MAP") {
				t.Errorf("%s: %s", filled, got)
			}
		}
	}
}

// TestFillAsksGitOnlyForWhatItCanKnow: what the session has changed since a commit is in
// none.
func TestFillAsksGitOnlyForWhatItCanKnow(t *testing.T) {
	git := Sources{Git: func(_, _, _ string) ([]byte, string, error) { return []byte("of git\n"), "0123456789abcdef", nil }}
	for command, want := range map[string]string{
		"ls":                  `["of git\n"]{"from":"git","commit":"0123456789abcdef"}`,
		"sed -i s/a/b/ a.txt": "git: the session has changed the file in a way that cannot be followed",
		"git checkout -- .":   `["of git\n"]`,
	} {
		d := newDesk(t)
		d.bash(command)
		d.skip(map[string]any{})
		for _, got := range d.filled(git) {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s", command, got)
			}
		}
	}
}

// TestCommandsThatOnlyLook: whatever could be more counts as a change.
func TestCommandsThatOnlyLook(t *testing.T) {
	for want, commands := range map[effect][]string{
		looks: {"ls", "cd x && cat a | head -3", "git log --oneline | head", "rg foo 2>&1 | wc -l", "sed -n '3,8p' a.go", "find . -name '*.go'", ""},
		alters: {"make", "cat a > b", "ls >> x", "cat $(make)", "echo `touch x`", "find . -delete", "find . -exec rm {} ;", "sed -n '1w b' a", "sed -i s/a/b/ x", "ls & rm x", "git add .",
			"git log --output=x", "LS=1 rm x", "xargs rm", "cat <(rm x)", "tee x", "git"},
		restores: {"git checkout main", "cd x && git stash", "git -C y reset --hard"},
	} {
		for _, c := range commands {
			if got := effectOf(c); got != want {
				t.Errorf("%q: %d, not %d", c, got, want)
			}
		}
	}
}

// TestAFarLineCostsNothing: a session may say that a file has millions of lines.
func TestAFarLineCostsNothing(t *testing.T) {
	d := newDesk(t)
	d.save("x")
	for _, offset := range []int{16_000_000, 2_000_000_000} {
		d.call("read", map[string]any{"path": "a.txt", "offset": offset, "limit": 1}, "far", "{}")
	}
	d.skip(map[string]any{})
	if v := d.view(); len(v.known) != 1 || len(v.known[0].lines) != 1 {
		t.Errorf("%v", v.known)
	}
	d.filled(Sources{})
}
