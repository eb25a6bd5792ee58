package recovery

import (
	"os"

	"golang.org/x/sys/unix"
)

// beginWriting asks the system to bring a part of a file to the disk and does not wait
// for it. What does not become of it the sync will tell, so its error says nothing.
func beginWriting(f *os.File, from, n int64) {
	_ = unix.SyncFileRange(int(f.Fd()), from, n, unix.SYNC_FILE_RANGE_WRITE)
}
