//go:build !windows

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of the one that it takes the place
// of: root may write for somebody else. Who may not give files away has his own.
func keepOwner(f *os.File, of fs.FileInfo) {
	if s, ok := of.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(s.Uid), int(s.Gid))
	}
}
