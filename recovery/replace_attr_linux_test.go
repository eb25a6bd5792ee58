package recovery

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"
)

// An ordinary user who may write to the folder takes over a session of another
// user as far as the system allows.
func TestOwnerIsKept(t *testing.T) {
	if os.Getuid() != 0 {
		withoutRoot(t, errors.New("cannot give files away"))
	}
	name := session(t, before)
	if err := os.Chown(name, 4711, 4712); err != nil {
		t.Fatal(err)
	}
	replaceWith(t, name, after)
	wantOwner(t, name, 4711, 4712)

	dir := publicDir(t)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	name = sessionIn(t, dir, before)
	if err := os.Chmod(name, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, exit := startChild(t, "nobody", name, ""); exit != nil {
		t.Fatal(out)
	}
	wantContent(t, name, after)
	wantOwner(t, name, 65534, 65534)
}

func wantOwner(t *testing.T, name string, uid, gid uint32) {
	t.Helper()
	var st unix.Stat_t
	if err := unix.Stat(name, &st); err != nil {
		t.Fatal(err)
	}
	if st.Uid != uid || st.Gid != gid {
		t.Errorf("owner %d:%d, want %d:%d", st.Uid, st.Gid, uid, gid)
	}
}

func TestAttributesAreKept(t *testing.T) {
	name := session(t, before)
	if err := xattr.Set(name, "user.note", []byte("mine")); err != nil {
		t.Skip(err)
	}
	replaceWith(t, name, after)
	if got, err := xattr.Get(name, "user.note"); err != nil || string(got) != "mine" {
		t.Errorf("got %q, %v", got, err)
	}
}

// A span of the original goes from file to file without passing through here, in
// several parts when it is long.
func TestSpansAreCopiedByTheKernel(t *testing.T) {
	const from, size = 4097, 2*earlyBytes + 12345
	src, err := os.Create(filepath.Join(t.TempDir(), "src"))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	marks := map[int64]string{from: "first", from + earlyBytes - 3: "between", from + size - 4: "last"}
	for at, text := range marks {
		if _, err := src.WriteAt([]byte(text), at); err != nil {
			t.Fatal(err)
		}
	}
	name := session(t, before)
	r := replacing(t, name, after)
	r.Write = func(w io.Writer) error {
		if _, err := src.Seek(from, io.SeekStart); err != nil {
			return err
		}
		rest := &io.LimitedReader{R: src, N: size}
		reads := readCalls(t)
		n, err := w.(io.ReaderFrom).ReadFrom(rest)
		if n != size || rest.N != 0 {
			t.Errorf("copied %d bytes, %d are left", n, rest.N)
		}
		if reads = readCalls(t) - reads; reads > 200 { // through here it would be a thousand
			t.Errorf("%d calls that read", reads)
		}
		return err
	}
	if _, err := Replace(t.Context(), name, r); err != nil {
		t.Fatal(err)
	}
	got, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	if at, err := Differ(got, io.NewSectionReader(src, from, size), size); at >= 0 || err != nil {
		t.Errorf("differs from byte %d on, %v", at, err)
	}
}

// readCalls is how many calls that read this process has made.
func readCalls(t *testing.T) (n int) {
	t.Helper()
	b, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(b), "syscr: ")
	if _, err := fmt.Sscan(rest, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestWholeIsSummedUp gives Replace a fingerprint that has no sum.
func TestWholeIsSummedUp(t *testing.T) {
	name := session(t, before)
	r := replacing(t, name, after)
	r.Base.Sum = [sha256.Size]byte{}
	out, err := Replace(t.Context(), name, r)
	if err != nil {
		t.Fatal(err)
	}
	wantContent(t, out.Backup, before)
	wantFolder(t, filepath.Dir(name), "s.jsonl", bak(before))
}
