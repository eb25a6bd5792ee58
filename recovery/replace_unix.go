//go:build unix

package recovery

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// safeOpen keeps an open from waiting for the other end of a FIFO and from
// following a link that took the place of a file just looked at.
const safeOpen = unix.O_NONBLOCK | unix.O_NOFOLLOW

// holdsOld says that a file can be renamed over while it is open here.
const holdsOld = true

func isNoSpace(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) || errors.Is(err, unix.EFBIG)
}

func isReadOnly(err error) bool {
	return errors.Is(err, unix.EROFS) || errors.Is(err, fs.ErrPermission)
}

// unsupported reports answers that mean "not on this file system".
func unsupported(err error) bool {
	return errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS)
}

// syncFolder makes the names in an open folder durable. Some network file
// systems answer EINVAL because they have no such thing; every other error
// counts.
func syncFolder(d *os.File) error {
	err := d.Sync()
	if errors.Is(err, unix.EINVAL) || unsupported(err) {
		return nil
	}
	return err
}

// flush makes the content of a file durable that was opened for reading.
func flush(f *os.File) error { return f.Sync() }

// keepOwner gives to the owner and group of from. An ordinary user may not give
// files away; then at least the group is tried.
func keepOwner(to, from *os.File) error {
	var was, is unix.Stat_t
	if err := unix.Fstat(int(from.Fd()), &was); err != nil {
		return &os.PathError{Op: "fstat", Path: from.Name(), Err: err}
	}
	if err := unix.Fstat(int(to.Fd()), &is); err != nil {
		return &os.PathError{Op: "fstat", Path: to.Name(), Err: err}
	}
	if was.Uid == is.Uid && was.Gid == is.Gid {
		return nil
	}
	err := to.Chown(int(was.Uid), int(was.Gid))
	if mayIgnore(err) {
		err = to.Chown(-1, int(was.Gid))
	}
	if mayIgnore(err) {
		return nil
	}
	return err
}

// mayIgnore tells what cannot be kept here from what went wrong. EINVAL is the
// answer to an owner that a user namespace does not know.
func mayIgnore(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EINVAL) || unsupported(err)
}
