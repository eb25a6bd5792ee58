package recovery

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// writersOf asks whether anybody holds the file open for writing. A read lease
// is granted only when nobody does, which answers the question exactly; it is
// given back at once. f must be open for reading only.
func writersOf(f *os.File) writers {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	if errors.Is(err, unix.EAGAIN) {
		return someWriter
	}
	if err != nil {
		return unknownWriters
	}
	if _, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK); err != nil {
		return unknownWriters
	}
	return noWriter
}
