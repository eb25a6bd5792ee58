//go:build unix

package recovery

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// fileID returns what names an open file, and how many names it has.
func fileID(f *os.File) (device, inode, links uint64, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return 0, 0, 0, &os.PathError{Op: "fstat", Path: f.Name(), Err: err}
	}
	return uint64(st.Dev), uint64(st.Ino), uint64(st.Nlink), nil
}

// madeTime returns when the file took its name: renaming, linking and unlinking
// all set the change time, and nothing can set it back.
func madeTime(name string, info os.FileInfo) time.Time {
	var st unix.Stat_t
	if unix.Lstat(name, &st) != nil {
		return info.ModTime()
	}
	sec, nsec := st.Ctim.Unix()
	return time.Unix(sec, nsec)
}
