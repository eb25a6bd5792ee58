package recovery

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A late writer opens the session before the rename and writes behind it.
func TestLateLinesAreMoved(t *testing.T) {
	const b, c = "{\"id\":\"b\"}\n", "{\"id\":\"c\"}\n"
	torn := strings.TrimSuffix(before, "rubbish\n") + "{\"id\":"
	for title, tt := range map[string]struct {
		was, becomes  string
		early, behind string // before the first and before the last draining
		want          string
		grown         bool
	}{
		"one":                      {was: before, becomes: after, early: b, want: after + b},
		"at the last moment":       {was: before, becomes: after, behind: b, want: after + b},
		"two":                      {was: before, becomes: after, early: b, behind: c, want: after + b + c},
		"in two pieces":            {was: before, becomes: after, early: b[:4], behind: b[4:], want: after + b},
		"without an end":           {was: before, becomes: after, behind: b[:4], want: after + b[:4] + "\n"},
		"new file is unended":      {was: before, becomes: after[:len(after)-1], early: b, want: after + b},
		"new file is empty":        {was: before, becomes: "", early: b, want: b},
		"old file is empty":        {was: "", becomes: after, early: b, want: after + b},
		"the missing line end":     {was: torn, becomes: after, early: "\n" + b, want: after + b},
		"only the line end":        {was: torn, becomes: after, behind: "\n", want: after},
		"glued to a torn line":     {was: torn, becomes: after, early: b, want: after + b},
		"the rest of a torn entry": {was: torn, becomes: after, early: "\"b\"}\n" + c, want: after + b + c},
	} {
		t.Run(title, func(t *testing.T) {
			name := session(t, tt.was)
			s := &swap{name: name, r: replacing(t, name, tt.becomes)}
			s.probe = lateWriter(t, name, tt.early, tt.behind)
			if err := s.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			wantContent(t, name, tt.want)
			wantBackupOf(t, s.out.Backup, tt.was)
			if added := len(tt.want) - len(tt.becomes); added < int(s.out.Late) {
				t.Errorf("%d late bytes, but the file grew by %d", s.out.Late, added)
			}
		})
	}
}

func lateWriter(t *testing.T, name, early, behind string) func(Step) error {
	var f *os.File
	return func(st Step) (err error) {
		switch st {
		case StepRename:
			f, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		case StepDrain:
			_, err = f.WriteString(early)
		case StepSettle:
			_, err = f.WriteString(behind)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			t.Error(err)
		}
		return nil
	}
}

// wantBackupOf checks that a backup is sound and gives what it was made from.
func wantBackupOf(t *testing.T, name, content string) {
	t.Helper()
	f, err := openRegular(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size, err := promised(f, hash12(content))
	if err != nil || size != int64(len(content)) {
		t.Fatalf("backup gives %d bytes, %v; want %d", size, err, len(content))
	}
	if writersOf(f) == noWriter {
		// Where it can be proved that no writer is left, nothing stays behind.
		wantContent(t, name, content)
	}
}

func TestAWriterThatStays(t *testing.T) {
	name := session(t, before)
	s := &swap{name: name, r: replacing(t, name, after)}
	var f *os.File
	s.probe = func(st Step) (err error) {
		switch st {
		case StepRename:
			f, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		case StepDrain:
			_, err = f.WriteString("{\"id\":\"b\"}\n")
		}
		return err
	}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("{\"id\":\"c\"}\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	// What comes after the end is not in the session, but it is not lost: the
	// backup has it, and is still a backup of what was there before.
	wantContent(t, name, after+"{\"id\":\"b\"}\n")
	wantContent(t, s.out.Backup, before+"{\"id\":\"b\"}\n{\"id\":\"c\"}\n")
	out, err := Restore(t.Context(), name, Restoration{Hash: hash12(before)})
	if err != nil || out.After.Hash()[:hashDigits] != hash12(before) {
		t.Fatalf("got %v, %v", out, err)
	}
	wantContent(t, name, before)
}

func TestRewrittenBetweenCompareAndRename(t *testing.T) {
	name := session(t, before)
	s := &swap{name: name, r: replacing(t, name, after)}
	s.probe = func(st Step) error {
		if st == StepRename {
			return os.Truncate(name, 5)
		}
		return nil
	}
	err := s.run(t.Context())
	var changed *ChangedError
	var failed *ReplaceError
	if !errors.As(err, &changed) || !errors.As(err, &failed) || !failed.Replaced {
		t.Errorf("got %v", err)
	}
	wantContent(t, s.out.Backup, before[:5])
}

// The law: however swaps and appends interleave, every entry is in the session
// exactly once. The writer is told to append at the steps where it matters, and
// then races with them.
func TestNothingIsLostBesideAWriter(t *testing.T) {
	const swaps = 60
	name := session(t, "{\"swap\":0}\n")
	cues, written := make(chan bool, 1), make(chan int)
	go func() {
		n := 0
		for range cues {
			if err := appendAsPi(name, fmt.Sprintf("{\"n\":%d}\n", n)); err != nil {
				t.Error(err)
			}
			n++
		}
		written <- n
	}()
	cue := cueing(cues)
	late := int64(0)
	for done := 0; done < swaps; {
		out, err := replaceFirstLine(t, name, fmt.Sprintf("{\"swap\":%d}\n", done+1), cue)
		var changed *ChangedError
		if errors.As(err, &changed) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		late += out.Late
		done++
	}
	close(cues)
	n := <-written
	wantEach(t, name, n)
	wantSoundBackups(t, name, swaps)
	t.Logf("%d entries, %d late bytes in %d swaps", n, late, swaps)
}

// cueing asks for an entry at the steps around the rename, unless the writer is
// busy with one.
func cueing(cues chan<- bool) func(Step) error {
	return func(st Step) error {
		switch st {
		case StepRename, StepDrain, StepFolder, StepSettle:
			select {
			case cues <- true:
			default:
			}
		}
		return nil
	}
}

func appendAsPi(name, line string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line)
	return errors.Join(err, f.Close())
}

func replaceFirstLine(t *testing.T, name, line string, probe func(Step) error) (Outcome, error) {
	f, err := os.Open(name)
	if err != nil {
		return Outcome{}, err
	}
	defer f.Close()
	base, err := Stamp(f)
	if err != nil {
		return Outcome{}, err
	}
	s := &swap{name: name, probe: probe, r: Replacement{Base: base, Write: func(w io.Writer) error {
		all, err := io.ReadAll(io.NewSectionReader(f, 0, base.Size))
		if err != nil {
			return err
		}
		_, err = io.Copy(w, io.MultiReader(strings.NewReader(line), bytes.NewReader(all[len(firstLine(all)):])))
		return err
	}}}
	err = s.run(t.Context())
	return s.out, err
}

func wantEach(t *testing.T, name string, n int) {
	t.Helper()
	all, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(string(all)) {
		count[line]++
	}
	if len(count) != n+1 {
		t.Errorf("%d different lines, want %d", len(count), n+1)
	}
	lost := 0
	for i := range n {
		if count[fmt.Sprintf("{\"n\":%d}\n", i)] != 1 {
			lost++
		}
	}
	if lost > 0 || n == 0 {
		t.Errorf("%d of %d entries are lost or doubled", lost, n)
	}
}

func wantSoundBackups(t *testing.T, name string, n int) {
	t.Helper()
	list, err := Backups(name, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != n {
		t.Errorf("%d backups, want %d", len(list), n)
	}
	for _, b := range list {
		f, err := openRegular(b.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := promised(f, b.Hash); err != nil {
			t.Error(err)
		}
		f.Close()
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
