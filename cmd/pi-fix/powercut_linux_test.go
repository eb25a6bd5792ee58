//go:build amd64 || arm64

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A disk is a file system in a file, whose power can be cut.
type disk struct {
	image, dir string
	// flush says that the journal reaches the disk in the moment of the cut, and
	// with it the names of files whose content did not.
	flush bool
}

// newDisk makes and mounts a file system. It skips the test where that is not
// possible: without root, without loop devices as in most containers, or
// without the program that makes such a file system.
func newDisk(t *testing.T, kind string, size int64) *disk {
	t.Helper()
	d := &disk{image: filepath.Join(t.TempDir(), "image"), dir: t.TempDir()}
	f, err := os.Create(d.image)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(size), f.Close()); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs."+kind, "-q", d.image).CombinedOutput(); err != nil {
		t.Skipf("no %s can be made, so its power cannot be cut: %v %s", kind, err, out)
	}
	if err := d.mount(); err != nil {
		t.Skipf("no %s can be mounted, so its power cannot be cut: %v", kind, err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(d.dir, 0); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d *disk) mount() error {
	out, err := exec.Command("mount", "-o", "loop", d.image, d.dir).CombinedOutput()
	if err != nil {
		err = errors.Join(err, errors.New(string(out)))
	}
	return err
}

// cut stops the file system: nothing that has not reached the disk ever will.
func (d *disk) cut() error {
	const fsIocShutdown = 0x8004587d // _IOR('X', 125, __u32)
	const logFlush, noLogFlush = 1, 2
	how := noLogFlush
	if d.flush {
		how = logFlush
	}
	f, err := os.Open(d.dir)
	if err != nil {
		return err
	}
	return errors.Join(unix.IoctlSetPointerInt(int(f.Fd()), fsIocShutdown, how), f.Close())
}

// comeBack is what happens when the power does.
func (d *disk) comeBack() error {
	return errors.Join(unix.Unmount(d.dir, 0), d.mount())
}

func (d *disk) sync() error {
	f, err := os.Open(d.dir)
	if err != nil {
		return err
	}
	return errors.Join(unix.Syncfs(int(f.Fd())), f.Close())
}

// changing are the calls that change a file system or order its changes.
var changing = map[int]bool{
	unix.SYS_OPENAT: true, unix.SYS_WRITE: true, unix.SYS_PWRITE64: true, unix.SYS_COPY_FILE_RANGE: true,
	unix.SYS_FCHMOD: true, unix.SYS_FSYNC: true, unix.SYS_LINKAT: true, unix.SYS_RENAMEAT: true,
	unix.SYS_RENAMEAT2: true, unix.SYS_UNLINKAT: true, unix.SYS_FTRUNCATE: true, unix.SYS_TRUNCATE: true,
}

// TestPowerCut cuts the power before each call that changes something: the
// session is then the whole old or the whole new one, with its backup. And it
// cuts it after the program has said that the session is repaired: then it is,
// even if what was there before had never been brought to the disk.
func TestPowerCut(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow for short mode")
	}
	program := buildProgram(t)
	for _, kind := range []struct {
		name string
		size int64
	}{{"ext4", 32 << 20}, {"xfs", 320 << 20}} {
		t.Run(kind.name, func(t *testing.T) {
			d := newDisk(t, kind.name, kind.size)
			j := newJob(t, program, filepath.Join(d.dir, "sessions"), nil)
			for _, d.flush = range []bool{false, true} {
				amid := cutAmid(t, d, j)
				const after = 5
				for range after {
					cutAfter(t, d, j)
				}
				t.Logf("journal flushed %v: power cut amid a repair %d times, after one %d times", d.flush, amid, after)
			}
		})
	}
}

// cutAmid cuts the power at each call that changes something.
func cutAmid(t *testing.T, d *disk, j *job) int {
	for n := 1; !t.Failed(); n++ {
		if err := j.clear(); err != nil {
			t.Fatal(err)
		}
		e, err := j.runUntil(n, d)
		if errors.Is(err, errUnwatchable) {
			cannotWatch(t, err)
		}
		if err := errors.Join(err, d.comeBack()); err != nil {
			t.Fatal(err)
		}
		if !e.fired {
			return n - 1
		}
		wrong := j.judge(e)
		if wrong == "" {
			wrong = j.again()
		}
		if wrong != "" {
			t.Errorf("power cut before change %d, %v: %s", n, e.call, wrong)
		}
	}
	return 0
}

// runUntil repairs a session that has reached the disk, and cuts the power
// before the n-th change.
func (j *job) runUntil(n int, d *disk) (e end, err error) {
	if err := errors.Join(j.prepare(), d.sync()); err != nil {
		return e, err
	}
	cmd := exec.Command(j.program, j.session())
	var cut error
	err = watch(cmd, func(c sysCall) unix.Errno {
		if !changing[c.Nr] || filepath.Dir(c.Name) != j.folder && c.Name != j.folder {
			return proceed
		}
		if e.calls++; e.calls == n {
			e.call, e.fired, e.killed = c, true, true
			cut = errors.Join(d.cut(), cmd.Process.Kill())
			return unix.EINTR
		}
		return proceed
	})
	return e, errors.Join(err, cut)
}

// cutAfter cuts the power when the program has ended.
func cutAfter(t *testing.T, d *disk, j *job) {
	t.Helper()
	if err := errors.Join(j.clear(), j.prepare()); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(j.program, j.session()).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := errors.Join(d.cut(), d.comeBack()); err != nil {
		t.Fatal(err)
	}
	if wrong := j.judge(end{out: string(out)}); wrong != "" {
		t.Errorf("power cut after the end: %s", wrong)
	}
}
