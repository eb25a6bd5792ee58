//go:build !windows

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file that root writes anew is whose it was.
func TestWriteKeepsOwner(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rc")
	if err := os.WriteFile(name, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	uid, gid := os.Getuid(), os.Getgid()
	if uid == 0 {
		uid, gid = 4711, 4712
	}
	if err := os.Chown(name, uid, gid); err != nil {
		t.Fatal(err)
	}
	if err := writeBytes(name, []byte("after\n")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); int(s.Uid) != uid || int(s.Gid) != gid || string(readFile(t, name)) != "after\n" {
		t.Errorf("it is of %d:%d, want %d:%d", s.Uid, s.Gid, uid, gid)
	}
}
