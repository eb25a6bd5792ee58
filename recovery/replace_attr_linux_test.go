package recovery

import (
	"errors"
	"io"
	"os"
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

// A span of the original goes from file to file without passing through here,
// for which the writer has to be the file.
func TestWriterIsAFile(t *testing.T) {
	name := session(t, before)
	r := replacing(t, name, after)
	r.Write = func(w io.Writer) error {
		if _, ok := w.(*os.File); !ok {
			t.Errorf("got a %T", w)
		}
		return writing(after)(w)
	}
	if _, err := Replace(t.Context(), name, r); err != nil {
		t.Fatal(err)
	}
}
