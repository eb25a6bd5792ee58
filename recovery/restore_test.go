package recovery

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// repaired makes a session that was replaced once.
func repaired(t *testing.T) (name string) {
	t.Helper()
	name = session(t, before)
	replaceWith(t, name, after)
	return name
}

func replaceWith(t *testing.T, name, content string) {
	t.Helper()
	if _, err := Replace(t.Context(), name, replacing(t, name, content)); err != nil {
		t.Fatal(err)
	}
}

func restoreLatest(t *testing.T, name string) Outcome {
	t.Helper()
	out, err := Restore(t.Context(), name, Restoration{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRestoreUndoes(t *testing.T) {
	name := session(t, before)
	was := stamp(t, name)
	replaceWith(t, name, after)
	out := restoreLatest(t, name)
	is := stamp(t, name)
	if is.Sum != was.Sum || !is.ModTime.Equal(was.ModTime) {
		t.Errorf("was %v, is %v", was, is)
	}
	wantContent(t, out.Backup, after)
}

func TestRestoreTwiceDoesNothing(t *testing.T) {
	name := repaired(t)
	restoreLatest(t, name)
	was := stamp(t, name)
	if out := restoreLatest(t, name); out.Backup != "" || out.After != was {
		t.Errorf("got %v", out)
	}
	wantUntouched(t, name, was)
}

func TestRestoreAfterTheSameRepairAgain(t *testing.T) {
	name := repaired(t)
	restoreLatest(t, name)
	replaceWith(t, name, after)
	restoreLatest(t, name)
	wantContent(t, name, before)
}

func TestRestoreByHash(t *testing.T) {
	name := repaired(t)
	restoreLatest(t, name)
	sum := stampOf(t, after)
	for _, hash := range []string{sum[:4], sum, sum[:hashDigits+3]} {
		if _, err := Restore(t.Context(), name, Restoration{Hash: hash}); err != nil {
			t.Error(err)
		}
		wantContent(t, name, after)
	}
}

func stampOf(t *testing.T, content string) string {
	t.Helper()
	p := stamp(t, session(t, content))
	return p.Hash()
}

func TestRestoreRefuses(t *testing.T) {
	name := repaired(t)
	was := stamp(t, name)
	dir := filepath.Dir(name)
	wrong := "0" // no hash of the two contents begins with it, see below
	if bak(before)[8] == '0' || bak(after)[8] == '0' {
		wrong = "1"
	}
	_, err := Restore(t.Context(), name, Restoration{Hash: wrong})
	if !errors.Is(err, ErrNoBackup) {
		t.Errorf("unknown hash: %v", err)
	}
	torn := filepath.Join(dir, "s.jsonl."+wrong+"00000000000.bak")
	if err := os.WriteFile(torn, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	var tornErr *TornBackupError
	if _, err = Restore(t.Context(), name, Restoration{Hash: wrong}); !errors.As(err, &tornErr) || tornErr.Name != torn {
		t.Errorf("torn backup: %v", err)
	}
	if err := os.WriteFile(torn[:len(torn)-5]+"1.bak", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var ambiguous *AmbiguousError
	if _, err = Restore(t.Context(), name, Restoration{Hash: wrong}); !errors.As(err, &ambiguous) || len(ambiguous.Backups) != 2 {
		t.Errorf("two backups: %v", err)
	}
	wantUntouched(t, name, was)
}

func TestRestoreWithoutBackups(t *testing.T) {
	name := session(t, before)
	if _, err := Restore(t.Context(), name, Restoration{}); !errors.Is(err, ErrNoBackup) {
		t.Errorf("got %v", err)
	}
	if _, err := Restore(t.Context(), name, Restoration{Dir: name + ".none"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestBackupsListsTheLatestFirst(t *testing.T) {
	name := repaired(t)
	replaceWith(t, name, before+after)
	list, err := Backups(name, "")
	if err != nil || len(list) != 2 {
		t.Fatalf("got %v, %v", list, err)
	}
	for _, b := range list {
		want := map[string]string{hash12(before): before, hash12(after): after}[b.Hash]
		wantContent(t, b.Name, want)
		if b.Size != int64(len(want)) || b.ModTime.IsZero() || b.Made.IsZero() {
			t.Errorf("got %+v", b)
		}
	}
	if list[0].Made.Before(list[1].Made) {
		t.Errorf("order %v", list)
	}
}
