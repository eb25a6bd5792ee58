package recovery

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	before = "{\"type\":\"session\"}\n{\"id\":\"a\"}\nrubbish\n"
	after  = "{\"type\":\"session\"}\n{\"id\":\"a\"}\n"
)

// session makes a session at rest in a folder of its own.
func session(t *testing.T, content string) string {
	t.Helper()
	return sessionIn(t, t.TempDir(), content)
}

func sessionIn(t *testing.T, dir, content string) string {
	t.Helper()
	name := filepath.Join(dir, "s.jsonl")
	if err := os.WriteFile(name, []byte(content), 0o640); err != nil {
		t.Fatal(err)
	}
	rest := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	if err := os.Chtimes(name, rest, rest); err != nil {
		t.Fatal(err)
	}
	return name
}

func stamp(t *testing.T, name string) Fingerprint {
	t.Helper()
	p, err := stampNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func writing(content string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	}
}

func replacing(t *testing.T, name, content string) Replacement {
	t.Helper()
	return Replacement{Base: stamp(t, name), Write: writing(content), Sum: true}
}

func wantContent(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", filepath.Base(name), got, want)
	}
}

// wantFolder compares all names in a folder: what should be there is, and
// nothing else was left.
func wantFolder(t *testing.T, dir string, want ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range list {
		got = append(got, d.Name())
	}
	if g, w := strings.Join(got, " "), strings.Join(want, " "); g != w {
		t.Errorf("folder has %q, want %q", g, w)
	}
}

func hash12(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])[:hashDigits]
}

func bak(content string) string { return "s.jsonl." + hash12(content) + ".bak" }

func TestReplaceKeepsABackup(t *testing.T) {
	name := session(t, before)
	r := replacing(t, name, after)
	var seen string
	r.Verify = func(f *os.File) error {
		b, err := io.ReadAll(f)
		seen = string(b)
		return err
	}
	out, err := Replace(t.Context(), name, r)
	if err != nil {
		t.Fatal(err)
	}
	wantContent(t, name, after)
	wantContent(t, out.Backup, before)
	wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
	if seen != after {
		t.Errorf("verify read %q", seen)
	}
	if got := stamp(t, name); got != out.After {
		t.Errorf("outcome says %v, the file is %v", out.After, got)
	}
	if out.Late != 0 {
		t.Errorf("%d late bytes", out.Late)
	}
}

func TestReplaceWithTheSameContentTouchesNothing(t *testing.T) {
	name := session(t, before)
	r := replacing(t, name, before)
	out, err := Replace(t.Context(), name, r)
	if err != nil || out.Backup != "" || out.After != r.Base {
		t.Errorf("got %+v, %v", out, err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}

func wantUntouched(t *testing.T, name string, was Fingerprint) {
	t.Helper()
	if is := stamp(t, name); is != was {
		t.Errorf("the session was touched: was %v, is %v", was, is)
	}
}

func TestReplaceFollowsLinks(t *testing.T) {
	name := session(t, before)
	link := filepath.Join(t.TempDir(), "link.jsonl")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	out, err := Replace(t.Context(), link, replacing(t, link, after))
	if err != nil {
		t.Fatal(err)
	}
	wantContent(t, name, after)
	wantContent(t, out.Backup, before)
	wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
	wantFolder(t, filepath.Dir(link), "link.jsonl")
	if to, err := os.Readlink(link); err != nil || to != name {
		t.Errorf("the link is %q, %v", to, err)
	}
}

func TestReplaceKeepsModeAndTakesTheTime(t *testing.T) {
	name := session(t, before)
	r := replacing(t, name, after)
	r.ModTime = r.Base.ModTime
	if _, err := Replace(t.Context(), name, r); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode(); got != 0o640 {
		t.Errorf("mode %v", got)
	}
	if !info.ModTime().Equal(r.Base.ModTime) {
		t.Errorf("time %v", info.ModTime())
	}
}

// changes are what another program may do to a session meanwhile.
var changes = map[string]func(*testing.T, string){
	"appended": func(t *testing.T, name string) {
		appendTo(t, name, "{\"id\":\"b\"}\n")
	},
	"touched": func(t *testing.T, name string) {
		if err := os.Chtimes(name, time.Time{}, time.Date(2025, 3, 2, 0, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
	},
	"rewritten with its size and time": func(t *testing.T, name string) {
		sessionIn(t, filepath.Dir(name), strings.ToUpper(before))
	},
	"another file": func(t *testing.T, name string) {
		if err := os.Rename(name, name+".moved"); err != nil {
			t.Fatal(err)
		}
		sessionIn(t, filepath.Dir(name), before)
		if err := os.Remove(name + ".moved"); err != nil {
			t.Fatal(err)
		}
	},
}

func TestReplaceRefusesWhatChanged(t *testing.T) {
	for title, change := range changes {
		for _, at := range []Step{StepResolve, StepWrite, StepBackup, StepCompare} {
			t.Run(title+" before "+string(at), func(t *testing.T) {
				name := session(t, before)
				var now Fingerprint
				s := &swap{name: name, r: replacing(t, name, after)}
				s.probe = func(st Step) error {
					if st == at {
						change(t, name)
						now = stamp(t, name)
					}
					return nil
				}
				err := s.run(t.Context())
				var changed *ChangedError
				if !errors.As(err, &changed) || changed.Name != name || changed.Was != s.r.Base {
					t.Fatalf("got %v", err)
				}
				wantUntouched(t, name, now)
				wantFolder(t, filepath.Dir(name), "s.jsonl")
			})
		}
	}
}

func appendTo(t *testing.T, name, lines string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(lines); err != nil {
		t.Fatal(err)
	}
}

func TestReplaceRefusesAFolder(t *testing.T) {
	dir := t.TempDir()
	_, err := Replace(t.Context(), dir, Replacement{})
	if !errors.Is(err, ErrNotRegular) {
		t.Errorf("got %v", err)
	}
}

func TestReplaceOfNothing(t *testing.T) {
	_, err := Replace(t.Context(), filepath.Join(t.TempDir(), "no.jsonl"), Replacement{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestReplaceStopsWithItsContext(t *testing.T) {
	name := session(t, before)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	r := replacing(t, name, after)
	r.Verify = func(*os.File) error { cancel(why); return nil }
	if _, err := Replace(ctx, name, r); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}

func TestReplaceSurvivesAPanic(t *testing.T) {
	name := session(t, before)
	r := replacing(t, name, after)
	r.Write = func(io.Writer) error { panic("a bug in a repair") }
	func() {
		defer func() { _ = recover() }()
		_, _ = Replace(t.Context(), name, r)
	}()
	wantUntouched(t, name, r.Base)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}
