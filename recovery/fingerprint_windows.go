package recovery

import (
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// fileID returns what names an open file, and how many names it has.
func fileID(f *os.File) (device, inode, links uint64, err error) {
	var d windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &d); err != nil {
		return 0, 0, 0, &os.PathError{Op: "GetFileInformationByHandle", Path: f.Name(), Err: err}
	}
	inode = uint64(d.FileIndexHigh)<<32 | uint64(d.FileIndexLow)
	return uint64(d.VolumeSerialNumber), inode, uint64(d.NumberOfLinks), nil
}

// madeTime falls back to the time of the content; a change time is not at hand.
func madeTime(_ string, info os.FileInfo) time.Time {
	return info.ModTime()
}
