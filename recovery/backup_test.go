package recovery

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBackupsThatAreThere(t *testing.T) {
	for title, tt := range map[string]struct{ there, want string }{
		"sound":       {before, before},
		"appended to": {before + "{\"id\":\"b\"}\n", before + "{\"id\":\"b\"}\n"},
		"torn":        {before[:7], before},
		"empty":       {"", before},
		"changed":     {strings.ToUpper(before), before},
	} {
		t.Run(title, func(t *testing.T) {
			name := session(t, before)
			backup := filepath.Join(filepath.Dir(name), bak(before))
			if err := os.WriteFile(backup, []byte(tt.there), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := Replace(t.Context(), name, replacing(t, name, after))
			if err != nil || out.Backup != backup {
				t.Fatalf("got %v, %v", out, err)
			}
			wantContent(t, name, after)
			wantContent(t, backup, tt.want)
			wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
		})
	}
}

func TestBackupNameIsTaken(t *testing.T) {
	name := session(t, before)
	r := replacing(t, name, after)
	backup := filepath.Join(filepath.Dir(name), bak(before))
	if err := os.Mkdir(backup, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Replace(t.Context(), name, r); !errors.Is(err, ErrNotRegular) {
		t.Errorf("got %v", err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
}

// TestBackupOfAFileWithTwoNames writes to the session under its other name behind a
// repair, as pi would that was told that one: the backup must stay what it was.
func TestBackupOfAFileWithTwoNames(t *testing.T) {
	name := session(t, before)
	other := filepath.Join(t.TempDir(), "other.jsonl")
	if err := os.Link(name, other); err != nil {
		t.Skip("no links here:", err)
	}
	if _, err := Replace(t.Context(), name, replacing(t, name, after)); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(other, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("more\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	wantContent(t, filepath.Join(filepath.Dir(name), bak(before)), before)
	wantContent(t, name, after)
}

func TestAThousandRunsMakeOneBackup(t *testing.T) {
	name := sessionIn(t, inMemory(t), before)
	for range 1000 {
		if _, err := Replace(t.Context(), name, replacing(t, name, after)); err != nil {
			t.Fatal(err)
		}
		sessionIn(t, filepath.Dir(name), before)
	}
	wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
}

// inMemory returns a folder on a file system that is in memory, where there is
// one: thousands of syncs then cost nothing.
func inMemory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "pi-fix")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func TestBackupDir(t *testing.T) {
	name := session(t, before)
	dir := filepath.Join(t.TempDir(), "kept", "here")
	r := replacing(t, name, after)
	r.BackupDir = dir
	if _, err := Replace(t.Context(), name, r); err != nil {
		t.Fatal(err)
	}
	wantContent(t, filepath.Join(dir, bak(before)), before)
	wantFolder(t, dir, bak(before))
	wantFolder(t, filepath.Dir(name), "s.jsonl")
	out, err := Restore(t.Context(), name, Restoration{Dir: dir})
	if err != nil || filepath.Dir(out.Backup) != dir {
		t.Errorf("got %v, %v", out, err)
	}
	wantContent(t, name, before)
}

// A run that died after making the backup leaves a second name of the live
// session; pi goes on and writes to both.
func TestALinkLeftByADeadRun(t *testing.T) {
	name := session(t, before)
	dir := filepath.Dir(name)
	if err := os.Link(name, filepath.Join(dir, bak(before))); err != nil {
		t.Skip(err)
	}
	appendTo(t, name, "{\"id\":\"b\"}\n")
	grown := before + "{\"id\":\"b\"}\n"
	if _, err := Replace(t.Context(), name, replacing(t, name, after)); err != nil {
		t.Fatal(err)
	}
	wantFolder(t, dir, "s.jsonl", bak(grown))
	wantContent(t, filepath.Join(dir, bak(grown)), grown)
}

func TestALinkOfSomebodyElseStays(t *testing.T) {
	name := session(t, before)
	other := name + ".mine"
	if err := os.Link(name, other); err != nil {
		t.Skip(err)
	}
	if _, err := Replace(t.Context(), name, replacing(t, name, after)); err != nil {
		t.Fatal(err)
	}
	wantContent(t, other, before)
	wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before), "s.jsonl.mine")
}

func TestSweep(t *testing.T) {
	name := session(t, before)
	dir := filepath.Dir(name)
	for _, left := range []string{lockName(dir, "s.jsonl"), tempName(dir, "s.jsonl"), tempName(dir, "s.jsonl.bak")} {
		if err := os.WriteFile(left, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	busy, err := tryLock(lockName(dir, "s.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := Sweep(name, ""); err != nil {
		t.Error(err)
	}
	wantFolder(t, dir, ".s.jsonl.pi-fix.lock", ".s.jsonl.pi-fix.tmp", "s.jsonl")
	busy.release()
	if err := Sweep(name, ""); err != nil {
		t.Error(err)
	}
	wantFolder(t, dir, "s.jsonl")
}

func TestBackupNames(t *testing.T) {
	for name, want := range map[string]bool{
		"s.jsonl.0123456789ab.bak":        true,
		"s.jsonl.0123456789AB.bak":        false,
		"s.jsonl.0123456789abc.bak":       false,
		"s.jsonl.0123456789ab":            false,
		"s.jsonl.bak":                     false,
		"xs.jsonl.0123456789ab.bak":       false,
		"s.jsonl.x.0123456789ab.bak":      false,
		"s.jsonl.0123456789ab.bak.bak":    false,
		".s.jsonl.bak.pi-fix.tmp":         false,
		"s.jsonl.0123456789/b.bak":        false,
		"s.jsonl.0123456789ab.bak.pi.tmp": false,
	} {
		if _, got := backupHash(name, "s.jsonl"); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestPromised(t *testing.T) {
	line := strings.Repeat("x", 1000) + "\n"
	long := strings.Repeat(line, 5000)
	wide := strings.Repeat("y", 3<<20) + "\n"
	for title, tt := range map[string]struct {
		content, original string
		torn              bool
	}{
		"all of it":                   {content: long, original: long},
		"nothing of it":               {content: long, original: ""},
		"to a line end far off":       {content: long, original: long[:2*len(line)]},
		"to the middle of a late one": {content: long, original: long[:len(long)-10500]},
		"to the last byte but one":    {content: "{}\n", original: "{}"},
		"within a line of megabytes":  {content: wide, original: wide[:len(wide)-9999]},
		"torn":                        {content: long[:1<<20], original: long, torn: true},
	} {
		t.Run(title, func(t *testing.T) {
			f, err := openRegular(session(t, tt.content))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			size, err := promised(f, hash12(tt.original))
			var torn *TornBackupError
			if errors.As(err, &torn) != tt.torn {
				t.Fatal(err)
			}
			if !tt.torn && size != int64(len(tt.original)) {
				t.Errorf("got %d, want %d", size, len(tt.original))
			}
		})
	}
}
