package recovery

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

const safeOpen = 0

// holdsOld says that a file cannot be renamed over while it is open here. It
// follows that nobody else holds it open either once the rename has worked.
const holdsOld = false

func isNoSpace(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

func isReadOnly(err error) bool {
	return errors.Is(err, windows.ERROR_WRITE_PROTECT) || errors.Is(err, fs.ErrPermission)
}

func unsupported(err error) bool {
	return errors.Is(err, windows.ERROR_NOT_SUPPORTED) || errors.Is(err, errors.ErrUnsupported)
}

// syncFolder has nothing to do: a folder cannot be flushed here.
func syncFolder(*os.File) error { return nil }

// flush has nothing to do: flushing asks for the right to write.
func flush(*os.File) error { return nil }

// keepOwner has nothing to do: owner and rights come from the folder.
func keepOwner(_, _ *os.File) error { return nil }

func mayIgnore(err error) bool {
	return errors.Is(err, fs.ErrPermission) || unsupported(err)
}
