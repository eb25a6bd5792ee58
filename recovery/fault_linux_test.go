package recovery

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// withoutRoot ends a test that this user or system does not allow. Where it is
// demanded that all of them run, that is a failure, but for a root that is none:
// most containers take its powers away.
func withoutRoot(t *testing.T, why error) {
	t.Helper()
	if os.Getenv("PI_FIX_REQUIRE_ROOT_TESTS") == "1" && allPowerful() {
		t.Fatalf("cannot run, but must: %v", why)
	}
	t.Skipf("needs the powers of root: %v", why)
}

// allPowerful says whether this process may mount and make files immutable.
func allPowerful() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var sets [2]unix.CapUserData
	if unix.Capget(&header, &sets[0]) != nil {
		return false
	}
	const needed = 1<<unix.CAP_SYS_ADMIN | 1<<unix.CAP_LINUX_IMMUTABLE | 1<<unix.CAP_SETUID
	return sets[0].Effective&needed == needed
}

// disk mounts a file system of its own, of the size that the option says.
func disk(t *testing.T, option string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, option); err != nil {
		withoutRoot(t, err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func childTask(t *testing.T, s *swap, task, arg string) {
	switch task {
	case "file size":
		s.r.Write = writing(strings.Repeat(after, 2000))
		limit := unix.Rlimit{Cur: 4096, Max: 4096}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
	case "nobody":
		if err := syscall.Setgroups(nil); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setgid(65534); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Setuid(65534); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("unknown task %q, %q", task, arg)
	}
}

func TestFullDisk(t *testing.T) {
	name := sessionIn(t, disk(t, "size=64k"), before)
	r := replacing(t, name, strings.Repeat(after, 4000))
	if _, err := Replace(t.Context(), name, r); !errors.Is(err, ErrNoSpace) {
		t.Errorf("got %v", err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}

func TestNoMoreNames(t *testing.T) {
	// Room for the folder, the session, the lock and the new file, and none for
	// a backup.
	dir := disk(t, "nr_inodes=4")
	name := sessionIn(t, dir, before)
	r := replacing(t, name, after)
	if _, err := Replace(t.Context(), name, r); !errors.Is(err, ErrNoSpace) {
		t.Errorf("got %v", err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, dir, "s.jsonl")
}

func TestFullBackupDir(t *testing.T) {
	long := strings.Repeat(before, 3000)
	name := session(t, long)
	r := replacing(t, name, after)
	r.BackupDir = disk(t, "size=64k")
	if _, err := Replace(t.Context(), name, r); !errors.Is(err, ErrNoSpace) {
		t.Errorf("got %v", err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
	wantFolder(t, r.BackupDir)
}

func TestBackupOnAnotherDisk(t *testing.T) {
	dir := disk(t, "size=1m")
	name := session(t, before)
	r := replacing(t, name, after)
	r.BackupDir = dir
	if err := os.WriteFile(tempName(dir, "s.jsonl.bak"), []byte("of a dead run"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &swap{name: name, r: r}
	s.probe = lateWriter(t, name, "{\"id\":\"b\"}\n", "")
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantContent(t, name, after+"{\"id\":\"b\"}\n")
	wantContent(t, s.out.Backup, before)
	wantFolder(t, dir, bak(before))
	if got := stamp(t, s.out.Backup); !got.ModTime.Equal(r.Base.ModTime) {
		t.Errorf("the backup has the time %v", got.ModTime)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	dir := disk(t, "size=64k")
	name := sessionIn(t, dir, before)
	r := replacing(t, name, after)
	if err := unix.Mount("", dir, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		withoutRoot(t, err)
	}
	_, err := Replace(t.Context(), name, r)
	var failed *ReplaceError
	if !errors.Is(err, ErrReadOnly) || !errors.As(err, &failed) || failed.Step != StepLock {
		t.Errorf("got %v", err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, dir, "s.jsonl")
}

func TestForbiddenFolder(t *testing.T) {
	if os.Getuid() != 0 {
		withoutRoot(t, errors.New("cannot become another user"))
	}
	name := sessionIn(t, publicDir(t), before)
	if err := os.Chmod(name, 0o666); err != nil {
		t.Fatal(err)
	}
	was := stamp(t, name)
	out, exit := startChild(t, "nobody", name, "")
	if exit == nil || !strings.Contains(out, "replace "+name+": lock: ") || !strings.Contains(out, "permission denied") {
		t.Errorf("got %s", out)
	}
	wantUntouched(t, name, was)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}

// publicDir makes a folder that others can look into; that of the test's own
// lies in one that they cannot enter.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFileSizeLimit(t *testing.T) {
	name := session(t, before)
	was := stamp(t, name)
	out, exit := startChild(t, "file size", name, "")
	if exit == nil || !strings.Contains(out, "file too large") {
		t.Errorf("got %s", out)
	}
	wantUntouched(t, name, was)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}

func TestImmutable(t *testing.T) {
	name := session(t, before)
	flags, err := fileFlags(name)
	if err == nil {
		err = setFlags(name, flags|immutable)
	}
	if err != nil {
		withoutRoot(t, err)
	}
	defer func() {
		if err := setFlags(name, flags); err != nil {
			t.Error(err)
		}
	}()
	r := replacing(t, name, after)
	if _, err := Replace(t.Context(), name, r); !errors.Is(err, ErrReadOnly) {
		t.Errorf("got %v", err)
	}
	wantUntouched(t, name, r.Base)
	wantFolder(t, filepath.Dir(name), "s.jsonl")
}

// immutable is FS_IMMUTABLE_FL.
const immutable = 0x10

func fileFlags(name string) (int, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	flags, err := unix.IoctlGetUint32(int(f.Fd()), unix.FS_IOC_GETFLAGS)
	return int(flags), err
}

func setFlags(name string, flags int) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, flags)
}

func TestSpecialFilesAreRefused(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo.jsonl")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{fifo, "/dev/null"} {
		if _, err := Replace(t.Context(), name, Replacement{}); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := openRegular(name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("open %s: %v", name, err)
		}
	}
}
